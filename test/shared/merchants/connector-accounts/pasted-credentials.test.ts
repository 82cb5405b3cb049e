import * as v from 'valibot';
import { UpdateAccountRequest } from '#merchants/accounts/operations.ts';
import { parseCredentials } from '#merchants/connector-accounts/connector-account.ts';
import { UpdateConnectorAccountRequest } from '#merchants/connector-accounts/operations.ts';
import { UpdateProfileRequest } from '#merchants/profiles/operations.ts';
import { UpdateWebhookEndpointRequest } from '#webhooks/endpoints/operations.ts';

it.each(['sk_test_1\n', '\r\nsk_test_1', ' sk_test_1\t', '\u00a0sk_test_1\ufeff'])(
  'a key that was copied as %j is taken without the white space around it',
  (copied) => {
    const details = { auth_type: 'HeaderKey', api_key: copied };
    expect(parseCredentials('stripe', details)).toEqual({
      auth_type: 'HeaderKey',
      api_key: 'sk_test_1',
    });
  },
);

it.each(['sk_test\n_1', 'sk_test\r\nx-other: 1', 'sk_te\u200bst_1', 'sk\u0000test'])(
  'a key with an invisible character in it is refused with its field: %j',
  (api_key) => {
    const stored = () => parseCredentials('stripe', { auth_type: 'HeaderKey', api_key });
    expect(stored).toThrow(
      expect.objectContaining({
        kind: 'invalid_data',
        details: {
          field: 'connector_account_details.api_key',
          expected: 'a text without line breaks and invisible characters',
        },
      }),
    );
  },
);

it('a key of one currency is trimmed as well, and refused with its place', () => {
  const stored = (password: string) =>
    parseCredentials('cashtocode', {
      auth_type: 'CurrencyAuthKey',
      auth_key_map: { EUR: { password_classic: password } },
    });
  expect(stored('secret\n')).toEqual({
    auth_type: 'CurrencyAuthKey',
    auth_key_map: { EUR: { password_classic: 'secret' } },
  });
  const field = 'connector_account_details.auth_key_map.EUR.password_classic';
  expect(() => stored('sec\nret')).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ field }) }),
  );
});

it.each([
  [
    'an account',
    UpdateAccountRequest,
    { merchant_id: 'merchant_1', payment_response_hash_key: 'a secret of a shop\n' },
  ],
  ['a profile', UpdateProfileRequest, { payment_response_hash_key: '\ta secret of a shop ' }],
  ['an endpoint', UpdateWebhookEndpointRequest, { secret: 'a secret of a shop\r\n' }],
  [
    'a connector account',
    UpdateConnectorAccountRequest,
    {
      connector_type: 'payment_processor',
      connector_webhook_details: { merchant_secret: ' a secret of a shop\n' },
    },
  ],
])('a secret of webhooks is taken without the white space around it: of %s', (_, schema, body) => {
  const text = JSON.stringify(v.parse<v.GenericSchema>(schema, body));
  expect(text).toContain('"a secret of a shop"');
});
