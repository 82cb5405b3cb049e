import * as v from 'valibot';
import { type Processor, processors } from '#connectors/sandbox/processors.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { laterBy, settlingMs } from './ledger.ts';
import { testDestination } from './payout-destinations.ts';
import type { RefusalCode } from './refusal.ts';

const Failure = v.object({ code: v.string(), message: v.string() });

/** A movement of money, recorded beside the state: independent evidence for tests. */
const PayoutMovement = v.object({
  kind: v.picklist(['paid out', 'came back']),
  amountMinor: v.number(),
  at: v.string(),
});

/**
 * A payout in the sandbox processor's ledger. Of its destination it stores only the last digits.
 */
export const LedgerPayout = v.looseObject({
  id: v.string(),
  /** The hash of the owner's API key: each key sees only its own payouts. */
  keyHash: v.string(),
  /** The caller's reference, which is accepted once. */
  reference: v.string(),
  processor: v.picklist(processors),
  amountMinor: v.number(),
  /** The requested amount, when another one is paid on purpose. */
  askedMinor: v.optional(v.number()),
  currency: Currency,
  /** Whether it was to be paid as soon as it existed. */
  paysAtOnce: v.boolean(),
  destinationEnd: v.string(),
  pays: v.picklist([
    'at once',
    'later',
    'fails later',
    'comes back',
    'comes back after all',
    'never',
  ]),
  manner: v.optional(
    v.picklist(['never answers', 'answers 500', 'pays another amount', 'refuses cancels']),
  ),
  state: v.picklist([
    'created',
    'vendor_account_needed',
    'pending',
    'initiated',
    'paid',
    'failed',
    'ineligible',
    'cancelled',
    'reversed',
  ]),
  failure: v.optional(Failure),
  /** When a delayed result is final. */
  settlesAt: v.optional(v.string()),
  notificationUrl: v.optional(v.string()),
  /** Whether webhooks also repeat outcomes that an answer stated. */
  repeatsAnswers: v.optional(v.boolean()),
  movements: v.array(PayoutMovement),
  createdAt: v.string(),
  version: v.number(),
});
export type LedgerPayout = v.InferOutput<typeof LedgerPayout>;

/** A caller's instruction to pay out money. */
export interface Instruction {
  readonly keyHash: string;
  readonly reference: string;
  readonly processor: Processor;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly destination: { readonly kind: string; readonly account: string };
  readonly fulfill: boolean;
  readonly notificationUrl?: string;
  readonly repeatsAnswers?: boolean;
}

export type PayoutDecision = { readonly payout: LedgerPayout } | { readonly refused: RefusalCode };

const failures = {
  failed: { code: 'DC_08', message: 'Payout declined: The account does not take it' },
  ineligible: { code: 'DC_18', message: 'The account can never be paid to' },
  reversed: { code: 'DC_19', message: 'The money came back: The account is closed' },
} as const;

/**
 * Stores a payout in the ledger; it is paid at once if the request asks for it. The id is fresh.
 */
export function payoutEntered(
  { destination, fulfill, ...instruction }: Instruction,
  id: string,
  now: Date,
): LedgerPayout {
  const { kind, account } = destination;
  const { pays, refused, needsAccount, manner } = testDestination(kind, account);
  const payout: LedgerPayout = {
    ...instruction,
    id,
    paysAtOnce: fulfill,
    destinationEnd: account.slice(-4),
    pays,
    ...(manner && { manner }),
    ...(manner === 'pays another amount' && {
      askedMinor: instruction.amountMinor,
      amountMinor: instruction.amountMinor + 1,
    }),
    state: 'created',
    movements: [],
    createdAt: now.toISOString(),
    version: 1,
  };
  if (refused) return { ...payout, state: refused, failure: failures[refused] };
  if (needsAccount) {
    return { ...payout, state: 'vendor_account_needed', settlesAt: laterBy(now, settlingMs) };
  }
  return fulfill ? toBePaid(payout, now) : payout;
}

/**
 * Whether an instruction repeats this payout. A reference stands for one payout; a different one is
 * an error.
 */
export const isSameInstruction = (payout: LedgerPayout, instruction: Instruction): boolean =>
  (payout.askedMinor ?? payout.amountMinor) === instruction.amountMinor &&
  payout.currency === instruction.currency;

/**
 * Pays a payout that waits for the instruction. A repeated request changes nothing and returns the
 * given payout.
 */
export function fulfilled(payout: LedgerPayout, now: Date): PayoutDecision {
  return { payout: payout.state === 'created' ? toBePaid(payout, now) : payout };
}

/** Cancels a payout that was not paid. */
export function cancelled(payout: LedgerPayout): PayoutDecision {
  const { state, manner } = payout;
  if (state === 'cancelled') return { payout };
  const isOpen = state === 'created' || state === 'vendor_account_needed' || state === 'pending';
  if (!isOpen || manner === 'refuses cancels') return { refused: 'DC_17' };
  const { settlesAt: _, ...rest } = payout;
  return { payout: { ...rest, state: 'cancelled' } };
}

function toBePaid(payout: LedgerPayout, now: Date): LedgerPayout {
  const settlesAt = laterBy(now, settlingMs);
  switch (payout.pays) {
    case 'at once':
      return paidOut({ ...payout, state: 'paid' }, now.toISOString());
    case 'never':
      return { ...payout, state: 'failed', failure: failures.failed };
    case 'comes back':
      return paidOut({ ...payout, state: 'initiated', settlesAt }, now.toISOString());
    case 'comes back after all':
      return paidOut({ ...payout, state: 'paid', settlesAt }, now.toISOString());
    case 'later':
    case 'fails later':
      return { ...payout, state: 'pending', settlesAt };
  }
}

const paidOut = (payout: LedgerPayout, at: string): LedgerPayout => ({
  ...payout,
  movements: [...payout.movements, { kind: 'paid out', amountMinor: payout.amountMinor, at }],
});

/** The payout at this moment: a delayed result is final when its time has come. */
export function standingPayout(payout: LedgerPayout, now: Date): LedgerPayout {
  const { settlesAt, ...rest } = payout;
  if (settlesAt === undefined || Date.parse(settlesAt) > now.getTime()) return payout;
  switch (payout.state) {
    case 'vendor_account_needed':
      return payout.paysAtOnce
        ? toBePaid({ ...rest, state: 'created' }, new Date(settlesAt))
        : { ...rest, state: 'created' };
    case 'pending':
      return payout.pays === 'fails later'
        ? { ...rest, state: 'failed', failure: failures.failed }
        : paidOut({ ...rest, state: 'paid' }, settlesAt);
    case 'initiated':
    case 'paid':
      return {
        ...rest,
        state: 'reversed',
        failure: failures.reversed,
        movements: [
          ...payout.movements,
          { kind: 'came back', amountMinor: payout.amountMinor, at: settlesAt },
        ],
      };
    default:
      return payout;
  }
}
