import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { type FormPart, multipartForm } from '#platform/http/egress/multipart.ts';
import type { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import type { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { hashOf } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import { isWordOf, meaningsOf } from '../formats/words.ts';
import type {
  DisputeEvidence,
  DisputeOutcome,
  DisputeReference,
  ReportedDispute,
} from '../interface/disputes.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import { Amount, moneyIn } from './amounts.ts';
import { refusalIn } from './refusals.ts';
import { apiRequest, pathOf } from './requests.ts';
import { isDone, readAnswer } from './responses.ts';

const text = v.nullish(v.string());

/** A piece of evidence, as it is sent and as a dispute shows it. */
const Evidence = v.object({
  evidence_type: text,
  source: text,
  notes: text,
  documents: v.nullish(v.array(v.object({ name: text }))),
  evidence_info: v.nullish(
    v.object({ tracking_info: v.nullish(v.array(v.object({ tracking_number: text }))) }),
  ),
});
type Evidence = v.InferOutput<typeof Evidence>;

/** A dispute in answers and webhooks. */
export const Dispute = v.object({
  dispute_id: v.string(),
  reason: text,
  dispute_amount: Amount,
  dispute_life_cycle_stage: text,
  status: text,
  seller_response_due_date: text,
  create_time: text,
  update_time: text,
  dispute_outcome: v.nullish(v.object({ outcome_code: text })),
});
export type Dispute = v.InferOutput<typeof Dispute>;

const DisputeWithEvidence = v.object({
  ...Dispute.entries,
  evidences: v.nullish(v.array(Evidence)),
});
type DisputeWithEvidence = v.InferOutput<typeof DisputeWithEvidence>;

const stageOf = meaningsOf<DisputeStage>({
  INQUIRY: 'pre_dispute',
  CHARGEBACK: 'dispute',
  PRE_ARBITRATION: 'pre_arbitration',
  ARBITRATION: 'pre_arbitration',
});

/** The meanings of a dispute's statuses before it is resolved. */
const openStatusOf = meaningsOf<DisputeStatus>({
  OPEN: 'dispute_opened',
  WAITING_FOR_SELLER_RESPONSE: 'dispute_opened',
  WAITING_FOR_BUYER_RESPONSE: 'dispute_opened',
  UNDER_REVIEW: 'dispute_challenged',
});

const knownResolutionOf = meaningsOf<DisputeStatus>({
  RESOLVED_BUYER_FAVOUR: 'dispute_lost',
  RESOLVED_SELLER_FAVOUR: 'dispute_won',
  // PayPal pays for it: the merchant keeps the money.
  RESOLVED_WITH_PAYOUT: 'dispute_won',
  CANCELED_BY_BUYER: 'dispute_cancelled',
  DENIED: 'dispute_cancelled',
  NONE: 'dispute_cancelled',
  ACCEPTED: 'dispute_accepted',
});

/** How a dispute was resolved; undefined for a word that we do not know. */
export const resolutionOf = ({ dispute_outcome: outcome }: Dispute): DisputeStatus | undefined =>
  knownResolutionOf(outcome?.outcome_code ?? 'NONE');

/** The dispute as we report it, in the status given. */
export function reportedDispute(
  dispute: Dispute,
  status: DisputeStatus,
  connectorStatus: string,
): ReportedDispute {
  const { amountMinor = 0, currency = '' } = moneyIn({ amount: dispute.dispute_amount });
  return {
    connectorDisputeId: dispute.dispute_id,
    amountMinor,
    currency,
    stage: stageOf(dispute.dispute_life_cycle_stage) ?? 'dispute',
    status,
    connectorStatus,
    ...(dispute.reason && { reason: dispute.reason }),
    ...(dispute.seller_response_due_date && {
      challengeRequiredBy: dispute.seller_response_due_date,
    }),
    ...(dispute.create_time && { createdAt: dispute.create_time }),
    ...(dispute.update_time && { updatedAt: dispute.update_time }),
  };
}

/** The dispute's status; undefined for a word without a meaning, such as `OTHER`. */
export const statusOf = (dispute: Dispute): DisputeStatus | undefined =>
  isWordOf(['RESOLVED'], dispute.status) ? resolutionOf(dispute) : openStatusOf(dispute.status);

function stateOf(dispute: Dispute): ReportedDispute {
  const status = statusOf(dispute);
  if (status === undefined) throw new Error('A status that tells nothing about the dispute.');
  return reportedDispute(dispute, status, dispute.status ?? '');
}

const disputePath = ({ connectorDisputeId: id }: DisputeReference, after = '') =>
  pathOf('v1/customer/disputes', id, after);

export const syncDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: (input, account) =>
    apiRequest('GET', disputePath(input), account, input.connectorDisputeId),
  outcome: (response) => ({ result: 'reported', dispute: stateOf(readAnswer(Dispute, response)) }),
};

/**
 * Accepts the claim: PayPal gives the customer the whole amount. It refuses to close a dispute
 * twice.
 */
export const acceptDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: (input, account) =>
    apiRequest(
      'POST',
      disputePath(input, '/accept-claim'),
      account,
      `${input.connectorDisputeId}-accept`,
      { note: 'The merchant accepts the claim.', accept_claim_type: 'REFUND' },
    ),

  outcome(response, input, account) {
    if (isDone(response)) {
      readJson(Done, response);
      return { result: 'changed', status: 'dispute_accepted', connectorStatus: 'ACCEPTED' };
    }
    return stateAfterRefusal(response, input, account, (dispute) => {
      const { status } = stateOf(dispute);
      return status === 'dispute_lost' || status === 'dispute_accepted';
    });
  },
};

/**
 * A refusal, unless the state shows that an earlier request did the same: its answer was lost then,
 * and the state is reported.
 */
function stateAfterRefusal(
  response: HttpResponse,
  input: DisputeReference,
  account: ExchangeAccount,
  isDoneBefore: (dispute: DisputeWithEvidence) => boolean,
): NextStep<DisputeOutcome> {
  const refusal = { ...refusalIn(response), httpStatus: response.status };
  return {
    next: syncDispute.request(input, account),
    outcome(answer): DisputeOutcome {
      if (!isDone(answer)) return refusal;
      const dispute = readAnswer(DisputeWithEvidence, answer);
      return isDoneBefore(dispute) ? { result: 'reported', dispute: stateOf(dispute) } : refusal;
    },
  };
}

/** The answer to a change: only links. */
const Done = v.object({ links: v.array(v.object({ href: v.string() })) });

/**
 * The key follows from the evidence: after a refusal, better evidence is another request. PayPal
 * takes evidence once, while it waits for the merchant.
 */
export const submitEvidence: Exchange<DisputeEvidence, DisputeOutcome> = {
  request(input, account) {
    const documents = documentsOf(input);
    const { contentType, body } = multipartForm({
      input: jsonPart({ evidences: evidencesOf(input) }),
      ...Object.fromEntries(documents.map((file, index) => [`file${index + 1}`, file])),
    });
    const hash = hashOf(`${input.connectorDisputeId}${body}`);
    const request = apiRequest(
      'POST',
      disputePath(input, '/provide-evidence'),
      account,
      hash.slice(0, 36),
    );
    return {
      ...request,
      headers: { ...request.headers, 'content-type': contentType },
      bytes: body,
    };
  },

  outcome(response, input, account) {
    if (isDone(response)) {
      readJson(Done, response);
      return { result: 'changed', status: 'dispute_challenged', connectorStatus: 'UNDER_REVIEW' };
    }
    return stateAfterRefusal(
      response,
      input,
      account,
      (dispute) => openStatusOf(dispute.status) === 'dispute_challenged' && has(dispute, input),
    );
  },
};

/** Whether the merchant has submitted all of the evidence before. */
function has({ evidences }: DisputeWithEvidence, input: DisputeEvidence): boolean {
  const ours = (evidences ?? []).filter(({ source }) => source === 'SUBMITTED_BY_SELLER');
  const submitted = new Set(ours.map(contentOf));
  const sent = evidencesOf(input).map(contentOf);
  return sent.length > 0 && sent.every((one) => submitted.has(one));
}

const contentOf = ({ evidence_type, notes, documents, evidence_info: info }: Evidence): string =>
  JSON.stringify([
    evidence_type ?? '',
    notes ?? '',
    (documents ?? []).map(({ name }) => name ?? ''),
    (info?.tracking_info ?? []).map(({ tracking_number: number }) => number ?? ''),
  ]);

const jsonPart = (value: object): FormPart => ({
  type: 'application/json',
  bytes: Buffer.from(JSON.stringify(value), 'utf8'),
});

const extensions: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['application/pdf', 'pdf'],
]);
const maxFileBytes = 10_000_000;
const maxRequestBytes = 50_000_000;
const maxNoteLetters = 2_000;

type EvidenceFile = DisputeEvidence['files'][number];

/** PayPal distinguishes files by their names, and their types by the names' ends. */
function documentName({ evidenceType, type }: EvidenceFile): string {
  const extension = extensions.get(type);
  if (extension === undefined) throw new Error('PayPal takes JPEG, PNG, GIF and PDF files.');
  return `${evidenceType}.${extension}`;
}

function documentsOf({ files }: DisputeEvidence): readonly FormPart[] {
  const documents = files.map((file) => {
    if (!file.bytes) throw new Error('The bytes of a file are not there.');
    if (file.bytes.length >= maxFileBytes) throw new Error('PayPal takes files below 10 MB.');
    return { name: documentName(file), type: file.type, bytes: file.bytes };
  });
  const total = documents.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > maxRequestBytes) throw new Error('PayPal takes files of 50 MB in sum.');
  return documents;
}

/** PayPal's names of our kinds of files; any other is `OTHER`. */
const fileTypes: Readonly<Partial<Record<EvidenceType, string>>> = {
  cancellation_policy: 'RETURN_POLICY',
  customer_signature: 'PROOF_OF_DELIVERY_SIGNATURE',
  receipt: 'PROOF_OF_RECEIPT_COPY',
  refund_policy: 'RETURN_POLICY',
  service_documentation: 'PROOF_FOR_SOFTWARE_OR_SERVICE_DELIVERED',
  shipping_documentation: 'ADDITIONAL_PROOF_OF_SHIPMENT',
  invoice_showing_distinct_transactions: 'DETAILS_OF_PURCHASE',
  recurring_transaction_agreement: 'BILLING_AGREEMENT',
};

/** PayPal's names of our kinds of texts; any other is `OTHER`, with our name before it. */
const textTypes: ReadonlyMap<string, string> = new Map([
  ['product_description', 'ITEM_DESCRIPTION'],
  ['refund_policy_disclosure', 'RETURN_POLICY'],
  ['cancellation_policy_disclosure', 'RETURN_POLICY'],
  ['shipping_address', 'DELIVERY_ADDRESS'],
]);

function evidencesOf({ texts, files }: DisputeEvidence): readonly Evidence[] {
  const { shipping_carrier: carrier, shipping_tracking_number: number, ...others } = texts;
  const isTracked = Boolean(carrier && number);
  const notes = new Map<string, string[]>();
  for (const [kind, words] of Object.entries(isTracked ? others : texts)) {
    const type = textTypes.get(kind);
    const line = type === undefined ? `${kind}: ${words}` : words;
    const name = type ?? 'OTHER';
    notes.set(name, [...(notes.get(name) ?? []), line]);
  }
  return [
    ...(isTracked ? [fulfillment(carrier ?? '', number ?? '')] : []),
    ...files.map((file) => ({
      evidence_type: fileTypes[file.evidenceType] ?? 'OTHER',
      documents: [{ name: documentName(file) }],
    })),
    ...[...notes].flatMap(([evidenceType, lines]) =>
      piecesOf(lines.join('\n')).map((piece) => ({ evidence_type: evidenceType, notes: piece })),
    ),
  ];
}

/** A text in as many notes as it needs. */
function piecesOf(words: string): readonly string[] {
  const letters = [...words];
  return Array.from({ length: Math.ceil(letters.length / maxNoteLetters) }, (_, index) =>
    letters.slice(index * maxNoteLetters, (index + 1) * maxNoteLetters).join(''),
  );
}

/** PayPal has a name for each carrier; one that we do not know by it goes as a text. */
function fulfillment(carrier: string, trackingNumber: string): Evidence {
  const name = carrier.toUpperCase();
  const carrierName = carriers.has(name)
    ? { carrier_name: name }
    : { carrier_name: 'OTHER', carrier_name_other: carrier };
  return {
    evidence_type: 'PROOF_OF_FULFILLMENT',
    evidence_info: { tracking_info: [{ ...carrierName, tracking_number: trackingNumber }] },
  };
}

const carriers: ReadonlySet<string> = new Set(['UPS', 'USPS', 'FEDEX', 'DHL']);
