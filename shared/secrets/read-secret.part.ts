import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { sdkSettings, withoutLog } from '../aws/sdk-settings.ts';

export interface Secret {
  readonly value: string;
  /** When it got this value. */
  readonly since: Date;
}

const liveClient = () => withoutLog(new SecretsManagerClient(sdkSettings));

/**
 * Reads the current value of a secret in Secrets Manager. Throws the AWS SDK's errors, and for an
 * empty secret.
 */
export async function readSecret(
  id: string,
  client = liveClient(),
  version?: 'AWSPREVIOUS',
): Promise<Secret> {
  const { SecretString, CreatedDate } = await client.send(
    new GetSecretValueCommand({ SecretId: id, ...(version && { VersionStage: version }) }),
  );
  if (!SecretString) throw new Error('The secret is empty.');
  return { value: SecretString, since: CreatedDate ?? new Date(0) };
}

/**
 * Reads the values of a secret that may be shown while it is rotated: the current one, and the one
 * before if there is one. Throws as `readSecret`.
 */
export async function readRotatedSecret(
  id: string,
  client = liveClient(),
): Promise<readonly string[]> {
  const { value: current } = await readSecret(id, client);
  const previous = await readSecret(id, client, 'AWSPREVIOUS').catch((error: unknown) => {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  });
  return previous ? [current, previous.value] : [current];
}
