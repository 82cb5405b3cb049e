import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity } from '@smithy/types';
import { Sha256 } from '#platform/aws/sha256.ts';

interface RoleCount {
  readonly used: number;
  readonly quota: number;
}

/**
 * How many IAM roles an account has and may have, by `GetAccountSummary`; undefined where the
 * answer has no such entries. AWS's client of IAM would add 6 MB to `node_modules` for this one
 * number, so the request is put together here and signed by AWS's own signer.
 *
 * @param partition of the account: `aws`, `aws-cn`, `aws-us-gov`
 * @see https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetAccountSummary.html
 */
export async function accountRoles(
  credentials: AwsCredentialIdentity,
  partition: string,
): Promise<RoleCount | undefined> {
  const { url, region } = iamEndpoint(partition);
  const { AWS_ENDPOINT_URL_IAM, AWS_ENDPOINT_URL } = process.env;
  const endpoint = new URL(AWS_ENDPOINT_URL_IAM || AWS_ENDPOINT_URL || url);
  const signer = new SignatureV4({ credentials, region, service: 'iam', sha256: Sha256 });
  const { headers, method, body } = await signer.sign({
    method: 'POST',
    protocol: endpoint.protocol,
    hostname: endpoint.hostname,
    path: '/',
    headers: {
      host: endpoint.host,
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    },
    body: 'Action=GetAccountSummary&Version=2010-05-08',
  });
  const answer = await fetch(endpoint, {
    method,
    headers,
    body,
    signal: AbortSignal.timeout(8_000),
  });
  const xml = await answer.text();
  if (!answer.ok) {
    const name = /<Code>(\w+)<\/Code>/.exec(xml)?.[1] ?? 'Error';
    throw Object.assign(new Error(`IAM answers ${answer.status} (${name}).`), { name });
  }
  const entry = (key: string) =>
    Number(new RegExp(`<key>${key}</key>\\s*<value>(\\d+)</value>`).exec(xml)?.[1]);
  const [used, quota] = [entry('Roles'), entry('RolesQuota')];
  return Number.isNaN(used + quota) ? undefined : { used, quota };
}

/**
 * IAM has one endpoint in each partition, and its requests are signed for that one's Region.
 *
 * @see https://docs.aws.amazon.com/general/latest/gr/iam-service.html
 */
export function iamEndpoint(partition: string): { readonly url: string; readonly region: string } {
  if (partition === 'aws-cn') {
    return { url: 'https://iam.cn-north-1.amazonaws.com.cn/', region: 'cn-north-1' };
  }
  if (partition === 'aws-us-gov') {
    return { url: 'https://iam.us-gov.amazonaws.com/', region: 'us-gov-west-1' };
  }
  return { url: 'https://iam.amazonaws.com/', region: 'us-east-1' };
}
