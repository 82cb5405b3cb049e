import * as v from 'valibot';
import { Currency } from '../vocabulary/currencies.ts';
import { type Processor, processors } from './processors.ts';

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
  currency: Currency,
  manualCapture: v.boolean(),
  cardLastDigits: v.string(),
  state: v.picklist(['succeeded', 'authorized', 'challenged', 'failed']),
  failure: v.optional(v.object({ code: v.string(), message: v.string() })),
  challengeId: v.optional(v.string()),
  returnUrl: v.optional(v.string()),
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
  readonly cardNumber: string;
  readonly returnUrl?: string;
}

/** Decides a charge. Both identifiers are fresh; the second serves if the customer is challenged. */
export function decide(
  { cardNumber, ...charge }: Charge,
  ids: { readonly id: string; readonly challengeId: string },
  now: Date,
): LedgerPayment {
  const verdict = verdictOn(cardNumber, charge.processor);
  const payment = {
    ...charge,
    id: ids.id,
    cardLastDigits: cardNumber.slice(-4),
    createdAt: now.toISOString(),
    version: 1,
  };
  if (verdict === 'approved') return { ...payment, state: approvedState(charge) };
  if (verdict === 'challenged') {
    return { ...payment, state: 'challenged', challengeId: ids.challengeId };
  }
  return { ...payment, state: 'failed', failure: verdict };
}

type Verdict = 'approved' | 'challenged' | { readonly code: string; readonly message: string };

const declined = (reason: string): Verdict => ({
  code: 'DC_08',
  message: `Payment declined: ${reason}`,
});

/** Every card that means something. Month, year, security code, name and amount do not matter. */
export const cards: Readonly<Record<string, Verdict>> = {
  '4111111111111111': 'approved',
  '4242424242424242': 'approved',
  '5555555555554444': 'approved',
  '38000000000006': 'approved',
  '378282246310005': 'approved',
  '6011111111111117': 'approved',
  '5105105105105100': declined('Card declined'),
  '4000000000000002': declined('Card declined'),
  '4000000000009995': declined('Internal Server Error from Connector, Please try again later'),
  '4000000000009987': declined('Lost card'),
  '4000000000009979': declined('Stolen card'),
  '4000003800000446': 'challenged',
};

const unsupported: Verdict = {
  code: 'DC_04',
  message: 'Card not supported. Please use test cards',
};

/** One card is good at one processor only, to show how a payment moves on to the next. */
const verdictOn = (cardNumber: string, processor: Processor): Verdict =>
  cardNumber === '4000000000009995' && processor === 'stripe_test'
    ? 'approved'
    : (cards[cardNumber] ?? unsupported);

const approvedState = ({ manualCapture }: Pick<LedgerPayment, 'manualCapture'>) =>
  manualCapture ? 'authorized' : 'succeeded';

/** A reference stands for one charge; asking for another under it is a mistake worth telling. */
export const isSameCharge = (payment: LedgerPayment, charge: Charge) =>
  payment.amountMinor === charge.amountMinor && payment.currency === charge.currency;

/** How long a customer may take over a challenge. */
export const challengeLifetimeMs = 36_000_000;

/** Beyond its life by more than clocks can differ, so that nobody completes what was called failed. */
const abandonedAfterMs = challengeLifetimeMs + 300_000;

const ageMs = ({ createdAt }: LedgerPayment, now: Date) => now.getTime() - Date.parse(createdAt);

/** Whether the customer may still decide. */
export const isChallengeOpen = (payment: LedgerPayment, now: Date) =>
  payment.state === 'challenged' && ageMs(payment, now) < challengeLifetimeMs;

/** The payment after the customer completed or rejected its challenge. */
export function afterChallenge(payment: LedgerPayment, completed: boolean): LedgerPayment {
  if (payment.state !== 'challenged') throw new Error('No challenge is waiting.');
  return { ...payment, state: completed ? approvedState(payment) : 'failed' };
}

/** The payment as it stands: a challenge that nobody took up has failed. */
export const standing = (payment: LedgerPayment, now: Date): LedgerPayment =>
  payment.state === 'challenged' && ageMs(payment, now) >= abandonedAfterMs
    ? { ...payment, state: 'failed' }
    : payment;
