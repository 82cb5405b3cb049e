import type { CapturedPart, PaymentOutcome } from '#connectors/interface/payments.ts';
import { sentReference } from '#connectors/sent-reference.ts';
import { SwitchError } from '#platform/errors.ts';
import { firstThatApplies } from '#platform/first-that-applies.ts';
import type { AttemptStatus } from '#vocabulary/payment-statuses.ts';
import { isUnderReview } from '../fraud-check.ts';
import { type Capture, isManual, type Payment, withoutMerchantDecision } from '../payment.ts';
import { isPastArrival, isPastSync, scheduleFirstSync } from '../pending-sync.ts';
import { connectorErrorOf, integrityMismatch, partialErrorOf } from './connector-error.ts';
import { openIncrement } from './incremental-authorization.ts';
import { nextStatus, type PaymentEvent, refusalIn, refusalOf } from './lifecycle.ts';
import type { OutcomeSource } from './outcome-source.ts';
import { withReportedMetadata } from './reported-metadata.ts';
import { withTransition } from './transitions.ts';

/** The amount that a merchant captures, in minor units; when absent, the agreed amount or all. */
export interface CaptureInput {
  readonly amountToCapture?: number | null | undefined;
}

/** How many closed captures stay in the payment, so that its item stays small. */
const maxClosedCaptures = 5;
/** How many captures may be pending at once. */
const openCaptures = 5;

/**
 * The amount to capture, in minor units. The order of the refusals decides which error a request
 * with several mistakes gets, so it is part of the API.
 *
 * @throws SwitchError `missing_param`, `payment_not_capturable`, `invalid_data`,
 * `amount_too_large_to_capture`, `concurrent_update`
 */
export function checkCapture(payment: Payment, input: CaptureInput): number {
  const given =
    input.amountToCapture ??
    (isMultiple(payment) ? undefined : payment.requestFields.amount_to_capture);
  const amount = typeof given === 'number' ? given : payment.amountCapturableMinor;
  const refusal = firstThatApplies(captureRefusals, payment, amount, input);
  if (refusal) throw refusal;
  return amount;
}

type CaptureRefusal = (
  payment: Payment,
  amountMinor: number,
  input: CaptureInput,
) => SwitchError | undefined;

const noMethod: CaptureRefusal = ({ requestFields, status }) =>
  typeof requestFields.capture_method === 'string'
    ? undefined
    : new SwitchError('missing_param', { field: 'capture_method', captured: status });

const onceOnly: CaptureRefusal = (payment) =>
  payment.status === 'processing' && !isMultiple(payment)
    ? unfit(payment, 'manual_multiple')
    : undefined;

const wrongStatus: CaptureRefusal = ({ status }) => refusalIn('capture', status);

const noAmount: CaptureRefusal = (_, amountMinor) =>
  amountMinor <= 0
    ? new SwitchError('invalid_data', { field: 'amount', expected: 'positive integer' })
    : undefined;

const tooMuch: CaptureRefusal = ({ amountCapturableMinor: left }, amountMinor) =>
  amountMinor > left ? new SwitchError('amount_too_large_to_capture', { left }) : undefined;

const automatic: CaptureRefusal = (payment) =>
  payment.requestFields.capture_method !== 'manual' && !isMultiple(payment)
    ? unfit(payment, 'manual, manual_multiple, scheduled')
    : undefined;

const unstatedPart: CaptureRefusal = (payment, _, { amountToCapture }) =>
  amountToCapture == null && isMultiple(payment)
    ? new SwitchError('missing_param', { field: 'amount_to_capture' })
    : undefined;

/** Processing without a pending capture: whether anything is authorized is not known yet. */
const notAuthorizedYet: CaptureRefusal = ({ status, captures }) =>
  status === 'processing' && !captures?.some(isOpen) ? refusalOf('capture', status) : undefined;

const otherChange: CaptureRefusal = (payment) =>
  payment.voidAskedAt ||
  openIncrement(payment) ||
  (payment.captures ?? []).filter(isOpen).length >= openCaptures
    ? new SwitchError('concurrent_update')
    : undefined;

export const captureRefusals: readonly CaptureRefusal[] = [
  noMethod,
  onceOnly,
  wrongStatus,
  noAmount,
  tooMuch,
  automatic,
  unstatedPart,
  notAuthorizedYet,
  otherChange,
];

const unfit = ({ status: captured, requestFields }: Payment, expected: string) =>
  new SwitchError('payment_not_capturable', {
    ...{ current: 'capture_method', state: String(requestFields.capture_method), expected },
    captured,
  });

/**
 * The payment as it is saved before the capture is sent. `earlier` are closed captures that leave
 * the payment: the caller must save them as items of their own first.
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
  const closed = before.filter((one) => !isOpen(one));
  const earlier = closed.length >= maxClosedCaptures ? closed : [];
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

/** Applies the response to a capture request. */
export function applyCaptureOutcome(
  stored: Payment,
  captureId: string,
  outcome: PaymentOutcome,
  now: Date,
): Payment {
  const payment = withReportedMetadata(stored, outcome, now);
  const capture = payment.captures?.find(({ id }) => id === captureId);
  if (!capture || !isOpen(capture)) return payment;
  const at = now.toISOString();
  // With several captures, an error belongs to its capture; with one, to the payment.
  const errorOf = isMultiple(payment) ? partialErrorOf : connectorErrorOf;
  const becomes = (changes: Partial<Capture>) =>
    withCapture(payment, { ...capture, ...changes, modifiedAt: at }, now);

  switch (outcome.result) {
    case 'captured': {
      const { captures: parts = [], connectorCaptureId: answered } = outcome;
      const known = answered === undefined ? capture : { ...capture, connectorCaptureId: answered };
      const part = parts.find((one) => isPartOf(payment, known, one));
      const connectorCaptureId = part?.connectorCaptureId ?? outcome.connectorCaptureId;
      const amountMinor = part?.amountMinor ?? outcome.capturedMinor ?? capture.amountMinor;
      if (amountMinor > capture.amountMinor) return conflicted(payment, 'amount', now);
      return becomes({
        status: 'charged',
        amountMinor,
        ...(connectorCaptureId !== undefined && { connectorCaptureId }),
      });
    }
    case 'declined':
      return becomes({ status: 'failed', error: errorOf(outcome) });
    case 'pending':
    case 'held': {
      const { connectorCaptureId } = outcome;
      return becomes({
        status: 'pending',
        ...(connectorCaptureId !== undefined && { connectorCaptureId }),
      });
    }
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
      // Not a result of the capture, so a sync has to find that.
      return becomes({ status: 'pending' });
  }
}

/**
 * Applies the sync of one capture, where the processor lists none. A capture that the processor
 * does not find is given up once the request is too old to arrive.
 */
export function applyCaptureSync(
  payment: Payment,
  captureId: string,
  outcome: PaymentOutcome,
  now: Date,
): Payment {
  const capture = payment.captures?.find(({ id }) => id === captureId);
  if (!capture || !isOpen(capture)) return payment;
  switch (outcome.result) {
    case 'captured':
    case 'declined':
    case 'integrity_mismatch':
      return applyCaptureOutcome(payment, captureId, outcome, now);
    case 'not_found':
      return isPastArrival(capture.askedAt, now) ? withoutCapture(payment, capture, now) : payment;
    default:
      // It says nothing new: the capture is still open.
      return payment;
  }
}

/**
 * Applies a sync or a webhook to the pending captures. A capture that is missing in a webhook means
 * nothing, because the webhook may be older than the capture.
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
  const parts = reported.parts
    ? partsOfList(payment, open, reported.parts)
    : partsOfSum(payment, open, reported.capturedMinor - (payment.chargedMinor ?? 0));
  if (!parts) return payment;
  return open.reduce((current, capture) => {
    const part = parts.find((one) => isPartOf(payment, capture, one));
    if (part?.status === 'pending') return current;
    if (!part) {
      if (parts.some(isUnnamed)) return current;
      // The processor does not know the capture, and it is too old to arrive.
      return source !== 'webhook' && isPastSync(capture.askedAt, outcome, now)
        ? withoutCapture(current, capture, now)
        : current;
    }
    // A capture of another amount is not ours.
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

/** The number under which the processor got a capture. */
export const sentCaptureReference = (
  { attempt }: { readonly attempt: Pick<Payment['attempt'], 'referenceMark'> },
  { id }: Pick<Capture, 'id'>,
): string => sentReference(id, attempt.referenceMark);

/** Whether the processor's record is of this capture, by the number that it got or by its own id. */
export const isPartOf = (
  payment: Pick<Payment, 'attempt'>,
  capture: Pick<Capture, 'id' | 'connectorCaptureId'>,
  { reference, connectorCaptureId }: CapturedPart,
): boolean =>
  reference === undefined
    ? connectorCaptureId !== undefined && connectorCaptureId === capture.connectorCaptureId
    : reference === sentCaptureReference(payment, capture);

const isUnnamed = ({ reference }: CapturedPart) => reference === undefined;

/**
 * The records of the open captures, each under the number that the processor got.
 *
 * A processor that does not repeat our ids may list a capture of which only the answer was lost. A
 * record belongs to an open capture when no other record does and the money that is not accounted
 * for fits. While several captures fit, the record stays without our id, and no capture is given
 * up.
 */
function partsOfList(
  payment: Payment,
  open: readonly Capture[],
  parts: readonly CapturedPart[],
): readonly CapturedPart[] {
  if (!parts.some(isUnnamed)) return parts;
  const named = open.flatMap((capture): CapturedPart[] => {
    const part = parts.find((one) => isPartOf(payment, capture, one));
    return part ? [{ ...part, reference: sentCaptureReference(payment, capture) }] : [];
  });
  const missing = open.filter((capture) => !named.some((one) => isPartOf(payment, capture, one)));
  const strangers = parts.filter(
    (one) => !payment.captures?.some((capture) => isPartOf(payment, capture, one)),
  );
  const pending = strangers.find(({ status }) => status === 'pending');
  const sumMinor = sumOf(parts, 'charged') - sumOf(named, 'charged') - (payment.chargedMinor ?? 0);
  const found = pending ? undefined : partsOfSum(payment, missing, sumMinor);
  if (!found) return [...named, pending ?? { amountMinor: sumMinor, status: 'charged' }];
  const [only, ...others] = strangers;
  const isClear = found.length === 1 && only !== undefined && others.length === 0;
  return [...named, ...(isClear ? found.map((one) => ({ ...only, ...one })) : found)];
}

const sumOf = (parts: readonly CapturedPart[], wanted: CapturedPart['status']) =>
  parts
    .filter(({ status }) => status === wanted)
    .reduce((total, { amountMinor }) => total + amountMinor, 0);

/**
 * The pending captures that a captured total implies, in minor units: all of them or none.
 * Undefined when only some of them would fit, since the total does not show which.
 */
function partsOfSum(
  payment: Payment,
  open: readonly Capture[],
  sumMinor: number,
): CapturedPart[] | undefined {
  if (sumMinor === 0) return [];
  if (sumMinor < sum(open)) return undefined;
  return open.map((capture) => ({
    reference: sentCaptureReference(payment, capture),
    amountMinor: capture.amountMinor,
    status: 'charged',
  }));
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

/** The payment whose charge was given back: its open captures take nothing any more. */
export function withoutOpenCaptures(payment: Payment, now: Date): Payment {
  if (!hasOpenCapture(payment)) return payment;
  const modifiedAt = now.toISOString();
  const captures = payment.captures?.map((one) =>
    isOpen(one) ? { ...one, status: 'failed' as const, modifiedAt } : one,
  );
  return { ...payment, ...(captures && { captures }) };
}

export const isOpen = ({ status }: Pick<Capture, 'status'>) =>
  status === 'started' || status === 'pending';

export const hasOpenCapture = ({ captures = [] }: Pick<Payment, 'captures'>) =>
  captures.some(isOpen);

export const isMultiple = ({ requestFields }: Pick<Payment, 'requestFields'>) =>
  requestFields.capture_method === 'manual_multiple';

const sum = (captures: readonly Capture[]) =>
  captures.reduce((total, { amountMinor }) => total + amountMinor, 0);

/** The authorized amount, in minor units. */
export const authorizedMinor = ({ attempt }: Pick<Payment, 'attempt'>) =>
  attempt.authorizedMinor ?? attempt.amountMinor;

/**
 * With several captures, pending ones count as captured, as clients of the Hyperswitch v1 API
 * expect.
 */
function reservedFor(payment: Payment, captures: readonly Capture[]) {
  const reservedMinor = (payment.chargedMinor ?? 0) + sum(captures.filter(isOpen));
  return {
    amountCapturableMinor: Math.max(0, authorizedMinor(payment) - reservedMinor),
    ...(reservedMinor > 0 && { amountReceivedMinor: reservedMinor }),
  };
}

function withCapture(payment: Payment, capture: Capture, now: Date): Payment {
  const captures = (payment.captures ?? []).map((one) => (one.id === capture.id ? capture : one));
  const charged = capture.status === 'charged' ? capture.amountMinor : 0;
  const chargedMinor = (payment.chargedMinor ?? 0) + charged;
  return recount(payment, { captures, chargedMinor }, now, capture) ?? payment;
}

function withoutCapture(
  payment: Payment,
  capture: Capture,
  now: Date,
  error?: NonNullable<Capture['error']>,
): Payment {
  const captures = (payment.captures ?? []).filter(({ id }) => id !== capture.id);
  const attempt = { ...payment.attempt, ...(error && { error }) };
  return recount(payment, { captures, attempt }, now) ?? payment;
}

/**
 * The payment with amounts and status recomputed from its captures; undefined when the lifecycle
 * does not allow that status. `latest` is the capture that changed.
 */
function recount(
  before: Payment,
  changes: Partial<Payment>,
  now: Date,
  latest?: Capture,
): Payment | undefined {
  const payment = { ...before, ...changes };
  const { event, attemptStatus } = statusFromCaptures(payment, latest);
  const status = event ? nextStatus(payment.status, event) : payment.status;
  if (!status) return undefined;
  const { error: previousError, ...attempt } =
    event === 'held' ? withoutMerchantDecision(payment) : payment.attempt;
  // With several captures, an error belongs to its capture.
  const error = latest ? (isMultiple(payment) ? undefined : latest.error) : previousError;
  const { amountReceivedMinor, ...rest } = payment;
  const next: Payment = {
    ...rest,
    // With several captures the received amount is recomputed, because a pending capture may have
    // failed.
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
  const isHeldAgain = event === 'held' && attempt.isHeld === true;
  return withTransition(next, hasOpenCapture(next) || isHeldAgain, now);
}

function statusFromCaptures(
  payment: Payment,
  latest: Capture | undefined,
): { readonly event?: PaymentEvent; readonly attemptStatus: AttemptStatus } {
  const charged = payment.chargedMinor ?? 0;
  if (charged > 0) {
    // A single capture settles the payment at any amount; several captures do when nothing is left
    // to capture.
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
  // A refused capture releases nothing that the processor's review holds.
  if (latest?.status === 'failed' && payment.attempt.isHeld) {
    return { event: 'held', attemptStatus: 'unresolved' };
  }
  if (latest?.status === 'failed' && !isMultiple(payment)) {
    return { event: 'declined', attemptStatus: 'failure' };
  }
  // An approved payment whose capture failed goes back to the review.
  if (isUnderReview({ attempt: withoutMerchantDecision(payment) }) && !isManual(payment)) {
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

/**
 * Puts the payment in conflict: its connector reports another amount or currency than requested.
 */
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
