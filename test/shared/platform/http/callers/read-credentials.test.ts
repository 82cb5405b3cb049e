import * as v from 'valibot';
import { readCredentials } from '#platform/http/callers/read-credentials.ts';
import { sdkAuthorization } from '#platform/http/callers/sdk-authorization.ts';
import { defineOperation, type Operation } from '#platform/http/operation/operation.ts';

const forMerchants = defineOperation({
  name: 'things.change',
  method: 'POST',
  path: '/things/{thing_id}',
  summary: 'Change a thing',
  auth: 'secret key',
  response: v.unknown(),
  errors: [],
  access: {},
  impact: 'Things stay as they are.',
  example: {},
} as const satisfies Operation);
const forPages = { ...forMerchants, auth: 'client secret' } as const;

const clock = () => new Date('2030-01-01T00:00:00Z');
const nothing = { params: undefined, query: undefined, body: undefined, headers: {} };
const authorization = sdkAuthorization({
  profileId: 'pro_1',
  publishableKey: 'pk_dev_sdk',
  clientSecret: 'pay_1_secret_sdk',
});

it('an API key is read without the spaces around it, and an empty one counts as missing', () => {
  const apiKeyIn = (apiKey: string) =>
    readCredentials(forMerchants, { ...nothing, headers: { 'api-key': apiKey } }, clock).apiKey;
  expect(apiKeyIn(' dev_key ')).toBe('dev_key');
  expect(apiKeyIn('  ')).toBeUndefined();
});

it('a client secret in the query wins over one in the body', () => {
  const headers = { 'api-key': 'pk_dev_1' };
  const body = { client_secret: 'of the body' };
  const inBoth = { ...nothing, headers, body, query: { client_secret: 'of the query' } };
  expect(readCredentials(forPages, inBoth, clock).clientSecret).toBe('of the query');
  expect(readCredentials(forPages, { ...inBoth, query: {} }, clock).clientSecret).toBe(
    'of the body',
  );
});

it('a client secret that is no text counts as missing, so its publishable key is refused', () => {
  const body = { client_secret: 7 };
  const read = () =>
    readCredentials(forPages, { ...nothing, headers: { 'api-key': 'pk_dev_1' }, body }, clock);
  expect(read).toThrow(expect.objectContaining({ kind: 'missing_param' }));
});

it('the header of a client library wins over the publishable key and the secret of the body', () => {
  const headers = { authorization, 'api-key': 'pk_dev_1' };
  const body = { client_secret: 'of the body' };
  expect(readCredentials(forPages, { ...nothing, headers, body }, clock)).toMatchObject({
    apiKey: 'pk_dev_sdk',
    clientSecret: 'pay_1_secret_sdk',
  });
});

it('an operation for merchants ignores the header of a client library', () => {
  const headers = { authorization, 'api-key': 'dev_key' };
  expect(readCredentials(forMerchants, { ...nothing, headers }, clock)).toMatchObject({
    apiKey: 'dev_key',
    clientSecret: undefined,
  });
});

it.each([
  [{ account_id: 'shop', merchant_id: 'other' }, 'shop'],
  [{ merchant_id: 'other' }, 'other'],
  [{}, undefined],
])('the merchant that the path %j names is %s', (params, merchantId) => {
  const { pathMerchantId } = readCredentials(forMerchants, { ...nothing, params }, clock);
  expect(pathMerchantId).toBe(merchantId);
});
