import type { AwsCredentialIdentity } from '@smithy/types';

/** What leads to a service of AWS: the variables that Lambda sets, and those that name an endpoint. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Throws where the environment names no Region. */
export function regionFrom({ AWS_REGION: region }: Environment): string {
  if (!region) throw new Error('Region is missing');
  return region;
}

/** Read at each request, as the AWS SDK does on Lambda. Throws where there are none. */
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

/** Regions outside of the commercial ones by their beginning, and the domain of their endpoints. */
const otherDomains = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
] as const;

/** Settings of the AWS SDK that would lead to an endpoint that is not known here. */
const unknownSettings = ['AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'] as const;

/**
 * Where a service listens: at the URL that the environment names for it or for all services, or else
 * at AWS's own endpoint in the Region. Throws where the environment asks for a FIPS or dual-stack
 * endpoint without naming it.
 */
export function endpointFrom(environment: Environment, service: string, region: string): URL {
  const isIgnored = environment.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === 'true';
  const named =
    environment[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] || environment.AWS_ENDPOINT_URL;
  if (named && !isIgnored) return new URL(named);
  for (const setting of unknownSettings) {
    if (environment[setting] === 'true') {
      throw new Error(
        `${setting} is not supported: name the endpoint in AWS_ENDPOINT_URL_${service.toUpperCase()}.`,
      );
    }
  }
  const domain = otherDomains.find(([start]) => region.startsWith(start))?.[1] ?? 'amazonaws.com';
  return new URL(`https://${service}.${region}.${domain}`);
}
