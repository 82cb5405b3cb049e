import { randomBytes } from 'node:crypto';
import type { LocalFunction } from '../assembly/functions.ts';
import type { Caller } from '../iam/function-roles.ts';

export interface AccessKey {
  readonly id: string;
  readonly secret: string;
  readonly token: string;
}

/** The access keys with which functions and people call the gate. */
export interface AccessKeys {
  issue(caller: Caller): AccessKey;
  revoke(id: string): void;
  /** The caller of a key; undefined when it was not issued or is revoked. */
  callerOf(id: string): Caller | undefined;
}

export function accessKeys(): AccessKeys {
  const callers = new Map<string, Caller>();
  return {
    issue(caller) {
      const key = newAccessKey();
      callers.set(key.id, caller);
      return key;
    },
    revoke(id) {
      callers.delete(id);
    },
    callerOf: (id) => callers.get(id),
  };
}

const newAccessKey = (): AccessKey => ({
  id: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
  secret: randomBytes(30).toString('base64'),
  token: randomBytes(60).toString('base64'),
});

/** The variables that Lambda sets in every environment, and the gate's address. */
export function lambdaEnvironment(
  target: LocalFunction,
  region: string,
  gateUrl: string,
  key: AccessKey,
): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: key.id,
    AWS_SECRET_ACCESS_KEY: key.secret,
    AWS_SESSION_TOKEN: key.token,
    AWS_DEFAULT_REGION: region,
    AWS_REGION: region,
    AWS_ENDPOINT_URL_DYNAMODB: gateUrl,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: gateUrl,
    AWS_ENDPOINT_URL_KMS: gateUrl,
    AWS_ENDPOINT_URL_S3: gateUrl,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: gateUrl,
    AWS_ENDPOINT_URL_SESV2: gateUrl,
    AWS_ENDPOINT_URL_SQS: gateUrl,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(target.memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: target.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: target.logFormat,
    AWS_LAMBDA_LOG_GROUP_NAME: target.logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: target.codeDirectory,
    _HANDLER: target.handler,
  };
}
