import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Subject } from '../../log-subject.ts';
import { ownMember } from '../../own-member.ts';
import type { EdgeContext } from './edge-authorizer.ts';

/**
 * The caller's IP address. Behind an edge, the source address of every request is the edge's. Then
 * a header of the edge has the caller's address. That header counts only if the authorizer of the
 * same request names it: the request came through the edge, which overwrites the header of a
 * caller.
 */
export const callerAddress = (
  { http, authorizer }: APIGatewayProxyEventV2['requestContext'] & FromEdge,
  headers: Readonly<Record<string, string | undefined>>,
): string =>
  plainAddress(ownMember(headers, authorizer?.lambda?.viewerHeader ?? '') ?? http.sourceIp);

/** An IPv4 address that is written as an IPv6 one, by itself: one client has one address. */
export const plainAddress = (address: string): string =>
  /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address;

/** The context that the authorizer adds to a request that it lets in. */
interface FromEdge {
  readonly authorizer?: { readonly lambda?: Partial<EdgeContext> | null };
}

/** The address as every line of a request names it; nothing where the deployment wants none. */
export const addressSubject = (address: string): Subject =>
  process.env.LOG_ADDRESSES === 'off' ? {} : { address };
