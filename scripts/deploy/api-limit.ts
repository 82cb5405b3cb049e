import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity } from '@smithy/types';
import * as v from 'valibot';
import { Sha256 } from '#platform/aws/sha256.ts';
import type { Rate } from '../../lib/api/route-rates.ts';

const Account = v.object({
  throttleSettings: v.object({
    rateLimit: v.pipe(v.number(), v.minValue(1)),
    burstLimit: v.pipe(v.number(), v.minValue(1)),
  }),
});

/**
 * How many requests API Gateway lets through for an account in a Region, by `GET /account`;
 * undefined where the answer states no limit. The limit is for HTTP APIs too. As for the number of
 * roles, AWS's client would be large for one number.
 *
 * @throws an error with AWS's name for a refusal, such as `AccessDeniedException`
 * @see https://docs.aws.amazon.com/apigateway/latest/api/API_GetAccount.html
 */
export async function accountApiLimit(
  credentials: AwsCredentialIdentity,
  region: string,
): Promise<Rate | undefined> {
  const { AWS_ENDPOINT_URL_API_GATEWAY, AWS_ENDPOINT_URL } = process.env;
  const host = `apigateway.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const endpoint = new URL(
    '/account',
    AWS_ENDPOINT_URL_API_GATEWAY || AWS_ENDPOINT_URL || `https://${host}`,
  );
  const signer = new SignatureV4({ credentials, region, service: 'apigateway', sha256: Sha256 });
  const { headers, method } = await signer.sign({
    method: 'GET',
    protocol: endpoint.protocol,
    hostname: endpoint.hostname,
    path: endpoint.pathname,
    headers: { host: endpoint.host, accept: 'application/json' },
  });
  const answer = await fetch(endpoint, { method, headers, signal: AbortSignal.timeout(8_000) });
  if (!answer.ok) {
    const name = answer.headers.get('x-amzn-errortype')?.split(':')[0] ?? 'AccessDenied';
    throw Object.assign(new Error(`API Gateway answers ${answer.status} (${name}).`), { name });
  }
  const parsed = v.safeParse(Account, await answer.json());
  if (!parsed.success) return undefined;
  const { rateLimit, burstLimit } = parsed.output.throttleSettings;
  return { rate: Math.floor(rateLimit), burst: Math.floor(burstLimit) };
}
