import * as v from 'valibot';
import { explainError } from '#operator/gsm/explain-error.ts';
import type { LogFields } from '#platform/log.ts';
import { ownMember } from '#platform/own-member.ts';
import type { Change } from '#platform/queues/stream-function.ts';
import { ProcessorError } from '#switch/payments/payment.ts';
import { isEarlierAttempt } from '#switch/routing/dynamic/earlier-attempt.ts';
import { type AttemptStatus, followAuthorization } from '#vocabulary/payment-statuses.ts';

/** The outcome of an authorization, in the words of metrics and of the log. */
type AuthorizationOutcome = 'authorized' | 'declined' | 'not authenticated';

/** Statuses of attempts that decide their authorization. An earlier cancellation is no result. */
const outcomeOf: Partial<Record<AttemptStatus, AuthorizationOutcome>> = {
  authorized: 'authorized',
  partially_authorized: 'authorized',
  charged: 'authorized',
  partial_charged: 'authorized',
  partial_charged_and_chargeable: 'authorized',
  failure: 'declined',
  authorization_failed: 'declined',
  authentication_failed: 'not authenticated',
};
const outcomes: Readonly<Record<string, AuthorizationOutcome | undefined>> = outcomeOf;

/** The kinds of objects whose transitions are counted; disputes are counted by their stage. */
const transitionKinds = [
  'payments',
  'attempts',
  'refunds',
  'payouts',
  'mandates',
  'pre_dispute',
  'dispute',
  'pre_arbitration',
] as const;
type TransitionKind = (typeof transitionKinds)[number];

/** The movement of money in a transition; a void after the capture counts as refunded. */
export const moneyMoves = ['captured', 'refunded', 'paid out', 'disputed'] as const;
type MoneyMove = (typeof moneyMoves)[number];

/** One line of the log about one transition; metrics are read from it: see `lineMetrics`. */
export interface TransitionFacts extends LogFields {
  readonly kind: TransitionKind;
  readonly status: string;
  readonly money?: MoneyMove;
  readonly currency?: string;
  /** In minor units. */
  readonly amount?: number;
  readonly connector?: string;
  readonly method?: string;
  readonly outcome?: AuthorizationOutcome;
  /** 100 where the authorization was granted, 0 where it was declined. */
  readonly authorizedPercent?: 100 | 0;
  readonly unifiedCode?: string;
  readonly savedByRetry?: true;
}

const AttemptFacts = v.looseObject({
  id: v.string(),
  status: v.string(),
  connectorName: v.optional(v.string()),
  error: v.optional(ProcessorError),
});

/** The few attributes that are read of an item; a missing one is left out of the line. */
const ItemFacts = v.looseObject({
  sk: v.string(),
  currency: v.optional(v.string()),
  amountMinor: v.optional(v.number(), 0),
  /** The captured amount; of several captures, the sum of those that succeeded. */
  chargedMinor: v.optional(v.number()),
  amountReceivedMinor: v.optional(v.number(), 0),
  stage: v.optional(v.string()),
  requestFields: v.optional(v.looseObject({ payment_method: v.optional(v.string()) })),
  attempt: v.optional(AttemptFacts),
  attemptCount: v.optional(v.number(), 1),
  transitions: v.optional(
    v.array(v.looseObject({ type: v.string(), status: v.string(), version: v.number() })),
    [],
  ),
});
type ItemFacts = v.InferOutput<typeof ItemFacts>;

/**
 * The log lines about a change of an item: one for each transition that it added, and one for an
 * earlier attempt of a payment that it wrote. A created payment has no line: requests are counted
 * elsewhere. Never throws: an item that cannot be read has no line.
 */
export function transitionFacts({ before, after }: Change): readonly TransitionFacts[] {
  if (!after) return [];
  if (isEarlierAttempt(after)) return before ? [] : earlierAttemptFacts(after);
  const now = v.safeParse(ItemFacts, after);
  if (!now.success) return [];
  const parsedBefore = v.safeParse(ItemFacts, before);
  const then = parsedBefore.success ? parsedBefore.output : undefined;
  const item = now.output;
  const kind = kindOf(item);
  if (!kind) return [];
  const known = new Set(then?.transitions.map(nameOf));
  const added = item.transitions.filter(
    (one) => one.type !== 'payment_created' && !known.has(nameOf(one)),
  );
  const decided = kind === 'payments' ? decidedBy(item, then) : undefined;
  return added.map(({ type, status }, index) => ({
    kind,
    status,
    ...moneyOf(type, item, then),
    ...(index === 0 && decided),
    ...(type === 'payment_succeeded' && item.attemptCount > 1 && { savedByRetry: true as const }),
  }));
}

const nameOf = ({ type, version }: { readonly type: string; readonly version: number }) =>
  `${version}/${type}`;

function kindOf({ sk, stage }: ItemFacts): TransitionKind | undefined {
  if (sk === 'PAYMENT') return 'payments';
  if (sk === 'PAYOUT') return 'payouts';
  if (sk === 'MANDATE') return 'mandates';
  if (sk.startsWith('REFUND#')) return 'refunds';
  if (!sk.startsWith('DISPUTE#')) return undefined;
  return transitionKinds.find((kind) => kind === stage) ?? 'dispute';
}

/** The result of the payment's attempt, where this change brought it. */
function decidedBy({ attempt, requestFields }: ItemFacts, then: ItemFacts | undefined) {
  if (!attempt) return undefined;
  const outcome = ownMember(outcomes, attempt.status);
  const isKnown = then?.attempt?.id === attempt.id && isDecided(then.attempt.status);
  if (!outcome || isKnown || attempt.connectorName === undefined) return undefined;
  return attemptResult(attempt, outcome, requestFields?.payment_method);
}

const isDecided = (status: string): boolean =>
  ownMember(outcomes, status) !== undefined || decidedEarlier.has(status);
const decidedEarlier: ReadonlySet<string> = followAuthorization;

function attemptResult(
  { connectorName, error }: v.InferOutput<typeof AttemptFacts>,
  outcome: AuthorizationOutcome,
  method: string | undefined,
) {
  return {
    ...(connectorName !== undefined && { connector: connectorName }),
    method: method ?? 'unknown',
    outcome,
    // A payment that its customer did not authenticate says nothing about its connector.
    ...(outcome === 'authorized' && { authorizedPercent: 100 as const }),
    ...(outcome === 'declined' && { authorizedPercent: 0 as const }),
    ...(outcome !== 'authorized' && {
      unifiedCode: error ? explainError({ connectorName, error, hasFailed: true }).code : noError,
    }),
  };
}

/** Stands for the unified code where the processor stated no error. */
const noError = 'no error';

/** An attempt that another one followed is an item of its own, without the payment's facts. */
function earlierAttemptFacts(after: NonNullable<Change['after']>): readonly TransitionFacts[] {
  const attempt = v.safeParse(AttemptFacts, after);
  if (!attempt.success) return [];
  const outcome = ownMember(outcomes, attempt.output.status);
  if (!outcome) return [];
  const { success, output } = v.safeParse(MaskedMethod, after);
  const members = success ? Object.keys(output.paymentMethodData ?? {}) : [];
  // The billing address stands beside the method, in any order.
  const method = members.find((name) => name !== 'billing');
  return [
    {
      kind: 'attempts',
      status: attempt.output.status,
      ...attemptResult(attempt.output, outcome, method),
    },
  ];
}

const MaskedMethod = v.looseObject({
  paymentMethodData: v.optional(v.record(v.string(), v.unknown())),
});

/** From here on the log takes a number for a card's. In minor units. */
const longestAmount = 1e11;

/** Of several captures, the requested amount counts as received before it is captured. */
const capturedSince = (item: ItemFacts, then: ItemFacts | undefined): number =>
  item.chargedMinor === undefined
    ? item.amountReceivedMinor - (then?.amountReceivedMinor ?? 0)
    : item.chargedMinor - (then?.chargedMinor ?? 0);

/** The movement of money in a transition; undefined for most. */
function moneyOf(type: string, item: ItemFacts, then: ItemFacts | undefined) {
  const { currency, amountMinor } = item;
  if (currency === undefined) return undefined;
  // The log masks a number as long as a card's, so such an amount is counted without its value.
  const moved = (money: MoneyMove, amount: number) =>
    amount < longestAmount ? { money, currency, amount } : undefined;
  switch (type) {
    case 'payment_succeeded':
    case 'payment_captured':
      return moved('captured', capturedSince(item, then));
    case 'payment_cancelled_post_capture':
      // Another word for it would be 160 more series, one for each currency.
      return moved('refunded', item.chargedMinor ?? item.amountReceivedMinor);
    case 'refund_succeeded':
      return moved('refunded', amountMinor);
    case 'payout_success':
      return moved('paid out', amountMinor);
    case 'dispute_opened':
      return moved('disputed', amountMinor);
    default:
      return undefined;
  }
}
