import { ownMember } from '#platform/own-member.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { cardNetworks, PaymentMethod, typesOf } from '#vocabulary/payment-methods.ts';
import { countryNames } from './country-names.ts';

/** The purpose of a program. Each has keys of its own. */
export type ProgramPurpose = 'payment' | 'payout' | 'three_ds' | 'surcharge';

/** How the values of a key are compared. */
export type RuleKey =
  | { readonly type: 'enum'; readonly values: ReadonlySet<string> }
  | { readonly type: 'number' }
  | { readonly type: 'text'; readonly digits?: number }
  | { readonly type: 'metadata' };

/** @lazy */
const oneOf = (...values: readonly string[]): RuleKey => ({
  type: 'enum',
  values: new Set(values),
});
const number: RuleKey = { type: 'number' };
const text: RuleKey = { type: 'text' };
const country = oneOf(...Object.values(countryNames));

const withoutPis = typesOf.bank_redirect.filter((type) => type !== 'open_banking_pis');

/** The keys of rules about payments. */
const forPayments = {
  payment_method: oneOf(...PaymentMethod.options),
  card_type: oneOf(...typesOf.card),
  card_network: oneOf(...cardNetworks),
  card_bin: { type: 'text', digits: 6 },
  extended_card_bin: { type: 'text', digits: 8 },
  pay_later: oneOf(...typesOf.pay_later),
  wallet: oneOf(...typesOf.wallet),
  bank_redirect: oneOf(...withoutPis),
  bank_transfer: oneOf(...typesOf.bank_transfer),
  bank_debit: oneOf(...typesOf.bank_debit),
  card_redirect: oneOf(...typesOf.card_redirect),
  voucher: oneOf(...typesOf.voucher),
  upi: oneOf(...typesOf.upi),
  real_time_payment: oneOf(...typesOf.real_time_payment),
  crypto: oneOf(...typesOf.crypto),
  reward: oneOf('classic_reward', 'evoucher'),
  network_token: oneOf(...typesOf.network_token),
  amount: number,
  currency: oneOf(...Currency.options),
  authentication_type: oneOf('three_ds', 'no_three_ds'),
  capture_method: oneOf(
    ...['automatic', 'manual', 'manual_multiple', 'scheduled', 'sequential_automatic'],
  ),
  setup_future_usage: oneOf('on_session', 'off_session'),
  payment_type: oneOf(
    ...['setup_mandate', 'non_mandate', 'new_mandate', 'update_mandate', 'ppt_mandate'],
  ),
  mandate_type: oneOf('single_use', 'multi_use'),
  mandate_acceptance_type: oneOf('online', 'offline'),
  billing_country: country,
  business_country: country,
  issuer_country: country,
  business_label: text,
  transaction_initiator: oneOf('merchant', 'customer'),
  metadata: { type: 'metadata' },
} as const satisfies Record<string, RuleKey>;

const { business_country, billing_country, business_label, amount, currency } = forPayments;

const payoutMethods = oneOf('card', 'bank_transfer', 'wallet', 'bank_redirect');

/** The keys of rules about payouts. */
const forPayouts: Readonly<Record<string, RuleKey>> = {
  business_country,
  billing_country,
  business_label,
  amount,
  currency,
  payment_method: payoutMethods,
  payout_type: payoutMethods,
  wallet: oneOf('paypal'),
  bank_transfer: oneOf('ach', 'bacs', 'sepa_bank_transfer'),
};

/** The keys of rules about 3-D Secure, beside those about payments. */
const forThreeDs: Readonly<Record<string, RuleKey>> = {
  ...forPayments,
  gift_card: oneOf('pay_safe_card', 'givex', 'bhn_card_network'),
  open_banking: oneOf(...typesOf.open_banking),
  mobile_payment: oneOf(...typesOf.mobile_payment),
  issuer_name: text,
  acquirer_country: country,
  acquirer_fraud_rate: number,
  customer_device_type: oneOf('mobile', 'tablet', 'desktop', 'gaming_console'),
  customer_device_platform: oneOf('web', 'android', 'ios'),
  customer_device_display_size: text,
  card_discovery: oneOf('manual', 'saved_card', 'click_to_pay'),
};

const keysFor: Readonly<Record<ProgramPurpose, Readonly<Record<string, RuleKey>>>> = {
  payment: forPayments,
  payout: forPayouts,
  three_ds: forThreeDs,
  surcharge: forPayments,
};

/** The names of all keys of rules of that purpose. */
export const ruleKeyNames = (purpose: ProgramPurpose): readonly string[] =>
  Object.keys(keysFor[purpose]);

/** The key of that name; undefined where rules of that purpose have none. */
export const ruleKey = (purpose: ProgramPurpose, name: string): RuleKey | undefined => {
  const known = name === 'country' ? 'business_country' : name;
  return ownMember(keysFor[purpose], known);
};

/**
 * The facts that rules compare: by key, in the words of the rules' values. A country is its name, a
 * missing member is not known. Never a whole card number.
 */
export interface RuleFacts extends Readonly<Record<string, unknown>> {
  /** In minor units: all that the customer is charged. */
  readonly amount?: number | undefined;
  /** The first six and eight digits of the card. */
  readonly card_bin?: string | undefined;
  readonly extended_card_bin?: string | undefined;
  /** The merchant's own words about the payment. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}
