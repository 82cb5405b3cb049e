import * as v from 'valibot';
import { AccountsByConnector } from '#merchants/connector-accounts/accounts-by-connector.ts';
import { defineOperation, variantOf } from '#platform/http/operation/operation.ts';
import {
  anyOf,
  CountInQuery,
  maxUint32,
  OptionalTimeRangeQuery,
  pageFields,
  TimeRange,
  TimeRangeQuery,
  timeFields,
} from '#platform/lists/list-request.ts';
import { chosenName, given, Identifier, Timestamp } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { PayoutType } from './payout-method-variants.ts';
import { PayoutStatus } from './payout-status.ts';
import { PayoutConnector, PayoutEntityType } from './request.ts';
import { PayoutResponse } from './response.ts';

export const ListPayoutsQuery = v.strictObject({
  customer_id: v.optional(Identifier),
  /** A payout id: lists payouts created at the same time or later. */
  starting_after: v.optional(Identifier),
  /** A payout id: lists payouts created at the same time or earlier. */
  ending_before: v.optional(Identifier),
  /** 1 to 100; default 10. */
  limit: v.optional(CountInQuery(maxUint32)),
  created: v.optional(Timestamp),
  start_time: v.optional(Timestamp),
  end_time: v.optional(Timestamp),
});
export type ListPayoutsQuery = v.InferOutput<typeof ListPayoutsQuery>;

/** Unknown members are ignored. */
export const FilterPayoutsRequest = v.object({
  payout_id: given(Identifier),
  merchant_order_reference_id: given(chosenName(255)),
  profile_id: given(Identifier),
  customer_id: given(Identifier),
  /** `limit` is 1 to 20, default 10. */
  ...pageFields,
  ...timeFields,
  connector: anyOf(PayoutConnector),
  currency: given(v.union([v.array(Currency), Currency])),
  status: anyOf(PayoutStatus),
  payout_method: anyOf(PayoutType),
  entity_type: given(v.union([v.array(PayoutEntityType), PayoutEntityType])),
});
export type FilterPayoutsRequest = v.InferOutput<typeof FilterPayoutsRequest>;

export const ListPayoutsResponse = v.object({
  /** The number of payouts on this page. */
  size: v.number(),
  data: v.array(PayoutResponse),
  /** The number of payouts on all pages; `null` where it is not requested. */
  total_count: v.nullable(v.number()),
});

const listing = {
  auth: 'secret key',
  response: ListPayoutsResponse,
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Merchants cannot list their payouts; payouts continue.',
} as const;

export const listPayouts = defineOperation({
  name: 'payouts.list',
  method: 'GET',
  path: '/payouts/list',
  summary: 'List payouts, newest first',
  about: {
    description: 'Lists payouts, page by page, with a few conditions in the query.',
    differs:
      'The time range is `start_time` and `end_time`, as Hyperswitch itself reads it; the published description has one `time_range`.',
  },
  ...listing,
  query: ListPayoutsQuery,
  errors: ['payout_not_found', 'invalid_request'],
  example: { query: { limit: '5' } },
});

export const listPayoutsOfProfile = variantOf(listPayouts, {
  name: 'payouts.list-of-profile',
  path: '/payouts/profile/list',
  summary: 'List the payouts of the profile that the request names, newest first',
  about: {
    description:
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

export const filterPayouts = defineOperation({
  name: 'payouts.filter',
  method: 'POST',
  path: '/payouts/list',
  summary: 'List the payouts that are meant, with how many there are',
  about: {
    description: 'Lists the payouts that fit all conditions in the body, with how many there are.',
  },
  ...listing,
  body: FilterPayoutsRequest,
  errors: ['invalid_request'],
  repeats: 'only read',
  example: { body: { status: ['success'], limit: 5 } },
});

export const filterPayoutsOfProfile = variantOf(filterPayouts, {
  name: 'payouts.filter-of-profile',
  path: '/payouts/profile/list',
  summary: 'List the payouts that are meant, of the profile that the request names',
  about: {
    description:
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

/** Contains every status, with 0 where there are no payouts of it. */
const PayoutsByStatus = v.object({ status_with_count: v.record(PayoutStatus, v.number()) });

export const countPayouts = defineOperation({
  name: 'payouts.aggregate',
  method: 'GET',
  path: '/payouts/aggregate',
  summary: 'Count payouts by their status',
  about: {
    description:
      'Counts the payouts that were created in a time by their status: every status is in the answer, with 0 where there are none. The counts are some seconds old.',
  },
  auth: 'secret key',
  query: TimeRangeQuery,
  response: PayoutsByStatus,
  errors: ['invalid_request'],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Dashboards cannot show the number of payouts; payouts continue.',
  example: { query: { start_time: '2026-01-01T00:00:00Z' } },
});

export const countPayoutsOfProfile = variantOf(countPayouts, {
  name: 'payouts.aggregate-of-profile',
  path: '/payouts/profile/aggregate',
  summary: 'Count the payouts of the profile that the request names by their status',
  about: {
    description:
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

/** The values that occur among the payouts of a time. */
export const PayoutFilterValues = v.object({
  connector: v.array(PayoutConnector),
  currency: v.array(Currency),
  status: v.array(PayoutStatus),
  payout_method: v.array(PayoutType),
});
export type PayoutFilterValues = v.InferOutput<typeof PayoutFilterValues>;

/** The values that occur, and those that the connector accounts offer. */
export const PayoutFilters = v.object({
  connector: AccountsByConnector,
  currency: v.array(Currency),
  status: v.array(PayoutStatus),
  payout_method: v.array(PayoutType),
});
export type PayoutFilters = v.InferOutput<typeof PayoutFilters>;

const filters = {
  auth: 'secret key',
  errors: ['invalid_request'],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Dashboards cannot offer filters for payouts; payouts continue.',
} as const;

export const listPayoutFilterValues = defineOperation({
  name: 'payouts.filter-values',
  method: 'POST',
  path: '/payouts/filter',
  summary: 'List the values that the payouts of a time can be filtered by',
  about: {
    description:
      'Answers with the values that occur among the payouts of a time, by which their list can be narrowed.',
  },
  ...filters,
  repeats: 'only read',
  body: TimeRange,
  response: PayoutFilterValues,
  example: { body: { start_time: '2026-01-01T00:00:00Z' } },
});

export const listPayoutFilterValuesOfProfile = variantOf(listPayoutFilterValues, {
  name: 'payouts.filter-values-of-profile',
  path: '/payouts/profile/filter',
  summary: 'List the values that the payouts of the named profile can be filtered by',
  about: {
    description:
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

export const listPayoutFilters = defineOperation({
  name: 'payouts.filters',
  method: 'GET',
  path: '/payouts/v2/filter',
  summary: 'List the accounts and values that payouts can be filtered by',
  about: {
    description:
      'Answers with the values that occur among all payouts, or those of a time, and with the connector accounts. A connector without an account occurs in earlier payouts.',
  },
  ...filters,
  query: OptionalTimeRangeQuery,
  response: PayoutFilters,
  example: {},
});

export const listPayoutFiltersOfProfile = variantOf(listPayoutFilters, {
  name: 'payouts.filters-of-profile',
  path: '/payouts/v2/profile/filter',
  summary: 'List the accounts and values that payouts of the named profile can be filtered by',
  about: {
    description:
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});
