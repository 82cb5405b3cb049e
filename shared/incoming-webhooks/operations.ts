import * as v from 'valibot';
import { defineOperation } from '../http/operation.ts';
import { Identifier } from '../schema.ts';

export const receiveWebhook = defineOperation({
  name: 'incoming-webhooks.receive',
  method: 'POST',
  path: '/webhooks/{merchant_id}/{connector}',
  summary: 'Hear news from a processor',
  auth: 'none',
  params: v.object({
    merchant_id: Identifier,
    /** The identifier of a connector account, or the name of a connector. */
    connector: Identifier,
  }),
  body: v.string(),
  // The signature is over the very bytes.
  bodyAs: 'text',
  response: v.object({}),
  errors: [
    'merchant_account_not_found',
    'connector_account_not_found',
    'invalid_request',
    'webhook_not_authentic',
    'webhook_unreadable',
    'webhook_object_not_found',
    'concurrent_update',
  ],
  notFound: 'merchant_account_not_found',
  access: {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
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
