import * as v from 'valibot';
import type { ReportedDispute } from '../connectors/interface/disputes.ts';
import { SwitchError } from '../errors.ts';
import { derivedId } from '../ids.ts';
import { type Payment, Transition } from '../payments/payment.ts';
import { Evidence, type EvidenceType } from './evidence.ts';
import { DisputeStage, DisputeStatus, mayMove } from './statuses.ts';

/** What a merchant last had its processor asked for, written down before it was asked. */
const DisputeRequest = v.object({ what: v.picklist(['accept', 'evidence']), at: v.string() });

/** A customer's bank that wants a payment's money back, as the payment's processor tells of it. */
export const Dispute = v.looseObject({
  merchantId: v.string(),
  /** Follows from the payment and the connector's name for the dispute, so there is one of each. */
  id: v.string(),
  paymentId: v.string(),
  profileId: v.string(),
  /** The attempt whose money it is; the connector's name for the payment, too. */
  attemptId: v.string(),
  connectorName: v.string(),
  connectorAccountId: v.string(),
  connectorDisputeId: v.string(),
  amountMinor: v.number(),
  currency: v.string(),
  paymentCurrency: v.string(),
  stage: DisputeStage,
  status: DisputeStatus,
  /** The connector's own word for it. */
  connectorStatus: v.string(),
  reason: v.optional(v.string()),
  reasonCode: v.optional(v.string()),
  challengeRequiredBy: v.optional(v.string()),
  connectorCreatedAt: v.optional(v.string()),
  connectorUpdatedAt: v.optional(v.string()),
  /** What has been taken for it from what the payment can give back; absent while it is not lost. */
  lostMinor: v.optional(v.number()),
  evidence: v.optional(Evidence),
  asked: v.optional(DisputeRequest),
  /** The latest of what merchants heard, oldest first. */
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type Dispute = v.InferOutput<typeof Dispute>;

/** So many transitions are kept: a dispute has a handful. */
const maxTransitions = 20;

/** The identifier of the dispute that a connector calls so. */
export const disputeIdOf = (merchantId: string, paymentId: string, connectorDisputeId: string) =>
  derivedId('dp', merchantId, paymentId, connectorDisputeId);

/** The attempt that is disputed, as far as its dispute has to know it. */
export type DisputedAttempt = Pick<Payment['attempt'], 'id'> & {
  readonly connectorName: string;
  readonly connectorAccountId: string;
};

/** A dispute as it is saved when its connector tells of it for the first time. */
export function newDispute(
  payment: Pick<Payment, 'merchantId' | 'id' | 'profileId' | 'currency'>,
  attempt: DisputedAttempt,
  reported: ReportedDispute,
  now: Date,
): Dispute {
  const { merchantId, id: paymentId, profileId, currency: paymentCurrency } = payment;
  const at = now.toISOString();
  return withLoss({
    merchantId,
    id: disputeIdOf(merchantId, paymentId, reported.connectorDisputeId),
    paymentId,
    profileId,
    attemptId: attempt.id,
    connectorName: attempt.connectorName,
    connectorAccountId: attempt.connectorAccountId,
    connectorDisputeId: reported.connectorDisputeId,
    paymentCurrency,
    ...reportedFacts(reported),
    transitions: [{ type: reported.status, status: reported.status, at, version: 1 }],
    createdAt: at,
    modifiedAt: at,
    version: 1,
  });
}

/**
 * The dispute after its connector told how it stands, however that came: in an answer, a webhook or a
 * sync. What is known already leaves it as it is, and the same dispute comes back. Undefined when it
 * cannot go there from where it stands: then one of the two is out of date, or wrong.
 */
export function applyReportedDispute(
  dispute: Dispute,
  reported: ReportedDispute,
  now: Date,
): Dispute | undefined {
  if (!mayMove(dispute, reported)) return undefined;
  const moves = reported.stage !== dispute.stage || reported.status !== dispute.status;
  if (!moves && isOld(reported, dispute)) return dispute;
  const next = withLoss({ ...dispute, ...reportedFacts(reported) });
  if (!moves && isSame(next, dispute)) return dispute;
  const at = now.toISOString();
  const { status } = reported;
  const added = moves ? [{ type: status, status, at, version: dispute.version + 1 }] : [];
  return {
    ...next,
    transitions: [...dispute.transitions, ...added].slice(-maxTransitions),
    modifiedAt: at,
  };
}

/** ISO 8601 in UTC sorts as time does; what has no time is taken for new. */
const isOld = ({ updatedAt }: ReportedDispute, { connectorUpdatedAt }: Dispute) =>
  updatedAt !== undefined &&
  connectorUpdatedAt !== undefined &&
  Date.parse(updatedAt) < Date.parse(connectorUpdatedAt);

const reportedFacts = (reported: ReportedDispute) => ({
  amountMinor: reported.amountMinor,
  currency: reported.currency,
  stage: reported.stage,
  status: reported.status,
  connectorStatus: reported.connectorStatus,
  ...(reported.reason !== undefined && { reason: reported.reason }),
  ...(reported.reasonCode !== undefined && { reasonCode: reported.reasonCode }),
  ...(reported.challengeRequiredBy !== undefined && {
    challengeRequiredBy: reported.challengeRequiredBy,
  }),
  ...(reported.createdAt !== undefined && { connectorCreatedAt: reported.createdAt }),
  ...(reported.updatedAt !== undefined && { connectorUpdatedAt: reported.updatedAt }),
});

const isSame = (one: Dispute, other: Dispute) =>
  one.amountMinor === other.amountMinor &&
  one.currency === other.currency &&
  one.connectorStatus === other.connectorStatus &&
  one.reason === other.reason &&
  one.reasonCode === other.reasonCode &&
  one.challengeRequiredBy === other.challengeRequiredBy &&
  one.connectorCreatedAt === other.connectorCreatedAt &&
  one.connectorUpdatedAt === other.connectorUpdatedAt;

/**
 * With what it costs the payment: its amount once it is lost, nothing before that. What was lost in
 * another currency cannot be told in the payment's, and is left to people.
 */
function withLoss({ lostMinor: _, ...dispute }: Dispute): Dispute {
  const isLost = dispute.status === 'dispute_lost' && dispute.currency === dispute.paymentCurrency;
  return isLost ? { ...dispute, lostMinor: dispute.amountMinor } : dispute;
}

/** By so much less can the payment give back after `next` than after `before`, in minor units. */
export const lossBetween = (before: Dispute | undefined, next: Dispute): number =>
  (next.lostMinor ?? 0) - (before?.lostMinor ?? 0);

/** The dispute as it is saved before its connector is asked for something: only one caller wins that. */
export const startDisputeRequest = (
  dispute: Dispute,
  what: v.InferOutput<typeof DisputeRequest>['what'],
  now: Date,
  evidence: Evidence = dispute.evidence ?? {},
): Dispute => ({
  ...dispute,
  ...(Object.keys(evidence).length > 0 && { evidence }),
  asked: { what, at: now.toISOString() },
  modifiedAt: now.toISOString(),
});

/** With another file, which takes the place of one of the same kind. */
export const withEvidence = (dispute: Dispute, evidence: Evidence, now: Date): Dispute => ({
  ...dispute,
  evidence: { ...dispute.evidence, ...evidence },
  modifiedAt: now.toISOString(),
});

/** Without the file of this kind; the same dispute when it has none. */
export function withoutEvidence(dispute: Dispute, kind: EvidenceType, now: Date): Dispute {
  if (!dispute.evidence?.[kind]) return dispute;
  const { [kind]: _, ...evidence } = dispute.evidence;
  return { ...dispute, evidence, modifiedAt: now.toISOString() };
}

/** A caller who acts for a profile finds the disputes of that profile alone. */
export function checkDisputeProfile(
  dispute: Pick<Dispute, 'profileId'>,
  { profileId }: { readonly profileId?: string },
): void {
  if (profileId !== undefined && dispute.profileId !== profileId) {
    throw new SwitchError('dispute_not_found');
  }
}
