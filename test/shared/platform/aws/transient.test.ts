import { isSwitchError } from '#platform/errors.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { readSecret } from '#platform/secrets/read-secret.ts';

/** What a call of AWS throws: past its time limit, at a closed port, or as the service answers. */
const transient: readonly (readonly [name: string, error: Error])[] = [
  ['a call without an answer in time', Object.assign(new Error('late'), { name: 'TimeoutError' })],
  ['a closed port', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
  ['a throttled call', Object.assign(new Error('slow'), { name: 'ThrottlingException' })],
  [
    'a failure of the service',
    Object.assign(new Error('5'), { $metadata: { httpStatusCode: 500 } }),
  ],
];
const denied = Object.assign(new Error('denied'), { name: 'AccessDeniedException' });

const refusals = (error: Error) => {
  const keys = kmsMerchantKeys('key', {
    generateDataKey: () => Promise.reject(error),
    decrypt: () => Promise.reject(error),
  });
  const secrets = { getSecretValue: () => Promise.reject(error) };
  return [
    keys.make('shop'),
    keys.unwrap('shop', new Uint8Array(1)),
    readSecret('secret', secrets),
  ].map((call) =>
    call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    ),
  );
};

describe('a call of KMS or Secrets Manager that fails', () => {
  it.each(transient)(
    'a request that needs a key is to be sent again after %s',
    async (_, error) => {
      for (const refusal of await Promise.all(refusals(error))) {
        expect(isSwitchError(refusal, 'temporarily_unavailable')).toBe(true);
        expect(refusal).toMatchObject({ cause: error });
      }
    },
  );

  it('a key that is denied is a failure of the deployment, and no refusal', async () => {
    for (const refusal of await Promise.all(refusals(denied))) expect(refusal).toBe(denied);
  });
});
