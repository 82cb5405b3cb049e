import * as v from 'valibot';
import { defineOperation } from '../../http/operation.ts';
import {
  AmountFilter,
  anyOf,
  CountInQuery,
  maxUint32,
  pageFields,
  timeFields,
} from '../../lists/list-request.ts';
import { chosenName, Email, given, Identifier, Timestamp, text } from '../../schema.ts';
import { Currency } from '../../vocabulary/currencies.ts';
import { PaymentMethod, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import { AuthenticationType } from '../request/payment-request.ts';
import { PaymentResponse } from '../response/payment-response.ts';
import { PaymentStatus } from '../statuses.ts';

export const ListPaymentsQuery = v.strictObject({
  customer_id: v.optional(Identifier),
  /** A payment: those made at the same time or later are meant. */
  starting_after: v.optional(Identifier),
  /** A payment: those made at the same time or before are meant. */
  ending_before: v.optional(Identifier),
  /** 1 to 100; 10 unless stated. */
  limit: v.optional(CountInQuery(maxUint32)),
  created: v.optional(Timestamp),
  'created.lt': v.optional(Timestamp),
  'created.gt': v.optional(Timestamp),
  'created.lte': v.optional(Timestamp),
  'created.gte': v.optional(Timestamp),
  // The same as clients say it that are made of the published description.
  created_lt: v.optional(Timestamp),
  created_gt: v.optional(Timestamp),
  created_lte: v.optional(Timestamp),
  created_gte: v.optional(Timestamp),
});
export type ListPaymentsQuery = v.InferOutput<typeof ListPaymentsQuery>;

export const ListPaymentsResponse = v.object({
  /** How many are on this page. */
  size: v.number(),
  data: v.array(PaymentResponse),
});

/** By what payments can be sorted; by when they were made unless stated, the newest or most first. */
const PaymentOrder = v.object({
  on: v.optional(v.picklist(['amount', 'attempt_count', 'created', 'modified']), 'created'),
  by: v.optional(v.picklist(['asc', 'desc']), 'desc'),
});

/** Members that it does not know are ignored. */
export const FilterPaymentsRequest = v.object({
  payment_id: given(Identifier),
  profile_id: given(Identifier),
  customer_id: given(Identifier),
  merchant_order_reference_id: given(chosenName(255)),
  customer_email: given(Email),
  /** A limit of 1 to 50; 10 unless stated. */
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
  card_discovery: anyOf(v.picklist(['manual', 'saved_card', 'click_to_pay'])),
  order: given(PaymentOrder),
});
export type FilterPaymentsRequest = v.InferOutput<typeof FilterPaymentsRequest>;

export const FilterPaymentsResponse = v.object({
  /** How many are on this page. */
  count: v.number(),
  /** How many there are on all pages. */
  total_count: v.number(),
  data: v.array(PaymentResponse),
});

const listing = {
  auth: 'secret key',
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Merchants cannot look through their payments; payments go on.',
} as const;

export const listPayments = defineOperation({
  ...listing,
  name: 'payments.list',
  method: 'GET',
  path: '/payments/list',
  summary: 'List payments, newest first',
  query: ListPaymentsQuery,
  response: ListPaymentsResponse,
  errors: ['payment_not_found', 'invalid_request'],
  example: { query: { limit: '5' } },
});

export const listPaymentsOfProfile = defineOperation({
  ...listing,
  name: 'payments.list-of-profile',
  method: 'GET',
  path: '/payments/profile/list',
  summary: 'List the payments of the profile that the request names, newest first',
  query: ListPaymentsQuery,
  response: ListPaymentsResponse,
  errors: ['payment_not_found', 'invalid_request'],
  example: { query: { limit: '5' } },
});

export const filterPayments = defineOperation({
  ...listing,
  name: 'payments.filter',
  method: 'POST',
  path: '/payments/list',
  repeats: 'only read',
  summary: 'List the payments that are meant, with how many there are',
  body: FilterPaymentsRequest,
  response: FilterPaymentsResponse,
  errors: ['invalid_request'],
  example: { body: { status: ['succeeded'], limit: 5 } },
});

export const filterPaymentsOfProfile = defineOperation({
  ...listing,
  name: 'payments.filter-of-profile',
  method: 'POST',
  path: '/payments/profile/list',
  repeats: 'only read',
  summary: 'List the payments that are meant, of the profile that the request names',
  body: FilterPaymentsRequest,
  response: FilterPaymentsResponse,
  errors: ['invalid_request'],
  example: { body: { status: ['succeeded'], limit: 5 } },
});
