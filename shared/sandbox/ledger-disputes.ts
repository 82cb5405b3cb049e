import { createHash } from 'node:crypto';
import type { Manner } from '#connectors/sandbox/published/cards.ts';
import { derivedId } from '#platform/ids.ts';
import { ownMember } from '#platform/own-member.ts';
import type { LedgerDispute, LedgerPayment, Movement } from './ledger-payment.ts';

/**
 * How long after the payment its dispute opens, and after its evidence its decision comes, in
 * milliseconds.
 */
const disputeMs = 5_000;

/** How long a dispute may be answered, in milliseconds. */
const responseMs = 7 * 86_400_000;

/** The disputes of each disputed card; a share is the part of the money that is disputed. */
const planned: Readonly<Partial<Record<Manner, readonly Plan[]>>> = {
  'is disputed': [
    { stage: 'chargeback', reason: 'product_not_received', reasonCode: '13.1', part: 'all' },
  ],
  'is disputed as fraud': [
    { stage: 'chargeback', reason: 'fraudulent', reasonCode: '10.4', part: 'all' },
  ],
  'is inquired about': [
    { stage: 'inquiry', reason: 'fraudulent', reasonCode: '10.4', part: 'all' },
  ],
  'is disputed twice': [
    { stage: 'chargeback', reason: 'product_unacceptable', reasonCode: '13.3', part: 'half' },
    { stage: 'chargeback', reason: 'credit_not_processed', reasonCode: '13.6', part: 'rest' },
  ],
};

interface Plan extends Pick<LedgerDispute, 'stage' | 'reason' | 'reasonCode'> {
  readonly part: 'all' | 'half' | 'rest';
}

type Disputed = Pick<LedgerPayment, 'id' | 'manner' | 'movements' | 'disputes'>;

const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

/**
 * The disputes of a payment, including those that have not opened yet. They follow its first charge
 * or capture.
 */
export function disputesOf({
  id,
  manner,
  movements,
  disputes,
}: Disputed): readonly LedgerDispute[] {
  if (disputes) return disputes;
  const taken = movements.find(({ kind }) => kind === 'charged' || kind === 'captured');
  if (!taken || !manner) return [];
  return (planned[manner] ?? []).map(({ part, ...plan }, index): LedgerDispute => {
    const opensAt = later(taken.at, disputeMs);
    return {
      ...plan,
      id: derivedId('du', id, String(index)),
      status: 'needs_response',
      amountMinor: partOf(taken, part),
      opensAt,
      dueAt: later(opensAt, responseMs),
      updatedAt: opensAt,
    };
  });
}

function partOf({ amountMinor }: Movement, part: Plan['part']): number {
  const half = Math.floor(amountMinor / 2);
  return { all: amountMinor, half, rest: amountMinor - half }[part];
}

/** Whether a dispute has opened. */
export const hasOpened = ({ opensAt }: LedgerDispute, now: Date) =>
  Date.parse(opensAt) <= now.getTime();

const isOpen = ({ status }: LedgerDispute) =>
  status === 'needs_response' || status === 'under_review';

/** The payment with its disputes at this moment: decisions that were due have been made. */
export function withDisputes(payment: LedgerPayment, now: Date): LedgerPayment {
  const all = disputesOf(payment);
  const stand = all.map((dispute) => standingDispute(dispute, now));
  return stand.every((dispute, index) => dispute === all[index])
    ? payment
    : changed(payment, all, stand);
}

function standingDispute(dispute: LedgerDispute, now: Date): LedgerDispute {
  if (!isOpen(dispute)) return dispute;
  const { decidedAt, decidedAs, dueAt, stage } = dispute;
  if (decidedAt !== undefined && decidedAs && Date.parse(decidedAt) <= now.getTime()) {
    const { decidedAt: _, decidedAs: __, ...rest } = dispute;
    if (decidedAs !== 'escalated') {
      const status = decidedAs === 'won' && stage === 'inquiry' ? 'withdrawn' : decidedAs;
      return { ...rest, status, updatedAt: decidedAt };
    }
    const dueAt = later(decidedAt, responseMs);
    const escalated = { stage: 'chargeback', status: 'needs_response' } as const;
    return standingDispute({ ...rest, ...escalated, dueAt, updatedAt: decidedAt }, now);
  }
  if (Date.parse(dueAt) > now.getTime()) return dispute;
  return { ...dispute, status: stage === 'inquiry' ? 'expired' : 'lost', updatedAt: dueAt };
}

/**
 * The payment with changed disputes. Money that went back to the customer is recorded as a
 * movement.
 */
function changed(
  payment: LedgerPayment,
  before: readonly LedgerDispute[],
  after: readonly LedgerDispute[],
): LedgerPayment {
  const moved = after
    .filter((dispute, index) => isGone(dispute) && !isGone(before[index]))
    .map(({ id, amountMinor, updatedAt }): Movement => {
      return { kind: 'charged back', amountMinor, reference: id, at: updatedAt };
    });
  return { ...payment, disputes: [...after], movements: [...payment.movements, ...moved] };
}

const isGone = (dispute: LedgerDispute | undefined) =>
  dispute?.status === 'lost' || dispute?.status === 'accepted';

/** The money that banks gave back to customers, in minor units. It cannot be refunded too. */
export const chargedBackMinor = (payment: LedgerPayment) =>
  disputesOf(payment)
    .filter(isGone)
    .reduce((total, { amountMinor }) => total + amountMinor, 0);

/** The result of a caller's change of a dispute. A repeat returns the same payment. */
export type DisputeDecision =
  | { readonly payment: LedgerPayment }
  | { readonly refused: 'DC_21' | 'DC_22' };

/** Accepts the dispute: the customer keeps the money. A lost dispute stays lost. */
export function acceptDispute(payment: LedgerPayment, id: string, now: Date): DisputeDecision {
  return answered(payment, id, now, (dispute) => {
    if (isGone(dispute)) return dispute;
    const { decidedAt: _, decidedAs: __, ...rest } = dispute;
    return isOpen(dispute) && { ...rest, status: 'accepted', updatedAt: now.toISOString() };
  });
}

/**
 * The words in the evidence's uncategorized text that decide a dispute, as at Stripe. Without one
 * of them the dispute stays under review until its time is over.
 *
 * @see https://docs.stripe.com/testing#evidence
 */
const decidingWords: Readonly<Record<string, LedgerDispute['decidedAs']>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
  escalate_inquiry_evidence: 'escalated',
};

/**
 * Submits evidence, whose text decides the dispute. A repeat of the same evidence changes nothing.
 */
export function showEvidence(
  payment: LedgerPayment,
  id: string,
  evidence: {
    readonly texts: Readonly<Record<string, string>>;
    readonly files: readonly unknown[];
  },
  now: Date,
): DisputeDecision {
  const shown = createHash('sha256').update(JSON.stringify(evidence)).digest('hex');
  return answered(payment, id, now, (dispute) => {
    if (dispute.shown === shown) return dispute;
    if (!isOpen(dispute)) return false;
    const word = ownMember(decidingWords, evidence.texts.uncategorized_text?.trim() ?? '');
    const decides = word && (word !== 'escalated' || dispute.stage === 'inquiry');
    const at = now.toISOString();
    const { decidedAt: _, decidedAs: __, ...rest } = dispute;
    return {
      ...rest,
      shown,
      status: 'under_review',
      updatedAt: at,
      ...(decides && { decidedAt: later(at, disputeMs), decidedAs: word }),
    };
  });
}

function answered(
  payment: LedgerPayment,
  id: string,
  now: Date,
  answer: (dispute: LedgerDispute) => LedgerDispute | false,
): DisputeDecision {
  const all = disputesOf(payment);
  const found = all.find((dispute) => dispute.id === id && hasOpened(dispute, now));
  if (!found) return { refused: 'DC_21' };
  const next = answer(found);
  if (!next) return { refused: 'DC_22' };
  if (next === found) return { payment };
  const after = all.map((dispute) => (dispute === found ? next : dispute));
  return { payment: changed(payment, all, after) };
}
