import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { isWordOf, word } from '../formats/words.ts';
import type { PaymentOutcome, ReportedPayment } from '../interface/payments.ts';
import { checksAsSent } from '../payment-checks.ts';
import { stripeAmounts } from './amounts.ts';
import { errorOf, Failure } from './errors.ts';
import { challengeIn, NextActionOfStripe } from './next-action.ts';

const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Seconds since 1970. */
const Seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Stripe answers with an object, or only its id, by whether it was asked to expand it. */
const Expandable = v.union([v.string(), v.object({ id: v.string() })]);

const Status = word([
  'succeeded',
  'requires_capture',
  'requires_action',
  'requires_confirmation',
  'requires_payment_method',
  'failed',
  'processing',
  'chargeable',
  'consumed',
  'canceled',
  'pending',
]);

const Ability = v.nullish(v.object({ status: v.nullish(v.string()) }));

const Generating = v.nullish(v.object({ generated_sepa_debit: v.nullish(Expandable) }));

/** Methods that are paid once, and leave a SEPA debit for later charges. */
const generating = { bancontact: Generating, ideal: Generating, sofort: Generating };

/** The SEPA debit that the method of a charge, or of a setup's attempt, left. */
export const GeneratingDetails = v.nullish(v.object(generating));

const Debit = v.nullish(v.object({ mandate: v.nullish(v.string()) }));

const Attempt = v.object({ payment_method_details: GeneratingDetails });

const Charge = v.object({
  payment_method_details: v.nullish(
    v.object({
      ...generating,
      sepa_debit: Debit,
      bacs_debit: Debit,
      card: v.nullish(
        v.object({
          network_transaction_id: v.nullish(v.string()),
          incremental_authorization: Ability,
          extended_authorization: Ability,
          capture_before: v.nullish(Seconds),
          checks: v.nullish(
            v.object({
              address_line1_check: v.nullish(v.string(), null),
              address_postal_code_check: v.nullish(v.string(), null),
              cvc_check: v.nullish(v.string(), null),
            }),
          ),
        }),
      ),
    }),
  ),
});

const shared = {
  id: v.string(),
  status: Status,
  customer: v.nullish(Expandable),
  payment_method: v.nullish(Expandable),
  payment_method_types: v.optional(v.array(v.string())),
  metadata: v.nullish(v.record(v.string(), v.string())),
  next_action: v.nullish(NextActionOfStripe),
  created: v.optional(Seconds),
};

/** A payment intent; amounts in Stripe's minor units, the currency in small letters. */
export const PaymentIntent = v.object({
  ...shared,
  object: v.literal('payment_intent'),
  amount: Minor,
  amount_received: v.optional(Minor),
  capture_method: v.nullish(v.string()),
  payment_method_options: v.nullish(
    v.object({ card: v.nullish(v.object({ request_multicapture: v.nullish(v.string()) })) }),
  ),
  cancellation_reason: v.nullish(v.string()),
  currency: v.string(),
  setup_future_usage: v.nullish(v.string()),
  last_payment_error: v.nullish(Failure),
  latest_charge: v.nullish(v.union([v.string(), Charge])),
});
export type PaymentIntent = v.InferOutput<typeof PaymentIntent>;

const SetupIntent = v.object({
  ...shared,
  object: v.literal('setup_intent'),
  last_setup_error: v.nullish(Failure),
  latest_attempt: v.nullish(v.union([v.string(), Attempt])),
});

export const Intent = v.variant('object', [PaymentIntent, SetupIntent]);
export type Intent = v.InferOutput<typeof Intent>;

/** The intent in an answer with a status of success: the one of this id, if it is known. */
export function readIntent(response: HttpResponse, id?: string): Intent {
  if (response.status < 200 || response.status > 299) throw new Error('No intent.');
  const intent = readJson(Intent, response);
  if (id !== undefined && intent.id !== id) throw new Error('It is another intent.');
  return intent;
}

/** Whether the intent's method leaves another one, which later charges take in its place. */
const isGenerating = ({ payment_method_types: types = [] }: Intent): boolean =>
  types.some((type) => Object.hasOwn(generating, type));

/** Whether the intent's method has left a SEPA debit that only the intent's charge names. */
export const leavesUnnamedDebit = (intent: Intent): boolean =>
  intent.object === 'payment_intent' &&
  intent.setup_future_usage === 'off_session' &&
  isGenerating(intent) &&
  typeof intent.latest_charge !== 'object';

/** The SEPA debit that a method has left. */
export function generatedDebitIn(
  details: v.InferOutput<typeof GeneratingDetails>,
): string | undefined {
  const { bancontact, ideal, sofort } = details ?? {};
  const { generated_sepa_debit: debit } = bancontact ?? ideal ?? sofort ?? {};
  return debit ? idIn(debit) : undefined;
}

/** The mandate under which an intent was debited, where its scheme gives mandates a reference. */
export function debitMandateIn(intent: Intent): string | undefined {
  if (intent.object !== 'payment_intent' || typeof intent.latest_charge !== 'object') return;
  const { sepa_debit, bacs_debit } = intent.latest_charge?.payment_method_details ?? {};
  return (sepa_debit ?? bacs_debit)?.mandate ?? undefined;
}

/** The payment method for later charges: the intent's own method, or the one that it has left. */
function chargeableIn(intent: Intent): string | undefined {
  const { payment_method: method } = intent;
  if (!isGenerating(intent)) return method ? idIn(method) : undefined;
  const latest = intent.object === 'payment_intent' ? intent.latest_charge : intent.latest_attempt;
  return typeof latest === 'object' ? generatedDebitIn(latest?.payment_method_details) : undefined;
}

const idIn = (value: v.InferOutput<typeof Expandable>): string =>
  typeof value === 'string' ? value : value.id;

function reportedBy(intent: Intent): ReportedPayment {
  const chargeable = chargeableIn(intent);
  return {
    connectorTransactionId: intent.id,
    connectorReference: intent.id,
    ...(intent.customer && { connectorCustomerId: idIn(intent.customer) }),
    ...(chargeable !== undefined && { connectorMandateId: chargeable }),
    ...(intent.object === 'payment_intent' && reportedOfPayment(intent)),
  };
}

function reportedOfPayment({ amount, currency: code, latest_charge: charge }: PaymentIntent) {
  const currency = code.toUpperCase();
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : undefined;
  const increments = card?.incremental_authorization?.status;
  const extended = card?.extended_authorization?.status;
  return {
    amountMinor: stripeAmounts.fromMinor(amount, currency),
    currency,
    ...(card?.network_transaction_id && { networkTransactionId: card.network_transaction_id }),
    ...(card?.checks && { paymentChecks: checksAsSent(card.checks) }),
    ...(increments && { incrementAllowed: isWordOf(['available'], increments) }),
    ...(extended && { extended: isWordOf(['enabled'], extended) }),
    ...(card?.capture_before && {
      captureBefore: new Date(card.capture_before * 1_000).toISOString(),
    }),
  };
}

/**
 * The outcome of an intent's payment. A setup intent charges nothing: it is captured with amount 0.
 */
export function intentOutcome(intent: Intent): PaymentOutcome {
  const reported = reportedBy(intent);
  switch (intent.status) {
    case 'succeeded': {
      const { capturedMinor } = capturedIn(intent);
      if (capturedMinor !== undefined && isReleased(intent)) {
        const captures = [{ amountMinor: capturedMinor, status: 'charged' as const }];
        return { result: 'voided', captures, ...reported };
      }
      return {
        result: 'captured',
        ...(capturedMinor !== undefined && { capturedMinor }),
        ...reported,
      };
    }
    case 'requires_capture':
      return hasCaptured(intent)
        ? { result: 'captured', ...capturedIn(intent), ...reported }
        : { result: 'authorized', ...reported };
    case 'requires_action': {
      const challenge = challengeIn(intent);
      return challenge
        ? { result: 'challenged', ...challenge, ...reported }
        : { result: 'pending', ...reported };
    }
    case 'requires_payment_method':
    case 'failed':
      return { result: 'declined', ...failureIn(intent), ...withoutCredentials(reported) };
    case 'processing':
    case 'chargeable':
    case 'consumed':
      return { result: 'pending', attemptStatus: 'authorizing', ...reported };
    case 'requires_confirmation':
    case 'pending':
      return { result: 'pending', ...reported };
    case 'canceled':
      return { result: hasExpired(intent) ? 'expired' : 'voided', ...reported };
    case undefined:
      return { result: 'unknown', connectorTransactionId: intent.id };
  }
}

/** Whether the card was asked to allow several captures. */
const areSeveral = (intent: PaymentIntent): boolean =>
  isWordOf(['if_available'], intent.payment_method_options?.card?.request_multicapture);

/** Whether a part was captured of an amount that may be captured several times. */
export const hasCaptured = (intent: Intent): boolean =>
  intent.object === 'payment_intent' && areSeveral(intent) && (intent.amount_received ?? 0) > 0;

/**
 * Whether the rest of an amount that could be captured several times was released, by a final
 * capture or because the authorization has expired.
 *
 * @see https://docs.stripe.com/payments/multicapture
 */
const isReleased = (intent: Intent): boolean =>
  hasCaptured(intent) &&
  intent.object === 'payment_intent' &&
  (intent.amount_received ?? intent.amount) < intent.amount;

/** Stripe's own reasons for cancelling an authorization that was not captured in time. */
const expiries = ['automatic', 'expired'] as const;

const hasExpired = (intent: Intent): boolean =>
  intent.object === 'payment_intent' &&
  isWordOf(['manual'], intent.capture_method) &&
  isWordOf(expiries, intent.cancellation_reason);

function capturedIn(intent: Intent): { capturedMinor?: number } {
  if (intent.object === 'setup_intent') return { capturedMinor: 0 };
  const { amount_received: received, currency } = intent;
  // Stripe calls it succeeded, so that nothing can have been received of it.
  if (received === 0) throw new Error('A charge of nothing.');
  return received === undefined
    ? {}
    : { capturedMinor: stripeAmounts.fromMinor(received, currency.toUpperCase()) };
}

function failureIn(intent: Intent) {
  const failure =
    intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
  return failure ? errorOf(failure) : {};
}

/** A declined payment source is stored for no later charge. */
const withoutCredentials = ({
  connectorMandateId: _,
  networkTransactionId: __,
  ...reported
}: ReportedPayment): ReportedPayment => reported;
