import { notFoundHandler } from '#platform/http/edge/not-found.ts';
import { operations } from '../../shared/operations.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { type Answer, type Ask, aMerchant, eventOf } from '../support/switch/switch-in-memory.ts';
import type { ErrorRow } from './error-row.ts';
import {
  asking,
  byAdmin,
  malformed,
  malformedQuery,
  type RuleContext,
  type RuleRequest,
  refused,
  ruleContext,
} from './rule.ts';

const sale = { amount: 2_599, currency: 'EUR' };
const payment = (stated: object = {}) => asking('payments.create', { ...sale, ...stated });

/** The answer where there is no route. */
const elsewhere =
  (method: string, path: string): RuleRequest =>
  async () => {
    const [any] = operations;
    if (!any) throw new Error('There is no operation.');
    const event = eventOf(any, {});
    const { requestContext } = event;
    const http = { ...requestContext.http, method, path };
    const served = notFoundHandler(operations, { info() {}, error() {} });
    const { statusCode = 200, body = '' } = await served({
      ...event,
      requestContext: { ...requestContext, http },
    });
    return { status: statusCode, headers: {}, text: body, body: JSON.parse(body) };
  };

/** A payment that waits, asked about with the key of the merchant's pages. */
async function byClient(
  { world, merchant, done }: RuleContext,
  operation: string,
  request: (payment: { payment_id: string; client_secret: string }) => Ask,
): Promise<Answer> {
  const made = await done('payments.create', { body: { ...sale, customer_id: 'joseph' } });
  return world.ask(operation, { key: merchant.publishableKey, ...request(made) });
}

const confirmedBy =
  (changes: object): RuleRequest =>
  (context) =>
    byClient(context, 'payments.confirm', ({ payment_id, client_secret }) => ({
      params: { payment_id },
      body: { client_secret, ...byCard(), ...changes },
    }));

/** The same request once more under the same key, changed. */
const repeated =
  (changes: object, key?: (context: RuleContext) => Promise<string>): RuleRequest =>
  async (context) => {
    const headers = { 'idempotency-key': context.newId('idempotency') };
    await context.done('payments.create', { body: sale, headers });
    const by = key && { key: await key(context) };
    return context.ask('payments.create', { body: { ...sale, ...changes }, headers, ...by });
  };

const anotherKey = async ({ merchant, world }: RuleContext): Promise<string> => {
  const answer = await byAdmin('api-keys.create', { name: 'Another' })({
    ...(await ruleContext()),
    world,
    merchant,
  });
  return answer.body.api_key;
};

export const errorsOfRequests: readonly ErrorRow[] = [
  [
    'unrecognized_route',
    'an unknown path',
    elsewhere('GET', '/nowhere'),
    refused(404, 'IR_02', 'Unrecognized request URL'),
  ],
  [
    'method_not_applicable',
    'a method that a path does not have',
    elsewhere('PATCH', '/refunds'),
    refused(405, 'IR_03', 'The HTTP method is not applicable for this API'),
  ],
  [
    'not_authenticated',
    'an unknown key',
    asking('payments.create', sale, { key: `snd_${'x'.repeat(64)}` }),
    refused(401, 'IR_01', 'API key not provided or invalid API key used'),
  ],
  [
    'not_authenticated',
    'a request without a key',
    ({ world }) => world.ask('payments.create', { body: sale }),
    refused(401, 'IR_01', 'API key not provided or invalid API key used'),
  ],
  [
    'missing_param',
    'a payment without an amount',
    payment({ amount: null }),
    refused(400, 'IR_04', 'Missing required param: amount'),
  ],
  [
    'invalid_body',
    'a body that is cut off',
    asking('payments.create', undefined, { text: '{' }),
    malformed(),
  ],
  [
    'invalid_body',
    'an unknown member in a request without a key',
    ({ world }) => world.ask('payments.create', { body: { ...sale, colour: 'red' } }),
    malformed('unknown field `colour`'),
  ],
  [
    'invalid_body',
    'a member that comes twice',
    asking('customers.create', undefined, { text: '{"name":"a","name":"b"}' }),
    malformed('duplicate field `name`'),
  ],
  [
    'invalid_query',
    'an unknown query parameter',
    asking('payments.list', undefined, { query: { colour: 'red' } }),
    malformedQuery,
  ],
  [
    'invalid_content_type',
    'a body of another content type than JSON',
    asking('payments.create', undefined, {
      text: 'amount=2599',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    refused(400, 'IR_06', 'Content type error'),
  ],
  [
    'unsupported_encoding',
    'a compressed body',
    asking('payments.create', undefined, {
      text: 'x',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    }),
    {
      status: 415,
      body: {
        error: {
          type: 'invalid_request',
          error_type: 'invalid_request',
          code: 'IR_06',
          message: 'Content-Encoding gzip is not supported: send the body without compression',
        },
      },
    },
  ],
  [
    'body_too_large',
    'a body of more than 32 KiB',
    payment({ description: 'x'.repeat(32_768) }),
    malformed('JSON payload \\(\\d+ bytes\\) is larger than allowed \\(limit: 32768 bytes\\)\\.$'),
  ],
  [
    'item_too_large',
    'an update after which the payment would be too large for its item',
    async ({ done, ask }) => {
      const filler = 'x'.repeat(30_000);
      const body = { ...sale, metadata: { filler } };
      const { payment_id } = await done('payments.create', { body });
      const more = { frm_metadata: { filler } };
      return ask('payments.update', { params: { payment_id }, body: more });
    },
    refused(
      400,
      'IR_06',
      expect.stringMatching(
        /^This would become too large to be kept: \d+ bytes, and the limit is 36864/,
      ),
    ),
  ],
  [
    'invalid_data',
    'a refund of less than the minimum',
    async ({ done, ask }) => {
      const { payment_id } = await done('payments.create', {
        body: { ...sale, confirm: true, ...byCard() },
      });
      return ask('refunds.create', { body: { payment_id, amount: 0 } });
    },
    refused(422, 'IR_05', 'amount contains invalid data. Expected format is positive integer'),
  ],
  [
    'invalid_request',
    'a session_expiry of one second',
    payment({ session_expiry: 1 }),
    refused(422, 'IR_06', 'session_expiry should be between 60(1 min) to 7890000(3 months).'),
  ],
  [
    'invalid_value',
    'a document with a wrong check digit',
    asking('customers.create', {
      document_details: { document_type: 'cpf', document_number: '1' },
    }),
    refused(400, 'IR_07', expect.stringMatching(/^Invalid value provided: ?Invalid CPF$/)),
  ],
  [
    'precondition_failed',
    'an amount above the maximum',
    payment({ amount: 1_000_000_000 }),
    refused(400, 'IR_16', 'amount should not be more than 999999999'),
  ],
  [
    'not_implemented',
    'the capture_method scheduled',
    payment({ capture_method: 'scheduled' }),
    refused(501, 'IR_00', expect.stringMatching(/ is not implemented$/)),
  ],
  [
    'client_secret_expired',
    'the client secret of an expired payment',
    async () => {
      const context = await ruleContext();
      const { clock } = context.world.dependencies;
      return byClient(context, 'payments.confirm', ({ payment_id, client_secret }) => {
        clock.now = new Date(clock.now.getTime() + 901_000);
        return { params: { payment_id }, body: { client_secret, ...byCard() } };
      });
    },
    refused(400, 'IR_08', 'The provided client_secret has expired'),
  ],
  [
    'client_secret_mismatch',
    'the client secret of another payment',
    confirmedBy({ client_secret: 'pay_another_secret_00000000000000000000' }),
    refused(
      400,
      'IR_09',
      'The client_secret provided does not match the client_secret associated with the Payment',
    ),
  ],
  [
    'unauthorized_change',
    'a client that changes the customer of a payment',
    confirmedBy({ customer_id: 'another' }),
    refused(401, 'IR_18'),
  ],
  [
    'ephemeral_key_of_another_customer',
    'the ephemeral key of another customer',
    async ({ done, ask }) => {
      const { secret } = await done('ephemeral-keys.create', { body: { customer_id: 'other' } });
      return ask('customers.retrieve', { key: secret, params: { customer_id: 'joseph' } });
    },
    refused(401, 'IR_15', 'Invalid Ephemeral Key for the customer'),
  ],
  [
    'not_a_platform',
    'X-Connected-Merchant-Id of a merchant that is no platform',
    asking('payments.create', sale, { headers: { 'X-Connected-Merchant-Id': 'merchant_2' } }),
    refused(401, 'IR_44', 'Invalid platform account operation'),
  ],
  [
    'invalid_idempotency_key',
    'an Idempotency-Key of 256 characters',
    asking('payments.create', sale, { headers: { 'idempotency-key': 'x'.repeat(256) } }),
    refused(400, 'IR_06'),
  ],
  [
    'idempotency_key_reused',
    'another request under a used Idempotency-Key',
    repeated({ amount: 1 }),
    refused(422, 'IR_06'),
  ],
  [
    'idempotency_key_of_another',
    'the same Idempotency-Key with another API key of the merchant',
    async (context) => {
      const params = {
        customer_id: (await context.done('customers.create', { body: {} })).customer_id,
      };
      const headers = { 'idempotency-key': context.newId('idempotency') };
      const request = { params, body: { name: 'Joseph' }, headers };
      await context.done('customers.update', request);
      return context.ask('customers.update', { ...request, key: await anotherKey(context) });
    },
    refused(409, 'IR_06'),
  ],
  [
    'payment_method_list_profile_not_found',
    'the payment methods of a merchant without a default profile',
    async () => {
      const context = await ruleContext();
      const merchant = await aMerchant(context.world, 'shop_of_two', {});
      await byAdmin(
        'profiles.create',
        { profile_name: 'second' },
        { account_id: merchant.id },
      )(context);
      return context.world.ask('payment-methods.list-for-merchant', { key: merchant.key });
    },
    refused(404, 'IR_37', 'Profile id not found'),
  ],
  [
    'card_bin_length',
    'a BIN of seven digits',
    asking('card-bins.retrieve', undefined, { params: { bin: '4242424' } }),
    refused(
      400,
      'IR_32',
      'The provided card IIN length is invalid, please provide an IIN with 6 digits',
    ),
  ],
  [
    'internal_error',
    'a table that fails',
    async () => {
      const context = await ruleContext();
      const { port } = context.world;
      Object.assign(port, {
        get: async () => {
          throw new Error('gone');
        },
      });
      return context.ask('customers.retrieve', { params: { customer_id: 'joseph' } });
    },
    refused(500, 'HE_00', 'Something went wrong'),
  ],
];
