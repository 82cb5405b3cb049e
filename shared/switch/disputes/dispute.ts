import * as v from 'valibot';
import type { ReportedDispute } from '#connectors/interface/disputes.ts';
import { SwitchError } from '#platform/errors.ts';
import { derivedId } from '#platform/ids.ts';
import { Evidence, type EvidenceType } from '#vocabulary/dispute-evidence.ts';
import { DisputeStage, DisputeStatus, mayMove } from '#vocabulary/dispute-statuses.ts';
import { type Payment, Transition } from '../payments/payment.ts';
import { PendingSync, scheduleFirstSync } from '../payments/pending-sync.ts';

/** The last request that was sent to the processor for the merchant; saved before it was sent. */
const DisputeRequest = v.object({ what: v.picklist(['accept', 'evidence']), at: v.string() });

/** A dispute: the customer's bank reclaims a payment's money, as the processor reports it. */
export const Dispute = v.looseObject({
  merchantId: v.string(),
  /** Derived from the payment and the connector's dispute id, so each dispute exists once. */
  id: v.string(),
  paymentId: v.string(),
  profileId: v.string(),
  /** The disputed attempt. Its id begins the reference that the connector knows the payment by. */
  attemptId: v.string(),
  connectorName: v.string(),
  connectorAccountId: v.string(),
  /** The end of that reference; absent where it has none. */
  referenceMark: v.optional(v.string()),
  connectorDisputeId: v.string(),
  amountMinor: v.number(),
  currency: v.string(),
  paymentCurrency: v.string(),
  stage: DisputeStage,
  status: DisputeStatus,
  /** The status in the connector's own words. */
  connectorStatus: v.string(),
  reason: v.optional(v.string()),
  reasonCode: v.optional(v.string()),
  challengeRequiredBy: v.optional(v.string()),
  connectorCreatedAt: v.optional(v.string()),
  connectorUpdatedAt: v.optional(v.string()),
  /**
   * How much a lost dispute took from the payment's refundable amount, in minor units; absent
   * unless lost.
   */
  lostMinor: v.optional(v.number()),
  evidence: v.optional(Evidence),
  asked: v.optional(DisputeRequest),
  /** While the connector has not answered that request. */
  pendingSync: v.optional(PendingSync),
  /** The latest transitions, of which merchants got webhooks; oldest first. */
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type Dispute = v.InferOutput<typeof Dispute>;

/** The number of transitions that are stored. A dispute usually has fewer than ten. */
const maxTransitions = 20;

/** Our id for the connector's dispute id. */
export const disputeIdOf = (merchantId: string, paymentId: string, connectorDisputeId: string) =>
  derivedId('dp', merchantId, paymentId, connectorDisputeId);

/** The facts of the disputed attempt that a dispute stores. */
export type DisputedAttempt = Pick<Payment['attempt'], 'id' | 'referenceMark'> & {
  readonly connectorName: string;
  readonly connectorAccountId: string;
};

/** A new dispute, as it is saved when its connector reports it for the first time. */
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
    ...(attempt.referenceMark !== undefined && { referenceMark: attempt.referenceMark }),
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
 * Applies a state that the connector reported in a response, a webhook or a sync. A report without
 * anything new returns the same object. Undefined when the dispute cannot move there: the report or
 * the stored dispute is out of date or wrong.
 */
export function applyReportedDispute(
  dispute: Dispute,
  reported: ReportedDispute,
  now: Date,
): Dispute | undefined {
  if (!mayMove(dispute, reported)) return undefined;
  const moves = reported.stage !== dispute.stage || reported.status !== dispute.status;
  if (!moves && isOld(reported, dispute)) return dispute;
  const next = withLoss({
    ...(moves ? withoutPendingSync(dispute) : dispute),
    ...reportedFacts(reported),
  });
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

/** A report without a time counts as new. */
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
 * Sets the dispute's cost for the payment: its amount once lost, nothing before. A loss in another
 * currency than the payment's cannot be subtracted from it, so operators must handle it.
 */
function withLoss({ lostMinor: _, ...dispute }: Dispute): Dispute {
  const isLost = dispute.status === 'dispute_lost' && dispute.currency === dispute.paymentCurrency;
  return isLost ? { ...dispute, lostMinor: dispute.amountMinor } : dispute;
}

/** By how much `next` reduces the refundable amount further than `before`, in minor units. */
export const lossBetween = (before: Dispute | undefined, next: Dispute): number =>
  (next.lostMinor ?? 0) - (before?.lostMinor ?? 0);

/**
 * Records the request on the dispute, with a sync for the case that no answer comes. It is saved
 * before the request to the connector. Only one caller wins that save.
 */
export const startDisputeRequest = (
  dispute: Dispute,
  what: v.InferOutput<typeof DisputeRequest>['what'],
  now: Date,
  evidence: Evidence = dispute.evidence ?? {},
): Dispute => ({
  ...dispute,
  ...(Object.keys(evidence).length > 0 && { evidence }),
  asked: { what, at: now.toISOString() },
  pendingSync: scheduleFirstSync(now),
  modifiedAt: now.toISOString(),
});

/** The same once the connector has answered; the same object when no answer was missing. */
export function withoutPendingSync(dispute: Dispute): Dispute {
  const { pendingSync, ...rest } = dispute;
  return pendingSync ? rest : dispute;
}

/** Adds evidence files; a file replaces one of the same kind. */
export const withEvidence = (dispute: Dispute, evidence: Evidence, now: Date): Dispute => ({
  ...dispute,
  evidence: { ...dispute.evidence, ...evidence },
  modifiedAt: now.toISOString(),
});

/** Adds the processor's ids of uploaded files, by our own ids; returns the same object for none. */
export function withUploads(dispute: Dispute, ids: ReadonlyMap<string, string>): Dispute {
  const named = Object.entries(dispute.evidence ?? {}).flatMap(([kind, file]) => {
    const connectorFileId = file && ids.get(file.fileId);
    return connectorFileId === undefined ? [] : [[kind, { ...file, connectorFileId }] as const];
  });
  return named.length === 0
    ? dispute
    : { ...dispute, evidence: { ...dispute.evidence, ...Object.fromEntries(named) } };
}

/** Removes the evidence file of this kind; returns the same object when there is none. */
export function withoutEvidence(dispute: Dispute, kind: EvidenceType, now: Date): Dispute {
  if (!dispute.evidence?.[kind]) return dispute;
  const { [kind]: _, ...evidence } = dispute.evidence;
  return { ...dispute, evidence, modifiedAt: now.toISOString() };
}

/** Throws `dispute_not_found` when the caller acts for another profile than the dispute's. */
export function checkDisputeProfile(
  dispute: Pick<Dispute, 'profileId'>,
  { profileId }: { readonly profileId?: string },
): void {
  if (profileId !== undefined && dispute.profileId !== profileId) {
    throw new SwitchError('dispute_not_found');
  }
}
