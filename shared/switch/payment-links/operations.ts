import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { maxUint32 } from '#platform/lists/list-request.ts';
import { given, Identifier, integer, Timestamp } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { PageQuery } from '../payments/redirect/page-token.ts';

export const PaymentLinkResponse = v.object({
  payment_link_id: v.string(),
  merchant_id: v.string(),
  processor_merchant_id: v.nullable(v.string()),
  link_to_pay: v.string(),
  /** In minor units. */
  amount: v.number(),
  created_at: v.string(),
  expiry: v.nullable(v.string()),
  description: v.nullable(v.string()),
  status: v.picklist(['active', 'expired']),
  currency: v.nullable(Currency),
  secure_link: v.nullable(v.string()),
});
export type PaymentLinkResponse = v.InferOutput<typeof PaymentLinkResponse>;

export const retrievePaymentLink = defineOperation({
  name: 'payment-links.retrieve',
  method: 'GET',
  path: '/payment_link/{payment_link_id}',
  summary: 'Retrieve a payment link',
  about: { description: 'Answers with the payment link and whether it can still be paid.' },
  auth: 'secret key or client secret',
  params: v.object({ payment_link_id: Identifier }),
  query: v.strictObject({ client_secret: v.optional(v.string()) }),
  response: PaymentLinkResponse,
  errors: ['payment_link_not_found', 'client_secret_mismatch', 'client_secret_expired'],
  notFound: 'payment_link_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot see payment links; customers can still pay with them.',
  example: { params: { payment_link_id: 'plink_00000000000000000000' } },
});

export const ListPaymentLinksRequest = v.strictObject({
  /** 1 to 100; default 10. */
  limit: given(integer(0, maxUint32)),
  created: given(Timestamp),
  'created.lt': given(Timestamp),
  'created.gt': given(Timestamp),
  'created.lte': given(Timestamp),
  'created.gte': given(Timestamp),
});
export type ListPaymentLinksRequest = v.InferOutput<typeof ListPaymentLinksRequest>;

export const listPaymentLinks = defineOperation({
  name: 'payment-links.list',
  method: 'POST',
  path: '/payment_link/list',
  summary: 'List payment links, newest first',
  about: { description: 'Lists the payment links that fit all conditions in the body.' },
  auth: 'secret key',
  body: ListPaymentLinksRequest,
  repeats: 'only read',
  response: v.array(PaymentLinkResponse),
  errors: ['invalid_request'],
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Merchants cannot list their payment links; customers can still pay with them.',
  example: { body: { limit: 5 } },
});

/**
 * The parts that the pages share. They need no key: the customer's browser shows the page token
 * from the link, and without it the pages do not open. Further query parameters are ignored,
 * because other systems may add some when a link is passed on.
 */
const page = {
  method: 'GET',
  auth: 'none',
  params: v.object({ merchant_id: Identifier, payment_id: Identifier }),
  query: v.object({ locale: v.optional(v.string()), ...PageQuery.entries }),
  response: v.string(),
  errors: ['payment_link_not_found'],
  notFound: 'payment_link_not_found',
  isPage: true,
  // The return URL may have to be signed with the merchant's key.
  access: { table: ['GetItem', 'Query'], secrets: ['use key'] },
  impact: 'Customers cannot pay with payment links.',
  example: { params: { merchant_id: 'merchant_example', payment_id: 'pay_linked' } },
} as const;

/** A page with the vault's card form. */
const payable = {
  ...page,
  access: {
    ...page.access,
    // UpdateItem: it counts the card forms of a link.
    table: ['GetItem', 'Query', 'UpdateItem'],
    vault: ['open card forms'],
  },
} as const;

export const showPaymentLink = defineOperation({
  ...payable,
  name: 'payment-links.show',
  path: '/payment_link/{merchant_id}/{payment_id}',
  summary: 'Show the page on which a customer pays',
  about: { description: 'The page behind a payment link, for browsers.' },
});

export const showEmbeddedPaymentLink = defineOperation({
  ...payable,
  name: 'payment-links.show-embedded',
  path: '/payment_link/s/{merchant_id}/{payment_id}',
  summary: 'Show the page on which a customer pays in a frame of the shop',
  about: {
    description:
      'The same page for a frame in a page of the merchant, whose web domain the profile must allow.',
  },
  errors: ['payment_link_not_found', 'access_forbidden'],
});

export const showPaymentLinkStatus = defineOperation({
  ...page,
  name: 'payment-links.show-status',
  path: '/payment_link/status/{merchant_id}/{payment_id}',
  summary: 'Show a customer the status of a payment',
  about: { description: 'The page that says how the payment ended, for browsers.' },
});
