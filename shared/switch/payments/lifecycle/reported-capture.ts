import { isOtherId } from '#connectors/integrity-check.ts';
import { sentReference } from '#connectors/sent-reference.ts';
import { firstThatApplies } from '#platform/first-that-applies.ts';
import { type Capture, isManual, type Payment } from '../payment.ts';
import { isPastArrival } from '../pending-sync.ts';
import { applyOutcome, scheduleSyncNow, underReview } from './apply-outcome.ts';
import { conflicted, isOpen, sentCaptureReference } from './captures.ts';

/** One capture as a processor's webhook reports it. */
export interface ReportedCapture {
  /** The number under which the processor got the capture, or its own id of it. */
  readonly capture: { readonly reference?: string | undefined; readonly connectorId?: string };
  /** In minor units, where the webhook states it. */
  readonly amountMinor?: number;
  readonly status: 'charged' | 'pending' | 'failed';
}

/**
 * Applies a webhook's report of one capture. `earlier` are captures that left the payment. Returns
 * the same object when nothing is new. Returns undefined while the capture can't be identified: the
 * response to our own request, which brings the processor's id, may still come.
 */
export function applyReportedCapture(
  payment: Payment,
  reported: ReportedCapture,
  earlier: readonly Capture[],
  now: Date,
): Payment | undefined {
  const { amountMinor, status } = reported;
  const capture = findCapture(payment, reported, earlier) ?? lostCapture(payment, reported, now);
  if (!capture) return applyToWhole(payment, reported, now);
  if (capture.status === 'charged' && status === 'failed') return underReview(payment, now);
  if (!isOpen(capture)) return payment;
  const { connectorId } = reported.capture;
  // Another capture with our reference: the sync finds ours.
  if (isOtherId(capture.connectorCaptureId, connectorId)) return undefined;
  const part = {
    reference: sentCaptureReference(payment, capture),
    amountMinor: amountMinor ?? capture.amountMinor,
    status,
    ...(connectorId !== undefined && { connectorCaptureId: connectorId }),
  };
  const outcome = { result: 'captured', captures: [part] } as const;
  return applyOutcome(payment, { attemptId: payment.attempt.id, outcome }, now, 'webhook');
}

/**
 * The capture that a webhook is about; undefined when the payment has none of its ids. The
 * reference may be that of the payment, which identifies no capture.
 */
export function findCapture(
  { attempt, captures = [] }: Pick<Payment, 'attempt' | 'captures'>,
  { capture: { reference, connectorId } }: Pick<ReportedCapture, 'capture'>,
  earlier: readonly Capture[],
): Capture | undefined {
  const all = [...captures, ...earlier];
  const named = all.find((capture) => sentCaptureReference({ attempt }, capture) === reference);
  if (named || connectorId === undefined) return named;
  return all.find(({ connectorCaptureId }) => connectorCaptureId === connectorId);
}

/**
 * The one capture whose response was lost, with the processor's id of it. A minute after the
 * request no response can come any more.
 */
function lostCapture(
  { attempt, captures = [] }: Pick<Payment, 'attempt' | 'captures'>,
  { capture: { reference }, amountMinor }: ReportedCapture,
  now: Date,
): Capture | undefined {
  const sent = sentReference(attempt.id, attempt.referenceMark);
  if (reference !== undefined && reference !== sent) return undefined;
  const [lost, another] = captures.filter(
    (one) => isOpen(one) && one.connectorCaptureId === undefined,
  );
  if (!lost || another || !isPastArrival(lost.askedAt, now)) return undefined;
  return amountMinor === undefined || amountMinor === lost.amountMinor ? lost : undefined;
}

/** A capture without a request of ours: that of a payment which is captured automatically. */
function applyToWhole(payment: Payment, reported: ReportedCapture, now: Date): Payment | undefined {
  const { attempt, captures = [] } = payment;
  const mayBeOneOf = captures.some((one) => isOpen(one) && one.connectorCaptureId === undefined);
  if (mayBeOneOf) return undefined;
  const { amountMinor } = reported;
  const capturedMinor = amountMinor === undefined ? {} : { capturedMinor: amountMinor };
  const outcome = { result: 'captured', ...capturedMinor } as const;
  return (
    firstThatApplies(strangeCaptureRules, payment, reported, now) ??
    applyOutcome(payment, { attemptId: attempt.id, outcome }, now, 'webhook')
  );
}

/** The payment as a rule makes it; undefined where the rule does not apply. */
type StrangeCaptureRule = (
  payment: Payment,
  reported: ReportedCapture,
  now: Date,
) => Payment | undefined;

/** Captured without us, for example at the processor's dashboard: the sync decides. */
const capturedElsewhere: StrangeCaptureRule = (payment, _, now) =>
  isManual(payment) || (payment.captures ?? []).length > 0
    ? scheduleSyncNow(payment, now)
    : undefined;

const pendingCapture: StrangeCaptureRule = (payment, { status }) =>
  status === 'pending' ? payment : undefined;

/** Money that was taken and is taken back is for an operator; otherwise the sync decides. */
const takenBack: StrangeCaptureRule = (payment, { status }, now) =>
  status === 'failed' ? underReview(scheduleSyncNow(payment, now), now) : undefined;

const overcaptured: StrangeCaptureRule = (payment, { amountMinor = 0 }, now) =>
  amountMinor > payment.attempt.amountMinor ? conflicted(payment, 'amount', now) : undefined;

/** The first rule that applies answers; without one, the report is the payment's outcome. */
export const strangeCaptureRules: readonly StrangeCaptureRule[] = [
  capturedElsewhere,
  pendingCapture,
  takenBack,
  overcaptured,
];
