import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, integer, text, url } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';

const params = v.object({
  /** The caller's reference of the authentication. */
  reference: v.pipe(text(100, 1), v.regex(/^[\w-]+$/, 'value contains invalid character')),
});

export const SandboxAuthentication = v.object({
  id: v.string(),
  status: v.picklist(['challenge', 'authenticated', 'refused', 'not_enrolled']),
  flow: v.picklist(['challenge', 'frictionless']),
  /** The URL of the customer's challenge. */
  challenge_url: v.nullable(v.string()),
  version: v.string(),
  server_transaction_id: v.string(),
  acs_transaction_id: v.string(),
  ds_transaction_id: v.string(),
  electronic_commerce_indicator: v.nullable(v.string()),
  cryptogram: v.nullable(v.string()),
});

export const authenticateSandboxCustomer = defineOperation({
  name: 'sandbox.authenticate',
  method: 'PUT',
  path: '/authentications/{reference}',
  summary: 'Authenticate the customer of a test card',
  auth: 'processor key',
  params,
  body: v.strictObject({
    /** In minor units. */
    amount: integer(0, Number.MAX_SAFE_INTEGER),
    currency: Currency,
    card: v.strictObject({
      number: v.pipe(v.string(), v.regex(/^\d{8,19}$/, 'expected 8 to 19 digits')),
      expiry_month: text(2, 1),
      expiry_year: text(4, 2),
      holder_name: given(text(255)),
    }),
    /** The URL to which the customer is redirected after a challenge. */
    return_url: url(2048),
    /** Whether the customer is asked, whatever the card. */
    force_challenge: given(v.boolean()),
  }),
  response: SandboxAuthentication,
  errors: [],
  access: { table: ['PutItem'], sandbox: true },
  impact: 'Test payments that are authenticated elsewhere fail.',
  example: {
    params: { reference: 'pay_new_1' },
    body: {
      amount: 6_540,
      currency: 'USD',
      card: { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' },
      return_url: 'https://shop.example/return',
    },
  },
});

export const retrieveSandboxAuthentication = defineOperation({
  name: 'sandbox.retrieve-authentication',
  method: 'GET',
  path: '/authentications/{reference}',
  summary: 'Retrieve the outcome of the authentication of a test customer',
  auth: 'processor key',
  params,
  response: SandboxAuthentication,
  errors: [],
  access: { table: ['GetItem'], sandbox: true },
  impact: 'Test payments that are authenticated elsewhere do not go on.',
  example: { params: { reference: 'pay_authenticated_1' } },
});
