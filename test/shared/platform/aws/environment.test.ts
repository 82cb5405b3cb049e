import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { credentialsFrom, endpointFrom, regionFrom } from '#platform/aws/environment.ts';

const settings = { region: 'eu-west-1' };
const clients = {
  dynamodb: new DynamoDBClient(settings).config.endpointProvider,
  kms: new KMSClient(settings).config.endpointProvider,
  secretsmanager: new SecretsManagerClient(settings).config.endpointProvider,
};

describe.each(['dynamodb', 'kms', 'secretsmanager'] as const)('the endpoint of %s', (service) => {
  it.each([
    ...['eu-west-1', 'us-east-1', 'ap-southeast-7', 'il-central-1', 'mx-central-1'],
    ...['us-gov-west-1', 'cn-north-1', 'cn-northwest-1', 'eusc-de-east-1'],
    ...['us-iso-east-1', 'us-isob-east-1', 'us-isof-south-1', 'eu-isoe-west-1'],
  ])('the endpoint in %s is the one that the AWS SDK finds', (region) => {
    const { url } = clients[service]({ Region: region, UseFIPS: false, UseDualStack: false });
    expect(endpointFrom({}, service, region).href).toBe(url.href);
  });
});

it.each([
  [
    'the one of the service',
    { AWS_ENDPOINT_URL_KMS: 'http://a', AWS_ENDPOINT_URL: 'http://b' },
    'a',
  ],
  ['the one of all services', { AWS_ENDPOINT_URL: 'http://b' }, 'b'],
  ['none of another service', { AWS_ENDPOINT_URL_SQS: 'http://a' }, 'kms.eu-west-1.amazonaws.com'],
  [
    'none that is to be ignored',
    { AWS_ENDPOINT_URL: 'http://b', AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true' },
    'kms.eu-west-1.amazonaws.com',
  ],
  [
    'a FIPS endpoint that is named',
    { AWS_USE_FIPS_ENDPOINT: 'true', AWS_ENDPOINT_URL_KMS: 'https://kms-fips.x' },
    'kms-fips.x',
  ],
])('an endpoint that is named counts: %s', (_, environment, host) => {
  expect(endpointFrom(environment, 'kms', 'eu-west-1').host).toBe(host);
});

it('an endpoint is named by the variable that the AWS SDK reads where its service has two words', () => {
  const environment = { AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://a' };
  const endpoint = endpointFrom(environment, 'secretsmanager', 'eu-west-1', 'SECRETS_MANAGER');
  expect(endpoint.host).toBe('a');
});

it.each(['AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'])(
  'an endpoint variable %s is refused rather than ignored',
  (name) => {
    expect(() => endpointFrom({ [name]: 'true' }, 'kms', 'eu-west-1')).toThrow(name);
    expect(() => endpointFrom({ [name]: 'false' }, 'kms', 'eu-west-1')).not.toThrow();
  },
);

it('a missing environment variable is named', () => {
  expect(() => regionFrom({})).toThrow('Region is missing');
  expect(regionFrom({ AWS_REGION: 'eu-west-1' })).toBe('eu-west-1');
  expect(() => credentialsFrom({ AWS_ACCESS_KEY_ID: 'a' })).toThrow('no AWS credentials');
  expect(credentialsFrom({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' })).toEqual({
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
});
