import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import { readJson } from '../formats/json.ts';
import type { DisputeEvidence, DisputeOutcome, DisputeReference } from '../interface/disputes.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import { adyenKeys, disputeRequest } from './requests.ts';
import { refusalIn } from './responses.ts';

const Result = v.object({
  disputeServiceResult: v.object({ success: v.boolean(), errorMessage: v.nullish(v.string()) }),
});

const disputeOf = ({ connectorDisputeId }: DisputeReference, account: ExchangeAccount) => ({
  disputePspReference: connectorDisputeId,
  merchantAccountCode: adyenKeys(account).merchantAccount,
});

/** Undefined when the service did as requested. */
function refusedBy(response: HttpResponse): DisputeOutcome | undefined {
  if (response.status >= 300) {
    const { connectorTransactionId: _, ...refusal } = refusalIn(response);
    return { ...refusal, httpStatus: response.status };
  }
  const { success, errorMessage } = readJson(Result, response).disputeServiceResult;
  return success
    ? undefined
    : {
        result: 'declined',
        httpStatus: response.status,
        ...(errorMessage && { message: errorMessage }),
      };
}

export const acceptDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: (input, account) => disputeRequest('acceptDispute', account, disputeOf(input, account)),

  outcome: (response) =>
    refusedBy(response) ?? {
      result: 'changed',
      status: 'dispute_accepted',
      connectorStatus: 'ACCEPTED',
    },
};

/** Supplies the documents, if there are any, and defends the dispute with them. */
export const submitEvidence: Exchange<DisputeEvidence, DisputeOutcome> = {
  request(input, account) {
    const documents = documentsOf(input);
    if (documents.length < input.files.length) {
      throw new Error('The bytes of a file are not known.');
    }
    if (documents.length === 0 && Object.keys(input.texts).length > 0) {
      throw new Error('Adyen takes documents as evidence, and no texts alone.');
    }
    if (documents.length === 0) return defence(input, account);
    const body = { ...disputeOf(input, account), defenseDocuments: documents };
    return { ...disputeRequest('supplyDefenseDocument', account, body), step: 'evidence' };
  },

  outcome(response, input, account): DisputeOutcome | NextStep<DisputeOutcome> {
    const refused = refusedBy(response);
    if (refused) return refused;
    return documentsOf(input).length === 0
      ? defended
      : {
          next: defence(input, account),
          outcome: (answer) => refusedBy(answer) ?? defended,
        };
  },
};

const defended = {
  result: 'changed',
  status: 'dispute_challenged',
  connectorStatus: 'DEFENDED',
} as const;

const defence = (input: DisputeReference, account: ExchangeAccount) =>
  disputeRequest('defendDispute', account, {
    ...disputeOf(input, account),
    defenseReasonCode: 'SupplyDefenseMaterial',
  });

const documentsOf = ({ files }: DisputeEvidence) =>
  files.flatMap(({ evidenceType, type, bytes }) =>
    bytes
      ? [
          {
            content: Buffer.from(bytes).toString('base64'),
            contentType: type,
            defenseDocumentTypeCode: documentTypes[evidenceType] ?? 'DefenseMaterial',
          },
        ]
      : [],
  );

/** Adyen's names of our kinds of files; any other is general material. */
const documentTypes: Readonly<Partial<Record<EvidenceType, string>>> = {
  receipt: 'InvoiceOrReceipt',
  shipping_documentation: 'ProofOfGoodsOrServicesProvided',
  service_documentation: 'ProofOfGoodsOrServicesProvided',
  cancellation_policy: 'CancellationOrRefundPolicy',
  refund_policy: 'CancellationOrRefundPolicy',
};
