import { capturedMinor, standing } from '../ledger.ts';
import type { LedgerPayment } from '../ledger-payment.ts';
import { shownAmount } from './amounts.ts';
import { chargeIdOf, type IntentPayment, presentCharge } from './charges.ts';
import { describeFailure } from './errors.ts';
import { presentNextAction } from './next-action.ts';
import { seconds, suffixOf } from './wire.ts';

/** Stripe's word for each state of the ledger. */
const statuses: Readonly<Record<LedgerPayment['state'], string>> = {
  succeeded: 'succeeded',
  authorized: 'requires_capture',
  challenged: 'requires_action',
  processing: 'processing',
  // The customer may try again with another payment method.
  failed: 'requires_payment_method',
  voided: 'canceled',
  voided_after_capture: 'canceled',
};

export const statusOf = ({ state }: LedgerPayment) => statuses[state];

/** The secret with which a customer's page may ask about the intent; it follows from the id. */
export const clientSecretOf = ({ id }: LedgerPayment) => `${id}_secret_${suffixOf(id)}`;

/** A payment or setup intent as Stripe shows it. */
export const presentIntent = (
  payment: IntentPayment,
  now: Date,
  expand: readonly string[] = [],
): object =>
  payment.intent.object === 'payment_intent'
    ? presentPaymentIntent(payment, now, expand)
    : presentSetupIntent(payment, now, expand);

function presentPaymentIntent(payment: IntentPayment, now: Date, expand: readonly string[]) {
  const stands = standingIntent(payment, now);
  const { intent, state, amountMinor, currency } = stands;
  const shown = (minor: number) => shownAmount(minor, currency);
  const charge = expand.includes('latest_charge') ? presentCharge(stands, now) : undefined;
  return {
    id: stands.id,
    object: 'payment_intent',
    amount: shown(amountMinor),
    amount_capturable: state === 'authorized' ? shown(amountMinor - capturedMinor(stands)) : 0,
    amount_details: { tip: {} },
    amount_received: shown(capturedMinor(stands)),
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceled?.at ?? null,
    cancellation_reason: intent.canceled?.reason ?? null,
    capture_method: stands.manualCapture ? 'manual' : 'automatic',
    client_secret: clientSecretOf(stands),
    confirmation_method: 'automatic',
    created: seconds(stands.createdAt),
    currency: currency.toLowerCase(),
    customer: intent.customer ?? null,
    description: intent.description ?? null,
    invoice: null,
    last_payment_error: lastErrorOf(stands),
    latest_charge: charge ?? chargeIdOf(stands),
    livemode: false,
    metadata: intent.metadata,
    next_action: presentNextAction(stands),
    on_behalf_of: null,
    // A payment method that failed is taken off again.
    payment_method: state === 'failed' ? null : intent.paymentMethod,
    payment_method_options: intent.options,
    payment_method_types: intent.types,
    processing: state === 'processing' && intent.type === 'card' ? { type: 'card' } : null,
    receipt_email: intent.receiptEmail ?? null,
    review: null,
    setup_future_usage: intent.futureUsage ?? null,
    shipping: intent.shipping ?? null,
    statement_descriptor: intent.statementDescriptor ?? null,
    statement_descriptor_suffix: intent.statementDescriptorSuffix ?? null,
    status: statusOf(stands),
    transfer_data: null,
    transfer_group: null,
  };
}

function presentSetupIntent(payment: IntentPayment, now: Date, expand: readonly string[]) {
  const stands = standingIntent(payment, now);
  const { intent, state } = stands;
  const attempt = presentAttempt(stands);
  return {
    id: stands.id,
    object: 'setup_intent',
    application: null,
    cancellation_reason: intent.canceled?.reason ?? null,
    client_secret: clientSecretOf(stands),
    created: seconds(stands.createdAt),
    customer: intent.customer ?? null,
    description: intent.description ?? null,
    flow_directions: null,
    last_setup_error: lastErrorOf(stands),
    latest_attempt: expand.includes('latest_attempt') ? attempt : attempt.id,
    livemode: false,
    mandate: state === 'succeeded' ? (intent.mandate ?? null) : null,
    metadata: intent.metadata,
    next_action: presentNextAction(stands),
    on_behalf_of: null,
    payment_method: state === 'failed' ? null : intent.paymentMethod,
    payment_method_options: intent.options,
    payment_method_types: intent.types,
    single_use_mandate: null,
    status: statusOf(stands),
    usage: intent.futureUsage ?? 'off_session',
  };
}

/** The try of a setup intent; the sandbox makes one for each. */
function presentAttempt(payment: IntentPayment) {
  const { intent, state } = payment;
  return {
    id: `setatt_${suffixOf(payment.id)}`,
    object: 'setup_attempt',
    application: null,
    created: seconds(payment.createdAt),
    customer: intent.customer ?? null,
    flow_directions: null,
    livemode: false,
    on_behalf_of: null,
    payment_method: intent.paymentMethod,
    payment_method_details: { type: intent.type, [intent.type]: {} },
    setup_error: lastErrorOf(payment),
    setup_intent: payment.id,
    status: attemptStatuses[state],
    usage: intent.futureUsage ?? 'off_session',
  };
}

const attemptStatuses: Readonly<Record<LedgerPayment['state'], string>> = {
  succeeded: 'succeeded',
  authorized: 'succeeded',
  challenged: 'requires_action',
  processing: 'processing',
  failed: 'failed',
  voided: 'abandoned',
  voided_after_capture: 'abandoned',
};

/** The payment at this moment. */
export const standingIntent = (payment: IntentPayment, now: Date): IntentPayment => ({
  ...standing(payment, now),
  intent: payment.intent,
});

const lastErrorOf = (payment: IntentPayment) =>
  payment.state === 'failed' ? describeFailure(payment) : null;
