import type { ConnectorError } from '#connectors/interface/exchange.ts';
import type { PayoutOutcome, ReportedPayout } from '#connectors/interface/payouts.ts';
import {
  connectorErrorOf,
  integrityMismatch,
  statedErrorOf,
  withStatedError,
} from '../payments/lifecycle/connector-error.ts';
import type { ProcessorError } from '../payments/payment.ts';
import { isPastArrival, scheduleFirstSync, withSyncNow } from '../payments/pending-sync.ts';
import { mayPayoutBeSynced, type Payout } from './payout.ts';
import {
  isOver,
  nextPayoutStatus,
  type PayoutEvent,
  type PayoutStatus,
  refusalOfPayout,
} from './payout-status.ts';

const eventTypes: Readonly<Partial<Record<PayoutStatus, string>>> = {
  success: 'payout_success',
  failed: 'payout_failed',
  cancelled: 'payout_cancelled',
  initiated: 'payout_initiated',
  expired: 'payout_expired',
  reversed: 'payout_reversed',
};

/** Statuses in which the processor's outcome is still missing. */
const pendingStatuses: readonly PayoutStatus[] = [
  'requires_creation',
  'requires_vendor_account_creation',
  'pending',
  'initiated',
];

/** For each result that decides something, the event of the lifecycle. */
const events = {
  vendor_account_needed: 'vendor_account_needed',
  pending: 'accepted',
  initiated: 'initiated',
  paid: 'paid',
  declined: 'declined',
  ineligible: 'refused',
  cancelled: 'cancelled',
  expired: 'expired',
  reversed: 'reversed',
} as const satisfies Partial<Record<PayoutOutcome['result'], PayoutEvent>>;

/**
 * Applies an outcome from a response, a webhook or a sync. A final payout stays as it is, and the
 * same object is returned; only a paid one may come back.
 */
export function applyPayoutOutcome(payout: Payout, outcome: PayoutOutcome, now: Date): Payout {
  if (isOver(payout.status))
    return saysThatItCameBack(payout, outcome) ? reversedBy(payout, outcome, now) : payout;
  switch (outcome.result) {
    case 'created':
      return afterCreated(payout, outcome, now);
    case 'integrity_mismatch':
      // A wrong amount may have been paid: an operator must find out, and syncs continue.
      return withReferences(payout, outcome, now, integrityMismatch(outcome.fields));
    case 'unknown':
      return withReferences(payout, outcome, now, statedErrorOf(outcome));
    case 'not_sent':
      return afterNotSent(payout, connectorErrorOf(outcome), now);
    case 'not_found':
      return wasLongAgo(payout, now) ? afterNotFound(payout, now) : payout;
    case 'declined':
    case 'ineligible':
    case 'reversed':
      return withTransition(
        payout,
        events[outcome.result],
        outcome,
        now,
        connectorErrorOf(outcome),
      );
    default:
      return withTransition(payout, events[outcome.result], outcome, now);
  }
}

/**
 * Whether the money of a paid payout is back. Processors call such a payout `failed` or `returned`;
 * for us it was paid, and is reversed.
 */
export const saysThatItCameBack = (
  { status }: Payout,
  outcome: PayoutOutcome,
): outcome is Extract<PayoutOutcome, { readonly result: 'declined' | 'reversed' }> =>
  status === 'success' && (outcome.result === 'declined' || outcome.result === 'reversed');

const reversedBy = (payout: Payout, outcome: ConnectorError & ReportedPayout, now: Date): Payout =>
  withTransition(payout, 'reversed', outcome, now, connectorErrorOf(outcome));

/** Applies that the processor has created the payout and has not paid it. */
function afterCreated(payout: Payout, references: ReportedPayout, now: Date): Payout {
  const { status, cancelAskedAt } = payout;
  const isToBePaid = status === 'pending' || status === 'initiated';
  if (isToBePaid && !wasLongAgo(payout, now)) return withReferences(payout, references, now);
  if (isToBePaid) {
    // The request to pay never arrived. It can be repeated, and the payout is paid once.
    const error = { message: 'The connector was never told to pay' };
    return withTransition(payout, 'not_fulfilled', references, now, error);
  }
  if (status === 'requires_fulfillment') {
    const isGivenUp = cancelAskedAt !== undefined && isPastArrival(cancelAskedAt, now);
    return isGivenUp ? withoutCancel(payout, now) : withReferences(payout, references, now);
  }
  return withTransition(payout, 'created', references, now);
}

/**
 * Applies that our last request was not sent. A payout that the processor created before can still
 * be paid.
 */
const afterNotSent = (payout: Payout, error: ProcessorError, now: Date): Payout =>
  payout.attempt.isCreated
    ? withTransition(payout, 'not_fulfilled', {}, now, error)
    : withTransition(payout, 'declined', {}, now, error);

/**
 * Applies that the processor does not find the payout. If it confirmed the payout before, it may
 * have paid it, and an operator must find out.
 */
function afterNotFound(payout: Payout, now: Date): Payout {
  const error = { code: 'NOT_FOUND', message: 'The connector has never heard of this payout' };
  return payout.attempt.isCreated
    ? withReferences(payout, {}, now, error)
    : withTransition(payout, 'declined', {}, now, error);
}

const wasLongAgo = ({ attempt, cancelAskedAt }: Payout, now: Date): boolean =>
  isPastArrival(cancelAskedAt ?? attempt.askedAt ?? now.toISOString(), now);

/** The payout after a cancel that did not succeed. Another pending sync stays. */
export function withoutCancel(payout: Payout, now: Date): Payout {
  const { cancelAskedAt: _, pendingSync, ...rest } = payout;
  return {
    ...rest,
    ...(pendingSync && pendingStatuses.includes(payout.status) && { pendingSync }),
    modifiedAt: now.toISOString(),
  };
}

/** The payout after a cancel here. No processor is asked, because none got the payout. */
export function cancelledHere(payout: Payout, now: Date): Payout {
  const { attachedDestination: _, ...rest } = withTransition(payout, 'cancelled', {}, now, {
    message: 'Cancelled by user',
  });
  return { ...rest, attempt: { ...rest.attempt, cancellationReason: 'Cancelled by user' } };
}

/**
 * Applies an outcome that a webhook reported. A report that nothing was paid may be stale or wrong,
 * and the merchant might then pay twice. Such a report only makes a sync due now, and the sync
 * decides. `isDecisive` says that no sync can ask: then the webhook decides.
 */
export function applyReportedPayout(
  payout: Payout,
  outcome: PayoutOutcome,
  now: Date,
  isDecisive = false,
): Payout {
  const isBelieved = isDecisive || !paysNobody.has(outcome.result);
  if (isBelieved && !isOlderThanRequest(payout, outcome)) {
    return applyPayoutOutcome(payout, outcome, now);
  }
  const isAsked = mayPayoutBeSynced(payout) || saysThatItCameBack(payout, outcome);
  return isAsked ? withSyncNow(payout, now) : payout;
}

/** A webhook that says `created` may be older than our request to pay or to cancel. */
const isOlderThanRequest = (
  { status, cancelAskedAt }: Payout,
  { result }: PayoutOutcome,
): boolean =>
  result === 'created' &&
  (status === 'pending' || status === 'initiated' || cancelAskedAt !== undefined);

const paysNobody: ReadonlySet<PayoutOutcome['result']> = new Set([
  'declined',
  'ineligible',
  'cancelled',
  'expired',
  'reversed',
]);

/** Applies an event if the lifecycle allows it in this status; otherwise changes nothing. */
function withTransition(
  payout: Payout,
  event: PayoutEvent,
  { connectorTransactionId }: ReportedPayout,
  now: Date,
  error?: ProcessorError,
): Payout {
  const references = connectorTransactionId === undefined ? {} : { connectorTransactionId };
  if (repeated[payout.status] === event) {
    return event === 'accepted' && !payout.attempt.isAccepted
      ? markAccepted(payout, references, now)
      : withReferences(payout, references, now);
  }
  const status = nextPayoutStatus(payout.status, event);
  if (!status) return payout;
  const at = now.toISOString();
  const type = eventTypes[status];
  const added = type ? [{ type, status, at, version: payout.version + 1 }] : [];
  const { pendingSync, cancelAskedAt, ...rest } = payout;
  const { error: _, ...attempt } = payout.attempt;
  const isPending = pendingStatuses.includes(status);
  return {
    ...rest,
    status,
    attempt: {
      ...attempt,
      ...references,
      ...(error && { error }),
      ...(isKnown.has(event) && { isCreated: true }),
      ...(isPaying.has(event) && { isAccepted: true }),
      modifiedAt: at,
    },
    ...(isPending && { pendingSync: pendingSync ?? scheduleFirstSync(now) }),
    ...(isPending && cancelAskedAt !== undefined && { cancelAskedAt }),
    transitions: [...payout.transitions, ...added],
    modifiedAt: at,
  };
}

/** For each status in which the processor may repeat itself, the event that led there. */
const repeated: Readonly<Partial<Record<PayoutStatus, PayoutEvent>>> = {
  pending: 'accepted',
  initiated: 'initiated',
  requires_vendor_account_creation: 'vendor_account_needed',
};

/** Events that imply that the processor knows the payout. */
const isKnown: ReadonlySet<PayoutEvent> = new Set([
  'created',
  'vendor_account_needed',
  'accepted',
  'initiated',
  'paid',
]);
const isPaying: ReadonlySet<PayoutEvent> = new Set(['accepted', 'initiated']);

function markAccepted(payout: Payout, references: ReportedPayout, now: Date): Payout {
  const { error: _, ...attempt } = payout.attempt;
  const at = now.toISOString();
  return {
    ...payout,
    attempt: { ...attempt, ...references, isCreated: true, isAccepted: true, modifiedAt: at },
    modifiedAt: at,
  };
}

/**
 * Applies the connector's ids, error and other facts beside the status. Returns the same object
 * when none of them is new.
 */
function withReferences(
  payout: Payout,
  { connectorTransactionId = payout.attempt.connectorTransactionId }: ReportedPayout,
  now: Date,
  error?: ProcessorError,
): Payout {
  const { attempt } = payout;
  const isChanged =
    connectorTransactionId !== attempt.connectorTransactionId ||
    (error && error.code !== attempt.error?.code);
  if (!isChanged) return payout;
  const at = now.toISOString();
  return {
    ...payout,
    attempt: {
      ...attempt,
      ...(connectorTransactionId !== undefined && { connectorTransactionId }),
      ...(error && { error }),
      modifiedAt: at,
    },
    modifiedAt: at,
  };
}

/** An operator's findings about a payout, which do not decide it. */
export type PayoutNote = Pick<ProcessorError, 'code' | 'message'> & ReportedPayout;

/**
 * The payout with an operator's words about its attempt. Its status stays. Returns the same object
 * when nothing was stated.
 */
export function notePayoutManually(payout: Payout, note: PayoutNote, now: Date): Payout {
  const { code, message, ...references } = note;
  const error =
    code !== undefined || message !== undefined
      ? withStatedError(payout.attempt.error, { code, message })
      : undefined;
  if (!error && references.connectorTransactionId === undefined) return payout;
  const at = now.toISOString();
  return {
    ...payout,
    attempt: { ...payout.attempt, ...references, ...(error && { error }), modifiedAt: at },
    modifiedAt: at,
  };
}

/** An operator's decision about a payout whose processor does not answer. */
export interface PayoutResolution extends PayoutNote {
  readonly status: 'success' | 'failed' | 'cancelled' | 'initiated' | 'expired' | 'reversed';
}

/**
 * The payout as an operator found it. The lifecycle allows the same moves as for the processor.
 *
 * @throws SwitchError `invalid_request` when the payout awaits no outcome
 */
export function resolvePayoutManually(
  payout: Payout,
  resolution: PayoutResolution,
  now: Date,
): Payout {
  const { status, code, message, ...references } = resolution;
  const error =
    code !== undefined || message !== undefined ? connectorErrorOf({ code, message }) : undefined;
  const next = withTransition(payout, resolutionEvents[status], references, now, error);
  if (next === payout || payout.attempt.askedAt === undefined) {
    throw refusalOfPayout('update', payout);
  }
  return next;
}

const resolutionEvents = {
  success: 'paid',
  failed: 'declined',
  cancelled: 'cancelled',
  initiated: 'initiated',
  expired: 'expired',
  reversed: 'reversed',
} as const satisfies Record<PayoutResolution['status'], PayoutEvent>;
