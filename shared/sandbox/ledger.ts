import * as v from 'valibot';
import { Currency } from '../vocabulary/currencies.ts';
import { cardAt, manners } from './cards.ts';
import { type Processor, processors } from './processors.ts';

const Failure = v.object({ code: v.string(), message: v.string() });

/** A capture in the books. One that was refused stays there too, so that a repeat hears the same. */
const LedgerCapture = v.object({
  id: v.string(),
  /** What the caller calls it; it is taken once. */
  reference: v.string(),
  amountMinor: v.number(),
  status: v.picklist(['charged', 'failed']),
  failure: v.optional(Failure),
  createdAt: v.string(),
});
export type LedgerCapture = v.InferOutput<typeof LedgerCapture>;

const LedgerRefund = v.object({
  id: v.string(),
  /** What the caller calls it; it is taken once. */
  reference: v.string(),
  amountMinor: v.number(),
  status: v.picklist(['succeeded', 'pending', 'failed']),
  failure: v.optional(Failure),
  createdAt: v.string(),
  /** When one that is pending is decided, and how. */
  settlesAt: v.optional(v.string()),
  settlesAs: v.optional(v.picklist(['succeeded', 'failed'])),
});
export type LedgerRefund = v.InferOutput<typeof LedgerRefund>;

/** Money that moved, written down beside the state that it led to: an independent witness for tests. */
const Movement = v.object({
  kind: v.picklist(['charged', 'reserved', 'captured', 'released', 'given back', 'refunded']),
  amountMinor: v.number(),
  /** Of the capture or the refund. */
  reference: v.optional(v.string()),
  at: v.string(),
});
export type Movement = v.InferOutput<typeof Movement>;

/**
 * A payment in the sandbox processor's own books. It stays there, since whoever asks later must hear
 * what happened. Of the card, only the last digits are kept.
 */
export const LedgerPayment = v.looseObject({
  id: v.string(),
  /** Whose books: each key sees only its own payments. */
  keyHash: v.string(),
  /** What the caller calls it; it is taken once. */
  reference: v.string(),
  processor: v.picklist(processors),
  amountMinor: v.number(),
  /** What was asked for, where another amount was charged on purpose. */
  askedMinor: v.optional(v.number()),
  currency: Currency,
  manualCapture: v.boolean(),
  /** Whether it may be captured in several parts. */
  severalCaptures: v.optional(v.boolean()),
  cardLastDigits: v.string(),
  /** How it was decided to behave. */
  manner: v.optional(v.picklist(manners)),
  state: v.picklist([
    'succeeded',
    /** Reserved; a part may have been captured where several captures are allowed. */
    'authorized',
    'challenged',
    'processing',
    'failed',
    /** What was reserved and not captured was released. */
    'voided',
    'voided_after_capture',
  ]),
  failure: v.optional(Failure),
  challengeId: v.optional(v.string()),
  returnUrl: v.optional(v.string()),
  /** Where its owner wants to hear of it. */
  notificationUrl: v.optional(v.string()),
  /** When one that is processing is approved. */
  settlesAt: v.optional(v.string()),
  captures: v.optional(v.array(LedgerCapture), []),
  refunds: v.optional(v.array(LedgerRefund), []),
  movements: v.optional(v.array(Movement), []),
  createdAt: v.string(),
  version: v.number(),
});
export type LedgerPayment = v.InferOutput<typeof LedgerPayment>;

/** What a caller asks to be charged. */
export interface Charge {
  readonly keyHash: string;
  readonly reference: string;
  readonly processor: Processor;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly manualCapture: boolean;
  readonly severalCaptures?: boolean;
  readonly cardNumber: string;
  readonly returnUrl?: string;
  readonly notificationUrl?: string;
}

/** How long what is decided later takes, in milliseconds. */
export const settlingMs = 5_000;

export const laterBy = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Whether a charge is turned away before anything of it is taken. */
export const isTurnedAway = ({ cardNumber, processor }: Charge) =>
  cardAt(cardNumber, processor).verdict === 'asked too often';

/**
 * Decides a charge that is not turned away. Both identifiers are fresh; the second serves if the
 * customer is challenged.
 */
export function decide(
  { cardNumber, ...charge }: Charge,
  ids: { readonly id: string; readonly challengeId: string },
  now: Date,
): LedgerPayment {
  const { verdict, manner } = cardAt(cardNumber, charge.processor);
  const payment = {
    ...charge,
    id: ids.id,
    cardLastDigits: cardNumber.slice(-4),
    ...(manner && { manner }),
    ...(manner === 'charges another amount' && {
      askedMinor: charge.amountMinor,
      amountMinor: charge.amountMinor + 1,
    }),
    captures: [],
    refunds: [],
    movements: [],
    createdAt: now.toISOString(),
    version: 1,
  };
  switch (verdict) {
    case 'approved':
      return approved({ ...payment, state: 'processing' }, now.toISOString());
    case 'approved later':
      return { ...payment, state: 'processing', settlesAt: laterBy(now, settlingMs) };
    case 'challenged':
      return { ...payment, state: 'challenged', challengeId: ids.challengeId };
    case 'asked too often':
      throw new Error('A charge that is turned away is not decided.');
    default:
      return { ...payment, state: 'failed', failure: verdict };
  }
}

/** The payment once the customer's money is reserved or taken. */
function approved({ settlesAt: _, ...payment }: LedgerPayment, at: string): LedgerPayment {
  const { amountMinor, manualCapture } = payment;
  return withMovement(
    { ...payment, state: manualCapture ? 'authorized' : 'succeeded' },
    { kind: manualCapture ? 'reserved' : 'charged', amountMinor, at },
  );
}

export const withMovement = (payment: LedgerPayment, movement: Movement): LedgerPayment => ({
  ...payment,
  movements: [...payment.movements, movement],
});

/** A reference stands for one charge; asking for another under it is a mistake worth telling. */
export const isSameCharge = (payment: LedgerPayment, charge: Charge) =>
  (payment.askedMinor ?? payment.amountMinor) === charge.amountMinor &&
  payment.currency === charge.currency;

/** What was taken of the customer's money in all, in minor units, whatever was given back later. */
export function capturedMinor({ state, manualCapture, amountMinor, captures }: LedgerPayment) {
  if (manualCapture) return sum(captures.filter(({ status }) => status === 'charged'));
  return state === 'succeeded' || state === 'voided_after_capture' ? amountMinor : 0;
}

/** What was refunded, or may still turn out to be, in minor units. */
export const refundingMinor = ({ refunds }: LedgerPayment) =>
  sum(refunds.filter(({ status }) => status !== 'failed'));

/** What was refunded for certain, in minor units. */
export const refundedMinor = ({ refunds }: LedgerPayment) =>
  sum(refunds.filter(({ status }) => status === 'succeeded'));

const sum = (parts: readonly { readonly amountMinor: number }[]) =>
  parts.reduce((total, { amountMinor }) => total + amountMinor, 0);

/** How long a customer may take over a challenge. */
export const challengeLifetimeMs = 36_000_000;

/** Beyond its life by more than clocks can differ, so that nobody completes what was called failed. */
const abandonedAfterMs = challengeLifetimeMs + 300_000;

const ageMs = ({ createdAt }: LedgerPayment, now: Date) => now.getTime() - Date.parse(createdAt);

/** Whether the customer may still decide. */
export const isChallengeOpen = (payment: LedgerPayment, now: Date) =>
  payment.state === 'challenged' && ageMs(payment, now) < challengeLifetimeMs;

/** The payment after the customer completed or rejected its challenge. */
export function afterChallenge(
  payment: LedgerPayment,
  completed: boolean,
  now: Date,
): LedgerPayment {
  if (payment.state !== 'challenged') throw new Error('No challenge is waiting.');
  return completed ? approved(payment, now.toISOString()) : { ...payment, state: 'failed' };
}

/**
 * The payment as it stands: a challenge that nobody took up has failed, and what was to be decided
 * later is decided when its time has come.
 */
export function standing(payment: LedgerPayment, now: Date): LedgerPayment {
  const { state, settlesAt } = payment;
  if (state === 'challenged') {
    return ageMs(payment, now) >= abandonedAfterMs ? { ...payment, state: 'failed' } : payment;
  }
  if (state === 'processing') {
    return isDue(settlesAt, now) ? approved(payment, settlesAt) : payment;
  }
  return payment.refunds
    .filter((refund) => refund.status === 'pending' && isDue(refund.settlesAt, now))
    .reduce(withRefundSettled, payment);
}

const isDue = (at: string | undefined, now: Date): at is string =>
  at !== undefined && Date.parse(at) <= now.getTime();

function withRefundSettled(payment: LedgerPayment, refund: LedgerRefund): LedgerPayment {
  const { settlesAt, settlesAs, ...rest } = refund;
  const settled: LedgerRefund =
    settlesAs === 'failed'
      ? { ...rest, status: 'failed', failure: refundDeclined }
      : { ...rest, status: 'succeeded' };
  const refunds = payment.refunds.map((one) => (one === refund ? settled : one));
  const { reference, amountMinor } = refund;
  const next = { ...payment, refunds };
  return settled.status === 'succeeded'
    ? withMovement(next, { kind: 'refunded', amountMinor, reference, at: settlesAt ?? '' })
    : next;
}

export const refundDeclined = { code: 'DC_08', message: 'Refund declined: Card refused the money' };
