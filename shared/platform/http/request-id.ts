import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The request's id in answers and in the log: the caller's own, or API Gateway's. */
export function requestIdOf({
  headers,
  requestContext,
}: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>): string {
  const given = headers['x-request-id'];
  return given && /^[\w-]{1,64}$/.test(given) ? given : requestContext.requestId;
}

/** The headers of every answer. Clients read the request's id from either of the two. */
export function standardHeaders(event: APIGatewayProxyEventV2): Readonly<Record<string, string>> {
  const requestId = requestIdOf(event);
  return {
    'strict-transport-security': 'max-age=31536000',
    via: 'HyperSwitch',
    'x-request-id': requestId,
    'request-id': requestId,
  };
}
