import { timingSafeEqual } from 'node:crypto';
import type {
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerWithContextResult,
} from 'aws-lambda';
import { type Log, log as liveLog } from '../../log.ts';
import { sha256 } from '../../table/shared-keys.ts';
import { viewerHeader } from './edge-headers.ts';

/** The context that functions get with a request that came through the edge. */
export interface EdgeContext {
  /** The header in which the edge states the caller's IP address. */
  readonly viewerHeader: string;
}

type Decision = APIGatewaySimpleAuthorizerWithContextResult<EdgeContext>;

/** How soon a wrong secret may make a container read the secret again, in ms. */
const minReadMs = 60_000;

/**
 * For so long a container trusts the secret that it has read, in ms. A secret that leaked ends so.
 */
const maxAgeMs = 3_600_000;

/**
 * Lets in requests that show the secret of the edge, which is API Gateway's identity source. API
 * Gateway refuses requests without one by itself, and caches each decision for an hour.
 *
 * The secret before is right too. CloudFront sends it until a deployment gives CloudFront the new
 * one, and a refusal in between would be cached for an hour.
 *
 * @param read the values of the secret that are right: the current one, and the one before
 */
export function edgeAuthorizer(
  read: () => Promise<readonly string[]>,
  clock = () => Date.now(),
  log: Log = liveLog,
) {
  let known: { readonly hashes: readonly Buffer[]; readonly at: number } | undefined;

  const isKnown = (shown: Buffer) =>
    known?.hashes.some((hash) => timingSafeEqual(hash, shown)) ?? false;

  async function isRight(shown: Buffer): Promise<boolean> {
    const ageMs = known ? clock() - known.at : Number.POSITIVE_INFINITY;
    if (ageMs < maxAgeMs && isKnown(shown)) return true;
    if (ageMs < minReadMs) return false;
    try {
      const secrets = await read();
      known = { hashes: secrets.map(sha256), at: clock() };
    } catch (error) {
      // A secret that was right an hour ago is good enough while the secret cannot be read.
      if (!isKnown(shown)) throw error;
      log.error('secret of the edge not read again', error);
    }
    return isKnown(shown);
  }

  return async ({
    identitySource,
    requestContext,
  }: Pick<
    APIGatewayRequestAuthorizerEventV2,
    'identitySource' | 'requestContext'
  >): Promise<Decision> => {
    const isAuthorized = await isRight(sha256(identitySource?.[0] ?? ''));
    if (!isAuthorized) log.info('edge refused', { requestId: requestContext.requestId });
    return { isAuthorized, context: { viewerHeader } };
  };
}
