import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { UsageError } from './command.ts';

interface AuditorOptions {
  readonly role: string;
  /** Of the person who takes it, as AWS writes it into its own trail. */
  readonly by: string;
  /** The device that shows a code, and the code. */
  readonly mfa?: { readonly device: string; readonly code: string } | undefined;
}

/** Takes the auditor's role for an hour, with the credentials of the environment. */
export async function auditorCredentials({ role, by, mfa }: AuditorOptions) {
  const { Credentials: taken } = await new STSClient().send(
    new AssumeRoleCommand({
      RoleArn: role,
      // A session's name has few characters and at least two of them.
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
    ...{ accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken },
  };
}
