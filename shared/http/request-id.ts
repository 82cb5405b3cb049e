import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The name of a request in answers and in the log: the caller's own, or API Gateway's. */
export function requestIdOf({
  headers,
  requestContext,
}: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>): string {
  const given = headers['x-request-id'];
  return given && /^[\w-]{1,64}$/.test(given) ? given : requestContext.requestId;
}

/** What every answer carries, whatever it answers. Clients look for the name of the request in either. */
export function standardHeaders(event: APIGatewayProxyEventV2): Readonly<Record<string, string>> {
  const requestId = requestIdOf(event);
  return {
    'strict-transport-security': 'max-age=31536000',
    via: 'HyperSwitch',
    'x-request-id': requestId,
    'request-id': requestId,
  };
}
