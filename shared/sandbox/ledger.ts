import type { Processor } from '#connectors/sandbox/processors.ts';
import { cardAt, type Manner, type Verdict } from '#connectors/sandbox/published/cards.ts';
import type { Currency } from '#vocabulary/currencies.ts';
import { withDisputes } from './ledger-disputes.ts';
import type { LedgerPayment, LedgerRefund, Movement } from './ledger-payment.ts';
import { type Method, verdictOn } from './method-verdict.ts';
import { decideStoredCredential, type LedgerCredential } from './stored-credentials.ts';

/** A caller's charge. */
export type Charge = ChargeTerms & { readonly processor: Processor } & ChargedBy;

/** The payment source of a charge. It lives in memory only. */
type ChargedBy =
  | { readonly cardNumber: string; readonly paidBy?: undefined }
  | { readonly paidBy: Method; readonly cardNumber?: undefined }
  | {
      readonly kept: LedgerCredential;
      readonly cardNumber?: undefined;
      readonly paidBy?: undefined;
    };

export interface ChargeTerms {
  readonly keyHash: string;
  readonly reference: string;
  readonly processor: LedgerPayment['processor'];
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly manualCapture: boolean;
  readonly severalCaptures?: boolean;
  readonly incrementable?: boolean;
  readonly extendedAuthorization?: boolean;
  /** The reference of the credential to store. */
  readonly mandateReference?: string;
  readonly isVerification?: boolean;
  readonly offSession?: boolean;
  readonly isAuthenticated?: boolean;
  readonly returnUrl?: string;
  readonly notificationUrl?: string;
  readonly repeatsAnswers?: boolean;
  readonly intent?: LedgerPayment['intent'];
}

/** How long a delayed decision takes, in milliseconds. */
export const settlingMs = 5_000;
/** How long a decision takes after the customer was shown data, in milliseconds. */
export const shownSettlingMs = 20_000;

export const laterBy = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** Whether a charge is refused before any of it is processed. */
export const isTurnedAway = (charge: Charge) => rulingOn(charge).verdict === 'asked too often';

/** The decision about a charge, and the storable part of its payment source. */
export interface Ruling {
  readonly verdict: Verdict | 'shown';
  readonly manner?: Manner | undefined;
  readonly settlesAs?: 'succeeded' | 'failed';
  /** The failure of a payment whose customer completes the challenge. */
  readonly failsAuthenticated?: LedgerPayment['failsAuthenticated'];
  readonly entered: Pick<LedgerPayment, 'cardLastDigits' | 'paidBy'>;
}

function rulingOn(asked: Charge): Ruling {
  if ('kept' in asked) return decideStoredCredential(asked.kept, asked);
  const { cardNumber, paidBy, ...charge } = asked;
  if (cardNumber === undefined) {
    const { method, type, shape } = paidBy;
    const entered = { paidBy: { method, type, ...(shape !== undefined && { shape }) } };
    return { ...verdictOn(paidBy, charge), entered };
  }
  const { verdict, manner } = cardAt(cardNumber, charge.processor);
  const isSpared =
    verdict === 'challenged' && (charge.offSession === true || charge.isAuthenticated === true);
  const entered = { cardLastDigits: cardNumber.slice(-4) };
  return { verdict: isSpared ? 'approved' : verdict, manner, entered };
}

/**
 * Decides a charge that is not refused at once. Both identifiers are fresh; the second is used if
 * the customer has to act.
 */
export function decide(
  asked: Charge,
  ids: { readonly id: string; readonly challengeId: string },
  now: Date,
): LedgerPayment {
  const { cardNumber: _, paidBy: __, kept: ___, ...charge } = { kept: undefined, ...asked };
  return enterRuling(rulingOn(asked), charge, ids, now);
}

/** The payment that a ruling makes of a charge. Both identifiers are fresh, as for `decide`. */
export function enterRuling(
  { verdict, manner, settlesAs, failsAuthenticated, entered }: Ruling,
  charge: ChargeTerms,
  ids: { readonly id: string; readonly challengeId: string },
  now: Date,
): LedgerPayment {
  const payment = {
    ...charge,
    id: ids.id,
    ...entered,
    ...(manner && { manner }),
    ...(failsAuthenticated && { failsAuthenticated }),
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
  const settling = (ms: number) => ({
    settlesAt: laterBy(now, ms),
    ...(settlesAs && { settlesAs }),
  });
  switch (verdict) {
    case 'approved':
      return approved({ ...payment, state: 'processing' }, now.toISOString());
    case 'approved later':
      return { ...payment, state: 'processing', ...settling(settlingMs) };
    case 'challenged':
      return { ...payment, state: 'challenged', challengeId: ids.challengeId };
    case 'shown':
      return {
        ...payment,
        state: 'challenged',
        challengeId: ids.challengeId,
        ...(settlesAs && settling(shownSettlingMs)),
      };
    case 'asked too often':
      throw new Error('A charge that is turned away is not decided.');
    default:
      return { ...payment, state: 'failed', failure: verdict };
  }
}

/** The payment once the money is authorized or captured. */
function approved(
  { settlesAt: _, settlesAs: __, ...payment }: LedgerPayment,
  at: string,
): LedgerPayment {
  const { amountMinor, manualCapture } = payment;
  if (payment.isVerification) return { ...payment, state: 'succeeded' };
  return withMovement(
    { ...payment, state: manualCapture ? 'authorized' : 'succeeded' },
    { kind: manualCapture ? 'reserved' : 'charged', amountMinor, at },
  );
}

export const withMovement = (payment: LedgerPayment, movement: Movement): LedgerPayment => ({
  ...payment,
  movements: [...payment.movements, movement],
});

/**
 * Whether a charge repeats this payment. A reference stands for one charge; a different charge is
 * an error.
 */
export const isSameCharge = (payment: LedgerPayment, charge: Charge) =>
  (payment.askedMinor ?? payment.amountMinor) === charge.amountMinor &&
  payment.currency === charge.currency;

/** The total captured, in minor units, including money that was given back later. */
export function capturedMinor({ state, manualCapture, amountMinor, captures }: LedgerPayment) {
  if (manualCapture) return sum(captures.filter(({ status }) => status === 'charged'));
  return state === 'succeeded' || state === 'voided_after_capture' ? amountMinor : 0;
}

/** The total of refunds that succeeded or may still succeed, in minor units. */
export const refundingMinor = ({ refunds }: LedgerPayment) =>
  sum(refunds.filter(({ status }) => status !== 'failed'));

/** The total of refunds that succeeded, in minor units. */
export const refundedMinor = ({ refunds }: LedgerPayment) =>
  sum(refunds.filter(({ status }) => status === 'succeeded'));

const sum = (parts: readonly { readonly amountMinor: number }[]) =>
  parts.reduce((total, { amountMinor }) => total + amountMinor, 0);

/** How long a challenge stays open, in milliseconds. */
export const challengeLifetimeMs = 36_000_000;

/**
 * When an abandoned challenge fails, in milliseconds: a challenge's lifetime plus the difference of
 * clocks. A payment that was reported failed is therefore never completed.
 */
const abandonedAfterMs = challengeLifetimeMs + 300_000;

const ageMs = ({ createdAt }: LedgerPayment, now: Date) => now.getTime() - Date.parse(createdAt);

/** Whether the customer may still answer. */
export const isChallengeOpen = (payment: LedgerPayment, now: Date) =>
  standing(payment, now).state === 'challenged' && ageMs(payment, now) < challengeLifetimeMs;

/**
 * The answers that the customer may give. A payment that will settle by itself soon can only be
 * settled that way earlier. Otherwise a sync at that moment could get one result, and a later sync
 * another.
 */
export const answersTo = ({ settlesAt, settlesAs }: LedgerPayment) => ({
  complete: settlesAt === undefined || settlesAs !== 'failed',
  reject: settlesAt === undefined || settlesAs === 'failed',
});

/** The payment after the customer completed or rejected its challenge. */
export function afterChallenge(
  payment: LedgerPayment,
  completed: boolean,
  now: Date,
): LedgerPayment {
  if (payment.state !== 'challenged') throw new Error('No challenge is waiting.');
  if (!completed) return failed(payment);
  const { failsAuthenticated: failure, ...rest } = payment;
  return failure ? { ...failed(rest), failure } : approved(rest, now.toISOString());
}

/** A payment that the customer rejected has no reason. */
function failed({ settlesAt: _, settlesAs: __, ...payment }: LedgerPayment): LedgerPayment {
  return { ...payment, state: 'failed' };
}

/** The payment after its own delayed decision. */
const settled = (payment: LedgerPayment, at: string): LedgerPayment =>
  payment.settlesAs === 'failed'
    ? { ...failed(payment), failure: neverPaid, settledAt: at }
    : { ...approved(payment, at), settledAt: at };

const neverPaid = { code: 'DC_08', message: 'Payment declined: The money did not come' };

/**
 * The payment at this moment: an abandoned challenge has failed, and a delayed result is final when
 * its time has come.
 */
export function standing(payment: LedgerPayment, now: Date): LedgerPayment {
  const { state, settlesAt } = payment;
  if (state === 'challenged' || state === 'processing') {
    if (isDue(settlesAt, now)) return settled(payment, settlesAt);
    const isAbandoned = state === 'challenged' && ageMs(payment, now) >= abandonedAfterMs;
    return isAbandoned ? failed(payment) : payment;
  }
  const stands = payment.refunds
    .filter((refund) => refund.status === 'pending' && isDue(refund.settlesAt, now))
    .reduce(withRefundSettled, payment);
  return withDisputes(stands, now);
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
