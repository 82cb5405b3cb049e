import type { PayoutEcho, PayoutOutcome } from '../connectors/interface/payouts.ts';
import { mismatch, processorError } from '../payments/lifecycle/connector-error.ts';
import type { ProcessorError } from '../payments/payment.ts';
import { isLongAgo, waitingFrom } from '../payments/pending-sync.ts';
import type { Payout } from './payout.ts';
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

/** Statuses in which a processor still has to be heard of. */
const waits: readonly PayoutStatus[] = [
  'requires_creation',
  'requires_vendor_account_creation',
  'pending',
  'initiated',
];

/** The names of what a processor says, where it decides something. */
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
 * The payout after an answer, however it came: as a response, a webhook or a sync. News for one that
 * is over leaves it as it is, and the same payout comes back.
 */
export function applyPayoutOutcome(payout: Payout, outcome: PayoutOutcome, now: Date): Payout {
  if (isOver(payout.status)) return payout;
  switch (outcome.result) {
    case 'created':
      return afterCreated(payout, outcome, now);
    case 'mismatched':
      // Somebody may have been paid something: a person finds out, and the books are asked again.
      return noted(payout, outcome, now, mismatch(outcome.fields));
    case 'unknown':
      return noted(payout, outcome, now, processorError(outcome));
    case 'not_sent':
      return afterSilence(payout, processorError(outcome), now);
    case 'not_found':
      return wasLongAgo(payout, now) ? neverHeardOf(payout, now) : payout;
    case 'declined':
    case 'ineligible':
    case 'reversed':
      return arrivedAt(payout, events[outcome.result], outcome, now, processorError(outcome));
    default:
      return arrivedAt(payout, events[outcome.result], outcome, now);
  }
}

/** The processor knows of it, and nobody has been paid. */
function afterCreated(payout: Payout, echo: PayoutEcho, now: Date): Payout {
  const { status, cancelAskedAt } = payout;
  const isToBePaid = status === 'pending' || status === 'initiated';
  if (isToBePaid && !wasLongAgo(payout, now)) return noted(payout, echo, now);
  if (isToBePaid) {
    // Our wish to have it paid never arrived. It can be wished for again, and is paid once.
    const error = { message: 'The connector was never told to pay' };
    return arrivedAt(payout, 'not_fulfilled', echo, now, error);
  }
  if (status === 'requires_fulfillment') {
    const isGivenUp = cancelAskedAt !== undefined && isLongAgo(cancelAskedAt, now);
    return isGivenUp ? keptAlive(payout, now) : noted(payout, echo, now);
  }
  return arrivedAt(payout, 'created', echo, now);
}

/** Nothing of what we last asked for was taken. What was created before can still be paid. */
const afterSilence = (payout: Payout, error: ProcessorError, now: Date): Payout =>
  payout.attempt.isCreated
    ? arrivedAt(payout, 'not_fulfilled', {}, now, error)
    : arrivedAt(payout, 'declined', {}, now, error);

/** Whoever knew of it once and does not any more may have paid: a person finds out. */
function neverHeardOf(payout: Payout, now: Date): Payout {
  const error = { code: 'NOT_FOUND', message: 'The connector has never heard of this payout' };
  return payout.attempt.isCreated
    ? noted(payout, {}, now, error)
    : arrivedAt(payout, 'declined', {}, now, error);
}

const wasLongAgo = ({ attempt, cancelAskedAt }: Payout, now: Date): boolean =>
  isLongAgo(cancelAskedAt ?? attempt.askedAt ?? now.toISOString(), now);

/** A payout that is not given up after all. What else it waits for it waits for still. */
export function keptAlive(payout: Payout, now: Date): Payout {
  const { cancelAskedAt: _, waiting, ...rest } = payout;
  return {
    ...rest,
    ...(waiting && waits.includes(payout.status) && { waiting }),
    modifiedAt: now.toISOString(),
  };
}

/** The payout once its merchant gave it up, of which no processor was ever told. */
export function cancelledHere(payout: Payout, now: Date): Payout {
  const { held: _, ...rest } = arrivedAt(payout, 'cancelled', {}, now, {
    message: 'Cancelled by user',
  });
  return { ...rest, attempt: { ...rest.attempt, cancellationReason: 'Cancelled by user' } };
}

/**
 * The payout after its processor told something unasked. That nobody was paid may be old, or wrong,
 * and somebody would be paid twice if the merchant tried again: the processor's books decide, and are
 * looked at as soon as this is saved.
 */
export function applyToldPayout(payout: Payout, outcome: PayoutOutcome, now: Date): Payout {
  if (!paysNobody.has(outcome.result) && !isOlderThanWish(payout, outcome)) {
    return applyPayoutOutcome(payout, outcome, now);
  }
  const { waiting } = payout;
  if (isOver(payout.status) || payout.attempt.askedAt === undefined) return payout;
  if (waiting && Date.parse(waiting.nextAt) <= now.getTime()) return payout;
  const at = now.toISOString();
  return { ...payout, waiting: { since: at, checks: 0, ...waiting, nextAt: at }, modifiedAt: at };
}

/** That it is written down may have been under way since before we wished to have it paid, or given up. */
const isOlderThanWish = ({ status, cancelAskedAt }: Payout, { result }: PayoutOutcome): boolean =>
  result === 'created' &&
  (status === 'pending' || status === 'initiated' || cancelAskedAt !== undefined);

const paysNobody: ReadonlySet<PayoutOutcome['result']> = new Set([
  'declined',
  'ineligible',
  'cancelled',
  'expired',
  'reversed',
]);

/** What happened is only taken where it is lawful; whatever else is said changes nothing. */
function arrivedAt(
  payout: Payout,
  event: PayoutEvent,
  { connectorTransactionId }: PayoutEcho,
  now: Date,
  error?: ProcessorError,
): Payout {
  const echo = connectorTransactionId === undefined ? {} : { connectorTransactionId };
  if (payout.status === 'pending' && event === 'accepted') {
    return payout.attempt.isAccepted ? noted(payout, echo, now) : accepted(payout, echo, now);
  }
  if (payout.status === 'initiated' && event === 'initiated') return noted(payout, echo, now);
  if (payout.status === 'requires_vendor_account_creation' && event === 'vendor_account_needed') {
    return noted(payout, echo, now);
  }
  const status = nextPayoutStatus(payout.status, event);
  if (!status) return payout;
  const at = now.toISOString();
  const type = eventTypes[status];
  const news = type ? [{ type, status, at, version: payout.version + 1 }] : [];
  const { waiting, cancelAskedAt, ...rest } = payout;
  const { error: _, ...attempt } = payout.attempt;
  const stillWaits = waits.includes(status);
  return {
    ...rest,
    status,
    attempt: {
      ...attempt,
      ...echo,
      ...(error && { error }),
      ...(isKnown.has(event) && { isCreated: true }),
      ...(isPaying.has(event) && { isAccepted: true }),
      modifiedAt: at,
    },
    ...(stillWaits && { waiting: waiting ?? waitingFrom(now) }),
    ...(stillWaits && cancelAskedAt !== undefined && { cancelAskedAt }),
    transitions: [...payout.transitions, ...news],
    modifiedAt: at,
  };
}

/** What only happens to a payout that its processor has in its books. */
const isKnown: ReadonlySet<PayoutEvent> = new Set([
  'created',
  'vendor_account_needed',
  'accepted',
  'initiated',
  'paid',
]);
const isPaying: ReadonlySet<PayoutEvent> = new Set(['accepted', 'initiated']);

function accepted(payout: Payout, echo: PayoutEcho, now: Date): Payout {
  const { error: _, ...attempt } = payout.attempt;
  const at = now.toISOString();
  return {
    ...payout,
    attempt: { ...attempt, ...echo, isCreated: true, isAccepted: true, modifiedAt: at },
    modifiedAt: at,
  };
}

/** What was said beside the status; the same payout where none of it is new. */
function noted(
  payout: Payout,
  { connectorTransactionId = payout.attempt.connectorTransactionId }: PayoutEcho,
  now: Date,
  error?: ProcessorError,
): Payout {
  const { attempt } = payout;
  const isNews =
    connectorTransactionId !== attempt.connectorTransactionId ||
    (error && error.code !== attempt.error?.code);
  if (!isNews) return payout;
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

/** What an operator found out about a payout whose processor does not answer (any more). */
export interface PayoutFinding extends ProcessorError, PayoutEcho {
  readonly status: 'success' | 'failed' | 'cancelled' | 'initiated' | 'expired' | 'reversed';
}

/**
 * The payout as an operator has found it to be. The same moves are lawful as for the processor's own
 * words.
 *
 * @throws SwitchError `invalid_request` when it does not wait for anybody
 */
export function resolvedPayout(payout: Payout, finding: PayoutFinding, now: Date): Payout {
  const { status, code, message, ...echo } = finding;
  const error =
    code !== undefined || message !== undefined ? processorError({ code, message }) : undefined;
  const next = arrivedAt(payout, foundEvents[status], echo, now, error);
  if (next === payout || payout.attempt.askedAt === undefined) {
    throw refusalOfPayout('update', payout);
  }
  return next;
}

const foundEvents = {
  success: 'paid',
  failed: 'declined',
  cancelled: 'cancelled',
  initiated: 'initiated',
  expired: 'expired',
  reversed: 'reversed',
} as const satisfies Record<PayoutFinding['status'], PayoutEvent>;
