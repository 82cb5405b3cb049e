import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Identifier } from '#platform/schema.ts';

const path = '/webhooks/{merchant_id}/{connector}';

const params = v.object({
  merchant_id: Identifier,
  /** The identifier of a connector account, or the name of a connector. */
  connector: Identifier,
});

/** The largest webhook that its processor signed, in bytes. */
const signedLimit = 1_048_576;

/** The largest webhook that cannot be verified, in bytes. */
export const unsignedLimit = 32_768;

export const receiveWebhook = defineOperation({
  name: 'incoming-webhooks.receive',
  method: 'POST',
  path,
  summary: 'Receive a webhook from a processor',
  about: {
    description:
      'The address that a merchant names to its processor. What cannot be verified is not believed, and a webhook that is sent again changes nothing.',
  },
  auth: 'none',
  params,
  body: v.pipe(v.string(), v.maxLength(signedLimit)),
  // The signature is over the very bytes.
  bodyAs: 'text',
  bodyLimit: signedLimit,
  response: v.object({}),
  errors: [
    'not_implemented',
    'merchant_account_not_found',
    'connector_account_not_found',
    'invalid_request',
    'webhook_not_authentic',
    'body_too_large',
    'webhook_unreadable',
    'webhook_object_not_found',
    'concurrent_update',
  ],
  notFound: 'merchant_account_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'Query', 'BatchGetItem'],
    indexes: ['by-list'],
    secrets: ['use key'],
    connectors: true,
  },
  impact: 'What processors decide later is heard later, when it is asked for.',
  example: {
    params: { merchant_id: 'merchant_example', connector: 'stripe_test' },
    body: JSON.stringify({
      type: 'payment',
      payment: {
        id: 'pay_0123456789',
        reference: 'pay_challenged_1',
        status: 'processing',
        amount: 2_599,
        currency: 'EUR',
        next_action: null,
        error: null,
      },
    }),
  },
});

/** Some processors send their webhooks by PUT. */
export const receiveWebhookByPut = defineOperation({
  ...receiveWebhook,
  name: 'incoming-webhooks.receive-put',
  method: 'PUT',
  summary: 'Receive a webhook that a processor sends by PUT',
  about: { description: 'The same for processors that send their webhooks by PUT.' },
});

export const checkWebhookAddress = defineOperation({
  name: 'incoming-webhooks.check-address',
  method: 'GET',
  path,
  summary: 'Check an address for webhooks',
  about: {
    description:
      'Answers with nothing when the merchant has such a connector account, for processors that check the address before they send webhooks to it.',
  },
  auth: 'none',
  params,
  response: v.string(),
  errors: ['merchant_account_not_found', 'connector_account_not_found', 'invalid_request'],
  notFound: 'merchant_account_not_found',
  access: { table: ['Query'] },
  impact: 'A merchant cannot enter the address at a processor that checks it.',
  example: { params: receiveWebhook.example.params },
});
