import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { CountInQuery, maxUint32 } from '#platform/lists/list-request.ts';
import { Identifier, Timestamp, text } from '#platform/schema.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import { CustomerAcceptance } from '../payments/request/mandate-data.ts';
import { MandateStatus } from './mandate.ts';

const optionalText = v.nullable(v.string());

/** The card of a mandate as responses show it. */
const MandateCardDetails = v.object({
  last4_digits: optionalText,
  card_exp_month: optionalText,
  card_exp_year: optionalText,
  card_holder_name: optionalText,
  card_token: optionalText,
  scheme: optionalText,
  issuer_country: optionalText,
  card_fingerprint: optionalText,
  card_isin: optionalText,
  card_issuer: optionalText,
  card_network: v.nullable(CardNetwork),
  card_type: optionalText,
  nick_name: optionalText,
});

export const MandateResponse = v.object({
  mandate_id: v.string(),
  status: MandateStatus,
  payment_method_id: v.string(),
  payment_method: v.string(),
  payment_method_type: optionalText,
  card: v.nullable(MandateCardDetails),
  customer_acceptance: v.nullable(CustomerAcceptance),
});
export type MandateResponse = v.InferOutput<typeof MandateResponse>;

export const MandateRevokedResponse = v.object({
  mandate_id: v.string(),
  status: MandateStatus,
  error_code: optionalText,
  error_message: optionalText,
});
export type MandateRevokedResponse = v.InferOutput<typeof MandateRevokedResponse>;

const params = v.object({ mandate_id: Identifier });
const exampleParams = { mandate_id: 'man_00000000000000000000' };

export const retrieveMandate = defineOperation({
  name: 'mandates.retrieve',
  method: 'GET',
  path: '/mandates/{mandate_id}',
  summary: 'Retrieve a mandate',
  about: {
    description: 'Answers with the mandate and the payment method that it charges, masked.',
  },
  auth: 'secret key',
  params,
  response: MandateResponse,
  errors: ['mandate_not_found'],
  notFound: 'mandate_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot see mandates; payments with mandates continue.',
  example: { params: exampleParams },
});

export const revokeMandate = defineOperation({
  name: 'mandates.revoke',
  method: 'POST',
  path: '/mandates/revoke/{mandate_id}',
  summary: 'Revoke a mandate',
  about: {
    description:
      'Ends a mandate, also at the connector where the connector keeps it. It cannot be charged any more.',
    differs:
      'A mandate whose processor cannot revoke is revoked here; Hyperswitch answers an error: [mandates](decisions/0020-mandates.md).',
  },
  auth: 'secret key',
  params,
  response: MandateRevokedResponse,
  errors: [
    'mandate_not_found',
    'mandate_validation_failed',
    'mandate_refused_by_connector',
    'concurrent_update',
  ],
  notFound: 'mandate_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query'], connectors: true, secrets: ['use key'] },
  impact: 'Mandates cannot be revoked; their customers can still be charged.',
  example: { params: exampleParams },
});

export const ListMandatesQuery = v.strictObject({
  /** Default: all. */
  limit: v.optional(CountInQuery(maxUint32)),
  offset: v.optional(CountInQuery(maxUint32)),
  mandate_status: v.optional(MandateStatus),
  connector: v.optional(text(64)),
  created_time: v.optional(Timestamp),
  'created_time.lt': v.optional(Timestamp),
  'created_time.gt': v.optional(Timestamp),
  'created_time.lte': v.optional(Timestamp),
  'created_time.gte': v.optional(Timestamp),
});
export type ListMandatesQuery = v.InferOutput<typeof ListMandatesQuery>;

export const listMandates = defineOperation({
  name: 'mandates.list',
  method: 'GET',
  path: '/mandates/list',
  summary: 'List mandates, newest first',
  about: { description: 'Lists the mandates that fit all conditions in the query.' },
  auth: 'secret key',
  query: ListMandatesQuery,
  response: v.array(MandateResponse),
  errors: [],
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Merchants cannot list their mandates; payments with mandates continue.',
  example: { query: { limit: '5' } },
});

export const listMandatesOfCustomer = defineOperation({
  name: 'mandates.list-of-customer',
  method: 'GET',
  path: '/customers/{customer_id}/mandates',
  summary: 'List the mandates of a customer',
  about: { description: 'Lists all mandates of one customer.' },
  auth: 'secret key',
  params: v.object({ customer_id: Identifier }),
  response: v.array(MandateResponse),
  errors: ['mandate_not_found'],
  notFound: 'mandate_not_found',
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Merchants cannot list mandates of a customer; payments continue.',
  example: { params: { customer_id: 'customer_example' } },
});
