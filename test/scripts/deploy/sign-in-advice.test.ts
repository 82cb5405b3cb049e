import { signInAdvice } from '../../../scripts/deploy/sign-in-advice.ts';

const situation = {
  error: 'CredentialsProviderError',
  profileName: 'default',
  profile: undefined,
  hasKeysInEnvironment: false,
};
const shop = { profileName: 'shop' };

describe('credentials that are missing, ended or wrong', () => {
  it.each([
    ['nothing is configured', {}, 'There are no credentials of AWS: aws configure'],
    [
      'a profile is named that there is not',
      shop,
      'There is no profile shop: aws configure --profile shop',
    ],
    [
      'the session of IAM Identity Center has ended',
      { ...shop, profile: { sso_session: 'company' } },
      'The credentials of the profile shop are missing or have ended: aws sso login --profile shop',
    ],
    [
      'the profile has the older form of IAM Identity Center',
      { profile: { sso_start_url: 'https://company.awsapps.com/start' } },
      'The credentials of the profile default are missing or have ended: aws sso login',
    ],
    [
      'the token of a session has ended',
      { ...shop, error: 'ExpiredToken', profile: { login_session: 'arn' } },
      'The credentials of the profile shop are missing or have ended: aws login --profile shop',
    ],
    [
      'the access key was deleted',
      { error: 'InvalidClientTokenId', profile: { aws_access_key_id: 'AKIA' } },
      'AWS does not know the credentials of the profile default: aws configure',
    ],
    [
      'the environment has credentials that ended',
      { error: 'ExpiredToken', hasKeysInEnvironment: true },
      'The credentials in AWS_ACCESS_KEY_ID have ended: set others, or use a profile after unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN',
    ],
    [
      'the environment has credentials that are none',
      { error: 'SignatureDoesNotMatch', hasKeysInEnvironment: true },
      'The credentials in AWS_ACCESS_KEY_ID are not valid: set others, or use a profile after unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN',
    ],
  ])('the command that helps is said where %s', (_, changes, advice) => {
    expect(signInAdvice({ ...situation, ...changes })).toBe(advice);
  });

  it('an error of another cause is not reported as missing, ended or wrong credentials', () => {
    expect(signInAdvice({ ...situation, error: 'AccessDenied' })).toBeUndefined();
    expect(signInAdvice({ ...situation, error: 'TimeoutError' })).toBeUndefined();
  });
});
