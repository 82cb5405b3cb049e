import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { FilePart, TextPart } from '#platform/http/request/form.ts';
import { Identifier } from '#platform/schema.ts';

export const CreateFileResponse = v.object({ file_id: v.string() });

/** Missing parts of the form have their own errors, so nothing is required here. */
export const CreateFileRequest = v.object({
  file: v.optional(FilePart),
  /** `dispute_evidence`, the only purpose. */
  purpose: v.optional(TextPart),
  dispute_id: v.optional(TextPart),
});
export type CreateFileRequest = v.InferOutput<typeof CreateFileRequest>;

const inPath = v.object({ file_id: Identifier });
const exampleParams = { file_id: 'file_example' };

export const createFile = defineOperation({
  name: 'files.create',
  method: 'POST',
  path: '/files',
  summary: 'Upload a file for a dispute',
  about: { description: 'Uploads a file that evidence can name. PDF, PNG and JPEG are taken.' },
  auth: 'secret key',
  body: CreateFileRequest,
  bodyAs: 'form',
  repeats: 'derive the same identifier',
  response: CreateFileResponse,
  errors: [
    'file_missing',
    'dispute_id_missing',
    'file_purpose_missing',
    'file_type_missing',
    'file_invalid',
    'dispute_not_found',
  ],
  access: { table: ['GetItem', 'PutItem'], files: ['write'] },
  impact: 'Merchants cannot upload files for their disputes.',
  example: {
    body: { purpose: 'dispute_evidence', dispute_id: 'dp_example', file: 'receipt.pdf' },
  },
});

export const retrieveFile = defineOperation({
  name: 'files.retrieve',
  method: 'GET',
  path: '/files/{file_id}',
  summary: 'Download a file',
  about: { description: 'Answers with the content of the file.' },
  auth: 'secret key',
  params: inPath,
  // The bytes of the file, with the file's own content type.
  response: v.string(),
  errors: ['file_not_found', 'file_not_available'],
  notFound: 'file_not_found',
  access: { table: ['GetItem'], files: ['read'] },
  impact: 'Merchants cannot download files that they have uploaded.',
  example: { params: exampleParams },
});

export const deleteFile = defineOperation({
  name: 'files.delete',
  method: 'DELETE',
  path: '/files/{file_id}',
  summary: 'Delete a file',
  about: { description: 'Deletes a file.' },
  auth: 'secret key',
  params: inPath,
  response: v.string(),
  errors: ['file_not_found'],
  notFound: 'file_not_found',
  access: { table: ['GetItem', 'DeleteItem'], files: ['delete'] },
  impact: 'Merchants cannot delete files that they have uploaded.',
  example: { params: exampleParams },
});
