/** Entries of a profile in the AWS CLI's files that define how one signs in. */
interface Profile {
  readonly sso_session?: string | undefined;
  readonly sso_start_url?: string | undefined;
  /** Written by `aws login`. */
  readonly login_session?: string | undefined;
  readonly aws_access_key_id?: string | undefined;
}

interface Situation {
  /** The name of the SDK's error. */
  readonly error: string;
  readonly profileName: string;
  /** The profile in the files; undefined if they do not have it. */
  readonly profile: Profile | undefined;
  /** Whether the environment holds credentials, which the SDK takes before any profile. */
  readonly hasKeysInEnvironment: boolean;
}

const ended = ['ExpiredToken', 'ExpiredTokenException', 'TokenExpiredException', 'RequestExpired'];
const unknown = [
  ...['InvalidClientTokenId', 'UnrecognizedClientException', 'SignatureDoesNotMatch'],
  ...['InvalidAccessKeyId', 'AuthFailure', 'IncompleteSignature'],
];

/**
 * The fault of the credentials, with the command that helps; undefined for an error of another
 * kind.
 */
export function signInAdvice(situation: Situation): string | undefined {
  const { error, profileName, profile, hasKeysInEnvironment } = situation;
  const isMissing = /CredentialsProviderError|TokenProviderError|ProviderError/.test(error);
  if (!isMissing && !ended.includes(error) && !unknown.includes(error)) return undefined;
  if (hasKeysInEnvironment) {
    const what = ended.includes(error) ? 'have ended' : 'are not valid';
    return (
      `The credentials in AWS_ACCESS_KEY_ID ${what}: set others, or use a profile after ` +
      'unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN'
    );
  }
  const option = profileName === 'default' ? '' : ` --profile ${profileName}`;
  const command = commandFor(profile, option);
  if (!profile) {
    return profileName === 'default'
      ? `There are no credentials of AWS: ${command}`
      : `There is no profile ${profileName}: ${command}`;
  }
  if (unknown.includes(error)) {
    return `AWS does not know the credentials of the profile ${profileName}: ${command}`;
  }
  return `The credentials of the profile ${profileName} are missing or have ended: ${command}`;
}

/** https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-sso.html and `aws login help`. */
function commandFor(profile: Profile | undefined, option: string): string {
  if (profile?.sso_session || profile?.sso_start_url) return `aws sso login${option}`;
  if (profile?.login_session) return `aws login${option}`;
  return `aws configure${option}`;
}
