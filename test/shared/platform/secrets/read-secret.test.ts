import { ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import type { SecretsManager } from '#platform/aws/secrets-manager.ts';
import { readRotatedSecret } from '#platform/secrets/read-secret.ts';

/** Secrets Manager with these versions of one secret, or with an error for one of them. */
const clientWith = (
  versions: Readonly<Record<string, string | undefined>>,
  error?: string,
): SecretsManager => ({
  async getSecretValue(_, stage) {
    const value = versions[stage ?? 'AWSCURRENT'];
    if (value !== undefined) return { value, since: new Date(1.9e12) };
    const missing = new ResourceNotFoundException({ message: 'Missing.', $metadata: {} });
    throw error ? Object.assign(missing, { name: error }) : missing;
  },
});

describe('a rotated secret', () => {
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
  ])('a rotated secret is not read when %s', async (_, versions, error) => {
    await expect(readRotatedSecret('edge', clientWith(versions, error))).rejects.toMatchObject({
      name: error ?? 'ResourceNotFoundException',
    });
  });
});
