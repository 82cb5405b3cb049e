import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { FilePart, TextPart } from '#platform/http/request/form.ts';
import { given, Identifier } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { EvidenceType, evidenceTexts } from '#vocabulary/dispute-evidence.ts';
import { CreateFileResponse } from '../files/operations.ts';
import { DisputeInPayment } from '../payments/response/nested-responses.ts';

export const DisputeResponse = v.object({
  ...DisputeInPayment.entries,
  payment_id: v.string(),
  attempt_id: v.string(),
  currency: Currency,
  connector: v.string(),
  profile_id: v.nullable(v.string()),
  merchant_connector_id: v.nullable(v.string()),
  /** Whether refunds plus lost disputes exceed the captured amount. */
  is_already_refunded: v.boolean(),
});
export type DisputeResponse = v.InferOutput<typeof DisputeResponse>;

/** The names of both kinds of evidence, each with the schema of its values. */
const fileFields = Object.fromEntries(
  EvidenceType.options.map((name) => [name, given(Identifier)]),
) as { [K in EvidenceType]: ReturnType<typeof given<typeof Identifier>> }; // One entry per option.

const EvidenceText = v.string();
const textFields = Object.fromEntries(evidenceTexts.map((name) => [name, given(EvidenceText)])) as {
  [K in (typeof evidenceTexts)[number]]: ReturnType<typeof given<typeof EvidenceText>>;
}; // One entry per name.

export const SubmitEvidenceRequest = v.object({
  dispute_id: Identifier,
  ...fileFields,
  ...textFields,
});
export type SubmitEvidenceRequest = v.InferOutput<typeof SubmitEvidenceRequest>;

export const DeleteEvidenceRequest = v.object({
  dispute_id: Identifier,
  evidence_type: EvidenceType,
});
export type DeleteEvidenceRequest = v.InferOutput<typeof DeleteEvidenceRequest>;

/** Missing parts of the form have their own errors, so nothing is required here. */
export const AttachEvidenceRequest = v.object({
  file: v.optional(FilePart),
  dispute_id: v.optional(TextPart),
  evidence_type: v.optional(TextPart),
});
export type AttachEvidenceRequest = v.InferOutput<typeof AttachEvidenceRequest>;

export const DisputeEvidenceBlock = v.object({
  evidence_type: EvidenceType,
  file_metadata_response: v.object({
    file_id: v.string(),
    file_name: v.nullable(v.string()),
    /** In bytes. */
    file_size: v.number(),
    file_type: v.string(),
    /** Whether the file's bytes still exist. */
    available: v.boolean(),
  }),
});
export type DisputeEvidenceBlock = v.InferOutput<typeof DisputeEvidenceBlock>;

const inPath = v.object({ dispute_id: Identifier });
const exampleParams = { dispute_id: 'dp_example' };

/** Query parameters carry `true` and `false` as texts. */
const Flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

/**
 * The access of an operation that asks the processor. A lost dispute reduces the payment's
 * refundable amount, hence `UpdateItem`.
 */
const connectorAccess = {
  table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
  connectors: true,
  secrets: ['use key'],
} as const;

export const retrieveDispute = defineOperation({
  name: 'disputes.retrieve',
  method: 'GET',
  path: '/disputes/{dispute_id}',
  summary: 'Retrieve a dispute',
  about: {
    description: 'Answers with the dispute. With `force_sync` the connector is asked first.',
  },
  auth: 'secret key',
  params: inPath,
  query: v.object({ force_sync: v.optional(Flag) }),
  response: DisputeResponse,
  errors: ['dispute_not_found'],
  notFound: 'dispute_not_found',
  access: connectorAccess,
  impact: 'Merchants cannot see disputes; webhooks still report them.',
  example: { params: exampleParams },
});

export const acceptDispute = defineOperation({
  name: 'disputes.accept',
  method: 'POST',
  path: '/disputes/accept/{dispute_id}',
  summary: 'Accept a dispute',
  about: { description: 'Accepts that the customer gets the money back. It cannot be undone.' },
  auth: 'secret key',
  params: inPath,
  response: DisputeResponse,
  errors: [
    'dispute_not_found',
    'dispute_status_invalid',
    'dispute_operation_failed',
    'dispute_refused_by_connector',
    'not_implemented',
    'connector_account_not_found',
    'concurrent_update',
  ],
  notFound: 'dispute_not_found',
  access: connectorAccess,
  impact: 'Merchants cannot accept disputes, which stay open.',
  example: { params: exampleParams },
});

export const submitEvidence = defineOperation({
  name: 'disputes.submit-evidence',
  method: 'POST',
  path: '/disputes/evidence',
  summary: 'Submit evidence against a dispute',
  about: {
    description:
      'Sends the evidence to the connector: texts, and files that were uploaded. Files that were attached earlier go along.',
  },
  auth: 'secret key',
  body: SubmitEvidenceRequest,
  response: DisputeResponse,
  errors: [
    'dispute_not_found',
    'dispute_status_invalid',
    'dispute_operation_failed',
    'dispute_refused_by_connector',
    'file_not_found',
    'not_implemented',
    'connector_account_not_found',
    'concurrent_update',
  ],
  access: {
    ...connectorAccess,
    table: [...connectorAccess.table, 'BatchGetItem'],
    files: ['read'],
  },
  impact: 'Merchants cannot submit evidence, and lose disputes whose deadline passes.',
  example: {
    body: { dispute_id: 'dp_defended', uncategorized_text: 'The parcel was signed for.' },
  },
});

export const attachEvidence = defineOperation({
  name: 'disputes.attach-evidence',
  method: 'PUT',
  path: '/disputes/evidence',
  summary: 'Attach a file to a dispute as evidence',
  about: {
    description:
      'Uploads a file and attaches it to the dispute. It is sent to the connector when the evidence is submitted.',
    differs:
      'A file is a PDF, PNG or JPEG by its bytes, of at most 4 MiB: [disputes and their files](decisions/0021-disputes-and-their-files.md).',
  },
  auth: 'secret key',
  body: AttachEvidenceRequest,
  bodyAs: 'form',
  response: CreateFileResponse,
  errors: [
    'file_missing',
    'dispute_id_missing',
    'missing_param',
    'file_purpose_missing',
    'file_type_missing',
    'file_invalid',
    'dispute_not_found',
    'dispute_status_invalid',
    'concurrent_update',
  ],
  access: { table: ['GetItem', 'PutItem'], files: ['write'] },
  impact: 'Merchants cannot attach files to disputes.',
  example: { body: { dispute_id: 'dp_example', evidence_type: 'receipt', file: 'receipt.pdf' } },
});

export const listEvidence = defineOperation({
  name: 'disputes.list-evidence',
  method: 'GET',
  path: '/disputes/evidence/{dispute_id}',
  summary: 'List the files that are attached to a dispute',
  about: { description: 'Lists the files that are attached, each with what it proves.' },
  auth: 'secret key',
  params: inPath,
  response: v.array(DisputeEvidenceBlock),
  errors: ['dispute_not_found'],
  notFound: 'dispute_not_found',
  access: { table: ['GetItem', 'BatchGetItem'] },
  impact: 'Merchants cannot list the evidence of their disputes.',
  example: { params: exampleParams },
});

export const deleteEvidence = defineOperation({
  name: 'disputes.delete-evidence',
  method: 'DELETE',
  path: '/disputes/evidence',
  summary: 'Take a file away from the evidence of a dispute',
  about: { description: 'Takes away a file that has not been submitted yet.' },
  auth: 'secret key',
  body: DeleteEvidenceRequest,
  response: v.string(),
  errors: ['dispute_not_found', 'concurrent_update'],
  access: { table: ['GetItem', 'PutItem'] },
  impact: 'Merchants cannot remove evidence before they submit it.',
  example: { body: { dispute_id: 'dp_example', evidence_type: 'receipt' } },
});
