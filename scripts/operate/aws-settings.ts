import type { AwsCredentialIdentity } from '@smithy/types';
import { credentialsFrom } from '#platform/aws/environment.ts';
import type { Environment } from '../command-line/program.ts';

/** Settings of an AWS client. Without one of them, the SDK reads the files of the AWS CLI. */
export interface AwsSettings {
  readonly profile?: string;
  readonly region?: string;
  readonly credentials?: AwsCredentialIdentity;
  readonly endpoint?: string;
}

/** The end of a service's variable for its endpoint, after `AWS_ENDPOINT_URL_`. */
export type AwsServiceVariable =
  | 'CLOUDFORMATION'
  | 'CODEDEPLOY'
  | 'DYNAMODB'
  | 'KMS'
  | 'LAMBDA'
  | 'STS';

/** The options of a command that choose the account. */
export interface AwsOptions {
  readonly profile?: string | undefined;
  readonly region?: string | undefined;
}

/**
 * The settings that options and the environment of a command have for a client, as the AWS SDK
 * reads them from the environment of its process.
 */
export function awsSettings(
  environment: Environment,
  service: AwsServiceVariable,
  given: AwsOptions = {},
): AwsSettings {
  const { AWS_PROFILE, AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL } = environment;
  const profile = given.profile || AWS_PROFILE;
  // The CDK reads the Region from both variables, the SDK only from the first.
  const region = given.region || AWS_REGION || AWS_DEFAULT_REGION;
  const isStated = environment.AWS_ACCESS_KEY_ID && environment.AWS_SECRET_ACCESS_KEY;
  const isIgnored = environment.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === 'true';
  const endpoint = isIgnored
    ? undefined
    : environment[`AWS_ENDPOINT_URL_${service}`] || AWS_ENDPOINT_URL;
  return {
    ...(profile && { profile }),
    ...(region && { region }),
    // A profile comes before keys in the environment.
    ...(isStated && !profile && { credentials: credentialsFrom(environment) }),
    ...(endpoint && { endpoint }),
  };
}
