import { statedCapturedMinor } from '#connectors/integrity-check.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { firstThatApplies } from '#platform/first-that-applies.ts';
import type { NextAction } from '#vocabulary/next-action.ts';
import {
  type AttemptStatus,
  type PaymentStatus,
  statusOf,
  terminalForSync,
} from '#vocabulary/payment-statuses.ts';
import { isForReview } from '../fraud-check.ts';
import {
  type Attempt,
  isManual,
  mayBeSynced,
  type Payment,
  type ProcessorError,
  withoutChallenge,
} from '../payment.ts';
import { isPastArrival, withSyncNow } from '../pending-sync.ts';
import {
  applySyncToCaptures,
  conflicted,
  hasOpenCapture,
  isMultiple,
  isPartOf,
  withoutOpenCaptures,
} from './captures.ts';
import { connectorErrorOf, statedErrorOf } from './connector-error.ts';
import {
  applySyncToIncrement,
  openIncrement,
  withoutOpenIncrement,
} from './incremental-authorization.ts';
import { nextStatus, type PaymentEvent } from './lifecycle.ts';
import type { OutcomeSource } from './outcome-source.ts';
import { applyPostCaptureVoidOutcome } from './post-capture-voids.ts';
import { withReportedMetadata } from './reported-metadata.ts';
import { slowSchedule } from './sync-schedule.ts';
import { withTransition } from './transitions.ts';
import { applySyncToVoid } from './voids.ts';

/** An outcome, and the attempt that it belongs to. */
export interface AttemptOutcome {
  readonly attemptId: string;
  readonly outcome: PaymentOutcome;
  /** Of a webhook: true when no sync can ask about the payment, so only the webhook decides. */
  readonly isDecisive?: boolean | undefined;
}

/**
 * Applies an outcome of an authorization, from a response, a webhook or a sync. An outcome that
 * changes nothing, or belongs to an earlier attempt, returns the same object.
 */
export function applyOutcome(
  stored: Payment,
  { attemptId, outcome, isDecisive }: AttemptOutcome,
  now: Date,
  source: OutcomeSource = 'response',
): Payment {
  if (stored.attempt.id !== attemptId) return stored;
  const payment = withReportedMetadata(stored, outcome, now, source);
  return firstThatApplies(outcomeRules, payment, outcome, now, source, isDecisive) ?? payment;
}

/** The payment as a rule makes it; undefined where the rule does not apply. */
type OutcomeRule = (
  payment: Payment,
  outcome: PaymentOutcome,
  now: Date,
  source: OutcomeSource,
  isDecisive?: boolean,
) => Payment | undefined;

const pendingPostCaptureVoid: OutcomeRule = (payment, outcome, now, source) =>
  payment.postCaptureVoid?.status === 'pending'
    ? applyPostCaptureVoidOutcome(payment, outcome, now, source)
    : undefined;

const givenBack: OutcomeRule = (payment, outcome) =>
  isGivenBack(payment, outcome) ? payment : undefined;

const failedCapture: OutcomeRule = (payment, outcome, now) =>
  hasFailedCapture(payment, outcome) ? underReview(payment, now) : undefined;

/** A charge that had succeeded was refused when it was settled: its money does not come. */
const refusedSettlement: OutcomeRule = (payment, outcome, now) =>
  payment.status === 'succeeded' &&
  outcome.result === 'declined' &&
  outcome.attemptStatus === 'capture_failed'
    ? underReview(payment, now, connectorErrorOf(outcome))
    : undefined;

/**
 * A charge was made and given back, in the processor's dashboard or by its review, perhaps while its
 * answer or that of its capture was awaited. A webhook about a payment that is not known to be
 * charged is confirmed by a sync.
 */
const voidedCharge: OutcomeRule = (payment, outcome, now, source, isDecisive) => {
  if (outcome.result !== 'voided_after_capture' || payment.voidAskedAt) return undefined;
  if (source === 'webhook' && !isDecisive && !isOver(payment)) return scheduleSyncNow(payment, now);
  const known = withoutOpenIncrement(withoutOpenCaptures(payment, now), now);
  const next = applyReported(known, outcome, now, source);
  return next === known ? payment : next;
};

const pendingCaptures: OutcomeRule = (payment, outcome, now, source) =>
  hasOpenCapture(payment) ? applySyncToCaptures(payment, outcome, now, source) : undefined;

/** Once the increment is decided, the rest of the outcome is applied. */
const pendingIncrement: OutcomeRule = (payment, outcome, now, source, isDecisive) => {
  if (!openIncrement(payment)) return undefined;
  const known =
    outcome.result === 'integrity_mismatch'
      ? withoutOpenIncrement(payment, now)
      : applySyncToIncrement(payment, outcome, now, source === 'webhook');
  const rest = { attemptId: payment.attempt.id, outcome, isDecisive };
  return known === payment ? payment : applyOutcome(known, rest, now, source);
};

const pendingVoid: OutcomeRule = (payment, outcome, now, source) =>
  payment.voidAskedAt ? applySyncToVoid(payment, outcome, now, source) : undefined;

/** The processor reports another amount or currency than was asked for. */
const contradiction: OutcomeRule = (payment, outcome, now) => {
  if (outcome.result === 'integrity_mismatch') return conflicted(payment, outcome.fields, now);
  return isTooLittle(payment, outcome) ||
    isCaptureOfNothing(payment, outcome) ||
    isTooMuch(payment, outcome)
    ? conflicted(payment, 'amount', now)
    : undefined;
};

/** A webhook may be stale or wrong: a sync has to confirm it, or to finish the payment. */
const unconfirmedWebhook: OutcomeRule = (payment, outcome, now, source, isDecisive) =>
  source === 'webhook' &&
  (isUnconfirmed(payment, outcome, isDecisive) || mayBeCompleted(payment, outcome))
    ? scheduleSyncNow(payment, now)
    : undefined;

/**
 * The first rule that applies answers, and the last one always does. The tests say for each rule why
 * it stands before the next.
 */
export const outcomeRules: readonly OutcomeRule[] = [
  pendingPostCaptureVoid,
  givenBack,
  failedCapture,
  refusedSettlement,
  voidedCharge,
  pendingCaptures,
  pendingIncrement,
  pendingVoid,
  contradiction,
  unconfirmedWebhook,
  applyReported,
];

const isOver = ({ status }: Payment) => status === 'succeeded' || status === 'partially_captured';

/**
 * Results after which a merchant gives up and the customer may pay again. A webhook is not trusted
 * with them before a sync confirms it.
 */
const unconfirmedFailures: ReadonlySet<PaymentOutcome['result']> = new Set([
  'declined',
  'voided',
  'expired',
]);

/**
 * Whether a sync has to confirm the result of a webhook. Where no sync can ask, the payment would
 * wait for ever. An authorized payment is not declined by a webhook even then.
 */
const isUnconfirmed = ({ status }: Payment, { result }: PaymentOutcome, isDecisive = false) =>
  unconfirmedFailures.has(result) &&
  !(isDecisive && (result !== 'declined' || pendingStatuses.includes(status)));

/**
 * Whether the customer has finished the challenge and has not come back, so that the processor may
 * be asked to finish the payment without them.
 */
export const mayBeCompleted = ({ status }: Payment, outcome: PaymentOutcome): boolean =>
  status === 'requires_customer_action' &&
  outcome.result === 'pending' &&
  outcome.awaitsCompletion === true;

/**
 * Makes a sync due now. A webhook may be stale or wrong while the money has moved, so the sync
 * decides, as soon as this is saved. A final payment stays as it is.
 */
export function scheduleSyncNow(payment: Payment, now: Date): Payment {
  return mayBeSynced(payment) ? withSyncNow(payment, now) : payment;
}

/** Whether an outcome of the processor, or an action of the customer, is still missing. */
export const isPendingSync = (payment: Payment): boolean =>
  pendingStatuses.includes(payment.status) ||
  isHeldByConnector(payment) ||
  hasOpenCapture(payment) ||
  openIncrement(payment) !== undefined ||
  payment.voidAskedAt !== undefined ||
  payment.postCaptureVoid?.status === 'pending';

/** Whether a reviewer at the processor has still to decide. */
const isHeldByConnector = ({ status, attempt }: Payment): boolean =>
  status === 'requires_merchant_action' && attempt.isHeld === true;

/** Whether a capture that had succeeded is now reported as failed. */
const hasFailedCapture = (payment: Payment, outcome: PaymentOutcome): boolean =>
  'captures' in outcome &&
  outcome.captures !== undefined &&
  outcome.captures.some(
    (part) =>
      part.status === 'failed' &&
      payment.captures?.some(
        (capture) => isPartOf(payment, capture, part) && capture.status === 'charged',
      ),
  );

/**
 * Whether a processor reports a refund of the whole payment as a void: the money is counted as
 * refunded already.
 */
export const isGivenBack = (
  { status, refundableMinor, refundCount = 0 }: Payment,
  { result }: PaymentOutcome,
): boolean =>
  (result === 'voided' || result === 'voided_after_capture') &&
  status === 'succeeded' &&
  refundableMinor === 0 &&
  refundCount > 0;

/**
 * Puts the payment under review: the merchant may have delivered already, so only an operator
 * decides. `error` is why the processor took the money back, where it says so.
 */
export function underReview(payment: Payment, now: Date, error?: ProcessorError): Payment {
  const status = nextStatus(payment.status, 'capture_failed');
  if (!status) return payment;
  const attempt: Attempt = {
    ...payment.attempt,
    status: 'capture_review',
    ...(error && { error }),
    modifiedAt: now.toISOString(),
  };
  return withTransition({ ...payment, status, attempt }, false, now);
}

/** A lower authorized amount is a mismatch, unless the merchant enabled partial authorization. */
const isTooLittle = ({ requestFields, attempt }: Payment, outcome: PaymentOutcome) =>
  outcome.result === 'authorized' &&
  (outcome.authorizedMinor ?? attempt.amountMinor) < attempt.amountMinor &&
  requestFields.enable_partial_authorization !== true;

/**
 * Whether the outcome is a capture of zero, which no request asked for. After a real capture it is
 * merely stale.
 */
const isCaptureOfNothing = ({ chargedMinor = 0, attempt }: Payment, outcome: PaymentOutcome) =>
  outcome.result === 'captured' &&
  outcome.capturedMinor === 0 &&
  chargedMinor === 0 &&
  attempt.amountMinor > 0;

/** Whether more was captured than was authorized, where that is less than was asked for. */
const isTooMuch = ({ attempt: { authorizedMinor } }: Payment, outcome: PaymentOutcome) =>
  authorizedMinor !== undefined && statedCapturedMinor(outcome) > authorizedMinor;

/**
 * Whether the processor asks for the very challenge that the customer has answered, because our
 * request to finish the payment may still be under way.
 */
const isAnsweredChallenge = ({ status, attempt }: Payment, { result }: PaymentOutcome, now: Date) =>
  result === 'challenged' &&
  status === 'processing' &&
  attempt.completionAskedAt !== undefined &&
  !isPastArrival(attempt.completionAskedAt, now);

function applyReported(
  payment: Payment,
  outcome: PaymentOutcome,
  now: Date,
  source: OutcomeSource,
): Payment {
  if (source !== 'response' && isAnsweredChallenge(payment, outcome, now)) return payment;
  const change = readOutcome(payment, outcome, now, source);
  if (!change) return payment;
  const status = change.event ? nextStatus(payment.status, change.event) : payment.status;
  if (!status) return payment;

  const { error: _, isHeld: __, ...before } = withoutChallenge(payment.attempt);
  const attempt: Attempt = {
    ...before,
    status: change.attemptStatus,
    ...referencesOf(outcome),
    ...checkedCard(payment.attempt, outcome),
    ...(change.authorizedMinor !== undefined && { authorizedMinor: change.authorizedMinor }),
    ...(change.error && { error: change.error }),
    ...learnedFrom(payment.attempt, outcome),
    ...(change.isHeld && { isHeld: true }),
    ...(change.redirectUrl && { redirectUrl: change.redirectUrl }),
    ...(change.redirectForm && { redirectForm: change.redirectForm }),
    ...(change.deviceForm && { deviceForm: change.deviceForm }),
    ...(change.nextAction && { nextAction: change.nextAction }),
    modifiedAt: now.toISOString(),
  };
  const changed =
    status !== payment.status ||
    attempt.status !== payment.attempt.status ||
    attempt.connectorTransactionId !== payment.attempt.connectorTransactionId ||
    attempt.connectorMandateId !== payment.attempt.connectorMandateId ||
    change.receivedMinor !== payment.amountReceivedMinor;
  if (!changed) return payment;
  const { attachedCard, ...rest } = payment;
  const next: Payment = {
    ...rest,
    // A card is kept only until the customer's challenge has an outcome.
    ...(attachedCard && isAwaitingOutcome({ status }) && { attachedCard }),
    status,
    attempt,
    amountCapturableMinor: capturable(payment, attempt, change, source),
    ...(change.receivedMinor !== undefined && {
      amountReceivedMinor: change.receivedMinor,
      chargedMinor: change.receivedMinor,
    }),
  };
  return slowSchedule(withTransition(next, isPendingSync(next), now), now);
}

/** Errors by which a processor, or the bank behind it, says that it does not work at the moment. */
const technicalCodes: ReadonlySet<string | undefined> = new Set([
  'downstream_technical_issue',
  'issuer_unavailable',
  'psp_acquirer_error',
  'transaction_timed_out',
]);

/** Marks a failure as technical where it is learned from. */
function learnedFrom({ learning }: Attempt, outcome: PaymentOutcome): Pick<Attempt, 'learning'> {
  if (!learning) return {};
  const isTechnical =
    outcome.result === 'not_sent' ||
    outcome.result === 'not_found' ||
    (outcome.result === 'declined' && technicalCodes.has(outcome.unified?.standardisedCode));
  return isTechnical ? { learning: { ...learning, isTechnical } } : {};
}

/** Whether the processor or the customer has still to act before anything is authorized. */
export const isAwaitingOutcome = ({ status }: Pick<Payment, 'status'>): boolean =>
  pendingStatuses.includes(status);

/** Statuses in which a processor or a customer acts next, perhaps without our knowledge. */
const pendingStatuses: readonly PaymentStatus[] = ['processing', 'requires_customer_action'];

interface AttemptChange {
  /** Absent: the status stays. */
  readonly event?: PaymentEvent;
  readonly attemptStatus: AttemptStatus;
  readonly receivedMinor?: number;
  readonly authorizedMinor?: number;
  readonly isHeld?: boolean;
  readonly redirectUrl?: string | undefined;
  readonly redirectForm?: Attempt['redirectForm'];
  readonly deviceForm?: Attempt['deviceForm'];
  readonly nextAction?: NextAction | undefined;
  readonly error?: NonNullable<Attempt['error']>;
}

function readOutcome(
  payment: Payment,
  outcome: PaymentOutcome,
  now: Date,
  source: OutcomeSource,
): AttemptChange | undefined {
  const { attempt, status } = payment;
  switch (outcome.result) {
    case 'captured': {
      const { capturedMinor = authorizedOf(attempt) } = outcome;
      // A stale outcome: a captured amount never shrinks.
      if (capturedMinor < (payment.chargedMinor ?? 0)) return undefined;
      return readCapture(payment, capturedMinor);
    }
    case 'authorized': {
      const { authorizedMinor = attempt.amountMinor } = outcome;
      if (isForReview(payment)) {
        const isLess = authorizedMinor < attempt.amountMinor;
        return {
          event: 'held',
          attemptStatus: 'unresolved',
          ...(isLess && { authorizedMinor }),
        };
      }
      if (authorizedMinor >= attempt.amountMinor) {
        return { event: 'authorized', attemptStatus: 'authorized' };
      }
      return {
        event: 'authorized_partly',
        attemptStatus: 'partially_authorized',
        authorizedMinor,
      };
    }
    case 'held':
      return { event: 'held', attemptStatus: 'unresolved', isHeld: true };
    case 'challenged':
      return {
        event: 'challenged',
        attemptStatus: 'authentication_pending',
        redirectUrl: outcome.redirectUrl,
        redirectForm: outcome.redirectForm,
        deviceForm: outcome.deviceForm,
        nextAction: outcome.nextAction,
      };
    case 'pending':
      // The customer still has to complete the challenge.
      return status === 'processing'
        ? { attemptStatus: outcome.attemptStatus ?? 'pending' }
        : undefined;
    case 'unknown': {
      const error = statedErrorOf(outcome);
      // A sync that had nothing to ask by, or found nothing, says nothing new.
      if (status !== 'processing' || (!error && source !== 'response')) return undefined;
      return { attemptStatus: 'pending', ...(error && { error }) };
    }
    case 'declined':
    case 'not_sent': {
      const error = statedErrorOf(outcome);
      const attemptStatus = (outcome.result === 'declined' && outcome.attemptStatus) || 'failure';
      return { event: 'declined', attemptStatus, ...(error && { error }) };
    }
    case 'voided':
    case 'expired': {
      // A part may have been captured at the processor itself before the rest was released.
      const receivedMinor = Math.max(payment.chargedMinor ?? 0, statedCapturedMinor(outcome));
      return receivedMinor > 0
        ? { event: 'captured_partly', attemptStatus: 'partial_charged', receivedMinor }
        : { event: outcome.result, attemptStatus: outcome.result };
    }
    case 'voided_after_capture':
      return { event: 'voided_after_capture', attemptStatus: 'voided_post_charge' };
    case 'not_found': {
      if (!pendingStatuses.includes(status)) return undefined;
      const askedAt = attempt.completionAskedAt ?? attempt.askedAt ?? payment.modifiedAt;
      if (!isPastArrival(askedAt, now)) return undefined;
      const message =
        'This Payment has been moved to failed as there is no response from the connector';
      return { event: 'declined', attemptStatus: 'failure', error: { message } };
    }
    case 'integrity_mismatch':
      return undefined; // Handled by `applyOutcome`.
  }
}

const authorizedOf = (attempt: Attempt) => attempt.authorizedMinor ?? attempt.amountMinor;

function readCapture(payment: Payment, receivedMinor: number): AttemptChange {
  if (receivedMinor >= payment.attempt.amountMinor) {
    return { event: 'captured', attemptStatus: 'charged', receivedMinor };
  }
  return isMultiple(payment) && receivedMinor < authorizedOf(payment.attempt)
    ? {
        event: 'captured_with_rest',
        attemptStatus: 'partial_charged_and_chargeable',
        receivedMinor,
      }
    : { event: 'captured_partly', attemptStatus: 'partial_charged', receivedMinor };
}

function referencesOf(outcome: PaymentOutcome) {
  if (outcome.result === 'not_found' || outcome.result === 'not_sent') return {};
  const { connectorTransactionId, connectorReference } = outcome;
  const { connectorMandateId, networkTransactionId, connectorCustomerId } = outcome;
  const { incrementAllowed, captureBefore, extended } = outcome;
  return {
    ...(incrementAllowed !== undefined && { incrementAllowed }),
    ...(captureBefore !== undefined && { captureBefore }),
    ...(extended !== undefined && { extended }),
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
    ...(connectorReference !== undefined && { connectorReference }),
    ...(connectorCustomerId !== undefined && { connectorCustomerId }),
    ...(connectorMandateId !== undefined && { connectorMandateId }),
    ...(networkTransactionId !== undefined && { networkTransactionId }),
  };
}

/** The card as responses show it, with the issuer's checks of it. */
function checkedCard({ paymentMethodData: data }: Attempt, outcome: PaymentOutcome) {
  const checks = 'paymentChecks' in outcome ? outcome.paymentChecks : undefined;
  if (!checks || !data?.card) return {};
  return { paymentMethodData: { ...data, card: { ...data.card, payment_checks: checks } } };
}

const nothingLeft: readonly PaymentStatus[] = ['succeeded', 'failed', 'conflicted', 'expired'];

/**
 * The amount that can still be captured, in minor units, as clients of the Hyperswitch v1 API
 * expect it.
 */
function capturable(
  payment: Payment,
  attempt: Attempt,
  change: AttemptChange,
  source: OutcomeSource,
): number {
  if (source !== 'response' && terminalForSync.has(attempt.status)) return 0;
  if (attempt.status === 'voided' || attempt.status === 'voided_post_charge') return 0;
  if (attempt.status === 'partial_charged_and_chargeable') {
    return authorizedOf(attempt) - (change.receivedMinor ?? 0);
  }
  const manual = isManual(payment);
  return !manual && nothingLeft.includes(statusOf[attempt.status]) ? 0 : authorizedOf(attempt);
}
