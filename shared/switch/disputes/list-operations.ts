import * as v from 'valibot';

import { AccountsByConnector } from '#merchants/connector-accounts/accounts-by-connector.ts';
import { defineOperation, variantOf } from '#platform/http/operation/operation.ts';
import { CountInQuery, maxUint32 } from '#platform/lists/list-request.ts';
import { Identifier, Timestamp, text } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { DisputeResponse } from './operations.ts';

/** Several values in one query parameter, separated by commas. */
const severalOf = <S extends v.GenericSchema<string>>(one: S) =>
  v.optional(
    v.pipe(
      text(1_024, 1),
      v.transform((value) => value.split(',').map((part) => part.trim())),
      v.array(one),
    ),
  );

/** Accepts both sets of names: the published one, and the one that Hyperswitch v1 uses today. */
export const ListDisputesQuery = v.strictObject({
  /** Default: all. */
  limit: v.optional(CountInQuery(maxUint32)),
  offset: v.optional(CountInQuery(maxUint32)),
  /** With `payment_id` too, a dispute matches when either matches. */
  dispute_id: v.optional(Identifier),
  payment_id: v.optional(Identifier),
  profile_id: v.optional(Identifier),
  merchant_connector_id: v.optional(Identifier),
  dispute_status: severalOf(DisputeStatus),
  dispute_stage: severalOf(DisputeStage),
  connector: severalOf(text(64, 1)),
  currency: severalOf(Currency),
  /** In the connector's words. */
  reason: v.optional(text(255)),
  /** When the switch first received the dispute: at, before or after this time. */
  received_time: v.optional(Timestamp),
  'received_time.lt': v.optional(Timestamp),
  'received_time.gt': v.optional(Timestamp),
  'received_time.lte': v.optional(Timestamp),
  'received_time.gte': v.optional(Timestamp),
  /** When the switch first received the dispute, both included. */
  start_time: v.optional(Timestamp),
  end_time: v.optional(Timestamp),
});
export type ListDisputesQuery = v.InferOutput<typeof ListDisputesQuery>;

export const listDisputes = defineOperation({
  name: 'disputes.list',
  method: 'GET',
  path: '/disputes/list',
  summary: 'List disputes, the last changed first',
  about: { description: 'Lists the disputes that fit all conditions in the query.' },
  auth: 'secret key',
  query: ListDisputesQuery,
  response: v.array(DisputeResponse),
  errors: [],
  access: { table: ['GetItem', 'Query', 'BatchGetItem'], indexes: ['by-list'] },
  impact: 'Merchants cannot list their disputes; webhooks still report them.',
  example: { query: { dispute_status: 'dispute_opened', limit: '5' } },
});

export const listDisputesOfProfile = variantOf(listDisputes, {
  name: 'disputes.list-of-profile',
  path: '/disputes/profile/list',
  summary: 'List the disputes of the profile that the request names, the last changed first',
  about: {
    description:
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

export const CountDisputesQuery = v.strictObject({
  /** When the switch first received the disputes, both included. Default: all. */
  start_time: v.optional(Timestamp),
  end_time: v.optional(Timestamp),
});
export type CountDisputesQuery = v.InferOutput<typeof CountDisputesQuery>;

/** Contains every status, with 0 where no dispute has it. */
export const DisputesByStatus = v.object({
  status_with_count: v.record(DisputeStatus, v.number()),
});
export type DisputesByStatus = v.InferOutput<typeof DisputesByStatus>;

export const countDisputes = defineOperation({
  name: 'disputes.aggregate',
  method: 'GET',
  path: '/disputes/aggregate',
  summary: 'Count disputes by their status',
  about: { description: 'Counts the disputes of a time by their status.' },
  auth: 'secret key',
  query: CountDisputesQuery,
  response: DisputesByStatus,
  errors: [],
  access: { table: ['GetItem', 'Query'], indexes: ['by-list'] },
  impact: 'Dashboards cannot show the number of disputes.',
  example: { query: { start_time: '2026-01-01T00:00:00Z' } },
});

export const countDisputesOfProfile = variantOf(countDisputes, {
  name: 'disputes.aggregate-of-profile',
  path: '/disputes/profile/aggregate',
  summary: 'Count the disputes of the profile that the request names by their status',
  about: {
    description:
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

/** The values by which disputes can be filtered. */
const DisputeListFilters = v.object({
  /** The merchant's connector accounts, by connector name. */
  connector: AccountsByConnector,
  currency: v.array(Currency),
  dispute_status: v.array(DisputeStatus),
  dispute_stage: v.array(DisputeStage),
});
export type DisputeListFilters = v.InferOutput<typeof DisputeListFilters>;

export const listDisputeFilters = defineOperation({
  name: 'disputes.filter',
  method: 'GET',
  path: '/disputes/filter',
  summary: 'List the values that disputes can be filtered by',
  about: {
    description:
      'Answers with the connectors, currencies, stages, statuses and reasons that a list can be narrowed by.',
  },
  auth: 'secret key',
  response: DisputeListFilters,
  errors: [],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Dashboards cannot offer filters for disputes.',
  example: {},
});

export const listDisputeFiltersOfProfile = variantOf(listDisputeFilters, {
  name: 'disputes.filter-of-profile',
  path: '/disputes/profile/filter',
  summary: 'List the values that disputes of the named profile can be filtered by',
  about: {
    description:
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});
