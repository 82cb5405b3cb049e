import type { AwsCredentialIdentity } from '@smithy/types';

/** The environment variables that lead to an AWS service: those that Lambda sets, and endpoints. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Throws when the environment has no Region. */
export function regionFrom({ AWS_REGION: region }: Environment): string {
  if (!region) throw new Error('Region is missing');
  return region;
}

/** Read for each request, as the AWS SDK does on Lambda. Throws when there are none. */
export function credentialsFrom(environment: Environment): AwsCredentialIdentity {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = environment;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('The environment holds no AWS credentials.');
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
}

/** Regions outside of the commercial partition by prefix, with their endpoints' domain. */
const otherDomains = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
] as const;

/** Settings of the AWS SDK for endpoints that this file does not know. */
const unknownSettings = ['AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'] as const;

/**
 * A service's endpoint: the URL that the environment names for it or for all services, or else
 * AWS's own endpoint in the Region. Throws when the environment asks for a FIPS or dual-stack
 * endpoint without naming it.
 *
 * @param variable the end of the variable's name, after `AWS_ENDPOINT_URL_`
 */
export function endpointFrom(
  environment: Environment,
  service: string,
  region: string,
  variable = service.toUpperCase(),
): URL {
  const isIgnored = environment.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === 'true';
  const named = environment[`AWS_ENDPOINT_URL_${variable}`] || environment.AWS_ENDPOINT_URL;
  if (named && !isIgnored) return new URL(named);
  for (const setting of unknownSettings) {
    if (environment[setting] === 'true') {
      throw new Error(
        `${setting} is not supported: name the endpoint in AWS_ENDPOINT_URL_${variable}.`,
      );
    }
  }
  const domain = otherDomains.find(([start]) => region.startsWith(start))?.[1] ?? 'amazonaws.com';
  return new URL(`https://${service}.${region}.${domain}`);
}
