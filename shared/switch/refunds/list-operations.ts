import * as v from 'valibot';
import { AccountsByConnector } from '#merchants/connector-accounts/accounts-by-connector.ts';
import { defineOperation, variantOf } from '#platform/http/operation/operation.ts';
import {
  AmountFilter,
  anyOf,
  OptionalTimeRangeQuery,
  pageFields,
  TimeRange,
  TimeRangeQuery,
  timeFields,
} from '#platform/lists/list-request.ts';
import { chosenName, given, Identifier, text } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { RefundInPayment } from '../payments/response/nested-responses.ts';
import { RefundStatus } from './refund.ts';

/** Unknown members are ignored. */
export const ListRefundsRequest = v.object({
  /** With `refund_id` too, a refund matches when either matches. */
  payment_id: given(Identifier),
  refund_id: given(Identifier),
  profile_id: given(Identifier),
  /** `limit` is 1 to 100, default 10. */
  ...pageFields,
  ...timeFields,
  amount_filter: given(AmountFilter),
  connector: anyOf(text(64)),
  merchant_connector_id: anyOf(chosenName(64)),
  currency: anyOf(Currency),
  refund_status: anyOf(RefundStatus),
});
export type ListRefundsRequest = v.InferOutput<typeof ListRefundsRequest>;

export const ListRefundsResponse = v.object({
  /** The number of refunds on this page. */
  count: v.number(),
  /** The number of refunds on all pages. */
  total_count: v.number(),
  data: v.array(RefundInPayment),
});

export const listRefunds = defineOperation({
  name: 'refunds.list',
  method: 'POST',
  path: '/refunds/list',
  summary: 'List refunds, the last changed first',
  about: { description: 'Lists the refunds that fit all conditions in the body.' },
  auth: 'secret key',
  repeats: 'only read',
  body: ListRefundsRequest,
  response: ListRefundsResponse,
  errors: ['invalid_request'],
  access: { table: ['GetItem', 'Query', 'BatchGetItem'], indexes: ['by-list'] },
  impact: 'Merchants cannot list their refunds; refunds continue.',
  example: { body: { refund_status: ['succeeded'], limit: 5 } },
});

export const listRefundsOfProfile = variantOf(listRefunds, {
  name: 'refunds.list-of-profile',
  path: '/refunds/profile/list',
  summary: 'List the refunds of the profile that the request names, the last changed first',
  about: {
    description:
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

/** Contains every status, with 0 where there are no refunds of it. */
const RefundsByStatus = v.object({ status_with_count: v.record(RefundStatus, v.number()) });

export const countRefunds = defineOperation({
  name: 'refunds.aggregate',
  method: 'GET',
  path: '/refunds/aggregate',
  summary: 'Count refunds by their status',
  about: {
    description:
      'Counts the refunds that were created in a time by their status: every status is in the answer, with 0 where there are none. The counts are some seconds old.',
  },
  auth: 'secret key',
  query: TimeRangeQuery,
  response: RefundsByStatus,
  errors: ['invalid_request'],
  access: { table: ['GetItem', 'Query'], indexes: ['by-list'] },
  impact: 'Dashboards cannot show the number of refunds; refunds continue.',
  example: { query: { start_time: '2026-01-01T00:00:00Z' } },
});

export const countRefundsOfProfile = variantOf(countRefunds, {
  name: 'refunds.aggregate-of-profile',
  path: '/refunds/profile/aggregate',
  summary: 'Count the refunds of the profile that the request names by their status',
  about: {
    description:
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

/** The values that occur among the refunds of a time. */
export const RefundFilterValues = v.object({
  connector: v.array(v.string()),
  currency: v.array(Currency),
  refund_status: v.array(RefundStatus),
});
export type RefundFilterValues = v.InferOutput<typeof RefundFilterValues>;

/** The values that occur, and those that the connector accounts offer. */
export const RefundFilters = v.object({
  connector: AccountsByConnector,
  currency: v.array(Currency),
  refund_status: v.array(RefundStatus),
});
export type RefundFilters = v.InferOutput<typeof RefundFilters>;

const filters = {
  auth: 'secret key',
  errors: ['invalid_request'],
  access: { table: ['GetItem', 'Query'], indexes: ['by-list'] },
  impact: 'Dashboards cannot offer filters for refunds; refunds continue.',
} as const;

export const listRefundFilterValues = defineOperation({
  name: 'refunds.filter-values',
  method: 'POST',
  path: '/refunds/filter',
  summary: 'List the values that the refunds of a time can be filtered by',
  about: {
    description:
      'Answers with the values that occur among the refunds of a time, by which their list can be narrowed.',
  },
  ...filters,
  repeats: 'only read',
  body: TimeRange,
  response: RefundFilterValues,
  example: { body: { start_time: '2026-01-01T00:00:00Z' } },
});

export const listRefundFilters = defineOperation({
  name: 'refunds.filters',
  method: 'GET',
  path: '/refunds/v2/filter',
  summary: 'List the accounts and values that refunds can be filtered by',
  about: {
    description:
      'Answers with the values that occur among all refunds, or those of a time, and with the connector accounts. A connector without an account occurs in earlier refunds.',
  },
  ...filters,
  query: OptionalTimeRangeQuery,
  response: RefundFilters,
  example: {},
});

export const listRefundFiltersOfProfile = variantOf(listRefundFilters, {
  name: 'refunds.filters-of-profile',
  path: '/refunds/v2/profile/filter',
  summary: 'List the accounts and values that refunds of the named profile can be filtered by',
  about: {
    description:
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});
