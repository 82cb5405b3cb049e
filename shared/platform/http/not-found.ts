import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Log, log as liveLog } from '../log.ts';
import { isClosedToPages, isPreflight, preflightHeaders, readableByPages } from './cors.ts';
import { publicError } from './error-catalogue.ts';
import { docLink } from './hints/doc-link.ts';
import { matchesRoute, methodHint, pathHint } from './hints/route-hint.ts';
import { methodsOf, type Operation } from './operation.ts';
import { headersOf } from './request-headers.ts';
import { requestIdOf, standardHeaders } from './request-id.ts';

type Route = Pick<Operation, 'method' | 'path' | 'auth' | 'repeats'>;

/**
 * Answers requests that match no route: an unknown path (404), a method that a path does not have
 * (405), and a CORS preflight (204). Its log never holds the path, because a caller may have put a
 * card number there.
 */
export const notFoundHandler =
  (routes: readonly Route[], log: Log = liveLog) =>
  async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const response = answer(routes, event);
    const requestId = requestIdOf(event);
    log.info('request', { operation: 'not-found', requestId, status: response.statusCode });
    return response;
  };

function answer(
  routes: readonly Route[],
  event: APIGatewayProxyEventV2,
): APIGatewayProxyStructuredResultV2 {
  const { method, path } = event.requestContext.http;
  const known = routes.filter((route) => matchesRoute(route, path.replace(/\/$/, '')));
  const headers = standardHeaders(event);
  const asked = headersOf(event);
  if (isPreflight(method, asked) && isOpenToPages(known, asked)) {
    return { statusCode: 204, headers: { ...headers, ...preflightHeaders(asked) } };
  }
  // With a trailing slash it is another path, so the answer is 404 and not 405.
  const isKnown = known.length > 0 && !path.endsWith('/');
  const kind = isKnown ? 'method_not_applicable' : 'unrecognized_route';
  const { status, body } = publicError(kind);
  const hint = {
    ...(isKnown ? methodHint(routes, known, method) : pathHint(routes, path, method)),
    ...docLink({ kind, status }),
  };
  return {
    statusCode: status,
    headers: readableByPages({
      'content-type': 'application/json',
      ...headers,
      ...(isKnown && { allow: [...new Set(known.flatMap(methodsOf))].join(', ') }),
    }),
    body: JSON.stringify({ error: { ...body.error, ...hint, request_id: requestIdOf(event) } }),
  };
}

/**
 * Whether a page may send the request that its browser asks about. One without a route is sent too,
 * so the page reads our refusal in place of the browser's own words about CORS.
 */
function isOpenToPages(
  known: readonly Route[],
  headers: Readonly<Record<string, string>>,
): boolean {
  const method = headers['access-control-request-method'];
  return !known.some((route) => route.method === method && isClosedToPages(route));
}
