import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import type { DisputePage, DisputePageOutcome } from '../interface/dispute-list.ts';
import type {
  DisputeEvidence,
  DisputeOutcome,
  DisputeReference,
  ReportedDispute,
} from '../interface/disputes.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import { keyHeader, putRequest, refusalStatuses, sandboxUrlOf } from './requests.ts';
import { declinedOutcome, errorOf, readJson } from './responses.ts';

/** A dispute in the sandbox processor's responses and webhooks. */
export const Dispute = v.object({
  id: v.string(),
  /** The payment: our attempt's id. */
  payment: v.string(),
  stage: v.picklist(['inquiry', 'chargeback']),
  status: v.picklist([
    'needs_response',
    'under_review',
    'accepted',
    'won',
    'lost',
    'withdrawn',
    'expired',
  ]),
  // A negative amount would give the merchant money that was never captured.
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  reason: v.string(),
  reason_code: v.string(),
  respond_by: v.string(),
  created: v.string(),
  updated: v.string(),
});
export type Dispute = v.InferOutput<typeof Dispute>;

const stages: Readonly<Record<Dispute['stage'], DisputeStage>> = {
  inquiry: 'pre_dispute',
  chargeback: 'dispute',
};

const statuses: Readonly<Record<Dispute['status'], DisputeStatus>> = {
  needs_response: 'dispute_opened',
  under_review: 'dispute_challenged',
  accepted: 'dispute_accepted',
  won: 'dispute_won',
  lost: 'dispute_lost',
  withdrawn: 'dispute_cancelled',
  expired: 'dispute_expired',
};

export const reportedDispute = (dispute: Dispute): ReportedDispute => ({
  connectorDisputeId: dispute.id,
  amountMinor: dispute.amount,
  currency: dispute.currency,
  stage: stages[dispute.stage],
  status: statuses[dispute.status],
  connectorStatus: dispute.status,
  reason: dispute.reason,
  reasonCode: dispute.reason_code,
  challengeRequiredBy: dispute.respond_by,
  createdAt: dispute.created,
  updatedAt: dispute.updated,
});

const readDisputeOutcome = (response: HttpResponse): DisputeOutcome => ({
  result: 'reported',
  dispute: reportedDispute(readJson(Dispute, response)),
});

/** Only the processor's own error counts: any server in between may answer 404. */
const isUnknownDispute = (response: HttpResponse) =>
  response.status === 404 && errorOf(response).code === 'DC_21';

const outcomeOrDeclined = (response: HttpResponse): DisputeOutcome =>
  refusalStatuses.has(response.status) || isUnknownDispute(response)
    ? { ...declinedOutcome(response), httpStatus: response.status }
    : readDisputeOutcome(response);

const acceptDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: (input, account) => putRequest(`${disputeUrl(input, account)}/acceptance`, account, {}),
  outcome: outcomeOrDeclined,
};

const submitEvidence: Exchange<DisputeEvidence, DisputeOutcome> = {
  request: (input, account) =>
    putRequest(`${disputeUrl(input, account)}/evidence`, account, {
      texts: input.texts,
      files: input.files.map(({ evidenceType, fileId, name = null, size, type, sha256 }) => ({
        evidence_type: evidenceType,
        file_id: fileId,
        name,
        size,
        type,
        sha256,
      })),
    }),
  outcome: outcomeOrDeclined,
};

const syncDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: (input, account) => ({
    method: 'GET',
    url: disputeUrl(input, account),
    headers: keyHeader(account),
  }),
  outcome: (response) =>
    isUnknownDispute(response) ? { result: 'not_found' } : readDisputeOutcome(response),
};

const Page = v.object({ disputes: v.array(Dispute), next: v.nullable(v.string()) });

const listDisputes: Exchange<DisputePage, DisputePageOutcome> = {
  request({ from, till, at }, account) {
    const query = new URLSearchParams({
      from: from.toISOString(),
      till: till.toISOString(),
      ...(at !== undefined && { after: at }),
    });
    return {
      method: 'GET',
      url: `${sandboxUrlOf(account, 'disputes')}?${query}`,
      headers: keyHeader(account),
    };
  },
  outcome(response) {
    const { disputes, next } = readJson(Page, response);
    return {
      result: 'listed',
      disputes: disputes.map((dispute) => ({
        kind: 'dispute',
        subject: { reference: dispute.payment },
        dispute: reportedDispute(dispute),
      })),
      ...(next !== null && { nextPage: next }),
    };
  },
};

/** The sandbox processor's exchanges about disputes. */
export const disputeExchanges = { acceptDispute, submitEvidence, syncDispute, listDisputes };

const disputeUrl = (
  { reference, connectorDisputeId }: DisputeReference,
  account: ExchangeAccount,
): string => sandboxUrlOf(account, 'payments', reference, 'disputes', connectorDisputeId);
