import * as v from 'valibot';
import { AccountsByConnector } from '#merchants/connector-accounts/accounts-by-connector.ts';
import { defineOperation, variantOf } from '#platform/http/operation/operation.ts';
import {
  AmountFilter,
  anyOf,
  CountInQuery,
  maxUint32,
  OptionalTimeRangeQuery,
  pageFields,
  TimeRange,
  TimeRangeQuery,
  timeFields,
} from '#platform/lists/list-request.ts';
import { chosenName, Email, given, Identifier, Timestamp, text } from '#platform/schema.ts';
import { AuthenticationType } from '#vocabulary/authentication-type.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { PaymentResponse } from '../response/payment-response.ts';

export const ListPaymentsQuery = v.strictObject({
  customer_id: v.optional(Identifier),
  /** A payment id: lists payments created at the same time or later. */
  starting_after: v.optional(Identifier),
  /** A payment id: lists payments created at the same time or earlier. */
  ending_before: v.optional(Identifier),
  /** 1 to 100; default 10. */
  limit: v.optional(CountInQuery(maxUint32)),
  created: v.optional(Timestamp),
  'created.lt': v.optional(Timestamp),
  'created.gt': v.optional(Timestamp),
  'created.lte': v.optional(Timestamp),
  'created.gte': v.optional(Timestamp),
  // The same names as generated clients of the published API spell them.
  created_lt: v.optional(Timestamp),
  created_gt: v.optional(Timestamp),
  created_lte: v.optional(Timestamp),
  created_gte: v.optional(Timestamp),
});
export type ListPaymentsQuery = v.InferOutput<typeof ListPaymentsQuery>;

export const ListPaymentsResponse = v.object({
  /** The number of payments on this page. */
  size: v.number(),
  data: v.array(PaymentResponse),
});

export const CardDiscovery = v.picklist(['manual', 'saved_card', 'click_to_pay']);

/** The order of payments; by default by creation time, descending. */
const PaymentOrder = v.object({
  on: v.optional(v.picklist(['amount', 'attempt_count', 'created', 'modified']), 'created'),
  by: v.optional(v.picklist(['asc', 'desc']), 'desc'),
});

/** Unknown members are ignored. */
export const FilterPaymentsRequest = v.object({
  payment_id: given(Identifier),
  profile_id: given(Identifier),
  customer_id: given(Identifier),
  merchant_order_reference_id: given(chosenName(255)),
  customer_email: given(Email),
  /** `limit` is 1 to 50, default 10. */
  ...pageFields,
  amount_filter: given(AmountFilter),
  ...timeFields,
  connector: anyOf(text(64)),
  currency: anyOf(Currency),
  status: anyOf(PaymentStatus),
  payment_method: anyOf(PaymentMethod),
  payment_method_type: anyOf(PaymentMethodType),
  authentication_type: anyOf(AuthenticationType),
  merchant_connector_id: anyOf(chosenName(64)),
  card_network: anyOf(text(64)),
  card_discovery: anyOf(CardDiscovery),
  order: given(PaymentOrder),
});
export type FilterPaymentsRequest = v.InferOutput<typeof FilterPaymentsRequest>;

export const FilterPaymentsResponse = v.object({
  /** The number of payments on this page. */
  count: v.number(),
  /** The number of payments on all pages. */
  total_count: v.number(),
  data: v.array(PaymentResponse),
});

const listing = {
  auth: 'secret key',
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Merchants cannot list their payments; payments continue.',
} as const;

export const listPayments = defineOperation({
  ...listing,
  name: 'payments.list',
  method: 'GET',
  path: '/payments/list',
  summary: 'List payments, newest first',
  about: {
    description: 'Lists payments, page by page, with a few conditions in the query.',
    differs:
      'Answers one page, as Hyperswitch itself does; the published description has a list of pages.',
  },
  query: ListPaymentsQuery,
  response: ListPaymentsResponse,
  errors: ['payment_not_found', 'invalid_request'],
  example: { query: { limit: '5' } },
});

export const listPaymentsOfProfile = variantOf(listPayments, {
  name: 'payments.list-of-profile',
  path: '/payments/profile/list',
  summary: 'List the payments of the profile that the request names, newest first',
  about: {
    description:
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

export const filterPayments = defineOperation({
  ...listing,
  name: 'payments.filter',
  method: 'POST',
  path: '/payments/list',
  repeats: 'only read',
  summary: 'List the payments that are meant, with how many there are',
  about: {
    description: 'Lists the payments that fit all conditions in the body, with how many there are.',
  },
  body: FilterPaymentsRequest,
  response: FilterPaymentsResponse,
  errors: ['invalid_request'],
  example: { body: { status: ['succeeded'], limit: 5 } },
});

export const filterPaymentsOfProfile = variantOf(filterPayments, {
  name: 'payments.filter-of-profile',
  path: '/payments/profile/list',
  summary: 'List the payments that are meant, of the profile that the request names',
  about: {
    description:
      'The same list for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

/** Contains every status, with 0 where there are no payments of it. */
const PaymentsByStatus = v.object({ status_with_count: v.record(PaymentStatus, v.number()) });

export const countPayments = defineOperation({
  name: 'payments.aggregate',
  method: 'GET',
  path: '/payments/aggregate',
  summary: 'Count payments by their status',
  about: {
    description:
      'Counts the payments that were created in a time by their status: every status is in the answer, with 0 where there are none. The counts are some seconds old.',
  },
  auth: 'secret key',
  query: TimeRangeQuery,
  response: PaymentsByStatus,
  errors: ['invalid_request'],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Dashboards cannot show the number of payments; payments continue.',
  example: { query: { start_time: '2026-01-01T00:00:00Z' } },
});

export const countPaymentsOfProfile = variantOf(countPayments, {
  name: 'payments.aggregate-of-profile',
  path: '/payments/profile/aggregate',
  summary: 'Count the payments of the profile that the request names by their status',
  about: {
    description:
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});

/** The values that occur among the payments of a time. */
export const PaymentFilterValues = v.object({
  connector: v.array(v.string()),
  currency: v.array(Currency),
  status: v.array(PaymentStatus),
  payment_method: v.array(PaymentMethod),
  payment_method_type: v.array(PaymentMethodType),
  authentication_type: v.array(AuthenticationType),
});
export type PaymentFilterValues = v.InferOutput<typeof PaymentFilterValues>;

/** The values that occur, and those that the connector accounts offer. */
export const PaymentFilters = v.object({
  connector: AccountsByConnector,
  currency: v.array(Currency),
  status: v.array(PaymentStatus),
  /** The types of each payment method. */
  payment_method: v.record(PaymentMethod, v.array(PaymentMethodType)),
  authentication_type: v.array(AuthenticationType),
  card_network: v.array(v.string()),
  card_discovery: v.array(CardDiscovery),
});
export type PaymentFilters = v.InferOutput<typeof PaymentFilters>;

const filters = {
  auth: 'secret key',
  errors: ['invalid_request'],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Dashboards cannot offer filters for payments; payments continue.',
} as const;

export const listPaymentFilterValues = defineOperation({
  name: 'payments.filter-values',
  method: 'POST',
  path: '/payments/filter',
  summary: 'List the values that the payments of a time can be filtered by',
  about: {
    description:
      'Answers with the values that occur among the payments of a time, by which their list can be narrowed.',
  },
  ...filters,
  repeats: 'only read',
  body: TimeRange,
  response: PaymentFilterValues,
  example: { body: { start_time: '2026-01-01T00:00:00Z' } },
});

export const listPaymentFilters = defineOperation({
  name: 'payments.filters',
  method: 'GET',
  path: '/payments/v2/filter',
  summary: 'List the accounts and values that payments can be filtered by',
  about: {
    description:
      'Answers with the values that occur among all payments, or those of a time, and with the connector accounts and what they offer. A connector without an account occurs in earlier payments.',
  },
  ...filters,
  query: OptionalTimeRangeQuery,
  response: PaymentFilters,
  example: {},
});

export const listPaymentFiltersOfProfile = variantOf(listPaymentFilters, {
  name: 'payments.filters-of-profile',
  path: '/payments/v2/profile/filter',
  summary: 'List the accounts and values that payments of the named profile can be filtered by',
  about: {
    description:
      'The same for one profile: the one of the header `X-Profile-Id`, or all that the key reaches.',
  },
});
