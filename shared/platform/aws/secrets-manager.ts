import { type AwsClientSettings, type AwsService, awsClient } from './aws-client.ts';

/** A version of a secret. */
interface SecretVersion {
  /** Undefined for one that holds bytes. */
  readonly value: string | undefined;
  /** When it got this value; 1970 where that is unknown. */
  readonly since: Date;
}

/**
 * The calls of Secrets Manager that we make. Each throws the SDK's error classes, and the errors of
 * `AwsClient`.
 */
export interface SecretsManager {
  /** The current version, or the one before it. */
  getSecretValue(id: string, stage?: 'AWSPREVIOUS'): Promise<SecretVersion>;
}

/** Secrets Manager at the environment's endpoint, unless the settings name another. */
export function secretsManager(settings: AwsClientSettings): SecretsManager {
  const client = awsClient(service, settings);
  return {
    async getSecretValue(SecretId, stage) {
      const input = { SecretId, ...(stage && { VersionStage: stage }) };
      const { SecretString, CreatedDate } = await client.call('GetSecretValue', input);
      return {
        value: typeof SecretString === 'string' ? SecretString : undefined,
        // In seconds since 1970, with a fraction.
        since: new Date(typeof CreatedDate === 'number' ? CreatedDate * 1_000 : 0),
      };
    },
  };
}

const service: AwsService = {
  name: 'secretsmanager',
  endpointVariable: 'SECRETS_MANAGER',
  target: 'secretsmanager',
  contentType: 'application/x-amz-json-1.1',
};
