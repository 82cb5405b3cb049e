import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import { presentAuthorizationFields } from '../authorization-changes.ts';
import { capturedMinor, refundedMinor } from '../ledger.ts';
import { disputesOf, hasOpened } from '../ledger-disputes.ts';
import type { LedgerPayment } from '../ledger-payment.ts';
import { shownAmount } from './amounts.ts';
import { describeFailure } from './errors.ts';
import type { StripeCard, StripeIntent } from './intent.ts';
import { generatedDebitOf, stripeMethods } from './methods.ts';
import { seconds, suffixOf } from './wire.ts';

/** A payment of the ledger that an intent of Stripe's wire API made. */
export type IntentPayment = LedgerPayment & { readonly intent: StripeIntent };

export const isIntentPayment = (payment: LedgerPayment): payment is IntentPayment =>
  payment.intent !== undefined;

/**
 * The id of a payment's charge: `null` until money moved, or was refused. Customers who are asked,
 * or rejected the question, have paid nothing.
 */
export const chargeIdOf = ({ id, movements, state, failure }: LedgerPayment) =>
  movements.length > 0 || state === 'processing' || failure !== undefined
    ? `ch_${suffixOf(id)}`
    : null;

/** The charge of a payment as Stripe shows it; undefined where there is none. */
export function presentCharge(payment: IntentPayment, now: Date) {
  const id = chargeIdOf(payment);
  if (id === null) return undefined;
  const { intent, state, amountMinor, currency } = payment;
  const capturedTotal = capturedMinor(payment);
  const isReleased = state === 'voided' && capturedTotal === 0;
  const givenBack = isReleased ? amountMinor : refundedMinor(payment);
  const hasFailed = state === 'failed';
  const failure = hasFailed ? describeFailure(payment) : undefined;
  const isPaid = !hasFailed && state !== 'processing';
  const disputes = disputesOf(payment).filter((dispute) => hasOpened(dispute, now));
  return {
    id,
    object: 'charge',
    amount: shownAmount(amountMinor, currency),
    amount_captured: shownAmount(capturedTotal, currency),
    amount_refunded: shownAmount(givenBack, currency),
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: capturedTotal > 0 ? `txn_${suffixOf(id)}` : null,
    billing_details: intent.billing,
    calculated_statement_descriptor: intent.statementDescriptor ?? null,
    // With several captures, only once the final one was made.
    captured: capturedTotal > 0 && state !== 'authorized',
    created: seconds(payment.createdAt),
    currency: currency.toLowerCase(),
    customer: intent.customer ?? null,
    description: intent.description ?? null,
    disputed: disputes.length > 0,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    invoice: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(payment, failure),
    paid: isPaid,
    payment_intent: payment.id,
    payment_method: intent.paymentMethod,
    payment_method_details: detailsOf(payment),
    receipt_email: intent.receiptEmail ?? null,
    receipt_number: null,
    receipt_url: null,
    refunded: givenBack > 0 && givenBack === (isReleased ? amountMinor : capturedTotal),
    review: null,
    shipping: intent.shipping ?? null,
    source_transfer: null,
    statement_descriptor: intent.statementDescriptor ?? null,
    statement_descriptor_suffix: intent.statementDescriptorSuffix ?? null,
    status: hasFailed ? 'failed' : state === 'processing' ? 'pending' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(
  { intent, state }: IntentPayment,
  failure: ReturnType<typeof describeFailure> | undefined,
) {
  if (state === 'processing') return null;
  const riskLevel = intent.riskLevel ?? 'normal';
  if (!failure) {
    return {
      network_status: 'approved_by_network',
      reason: riskLevel === 'normal' ? null : `${riskLevel}_risk_level`,
      risk_level: riskLevel,
      risk_score: riskScores[riskLevel],
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  return {
    network_status: 'declined_by_network',
    reason: ('decline_code' in failure && failure.decline_code) || failure.code,
    risk_level: riskLevel,
    risk_score: riskScores[riskLevel],
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

const riskScores = { normal: 12, elevated: 66, highest: 92 } as const;

function detailsOf(payment: IntentPayment) {
  const { type, card } = payment.intent;
  return { type, [type]: card ? cardDetails(payment, card) : debitDetails(payment) };
}

/**
 * The mandate of a debit; of another method the SEPA debit that it leaves for charges without the
 * customer, once it was paid.
 */
function debitDetails({ intent, state }: IntentPayment) {
  if (ownMember(stripeMethods, intent.type)?.needsMandate) {
    return { mandate: intent.mandate ?? null };
  }
  const id = generatedDebitOf(intent);
  if (id === undefined) return {};
  const isLeft = state === 'succeeded';
  return {
    generated_sepa_debit: isLeft ? id : null,
    generated_sepa_debit_mandate: isLeft ? (intent.mandate ?? null) : null,
  };
}

/** The network that the request chose, where the card has it. */
function networkOf({ options }: IntentPayment['intent'], { brand, networks }: StripeCard): string {
  const card = v.safeParse(v.object({ network: v.string() }), ownMember(options, 'card'));
  const chosen = card.success ? card.output.network : undefined;
  return networks?.find((one) => one === chosen) ?? networks?.[0] ?? brand;
}

function cardDetails(payment: IntentPayment, card: StripeCard) {
  const { intent, amountMinor, currency, challengeId, state } = payment;
  return {
    ...presentCard(payment.keyHash, card),
    amount_authorized: shownAmount(amountMinor, currency),
    ...abilitiesOf(payment),
    installments: null,
    mandate: intent.mandate ?? null,
    network: networkOf(intent, card),
    network_token: null,
    ...(state !== 'failed' && { network_transaction_id: networkTransactionIdOf(payment.id) }),
    three_d_secure: challengeId || intent.authenticatedElsewhere ? authenticated : null,
    wallet: null,
  };
}

/** The options of an authorization with manual capture. */
function abilitiesOf(payment: IntentPayment) {
  if (!payment.manualCapture) return {};
  const { capture_before: before, extended_authorization: extended } =
    presentAuthorizationFields(payment);
  return {
    ...(before && { capture_before: seconds(before) }),
    extended_authorization: { status: extended ? 'enabled' : 'disabled' },
    incremental_authorization: { status: payment.incrementable ? 'available' : 'unavailable' },
    multicapture: { status: payment.severalCaptures ? 'available' : 'unavailable' },
  };
}

const authenticated = {
  authentication_flow: 'challenge',
  result: 'authenticated',
  result_reason: null,
  version: '2.1.0',
};

/** A card as Stripe shows it, in charges and payment methods. */
export function presentCard(keyHash: string, card: StripeCard) {
  const { brand, last4, expMonth, expYear, funding, country, checks } = card;
  const owned = JSON.stringify([keyHash, brand, last4, expMonth, expYear]);
  return {
    brand,
    checks,
    country,
    exp_month: expMonth,
    exp_year: expYear,
    // Only the last digits of the number are stored, so the fingerprint follows from public fields.
    fingerprint: createHash('sha256').update(owned).digest('hex').slice(0, 16),
    funding,
    last4,
  };
}

/** The network's id of a payment: 15 digits, always the same. */
export const networkTransactionIdOf = (id: string) =>
  String(createHash('sha256').update(id).digest().readUIntBE(0, 6) % 1e15).padStart(15, '0');
