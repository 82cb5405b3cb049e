import { ownMember } from '#platform/own-member.ts';
import { laterBy } from '../ledger.ts';
import { shownAmount } from './amounts.ts';
import type { IntentPayment } from './charges.ts';
import { networkTransactionIdOf } from './charges.ts';
import { stripeMethods } from './methods.ts';
import { seconds } from './wire.ts';

/**
 * The customer's next action, in the shape that Stripe publishes for the payment method; `null`
 * where the payment waits for no customer.
 *
 * @see https://docs.stripe.com/api/payment_intents/object#payment_intent_object-next_action
 */
export function presentNextAction(payment: IntentPayment): { readonly type: string } | null {
  const { state, intent, returnUrl } = payment;
  if (state !== 'challenged') return null;
  const url = intent.pageUrl ?? '';
  const type = ownMember(stripeMethods, intent.type)?.step ?? 'redirect_to_url';
  return { type, [type]: detailsOf(type, { payment, url, returnUrl: returnUrl ?? null }) };
}

interface Shown {
  readonly payment: IntentPayment;
  /** The customer's page. */
  readonly url: string;
  readonly returnUrl: string | null;
}

function detailsOf(type: string, { payment, url, returnUrl }: Shown): object {
  const { createdAt } = payment;
  const inDays = (days: number) => seconds(laterBy(new Date(createdAt), days * 86_400_000));
  switch (type) {
    case 'alipay_handle_redirect':
      return { native_data: null, native_url: null, return_url: returnUrl, url };
    case 'wechat_pay_display_qr_code':
      return {
        data: url,
        hosted_instructions_url: url,
        image_data_url: `data:image/svg+xml,${encodeURIComponent(emptyImage)}`,
        image_url_png: url,
        image_url_svg: url,
      };
    case 'cashapp_handle_redirect_or_display_qr_code':
      return {
        hosted_instructions_url: url,
        mobile_auth_url: url,
        qr_code: { expires_at: inDays(1), image_url_png: url, image_url_svg: url },
      };
    case 'display_bank_transfer_instructions':
      return transferInstructions(payment, url);
    case 'blik_authorize':
      return {};
    case 'verify_with_microdeposits':
      return {
        arrival_date: inDays(2),
        hosted_verification_url: url,
        microdeposit_type: 'descriptor_code',
      };
    case 'multibanco_display_details':
      return {
        entity: '12345',
        expires_at: inDays(7),
        hosted_voucher_url: url,
        reference: referenceOf(payment, 9),
      };
    case 'boleto_display_details':
      return {
        expires_at: inDays(3),
        hosted_voucher_url: url,
        number: referenceOf(payment, 15),
        pdf: url,
      };
    case 'oxxo_display_details':
      return {
        expires_after: inDays(3),
        hosted_voucher_url: url,
        number: referenceOf(payment, 15),
      };
    default:
      return { return_url: returnUrl, url };
  }
}

const emptyImage = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Digits by which the customer names the payment, always the same. */
const referenceOf = ({ id }: IntentPayment, digits: number) =>
  networkTransactionIdOf(id).slice(0, digits);

/** Bank details are those that Stripe publishes for tests. */
function transferInstructions(payment: IntentPayment, url: string) {
  const { amountMinor, currency } = payment;
  const kind = transferKinds[currency] ?? 'us_bank_transfer';
  return {
    amount_remaining: shownAmount(amountMinor, currency),
    currency: currency.toLowerCase(),
    financial_addresses: addresses[kind],
    hosted_instructions_url: url,
    reference: referenceOf(payment, 12),
    type: kind,
  };
}

const transferKinds: Readonly<Record<string, keyof typeof addresses>> = {
  EUR: 'eu_bank_transfer',
  GBP: 'gb_bank_transfer',
  USD: 'us_bank_transfer',
};

const addresses = {
  us_bank_transfer: [
    {
      aba: {
        account_number: '000123456789',
        bank_name: 'Turnout Test Bank',
        routing_number: '110000000',
      },
      supported_networks: ['ach', 'us_domestic_wire'],
      type: 'aba',
    },
    {
      swift: {
        account_number: '000123456789',
        bank_name: 'Turnout Test Bank',
        swift_code: 'TESTUS33XXX',
      },
      supported_networks: ['swift'],
      type: 'swift',
    },
  ],
  eu_bank_transfer: [
    {
      iban: {
        account_holder_name: 'Turnout Test Shop',
        bic: 'COBADEFFXXX',
        country: 'DE',
        iban: 'DE89370400440532013000',
      },
      supported_networks: ['sepa'],
      type: 'iban',
    },
  ],
  gb_bank_transfer: [
    {
      sort_code: {
        account_holder_name: 'Turnout Test Shop',
        account_number: '00012345',
        sort_code: '108800',
      },
      supported_networks: ['bacs', 'fps'],
      type: 'sort_code',
    },
  ],
} as const;
