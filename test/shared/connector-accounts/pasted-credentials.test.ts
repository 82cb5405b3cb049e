import { parseCredentials } from '../../../shared/connector-accounts/connector-account.ts';

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
