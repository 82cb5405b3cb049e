import * as v from 'valibot';
import type { Standing } from '#vocabulary/dispute-statuses.ts';
import { meaningsOf } from '../formats/words.ts';
import type { ListedDispute } from '../interface/dispute-list.ts';
import type { ReportedDispute } from '../interface/disputes.ts';
import { Charge, subjectOf } from './responses.ts';

const text = v.nullish(v.string());
const Seconds = v.nullish(v.number());

/** A dispute in answers and events, with its charge or the charge's id; times in seconds since 1970. */
export const Dispute = v.object({
  id: v.string(),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  /** In capitals in Shift4's answers, in small letters in its client libraries. */
  status: v.string(),
  acceptedAsLost: v.nullish(v.boolean()),
  reason: text,
  evidenceDetails: v.nullish(v.object({ dueBy: Seconds, submissionCount: v.nullish(v.number()) })),
  created: Seconds,
  updated: Seconds,
  charge: v.nullish(v.union([v.string(), Charge])),
});
export type Dispute = v.InferOutput<typeof Dispute>;

/** The statuses of Shift4's client libraries; a question of the bank comes before a dispute. */
const standingOf = meaningsOf<Standing>({
  retrieval_request_new: { stage: 'pre_dispute', status: 'dispute_opened' },
  retrieval_request_response_under_review: { stage: 'pre_dispute', status: 'dispute_challenged' },
  retrieval_request_represented: { stage: 'pre_dispute', status: 'dispute_challenged' },
  chargeback_new: { stage: 'dispute', status: 'dispute_opened' },
  chargeback_response_under_review: { stage: 'dispute', status: 'dispute_challenged' },
  chargeback_represented_successfully: { stage: 'dispute', status: 'dispute_won' },
  chargeback_represented_unsuccessfully: { stage: 'dispute', status: 'dispute_lost' },
  chargeback_prevented: { stage: 'dispute', status: 'dispute_cancelled' },
});

/** Undefined for a dispute in a status that we do not know. */
export function reportedDispute(dispute: Dispute): ReportedDispute | undefined {
  const { id, amount, currency, status, reason, evidenceDetails, created, updated } = dispute;
  const known = standingOf(status);
  if (!known) return undefined;
  const dueBy = evidenceDetails?.dueBy;
  return {
    connectorDisputeId: id,
    amountMinor: amount,
    currency,
    stage: known.stage,
    status: known.status === 'dispute_opened' ? statusOfOpen(dispute) : known.status,
    connectorStatus: status,
    ...(reason && { reason }),
    ...(dueBy && { challengeRequiredBy: timeOf(dueBy) }),
    ...(created && { createdAt: timeOf(created) }),
    ...(updated && { updatedAt: timeOf(updated) }),
  };
}

/** Members beside the status state that the merchant has answered, here or in Shift4's dashboard. */
function statusOfOpen({ acceptedAsLost, evidenceDetails }: Dispute): Standing['status'] {
  if (acceptedAsLost) return 'dispute_accepted';
  return evidenceDetails?.submissionCount ? 'dispute_challenged' : 'dispute_opened';
}

/** What a dispute reports of its payment; undefined for one that is not known to be of any. */
export function disputeContent(dispute: Dispute): ListedDispute | undefined {
  const { charge } = dispute;
  const reported = reportedDispute(dispute);
  if (!reported || !charge) return undefined;
  const subject = typeof charge === 'string' ? { connectorId: charge } : subjectOf(charge);
  return { kind: 'dispute', subject, dispute: reported };
}

const timeOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
