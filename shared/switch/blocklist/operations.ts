import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation.ts';
import { given, text } from '#platform/schema.ts';
import { BlockedBy, DataKind } from './blocklist-entry.ts';

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
  auth: 'secret key',
  query: v.object({ status: v.picklist(['true', 'false']) }),
  response: ToggleBlocklistResponse,
  errors: ['merchant_account_not_found', 'concurrent_update'],
  access: { table: ['GetItem', 'PutItem', 'Query', 'UpdateItem'] },
  impact: 'Merchants cannot turn their blocklist on or off.',
  example: { query: { status: 'true' } },
});
