import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import { cardOnFileIn, cardWalletOf, walletTokenIn } from '../formats/wallet-tokens.ts';
import type { Card } from '../interface/card.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentSource } from '../interface/payments.ts';
import type { EncryptedWalletToken } from '../interface/wallet-token.ts';
import { billingDetails } from './billing-details.ts';
import { methodForms, type StripeMethodForm } from './method-forms.ts';
import type { Form } from './requests.ts';

/** The objects that the steps before the intent have made. */
export interface Prepared {
  readonly connectorCustomerId?: string;
  readonly cardToken?: string;
  /** Whether Stripe has refused the level 3 data, so that the charge goes without. */
  readonly isPlain?: true;
}

/**
 * The payment source of an intent: Stripe's type, its options, and its data with those of the
 * payer.
 */
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
    case 'card':
      return ofCard(source.card);
    case 'payment_method': {
      const onFile = cardOnFileIn(source);
      if (onFile) return ofCard(onFile);
      if (cardWalletOf(source)) {
        const token = prepared.cardToken ?? googlePayToken(source);
        return { type: 'card', options: {}, dataOf: dataWith({ type: 'card', card: { token } }) };
      }
      const { type, data, options = {}, payer } = formOf(input, source);
      return { type, options, dataOf: dataWith({ type, [type]: data }, payer) };
    }
  }
}

function ofCard({ number, expiryMonth, expiryYear, cvc }: Card): SourceForm {
  const card = { number, exp_month: expiryMonth, exp_year: expiryYear, cvc };
  return { type: 'card', options: {}, dataOf: dataWith({ type: 'card', card }) };
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

/** The type of a stored credential, by its method and the currency. */
function storedType(method: Method['method'] = 'card', currency: string): string {
  // A bank redirect leaves a debit too.
  if (method !== 'bank_debit' && method !== 'bank_redirect') return 'card';
  const type = ownMember(debitTypes, currency);
  if (!type) throw new Error('No bank account is debited in this currency.');
  return type;
}

const debitTypes: Readonly<Record<string, string>> = {
  USD: 'us_bank_account',
  EUR: 'sepa_debit',
  GBP: 'bacs_debit',
  AUD: 'au_becs_debit',
};

/** Whether Stripe charges it as a card. */
export const isCardSource = (source: PaymentSource): boolean =>
  source.kind === 'card' || cardWalletOf(source) !== undefined;

/** Whether the payment belongs to a customer at Stripe: it is stored, or paid from a balance. */
export const hasCustomer = ({ source, futureUsage, isVerification }: Authorization): boolean =>
  source.kind !== 'connector_mandate' &&
  (futureUsage !== undefined ||
    isVerification === true ||
    (source.kind === 'payment_method' &&
      source.method === 'bank_transfer' &&
      source.type !== 'multibanco'));

const Token = v.object({ id: v.pipe(v.string(), v.regex(/^tok_\w{1,64}$/)) });

/** Google Pay hands over a token that Stripe has made. Throws for a payload of another gateway. */
function googlePayToken(source: PaymentSource): string {
  const token = encryptedTokenIn(source);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Token), token?.payload);
  if (!read.success) throw new Error('This Google Pay payload is not for Stripe.');
  return read.output.id;
}

/** Apple Pay's encrypted payload, of which Stripe makes a token; undefined where none is needed. */
export function walletTokenForm(source: PaymentSource): Form | undefined {
  if (cardOnFileIn(source)) return undefined;
  const { wallet, payload, shown } = encryptedTokenIn(source) ?? {};
  if (wallet !== 'apple_pay') return undefined;
  return {
    pk_token: payload,
    pk_token_instrument_name: shown?.displayName,
    pk_token_payment_network: shown?.network,
    pk_token_transaction_id: shown?.transactionId,
  };
}

/** Stripe gets no number of a device that was decrypted: its public API has no field for one. */
function encryptedTokenIn(source: PaymentSource): EncryptedWalletToken | undefined {
  const token = walletTokenIn(source);
  if (token?.kind === 'decrypted') throw new Error('Stripe takes what the wallet has encrypted.');
  return token;
}
