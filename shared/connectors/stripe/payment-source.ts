import * as v from 'valibot';
import type { PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentSource } from '../interface/payments.ts';
import { billingDetails } from './billing-details.ts';
import { methodForms, type StripeMethodForm } from './method-forms.ts';
import type { Form } from './requests.ts';

/** What the steps before the intent have made. */
export interface Prepared {
  readonly connectorCustomerId?: string;
  readonly cardToken?: string;
}

/** What an intent charges: Stripe's type, its options, and its data with those of the payer. */
interface SourceForm {
  readonly type: string;
  readonly options: Form;
  dataOf(order: Order): Form;
}

type Source = Pick<Authorization, 'source' | 'currency' | 'order' | 'networkTransactionId'>;

export function sourceForm(input: Source, prepared: Prepared): SourceForm {
  const { source } = input;
  switch (source.kind) {
    case 'connector_mandate': {
      const type = storedType(source.method, input.currency);
      return { type, options: {}, dataOf: () => ({ payment_method: source.connectorMandateId }) };
    }
    case 'card': {
      const { number, expiryMonth, expiryYear, cvc } = source.card;
      const card = { number, exp_month: expiryMonth, exp_year: expiryYear, cvc };
      return { type: 'card', options: {}, dataOf: dataWith({ type: 'card', card }) };
    }
    case 'payment_method': {
      if (isWalletCard(source)) {
        const token = prepared.cardToken ?? googlePayToken(source);
        return { type: 'card', options: {}, dataOf: dataWith({ type: 'card', card: { token } }) };
      }
      const { type, data, options = {}, payer } = formOf(input, source);
      return { type, options, dataOf: dataWith({ type, [type]: data }, payer) };
    }
  }
}

const dataWith =
  (data: Form, payer?: StripeMethodForm['payer']) =>
  (order: Order): Form => ({
    payment_method_data: {
      ...data,
      billing_details: billingDetails(order, payer),
      ip: order.browser?.ipAddress,
      user_agent: order.browser?.userAgent,
    },
  });

type Method = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

function formOf({ currency, order }: Source, { method, type, data }: Method): StripeMethodForm {
  const form = methodForms[`${method} ${type}`];
  if (!form) throw new Error(`Stripe is not asked for ${method} ${type}.`);
  return form({ data, currency, country: order.billing?.address?.country ?? undefined });
}

/** The type of what was stored, by its method and the currency. */
function storedType(method: Method['method'] = 'card', currency: string): string {
  // What a bank redirect has left is a debit too.
  if (method !== 'bank_debit' && method !== 'bank_redirect') return 'card';
  const type = debitTypes[currency];
  if (!type) throw new Error('No bank account is debited in this currency.');
  return type;
}

const debitTypes: Readonly<Record<string, string>> = {
  USD: 'us_bank_account',
  EUR: 'sepa_debit',
  GBP: 'bacs_debit',
  AUD: 'au_becs_debit',
};

const walletCards: ReadonlySet<PaymentMethodType> = new Set(['apple_pay', 'google_pay']);

const isWalletCard = ({ method, type }: Method): boolean =>
  method === 'wallet' && walletCards.has(type);

/** Whether Stripe charges it as a card. */
export const isCardSource = (source: PaymentSource): boolean =>
  source.kind === 'card' || (source.kind === 'payment_method' && isWalletCard(source));

/** Whether the payment belongs to a customer at Stripe: it is stored, or paid from a balance. */
export const hasCustomer = ({ source, futureUsage, isVerification }: Authorization): boolean =>
  source.kind !== 'connector_mandate' &&
  (futureUsage !== undefined ||
    isVerification === true ||
    (source.kind === 'payment_method' &&
      source.method === 'bank_transfer' &&
      source.type !== 'multibanco'));

const GooglePay = v.object({ tokenization_data: v.object({ token: v.string() }) });
const Token = v.object({ id: v.pipe(v.string(), v.regex(/^tok_\w{1,64}$/)) });

/** Google Pay hands over a token that Stripe has made. Throws for a payload of another gateway. */
function googlePayToken({ data }: Method): string {
  const { token } = v.parse(GooglePay, data).tokenization_data;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Token), token);
  if (!read.success) throw new Error('This Google Pay payload is not for Stripe.');
  return read.output.id;
}

const ApplePay = v.object({
  payment_data: v.string(),
  payment_method: v.object({ display_name: v.string(), network: v.string() }),
  transaction_identifier: v.string(),
});

/** Apple Pay's encrypted payload, of which Stripe makes a token; undefined where none is needed. */
export function walletTokenForm(source: PaymentSource): Form | undefined {
  if (source.kind !== 'payment_method' || source.type !== 'apple_pay') return undefined;
  const read = v.safeParse(ApplePay, source.data);
  if (!read.success) throw new Error('This Apple Pay payload is not for Stripe.');
  const { payment_data: payload, payment_method: method, transaction_identifier: id } = read.output;
  return {
    pk_token: Buffer.from(payload, 'base64').toString('utf8'),
    pk_token_instrument_name: method.display_name,
    pk_token_payment_network: method.network,
    pk_token_transaction_id: id,
  };
}
