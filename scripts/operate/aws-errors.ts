import { ownMember } from '../../shared/platform/own-member.ts';
import { UsageError } from '../command-line/command.ts';

/** Errors of AWS that the operator can correct, by name. */
const sentences: Readonly<Record<string, string>> = {
  CredentialsProviderError: 'There are no credentials of AWS: set AWS_PROFILE, or sign in.',
  ExpiredToken: 'The credentials of AWS have expired: sign in again.',
  ExpiredTokenException: 'The credentials of AWS have expired: sign in again.',
  InvalidClientTokenId: 'AWS does not know these credentials.',
  UnrecognizedClientException: 'AWS does not know these credentials.',
  ResourceNotFoundException: 'There is no such table in this account and Region.',
  AccessDenied: 'AWS refuses it',
  AccessDeniedException: 'AWS refuses it',
};

/**
 * Runs calls to AWS. Throws a UsageError when AWS has no such resource or denies access.
 *
 * @param hint advice for the operator when access is denied
 */
export async function withAwsErrors<Result>(
  hint: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    for (let one: unknown = error; one instanceof Error; one = one.cause) {
      const sentence =
        one.message === 'Region is missing' ? noRegion : ownMember(sentences, one.name);
      if (sentence === undefined) continue;
      const isDenied = one.name.startsWith('AccessDenied');
      const told = isDenied ? [`${sentence}: ${one.message}`, hint] : [sentence];
      throw new UsageError(told.filter(Boolean).join('\n'), { cause: error });
    }
    throw error;
  }
}

const noRegion = 'It is not said in which Region: set AWS_REGION.';
