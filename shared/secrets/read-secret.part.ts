import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { sdkSettings, withoutLog } from '../aws/sdk-settings.ts';

export interface Secret {
  readonly value: string;
  /** When it got this value. */
  readonly since: Date;
}

/**
 * Reads the current value of a secret in Secrets Manager. Throws the AWS SDK's errors, and for an
 * empty secret.
 */
export async function readSecret(
  id: string,
  client = withoutLog(new SecretsManagerClient(sdkSettings)),
): Promise<Secret> {
  const { SecretString, CreatedDate } = await client.send(
    new GetSecretValueCommand({ SecretId: id }),
  );
  if (!SecretString) throw new Error('The secret is empty.');
  return { value: SecretString, since: CreatedDate ?? new Date(0) };
}
