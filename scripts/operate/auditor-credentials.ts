import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { UsageError } from '../command-line/command.ts';
import type { Environment } from '../command-line/program.ts';
import { awsSettings } from './aws-settings.ts';

interface AuditorOptions {
  readonly role: string;
  /** The name of the person who assumes it, which AWS writes into CloudTrail. */
  readonly by: string;
  /** The ARN of the MFA device, and the code that it shows. */
  readonly mfa?: { readonly device: string; readonly code: string } | undefined;
}

/** Assumes the auditor's role for an hour, with the credentials of the environment. */
export async function auditorCredentials(
  environment: Environment,
  { role, by, mfa }: AuditorOptions,
) {
  const { Credentials: taken } = await new STSClient(awsSettings(environment, 'STS')).send(
    new AssumeRoleCommand({
      RoleArn: role,
      // AWS allows few characters in a session's name, and requires at least two.
      RoleSessionName: by
        .replaceAll(/[^\w+=,.@-]/g, '-')
        .slice(0, 64)
        .padEnd(2, '-'),
      ...(mfa && { SerialNumber: mfa.device, TokenCode: mfa.code }),
    }),
  );
  const { AccessKeyId, SecretAccessKey, SessionToken } = taken ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken) {
    throw new UsageError(`AWS gave no credentials of ${role}.`);
  }
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
  };
}
