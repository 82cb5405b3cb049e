import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { HttpResponse } from '@smithy/core/protocols';
import * as v from 'valibot';
import { readRotatedSecret } from '../../../shared/secrets/read-secret.part.ts';

const Asked = v.object({
  SecretId: v.string(),
  VersionStage: v.optional(v.string(), 'AWSCURRENT'),
});

/** Secrets Manager with these versions of one secret, or with an error for one of them. */
function clientWith(versions: Readonly<Record<string, string | undefined>>, error?: string) {
  return new SecretsManagerClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    requestHandler: {
      async handle({ body }: { readonly body: Uint8Array }) {
        const { VersionStage } = v.parse(Asked, JSON.parse(new TextDecoder().decode(body)));
        const value = versions[VersionStage];
        const [statusCode, answer] =
          value === undefined
            ? [400, { __type: error ?? 'ResourceNotFoundException' }]
            : [200, { SecretString: value, CreatedDate: 1.9e9 }];
        const bytes = Buffer.from(JSON.stringify(answer));
        const headers = { 'content-type': 'application/x-amz-json-1.1' };
        return { response: new HttpResponse({ statusCode, headers, body: bytes }) };
      },
    },
  });
}

describe('of a secret that is rotated', () => {
  it('the current value and the one before are read', async () => {
    const client = clientWith({ AWSCURRENT: 'the second', AWSPREVIOUS: 'the first' });
    expect(await readRotatedSecret('edge', client)).toEqual(['the second', 'the first']);
  });

  it('the current value alone is read while it never had another', async () => {
    expect(await readRotatedSecret('edge', clientWith({ AWSCURRENT: 'only' }))).toEqual(['only']);
  });

  it.each([
    ['the current value is missing', {}, undefined],
    ['the value before may not be read', { AWSCURRENT: 'only' }, 'AccessDeniedException'],
  ])('nothing is read when %s', async (_, versions, error) => {
    await expect(readRotatedSecret('edge', clientWith(versions, error))).rejects.toMatchObject({
      name: error ?? 'ResourceNotFoundException',
    });
  });
});
