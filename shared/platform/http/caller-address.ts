import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Subject } from '../log-subject.ts';
import type { EdgeContext } from './edge-authorizer.ts';

/**
 * The caller's IP address. Behind an edge, every request has the edge's own. The header in which the
 * edge states the caller's is believed only if the authorizer of this very request names it: then the
 * request came through the edge, which overwrites what a caller claims.
 */
export const callerAddress = (
  { http, authorizer }: APIGatewayProxyEventV2['requestContext'] & FromEdge,
  headers: Readonly<Record<string, string | undefined>>,
): string => headers[authorizer?.lambda?.viewerHeader ?? ''] ?? http.sourceIp;

/** What API Gateway adds to a request that its authorizer let in. */
interface FromEdge {
  readonly authorizer?: { readonly lambda?: Partial<EdgeContext> | null };
}

/** The address as every line of a request names it; nothing where the deployment wants none. */
export const addressSubject = (address: string): Subject =>
  process.env.LOG_ADDRESSES === 'off' ? {} : { address };
