import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { FilePart } from '#platform/http/request/form.ts';
import { given, Identifier, text } from '#platform/schema.ts';
import { BlockedBy, DataKind } from './blocklist-entry.ts';
import { BlocklistJobStatus } from './blocklist-job.ts';

/** Unknown members are ignored. */
export const BlocklistRequest = v.object({ type: BlockedBy, data: text(64, 1) });

export const BlocklistEntryResponse = v.object({
  /** The blocked first digits, or the blocked fingerprint. */
  fingerprint_id: v.string(),
  data_kind: DataKind,
  created_at: v.string(),
});

export const BlocklistResponse = v.object({
  /** The number of entries on this page; `total_count` is that of all pages. */
  count: v.number(),
  total_count: v.number(),
  data: v.array(BlocklistEntryResponse),
});

export const ToggleBlocklistResponse = v.object({
  blocklist_guard_status: v.picklist(['enabled', 'disabled']),
});

/** A missing file has its own error, so nothing is required here. */
export const BatchBlocklistUploadRequest = v.object({ file: v.optional(FilePart) });

export const BatchBlocklistUploadResponse = v.object({
  job_id: v.string(),
  total_rows: v.number(),
  status: BlocklistJobStatus,
});

export const BatchBlocklistJobStatusResponse = v.object({
  job_id: v.string(),
  merchant_id: v.string(),
  status: BlocklistJobStatus,
  total_rows: v.number(),
  succeeded_rows: v.number(),
  failed_rows: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
});

export const ListBatchBlocklistJobsResponse = v.object({
  /** The number of jobs on this page; `total_count` is that of all pages. */
  count: v.number(),
  total_count: v.number(),
  data: v.array(BatchBlocklistJobStatusResponse),
});

const Count = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,10}$/, 'invalid digit found in string'),
    v.transform(Number),
    v.maxValue(most, 'number too large to fit in target type'),
  );

const body = { body: { type: 'card_bin', data: '400000' } } as const;

export const blockCard = defineOperation({
  name: 'blocklist.create',
  method: 'POST',
  path: '/blocklist',
  summary: 'Block cards by their first digits or by their fingerprint',
  about: {
    description: 'Declines payments with these cards from now on, before a connector is asked.',
    differs:
      'An entry by fingerprint ends when the vault changes the key of its fingerprints, every other year: [blocked cards](decisions/0018-blocked-cards.md).',
  },
  auth: 'secret key',
  body: BlocklistRequest,
  response: BlocklistEntryResponse,
  errors: ['invalid_data', 'blocklist_entry_exists'],
  access: { table: ['GetItem', 'PutItem', 'Query'] },
  impact: 'Merchants cannot block further cards; blocked cards stay blocked.',
  example: body,
});

export const unblockCard = defineOperation({
  name: 'blocklist.delete',
  method: 'DELETE',
  path: '/blocklist',
  summary: 'Let cards be paid with again',
  about: { description: 'Takes an entry off the blocklist.' },
  auth: 'secret key',
  body: BlocklistRequest,
  response: BlocklistEntryResponse,
  errors: ['invalid_data', 'blocklist_entry_not_found'],
  access: { table: ['GetItem', 'Query', 'DeleteItem'] },
  impact: 'Blocked cards cannot be unblocked.',
  example: { body: { type: 'card_bin', data: '411111' } },
});

export const listBlocked = defineOperation({
  name: 'blocklist.list',
  method: 'GET',
  path: '/blocklist',
  summary: 'List the blocked cards and fingerprints',
  about: {
    description: 'Lists what is blocked, one kind of entry at a time.',
    differs:
      'Answers a page with `count`, `total_count` and `data`, as Hyperswitch itself does; the published description has one entry.',
  },
  // Unlike Hyperswitch v1, no client secret reads the list: with it, an attacker could find cards
  // that are not blocked.
  auth: 'secret key',
  query: v.object({
    data_kind: DataKind,
    limit: given(Count(65_535)),
    offset: given(Count(65_535)),
  }),
  response: BlocklistResponse,
  errors: [],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot list their blocklist; blocked cards stay blocked.',
  example: { query: { data_kind: 'card_bin' } },
});

export const toggleBlocklist = defineOperation({
  name: 'blocklist.toggle',
  method: 'POST',
  path: '/blocklist/toggle',
  summary: 'Have payments checked against the blocklist, or not',
  about: { description: 'Turns the check of payments against the blocklist on or off.' },
  auth: 'secret key',
  query: v.object({ status: v.picklist(['true', 'false']) }),
  response: ToggleBlocklistResponse,
  errors: ['merchant_account_not_found', 'concurrent_update'],
  access: { table: ['GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  impact: 'Merchants cannot turn their blocklist on or off.',
  example: { query: { status: 'true' } },
});

export const createBlocklistJob = defineOperation({
  name: 'blocklist.create-batch',
  method: 'POST',
  path: '/blocklist/batch',
  summary: 'Block many cards with one file',
  about: {
    description:
      'Takes a CSV file with the columns `type`, `data` and `metadata`, of at most 4 MiB and 100,000 rows, and answers before its entries are added. One bad row refuses the file, and the error names all of them in `rows`. `metadata` has pairs such as `reason=fraud;source=manual`. An entry that is on the list already succeeds.',
    differs:
      'An error names all bad rows, in `error.rows`, with digits that may be a card number masked; Hyperswitch names the first, as JSON in `message`. A file has at most 4 MiB instead of 5 MB, and `metadata` without `=` is refused.',
  },
  auth: 'secret key',
  body: BatchBlocklistUploadRequest,
  bodyAs: 'form',
  status: 202,
  response: BatchBlocklistUploadResponse,
  errors: ['file_missing', 'invalid_request', 'blocklist_rows_invalid'],
  access: { table: ['PutItem'] },
  impact: 'Merchants cannot block cards with files; blocked cards stay blocked.',
  example: {
    body: { file: 'type,data,metadata\ncard_bin,400000,reason=fraud;source=manual\n' },
  },
});

export const listBlocklistJobs = defineOperation({
  name: 'blocklist.list-batches',
  method: 'GET',
  path: '/blocklist/batch',
  summary: 'List the jobs that block many cards',
  about: { description: 'Lists the jobs that add files to the blocklist, newest first.' },
  auth: 'secret key',
  query: v.object({ limit: given(Count(100)), offset: given(Count(2_147_483_647)) }),
  response: ListBatchBlocklistJobsResponse,
  errors: [],
  access: { table: ['Query'] },
  impact: 'Merchants cannot see whether their files were added to the blocklist.',
  example: {},
});

export const retrieveBlocklistJob = defineOperation({
  name: 'blocklist.retrieve-batch',
  method: 'GET',
  path: '/blocklist/batch/{job_id}',
  summary: 'Retrieve a job that blocks many cards',
  about: { description: 'Shows how far a file was added to the blocklist.' },
  auth: 'secret key',
  params: v.object({ job_id: Identifier }),
  response: BatchBlocklistJobStatusResponse,
  errors: ['blocklist_job_not_found'],
  notFound: 'blocklist_job_not_found',
  access: { table: ['GetItem'] },
  impact: 'Merchants cannot see whether their files were added to the blocklist.',
  example: { params: { job_id: 'blkbatch_example' } },
});
