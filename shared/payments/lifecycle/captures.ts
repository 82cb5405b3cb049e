import type { CapturedPart, PaymentOutcome } from '../../connectors/interface/payments.ts';
import { SwitchError } from '../../errors.ts';
import { isForReview } from '../fraud-check.ts';
import { type Capture, isManual, type Payment, withoutMerchantDecision } from '../payment.ts';
import { isPastArrival, scheduleFirstSync } from '../pending-sync.ts';
import type { AttemptStatus } from '../statuses.ts';
import { connectorErrorOf, integrityMismatch, partialErrorOf } from './connector-error.ts';
import { openIncrement } from './incremental-authorization.ts';
import { checkAccepted, nextStatus, type PaymentEvent, refusalOf } from './lifecycle.ts';
import type { OutcomeSource } from './outcome-source.ts';
import { withTransition } from './transitions.ts';

/** What a merchant asks to be captured, in minor units; absent: as agreed before, or all there is. */
export interface CaptureInput {
  readonly amountToCapture?: number | null | undefined;
}

/** An item stays small: of the captures that are over only the latest are kept in the payment. */
const maxClosedCaptures = 5;
/** So many captures can be under way at once. */
const openCaptures = 5;

/**
 * What will be captured, in minor units. The order decides which of several mistakes a merchant hears
 * of, so it is part of the API.
 *
 * @throws SwitchError `missing_param`, `payment_not_capturable`, `invalid_data`,
 * `amount_too_large_to_capture`, `concurrent_update`
 */
export function checkCapture(payment: Payment, { amountToCapture }: CaptureInput): number {
  const { status, requestFields } = payment;
  const method = requestFields.capture_method;
  if (typeof method !== 'string')
    throw new SwitchError('missing_param', { field: 'capture_method' });
  const several = method === 'manual_multiple';
  if (status === 'processing' && !several) throw unfit(method, 'manual_multiple');
  checkAccepted('capture', status);
  const given = amountToCapture ?? (several ? undefined : requestFields.amount_to_capture);
  const amount = typeof given === 'number' ? given : payment.amountCapturableMinor;
  if (amount <= 0) {
    throw new SwitchError('invalid_data', { field: 'amount', expected: 'positive integer' });
  }
  if (amount > payment.amountCapturableMinor) throw new SwitchError('amount_too_large_to_capture');
  if (method !== 'manual' && !several) throw unfit(method, 'manual, manual_multiple, scheduled');
  if (amountToCapture == null && several) {
    throw new SwitchError('missing_param', { field: 'amount_to_capture' });
  }
  // Processing for another reason than a capture: nobody knows yet whether there is anything to take.
  if (status === 'processing' && !payment.captures?.some(isOpen)) {
    throw refusalOf('capture', status);
  }
  const open = payment.captures?.filter(isOpen).length ?? 0;
  if (payment.voidAskedAt || openIncrement(payment) || open >= openCaptures)
    throw new SwitchError('concurrent_update');
  return amount;
}

const unfit = (state: string, expected: string) =>
  new SwitchError('payment_not_capturable', { current: 'capture_method', state, expected });

/**
 * The payment as it is saved before the connector is asked for a capture, and the captures that are
 * not kept in it any more: whoever saves it first makes items of their own of them.
 */
export function startCapture(
  payment: Payment,
  amountMinor: number,
  now: Date,
): { readonly payment: Payment; readonly capture: Capture; readonly earlier: readonly Capture[] } {
  const status = nextStatus(payment.status, 'capture_asked');
  if (!status) throw refusalOf('capture', payment.status);
  const at = now.toISOString();
  const sequence = (payment.captureCount ?? 0) + 1;
  const capture: Capture = {
    id: `${payment.attempt.id}_${sequence}`,
    sequence,
    status: 'started',
    amountMinor,
    askedAt: at,
    modifiedAt: at,
  };
  const before = payment.captures ?? [];
  const over = before.filter((one) => !isOpen(one));
  const earlier = over.length >= maxClosedCaptures ? over : [];
  const { error: _, ...attempt } = payment.attempt;
  const captures = [...before.filter((one) => !earlier.includes(one)), capture];
  return {
    capture,
    earlier,
    payment: {
      ...payment,
      status,
      attempt: {
        ...attempt,
        status: status === 'processing' ? 'capture_initiated' : attempt.status,
        modifiedAt: at,
      },
      captures,
      captureCount: sequence,
      ...(isMultiple(payment) && reservedFor(payment, captures)),
      pendingSync: payment.pendingSync ?? scheduleFirstSync(now),
      modifiedAt: at,
    },
  };
}

/** The payment after the connector's answer to a capture that it was asked for. */
export function applyCaptureOutcome(
  payment: Payment,
  captureId: string,
  outcome: PaymentOutcome,
  now: Date,
): Payment {
  const capture = payment.captures?.find(({ id }) => id === captureId);
  if (!capture || !isOpen(capture)) return payment;
  const at = now.toISOString();
  // One of several captures keeps its error to itself; that of a single one is the payment's.
  const errorOf = isMultiple(payment) ? partialErrorOf : connectorErrorOf;
  const becomes = (changes: Partial<Capture>) =>
    withCapture(payment, { ...capture, ...changes, modifiedAt: at }, now);

  switch (outcome.result) {
    case 'captured': {
      const part = outcome.captures?.find(({ reference }) => reference === captureId);
      const connectorCaptureId = part?.connectorCaptureId;
      return becomes({
        status: 'charged',
        amountMinor: part?.amountMinor ?? outcome.capturedMinor ?? capture.amountMinor,
        ...(connectorCaptureId !== undefined && { connectorCaptureId }),
      });
    }
    case 'declined':
      return becomes({ status: 'failed', error: errorOf(outcome) });
    case 'pending':
      return becomes({ status: 'pending' });
    case 'unknown':
      return becomes({ status: 'pending', error: errorOf(outcome) });
    case 'not_sent':
      return withoutCapture(payment, capture, now, connectorErrorOf(outcome));
    case 'integrity_mismatch':
      return conflicted(payment, outcome.fields, now);
    case 'voided':
    case 'voided_after_capture':
    case 'expired':
    case 'authorized':
    case 'challenged':
    case 'not_found':
      // An answer to another question: what became of the capture has still to be asked.
      return becomes({ status: 'pending' });
  }
}

/**
 * What a look at the processor's books says of the captures that are under way. That one of them is
 * missing there says something only where we have looked ourselves: news that the processor sent may
 * be older than the capture.
 */
export function applySyncToCaptures(
  payment: Payment,
  outcome: PaymentOutcome,
  now: Date,
  source: OutcomeSource = 'sync',
): Payment {
  if (outcome.result === 'integrity_mismatch') return conflicted(payment, outcome.fields, now);
  const reported = knownCaptures(outcome);
  if (!reported) return payment;
  const open = (payment.captures ?? []).filter(isOpen);
  const parts =
    reported.parts ?? partsOfSum(open, reported.capturedMinor - (payment.chargedMinor ?? 0));
  if (!parts) return payment;
  return open.reduce((current, capture) => {
    const part = parts.find(({ reference }) => reference === capture.id);
    if (part?.status === 'pending') return current;
    if (!part) {
      // The processor knows nothing of it, and by now it would.
      return source !== 'webhook' && isPastArrival(capture.askedAt, now)
        ? withoutCapture(current, capture, now)
        : current;
    }
    // Another amount than we asked for is not taken for ours.
    if (part.amountMinor !== capture.amountMinor) return conflicted(current, 'amount', now);
    const { connectorCaptureId, status } = part;
    const { error: _, ...known } = capture;
    return withCapture(
      current,
      {
        ...known,
        status,
        ...(connectorCaptureId !== undefined && { connectorCaptureId }),
        modifiedAt: now.toISOString(),
      },
      now,
    );
  }, payment);
}

/**
 * What a sum alone says of the captures that are under way, in minor units: that all of them were made,
 * or none. Undefined where it could be some of them: which, nobody can tell.
 */
function partsOfSum(open: readonly Capture[], sumMinor: number): CapturedPart[] | undefined {
  if (sumMinor === 0) return [];
  if (sumMinor < sum(open)) return undefined;
  return open.map(({ id, amountMinor }) => ({ reference: id, amountMinor, status: 'charged' }));
}

function knownCaptures(outcome: PaymentOutcome) {
  switch (outcome.result) {
    case 'captured':
      return {
        parts: outcome.captures,
        capturedMinor: outcome.capturedMinor ?? Number.POSITIVE_INFINITY,
      };
    case 'authorized':
    case 'voided':
    case 'expired':
      return { parts: outcome.captures, capturedMinor: 0 };
    default:
      return undefined;
  }
}

export const isOpen = ({ status }: Pick<Capture, 'status'>) =>
  status === 'started' || status === 'pending';

export const hasOpenCapture = ({ captures = [] }: Pick<Payment, 'captures'>) =>
  captures.some(isOpen);

export const isMultiple = ({ requestFields }: Pick<Payment, 'requestFields'>) =>
  requestFields.capture_method === 'manual_multiple';

const sum = (captures: readonly Capture[]) =>
  captures.reduce((total, { amountMinor }) => total + amountMinor, 0);

/** What the connector holds for us, in minor units. */
export const authorizedMinor = ({ attempt }: Pick<Payment, 'attempt'>) =>
  attempt.authorizedMinor ?? attempt.amountMinor;

/** Of several captures those under way count as made, the way clients of the Hyperswitch v1 API know it. */
function reservedFor(payment: Payment, captures: readonly Capture[]) {
  const taken = (payment.chargedMinor ?? 0) + sum(captures.filter(isOpen));
  return {
    amountCapturableMinor: Math.max(0, authorizedMinor(payment) - taken),
    ...(taken > 0 && { amountReceivedMinor: taken }),
  };
}

function withCapture(payment: Payment, capture: Capture, now: Date): Payment {
  const captures = (payment.captures ?? []).map((one) => (one.id === capture.id ? capture : one));
  const charged = capture.status === 'charged' ? capture.amountMinor : 0;
  const chargedMinor = (payment.chargedMinor ?? 0) + charged;
  return recounted(payment, { captures, chargedMinor }, now, capture) ?? payment;
}

function withoutCapture(
  payment: Payment,
  capture: Capture,
  now: Date,
  error?: NonNullable<Capture['error']>,
): Payment {
  const captures = (payment.captures ?? []).filter(({ id }) => id !== capture.id);
  const attempt = { ...payment.attempt, ...(error && { error }) };
  return recounted(payment, { captures, attempt }, now) ?? payment;
}

/**
 * Where a payment stands by its captures; undefined where that has no place any more. `latest` is the
 * one that has changed.
 */
function recounted(
  before: Payment,
  changes: Partial<Payment>,
  now: Date,
  latest?: Capture,
): Payment | undefined {
  const payment = { ...before, ...changes };
  const { event, attemptStatus } = standing(payment, latest);
  const status = event ? nextStatus(payment.status, event) : payment.status;
  if (!status) return undefined;
  const { error: previousError, ...attempt } =
    event === 'held' ? withoutMerchantDecision(payment) : payment.attempt;
  // One of several captures keeps its error to itself.
  const error = latest ? (isMultiple(payment) ? undefined : latest.error) : previousError;
  const { amountReceivedMinor, ...rest } = payment;
  const next: Payment = {
    ...rest,
    // What several captures come to is counted anew: one that did not happen was received by nobody.
    ...(!isMultiple(payment) && amountReceivedMinor !== undefined && { amountReceivedMinor }),
    ...amounts(payment, latest),
    status,
    attempt: {
      ...attempt,
      status: attemptStatus,
      ...(error && { error }),
      modifiedAt: now.toISOString(),
    },
  };
  return withTransition(next, hasOpenCapture(next), now);
}

function standing(
  payment: Payment,
  latest: Capture | undefined,
): { readonly event?: PaymentEvent; readonly attemptStatus: AttemptStatus } {
  const charged = payment.chargedMinor ?? 0;
  if (charged > 0) {
    // A single capture is over whatever it took; of several, all of the reserved has to be taken.
    if (charged >= payment.attempt.amountMinor)
      return { event: 'captured', attemptStatus: 'charged' };
    if (!isMultiple(payment) || charged >= authorizedMinor(payment)) {
      return { event: 'captured_partly', attemptStatus: 'partial_charged' };
    }
    return { event: 'captured_with_rest', attemptStatus: 'partial_charged_and_chargeable' };
  }
  if (hasOpenCapture(payment)) {
    return { attemptStatus: latest?.status === 'pending' ? 'pending' : 'capture_initiated' };
  }
  if (latest?.status === 'failed' && !isMultiple(payment)) {
    return { event: 'declined', attemptStatus: 'failure' };
  }
  // What was approved and then not captured waits for a person again.
  if (isForReview({ attempt: withoutMerchantDecision(payment) }) && !isManual(payment)) {
    return { event: 'held', attemptStatus: 'unresolved' };
  }
  return payment.attempt.authorizedMinor === undefined
    ? { event: 'authorized', attemptStatus: 'authorized' }
    : { event: 'authorized_partly', attemptStatus: 'partially_authorized' };
}

function amounts(payment: Payment, latest: Capture | undefined): Partial<Payment> {
  if (isMultiple(payment)) return reservedFor(payment, payment.captures ?? []);
  if (latest?.status !== 'charged') return {};
  return { amountReceivedMinor: payment.chargedMinor ?? 0, amountCapturableMinor: 0 };
}

/** A payment about which its connector says something else than we asked. */
export function conflicted(payment: Payment, fields: string, now: Date): Payment {
  const status = nextStatus(payment.status, 'contradicted');
  if (!status) return payment;
  const attempt = {
    ...payment.attempt,
    status: 'integrity_failure' as const,
    error: integrityMismatch(fields),
    modifiedAt: now.toISOString(),
  };
  const amountCapturableMinor = isManual(payment) ? payment.amountCapturableMinor : 0;
  return withTransition({ ...payment, status, attempt, amountCapturableMinor }, false, now);
}
