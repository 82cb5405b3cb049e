import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { multipartForm } from '#platform/http/egress/multipart.ts';
import { ownMember, setOwnMember } from '#platform/own-member.ts';
import type { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import type { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
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
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import { amounts } from './amounts.ts';
import { subjectOf } from './references.ts';
import { apiRequest, checkoutKeys } from './requests.ts';
import { Amount, refusalIn } from './responses.ts';

/** A dispute in answers and webhooks; the amount as Checkout.com counts it. */
const Dispute = v.object({
  id: v.string(),
  status: v.optional(v.string()),
  amount: Amount,
  currency: v.string(),
  category: v.nullish(v.string()),
  reason_code: v.nullish(v.string()),
  evidence_required_by: v.nullish(v.string()),
  received_on: v.nullish(v.string()),
  last_update: v.nullish(v.string()),
});
type Dispute = v.InferOutput<typeof Dispute>;

/** The statuses of answers and webhooks. The webhooks' ones begin with `dispute_`. */
const statuses = {
  received: 'dispute_opened',
  evidence_required: 'dispute_opened',
  expired: 'dispute_expired',
  accepted: 'dispute_accepted',
  canceled: 'dispute_cancelled',
  resolved: 'dispute_cancelled',
  evidence_submitted: 'dispute_challenged',
  evidence_under_review: 'dispute_challenged',
  evidence_acknowledged_by_scheme: 'dispute_challenged',
  arb_evidence_submitted: 'dispute_challenged',
  arbitration_evidence_submitted: 'dispute_challenged',
  arbitration_sent_to_scheme: 'dispute_challenged',
  arbitration_under_review: 'dispute_challenged',
  won: 'dispute_won',
  arbitration_won: 'dispute_won',
  lost: 'dispute_lost',
  arbitration_lost: 'dispute_lost',
} as const satisfies Readonly<Record<string, DisputeStatus>>;

const statusOf = meaningsOf<DisputeStatus>(statuses);

/** The words that mean something to us. */
export const disputeWords: readonly string[] = Object.keys(statuses);

/** The dispute in a status word; undefined for one that means nothing to us. */
function reportedDispute(dispute: Dispute, word: string): ReportedDispute | undefined {
  const status = statusOf(word);
  if (status === undefined) return undefined;
  const stage: DisputeStage = /^arb(itration)?_/i.test(word) ? 'pre_arbitration' : 'dispute';
  return {
    connectorDisputeId: dispute.id,
    amountMinor: amounts.fromMinor(dispute.amount, dispute.currency),
    currency: dispute.currency,
    stage,
    status,
    connectorStatus: word,
    ...(dispute.category && { reason: dispute.category }),
    ...(dispute.reason_code && { reasonCode: dispute.reason_code }),
    ...(dispute.evidence_required_by && { challengeRequiredBy: dispute.evidence_required_by }),
    ...(dispute.received_on && { createdAt: dispute.received_on }),
    ...(dispute.last_update && { updatedAt: dispute.last_update }),
  };
}

/** A dispute with the names of its payment, in webhooks and lists. */
export const NamedDispute = v.object({
  ...Dispute.entries,
  payment_id: v.nullish(v.string()),
  payment_reference: v.nullish(v.string()),
});

/** What a status word tells about a dispute; undefined for a word that means nothing to us. */
export function disputeContent(
  named: v.InferOutput<typeof NamedDispute>,
  word: string,
): ListedDispute | undefined {
  const dispute = reportedDispute(named, word);
  const subject = dispute && subjectOf(named.payment_reference, named.payment_id ?? undefined);
  return dispute && subject && { kind: 'dispute', subject, dispute };
}

const disputePath = ({ connectorDisputeId }: DisputeReference, ...rest: readonly string[]) =>
  ['disputes', encodeURIComponent(connectorDisputeId), ...rest].join('/');

function stateIn(response: HttpResponse): DisputeOutcome {
  if (response.status !== 200) throw new Error('Checkout.com does not tell the state.');
  const answer = readJson(Dispute, response);
  const dispute = reportedDispute(answer, answer.status ?? '');
  if (!dispute) throw new Error('A status that tells nothing about the dispute.');
  return { result: 'reported', dispute };
}

/** A change of a dispute is answered without its state, so the state is asked for afterwards. */
const stateAfter = (
  response: HttpResponse,
  input: DisputeReference,
  account: ExchangeAccount,
): DisputeOutcome | NextStep<DisputeOutcome> =>
  response.status === 204
    ? { next: apiRequest('GET', disputePath(input), account), outcome: stateIn }
    : { ...refusalIn(response), httpStatus: response.status };

export const acceptDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: (input, account) => apiRequest('POST', disputePath(input, 'accept'), account),
  outcome: stateAfter,
};

export const syncDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: (input, account) => apiRequest('GET', disputePath(input), account),
  outcome: stateIn,
};

/** Puts the evidence, then submits it: from then on it cannot be changed. */
export const submitEvidence: Exchange<DisputeEvidence, DisputeOutcome> = {
  request: (input, account) => ({
    ...apiRequest('PUT', disputePath(input, 'evidence'), account, { body: evidenceOf(input) }),
    step: 'evidence',
  }),

  outcome: (response, input, account) =>
    response.status === 204
      ? {
          next: apiRequest('POST', disputePath(input, 'evidence'), account),
          outcome: (submitted) => stateAfter(submitted, input, account),
        }
      : { ...refusalIn(response), httpStatus: response.status },
};

/** Checkout.com's names of our kinds of files. */
const fileNames: Readonly<Partial<Record<EvidenceType, string>>> = {
  receipt: 'invoice_or_receipt_file',
  invoice_showing_distinct_transactions: 'invoice_showing_distinct_transactions_file',
  customer_communication: 'customer_communication_file',
  refund_policy: 'refund_or_cancellation_policy_file',
  cancellation_policy: 'refund_or_cancellation_policy_file',
  recurring_transaction_agreement: 'recurring_transaction_agreement_file',
  shipping_documentation: 'proof_of_delivery_or_service_file',
  service_documentation: 'proof_of_delivery_or_service_file',
  customer_signature: 'proof_of_delivery_or_service_file',
  uncategorized_file: 'additional_evidence_file',
};

/** Checkout.com's names of our kinds of texts; the others go into its additional text. */
const textNames: Readonly<Record<string, string>> = {
  service_date: 'proof_of_delivery_or_service_date_text',
  shipping_tracking_number: 'proof_of_delivery_or_service_text',
  customer_purchase_ip: 'invoice_or_receipt_text',
  product_description: 'invoice_showing_distinct_transactions_text',
  refund_policy_disclosure: 'refund_or_cancellation_policy_text',
  cancellation_policy_disclosure: 'refund_or_cancellation_policy_text',
};

function evidenceOf({ texts, files }: DisputeEvidence): Readonly<Record<string, string>> {
  const evidence: Record<string, string> = {};
  // Its own place first, then the one for anything else.
  const others = files.filter(({ evidenceType }) => evidenceType !== 'uncategorized_file');
  const anything = files.filter(({ evidenceType }) => evidenceType === 'uncategorized_file');
  for (const { evidenceType, connectorFileId } of [...anything, ...others]) {
    if (connectorFileId === undefined) throw new Error('A file was not uploaded.');
    const name = [fileNames[evidenceType], fileNames.uncategorized_file].find(
      (one) => one !== undefined && ownMember(evidence, one) === undefined,
    );
    if (name === undefined) throw new Error('Checkout.com has no place for one of the files.');
    setOwnMember(evidence, name, connectorFileId);
  }
  for (const [kind, text] of Object.entries(texts)) {
    const name = ownMember(textNames, kind) ?? 'additional_evidence_text';
    const line = name === 'additional_evidence_text' ? `${kind}: ${text}` : text;
    const before = ownMember(evidence, name);
    setOwnMember(evidence, name, before === undefined ? line : `${before}\n${line}`);
  }
  return evidence;
}

const Uploaded = v.object({ id: v.string() });

export const uploadEvidenceFile: Exchange<EvidenceUpload, UploadOutcome> = {
  request({ file }, account) {
    if (!fileTypes.has(file.type) || file.size > maxFileBytes) {
      throw new Error('Checkout.com takes JPEG, PNG and PDF files of 4 MB.');
    }
    const { contentType, body } = multipartForm({
      purpose: 'dispute_evidence',
      file: { name: file.name ?? file.fileId, type: file.type, bytes: file.bytes },
    });
    return {
      method: 'POST',
      url: `${account.urls.api}files`,
      headers: {
        authorization: `Bearer ${checkoutKeys(account).secretKey}`,
        'content-type': contentType,
      },
      bytes: body,
    };
  },

  outcome(response) {
    if (response.status !== 200 && response.status !== 201) {
      return { ...refusalIn(response), httpStatus: response.status };
    }
    return { result: 'uploaded', connectorFileId: readJson(Uploaded, response).id };
  },
};

const fileTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'application/pdf']);
const maxFileBytes = 4_000_000;
