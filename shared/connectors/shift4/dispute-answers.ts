import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { multipartForm } from '#platform/http/egress/multipart.ts';
import { ownMember, setOwnMember } from '#platform/own-member.ts';
import type { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import { hashOf } from '../formats/hashes.ts';
import type {
  DisputeEvidence,
  DisputeOutcome,
  DisputeReference,
  EvidenceUpload,
  UploadOutcome,
} from '../interface/disputes.ts';
import type { Exchange } from '../interface/exchange.ts';
import { Dispute, reportedDispute } from './disputes.ts';
import { authorizationOf, disputePath, getRequest, postRequest } from './requests.ts';
import { readAnswer, refusalIn } from './responses.ts';

function stateIn(response: HttpResponse): DisputeOutcome {
  const dispute = reportedDispute(readAnswer(Dispute, response));
  if (!dispute) throw new Error('A status that tells nothing about the dispute.');
  return { result: 'reported', dispute };
}

const stateAfterChange = (response: HttpResponse): DisputeOutcome =>
  response.status === 200
    ? stateIn(response)
    : { ...refusalIn(response), httpStatus: response.status };

/** Shift4 calls it closing: the dispute is lost. */
export const acceptDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: ({ connectorDisputeId: id }, account) =>
    postRequest(disputePath(id, 'close'), account, `${id}-close`),
  outcome: stateAfterChange,
};

export const syncDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: ({ connectorDisputeId: id }, account) => getRequest(disputePath(id), account),
  outcome: stateIn,
};

/**
 * Shift4 submits the evidence when it gets it. The key follows from the evidence: after a refusal,
 * better evidence is another request.
 *
 * @see https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/request/DisputeEvidenceRequest.java
 */
export const submitEvidence: Exchange<DisputeEvidence, DisputeOutcome> = {
  request(input, account) {
    const { connectorDisputeId: id } = input;
    const evidence = evidenceOf(input);
    const key = `${id}-${hashOf(JSON.stringify(evidence))}`;
    return postRequest(disputePath(id), account, key, { evidence });
  },
  outcome: stateAfterChange,
};

/** Shift4's names of our texts; the others go into its text about anything. */
const textNames: Readonly<Record<string, string>> = {
  billing_address: 'billingAddress',
  cancellation_policy_disclosure: 'cancellationPolicyDisclosure',
  cancellation_rebuttal: 'cancellationRefusalExplanation',
  customer_email_address: 'customerEmail',
  customer_name: 'customerName',
  customer_purchase_ip: 'customerPurchaseIp',
  product_description: 'productDescription',
  refund_policy_disclosure: 'refundPolicyDisclosure',
  refund_refusal_explanation: 'refundRefusalExplanation',
  service_date: 'serviceDate',
  shipping_address: 'shippingAddress',
  shipping_carrier: 'shippingCarrier',
  shipping_date: 'shippingDate',
  shipping_tracking_number: 'shippingTrackingNumber',
  uncategorized_text: 'uncategorizedText',
};

/** Shift4's names of our kinds of files: of several, the first free one is used. */
const fileNames: Readonly<Record<EvidenceType, readonly string[]>> = {
  cancellation_policy: ['cancellationPolicy'],
  customer_communication: ['customerCommunication'],
  customer_signature: ['customerSignature'],
  receipt: ['receipt'],
  refund_policy: ['refundPolicy'],
  service_documentation: ['serviceDocumentation'],
  shipping_documentation: ['shippingDocumentation'],
  invoice_showing_distinct_transactions: ['duplicateChargeDocumentation'],
  uncategorized_file: ['uncategorizedFile'],
  recurring_transaction_agreement: ['serviceDocumentation', 'uncategorizedFile'],
};

function evidenceOf({ texts, files }: DisputeEvidence): Readonly<Record<string, string>> {
  const evidence: Record<string, string> = {};
  for (const [kind, text] of Object.entries(texts)) {
    const name = ownMember(textNames, kind);
    if (name !== undefined) setOwnMember(evidence, name, text);
  }
  const others = Object.entries(texts).filter(([kind]) => !ownMember(textNames, kind));
  if (others.length > 0) {
    const lines = others.map(([kind, text]) => `${kind}: ${text}`);
    const first = ownMember(evidence, 'uncategorizedText');
    evidence.uncategorizedText = [...(first === undefined ? [] : [first]), ...lines].join('\n');
  }
  const byChoice = files.toSorted(
    (one, other) => fileNames[one.evidenceType].length - fileNames[other.evidenceType].length,
  );
  for (const { evidenceType, connectorFileId } of byChoice) {
    if (connectorFileId === undefined) throw new Error('A file was not uploaded.');
    const free = fileNames[evidenceType].find((one) => ownMember(evidence, one) === undefined);
    if (free === undefined) throw new Error('Shift4 has no place for one of the files.');
    setOwnMember(evidence, free, connectorFileId);
  }
  return evidence;
}

const Uploaded = v.object({ id: v.string() });

export const uploadEvidenceFile: Exchange<EvidenceUpload, UploadOutcome> = {
  request({ file }, account) {
    if (!fileTypes.has(file.type)) throw new Error('Shift4 takes CSV, JPEG, PDF and PNG files.');
    const { contentType, body } = multipartForm({
      purpose: 'dispute_evidence',
      file: { name: file.name ?? file.fileId, type: file.type, bytes: file.bytes },
    });
    return {
      method: 'POST',
      url: `${account.urls.uploads}files`,
      headers: { ...authorizationOf(account), 'content-type': contentType },
      bytes: body,
    };
  },

  outcome: (response) =>
    response.status === 200
      ? { result: 'uploaded', connectorFileId: readAnswer(Uploaded, response).id }
      : { ...refusalIn(response), httpStatus: response.status },
};

/** @see https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/enums/FileUploadType.java */
const fileTypes: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/jpeg',
  'image/png',
  'text/csv',
]);
