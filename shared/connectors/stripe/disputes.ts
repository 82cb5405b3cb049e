import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { multipartForm } from '#platform/http/egress/multipart.ts';
import { ownMember, setOwnMember } from '#platform/own-member.ts';
import type { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import type { DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { hashOf } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import { meaningsOf } from '../formats/words.ts';
import type { ListedDispute } from '../interface/dispute-list.ts';
import type {
  DisputeEvidence,
  DisputeOutcome,
  DisputeReference,
  EvidenceUpload,
  ReportedDispute,
  UploadOutcome,
} from '../interface/disputes.ts';
import type { Exchange } from '../interface/exchange.ts';
import { stripeAmounts } from './amounts.ts';
import { isSuccess, refusalIn, unanswered } from './errors.ts';
import { type Form, get, pathOf, post, stripeHeaders } from './requests.ts';

/** Seconds since 1970. */
const Seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A dispute in answers and events; the amount in Stripe's minor units. */
export const Dispute = v.object({
  id: v.string(),
  object: v.literal('dispute'),
  status: v.nullish(v.string()),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
  reason: v.nullish(v.string()),
  network_reason_code: v.nullish(v.string()),
  created: v.nullish(Seconds),
  payment_intent: v.nullish(v.string()),
  evidence: v.nullish(v.object({ appeal: v.optional(v.unknown()) })),
  evidence_details: v.nullish(v.object({ due_by: v.nullish(Seconds) })),
});
export type Dispute = v.InferOutput<typeof Dispute>;

const statusOf = meaningsOf<DisputeStatus>({
  warning_needs_response: 'dispute_opened',
  needs_response: 'dispute_opened',
  appeal_needs_response: 'dispute_opened',
  warning_under_review: 'dispute_challenged',
  under_review: 'dispute_challenged',
  appeal_under_review: 'dispute_challenged',
  warning_closed: 'dispute_cancelled',
  // The inquiry ended because the merchant or Stripe's rules refunded before there was a dispute.
  charge_refunded: 'dispute_cancelled',
  prevented: 'dispute_cancelled',
  won: 'dispute_won',
  lost: 'dispute_lost',
});

/** The meanings of events whose dispute has a status that we do not know. */
const statusByEvent = meaningsOf<DisputeStatus>({
  'charge.dispute.created': 'dispute_opened',
  'charge.dispute.closed': 'dispute_cancelled',
  'charge.dispute.funds_withdrawn': 'dispute_lost',
  'charge.dispute.funds_reinstated': 'dispute_won',
});

/** A dispute in a list; undefined for a status that tells nothing about it. */
export function reportedInList(dispute: Dispute): ReportedDispute | undefined {
  const status = statusOf(dispute.status);
  return status && reported(dispute, status);
}

/** The dispute in an event; undefined where the event does not contain its state. */
export function reportedInEvent(dispute: Dispute, event: string): ReportedDispute | undefined {
  const status = statusOf(dispute.status) ?? statusByEvent(event);
  return status && reported(dispute, status);
}

/** What a report tells about a dispute; undefined for one without a payment of ours. */
export const disputeContent = (
  { payment_intent: connectorId }: Dispute,
  dispute: ReportedDispute | undefined,
): ListedDispute | undefined =>
  // We make no charge without an intent.
  dispute && connectorId ? { kind: 'dispute', subject: { connectorId }, dispute } : undefined;

const reported = (dispute: Dispute, status: DisputeStatus): ReportedDispute => {
  const dueBy = dispute.evidence_details?.due_by;
  const currency = dispute.currency.toUpperCase();
  return {
    connectorDisputeId: dispute.id,
    amountMinor: stripeAmounts.fromMinor(dispute.amount, currency),
    currency,
    stage: isAppealed(dispute) ? 'pre_arbitration' : 'dispute',
    status,
    connectorStatus: dispute.status ?? status,
    ...(dispute.reason && { reason: dispute.reason }),
    ...(dispute.network_reason_code && { reasonCode: dispute.network_reason_code }),
    ...(dueBy && { challengeRequiredBy: isoOf(dueBy) }),
    ...(dispute.created && { createdAt: isoOf(dispute.created) }),
  };
};

/**
 * Whether the dispute is in pre-arbitration, an appeal at Stripe. Its evidence stays when it is
 * decided.
 */
const isAppealed = ({ status, evidence }: Dispute): boolean =>
  /^appeal_/i.test(status ?? '') || evidence?.appeal != null;

const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** The dispute in an answer. */
function stateIn(response: HttpResponse): DisputeOutcome {
  const dispute = readJson(Dispute, response);
  const status = statusOf(dispute.status);
  if (!status) throw new Error('A status that tells nothing about the dispute.');
  return { result: 'reported', dispute: reported(dispute, status) };
}

function stateAfterChange(response: HttpResponse): DisputeOutcome {
  if (isSuccess(response)) return stateIn(response);
  const { connectorTransactionId: _, result, ...error } = refusalIn(response);
  return result === 'declined'
    ? { result, httpStatus: response.status, ...error }
    : { result, ...error };
}

/** Stripe calls it closing: the dispute is lost. */
export const acceptDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: ({ connectorDisputeId: id }, account) =>
    post(pathOf('disputes', id, 'close'), account, { idempotencyKey: `${id}-close` }),
  outcome: stateAfterChange,
};

export const syncDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: ({ connectorDisputeId: id }, account) => get(pathOf('disputes', id), account),
  outcome: (response) => (isSuccess(response) ? stateIn(response) : unanswered(response)),
};

/** The key follows from the evidence: after a refusal, better evidence is another request. */
export const submitEvidence: Exchange<DisputeEvidence, DisputeOutcome> = {
  request(input, account) {
    const evidence = evidenceOf(input);
    const hash = hashOf(JSON.stringify(evidence));
    return post(pathOf('disputes', input.connectorDisputeId), account, {
      form: { evidence, submit: true },
      idempotencyKey: `${input.connectorDisputeId}-${hash}`,
    });
  },
  outcome: stateAfterChange,
};

/** Kinds of files that Stripe does not have, and the names for them: the first free one is used. */
const otherNames: Readonly<Partial<Record<EvidenceType, readonly string[]>>> = {
  invoice_showing_distinct_transactions: ['duplicate_charge_documentation'],
  recurring_transaction_agreement: ['service_documentation', 'uncategorized_file'],
};

/** Texts have the same names in the Hyperswitch v1 API and at Stripe, and so have most files. */
function evidenceOf({ texts, files }: DisputeEvidence): Form {
  const evidence: Record<string, string> = { ...texts };
  const named = files.filter(({ evidenceType }) => !otherNames[evidenceType]);
  const others = files.filter(({ evidenceType }) => otherNames[evidenceType]);
  for (const { evidenceType, connectorFileId } of [...named, ...others]) {
    const names = otherNames[evidenceType] ?? [evidenceType];
    const name = names.find((one) => ownMember(evidence, one) === undefined);
    if (connectorFileId === undefined) throw new Error('A file was not uploaded.');
    if (name === undefined) throw new Error('Stripe has no place for one of the files.');
    setOwnMember(evidence, name, connectorFileId);
  }
  return evidence;
}

const Uploaded = v.object({ id: v.string() });

export const uploadEvidenceFile: Exchange<EvidenceUpload, UploadOutcome> = {
  request({ connectorDisputeId, file }, account) {
    if (!fileTypes.has(file.type) || file.bytes.length > maxFileBytes) {
      throw new Error('Stripe takes JPEG, PNG and PDF files of 5 MB.');
    }
    const { contentType, body } = multipartForm({
      purpose: 'dispute_evidence',
      file: { name: file.name ?? file.fileId, type: file.type, bytes: file.bytes },
    });
    return {
      method: 'POST',
      url: `${account.urls.files}v1/files`,
      headers: {
        ...stripeHeaders(account),
        'content-type': contentType,
        'idempotency-key': `${connectorDisputeId}-${file.sha256}`,
      },
      bytes: body,
    };
  },

  outcome(response) {
    if (isSuccess(response)) {
      return { result: 'uploaded', connectorFileId: readJson(Uploaded, response).id };
    }
    const { connectorTransactionId: _, ...refusal } = refusalIn(response);
    return { ...refusal, httpStatus: response.status };
  },
};

const fileTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'application/pdf']);
const maxFileBytes = 5_000_000;
