// Loaded late: only rules compare the facts of a payment.
import * as v from 'valibot';
import { compact } from '#platform/schema.ts';
import { countryNamed } from './rules/country-named.ts';
import type { RuleFacts } from './rules/rule-keys.ts';

/** The known facts of a payment when its connector is chosen. */
export interface RoutedPayment {
  /** In the words of the API, without card data. */
  readonly requestFields: Readonly<Record<string, unknown>>;
  /** All that the customer is charged, in minor units. */
  readonly netAmountMinor: number;
  readonly currency: string;
  readonly method: string;
  readonly type?: string | null | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly billingCountry?: string | undefined;
  readonly card?: RoutedCard | undefined;
  /** Whether it charges a processor's token that the merchant states. */
  readonly isProcessorToken?: boolean;
  /** The kind of the mandate that the payment charges. */
  readonly mandateKind?: 'single_use' | 'multi_use' | undefined;
}

/** The card, as far as it is known. */
export interface RoutedCard {
  /** Its first six digits or more. They are cut to eight. */
  readonly digits?: string | null | undefined;
  readonly network?: string | null | undefined;
  /** `credit` or `debit`, in any case. */
  readonly type?: string | null | undefined;
  /** The issuer's country, as its code or its name in any case. */
  readonly issuerCountry?: string | null | undefined;
}

/**
 * The facts of a payment that rules compare, by their keys.
 *
 * @see https://docs.hyperswitch.io for the keys of rules
 */
export function paymentFacts(payment: RoutedPayment): RuleFacts {
  const { method, card } = payment;
  const stated = v.parse(StatedFields, payment.requestFields);
  const type = card?.type?.toLowerCase() ?? payment.type;
  const digits = card?.digits ?? '';
  const mandate = stated.mandate_data;
  return compact({
    payment_method: method,
    ...(method === 'card' ? { card_type: type } : { [method]: subtypeOf(method, type) }),
    card_network: card?.network,
    card_bin: digits.length >= 6 ? digits.slice(0, 6) : undefined,
    extended_card_bin: digits.length >= 8 ? digits.slice(0, 8) : undefined,
    issuer_country: countryNamed(card?.issuerCountry),
    amount: payment.netAmountMinor,
    currency: payment.currency,
    authentication_type: stated.authentication_type ?? 'no_three_ds',
    capture_method: stated.capture_method ?? 'automatic',
    setup_future_usage: stated.setup_future_usage,
    payment_type: paymentTypeOf(stated, payment),
    mandate_type: payment.mandateKind ?? Object.keys(mandate?.mandate_type ?? {})[0],
    mandate_acceptance_type:
      stated.customer_acceptance?.acceptance_type ?? mandate?.customer_acceptance?.acceptance_type,
    billing_country: countryNamed(payment.billingCountry),
    business_country: countryNamed(stated.business_country),
    business_label: stated.business_label,
    transaction_initiator: stated.off_session === true ? 'merchant' : 'customer',
    metadata: stated.metadata,
  });
}

/** A field that cannot be read counts as unknown: it must not stop a payment. */
const stored = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.nullish(schema), undefined);
const Acceptance = v.looseObject({ acceptance_type: stored(v.string()) });

const StatedFields = v.looseObject({
  authentication_type: stored(v.string()),
  capture_method: stored(v.string()),
  setup_future_usage: stored(v.string()),
  payment_type: stored(v.string()),
  business_country: stored(v.string()),
  business_label: stored(v.string()),
  off_session: stored(v.boolean()),
  metadata: stored(v.record(v.string(), v.unknown())),
  customer_acceptance: stored(Acceptance),
  mandate_data: stored(
    v.looseObject({
      mandate_type: stored(v.record(v.string(), v.unknown())),
      customer_acceptance: stored(Acceptance),
    }),
  ),
});
type StatedFields = v.InferOutput<typeof StatedFields>;

function paymentTypeOf(stated: StatedFields, { isProcessorToken }: RoutedPayment): string {
  if (isProcessorToken) return 'ppt_mandate';
  const isSetUp =
    stated.payment_type === 'setup_mandate' ||
    stated.mandate_data != null ||
    (stated.setup_future_usage === 'off_session' && stated.customer_acceptance != null);
  return isSetUp ? 'setup_mandate' : 'non_mandate';
}

/** The type of a method as rules name it. */
function subtypeOf(method: string, type: string | null | undefined) {
  if (method === 'crypto') return type ?? 'crypto_currency';
  if (method === 'reward' && type === 'classic') return 'classic_reward';
  return method === 'bank_transfer' && type === 'sepa' ? 'sepa_bank_transfer' : type;
}
