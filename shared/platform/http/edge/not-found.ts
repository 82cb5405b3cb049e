import { type Log, log as liveLog } from '../../log.ts';
import { docLink } from '../hints/doc-link.ts';
import { matchesRoute, methodHint, pathHint } from '../hints/route-hint.ts';
import { methodsOf, type Operation } from '../operation/operation.ts';
import { headersOf } from '../request/request-headers.ts';
import { isClosedToPages, isPreflight, preflightHeaders } from '../response/cors.ts';
import { publicError } from '../response/error-catalogue.ts';
import type { HttpEvent, HttpResult } from './edge-policy.ts';
import { completeAnswer, requestIdOf, standardHeaders } from './switch-answer.ts';

/**
 * The Lambda handler of requests that match no route of a service. Its log never holds the path,
 * because a caller may have put a card number there.
 */
export const routeless =
  (
    operation: string,
    idOf: (event: HttpEvent) => string,
    answer: (event: HttpEvent, requestId: string) => HttpResult,
  ) =>
  (log: Log = liveLog) =>
  async (event: HttpEvent): Promise<HttpResult> => {
    const requestId = idOf(event);
    const response = answer(event, requestId);
    log.info('request', { operation, requestId, status: response.statusCode });
    return response;
  };

/** The header with the methods that a path has; none where it has no route. */
export function allowOf(
  known: readonly { readonly method: string; readonly auth: string }[],
): Readonly<Record<string, string>> {
  const allow = [...new Set(known.flatMap(methodsOf))].join(', ');
  return allow ? { allow } : {};
}

type Route = Pick<Operation, 'method' | 'path' | 'auth' | 'repeats'>;

/** Answers an unknown path (404), a method that a path does not have (405), and a preflight (204). */
export const notFoundHandler = (routes: readonly Route[], log?: Log) =>
  routeless('not-found', requestIdOf, (event, requestId) => {
    const { method, path } = event.requestContext.http;
    const alike = routes.filter((route) => matchesRoute(route, path.replace(/\/$/, '')));
    const asked = headersOf(event);
    if (isPreflight(method, asked) && isOpenToPages(alike, asked)) {
      const headers = { ...standardHeaders(requestId), ...preflightHeaders(asked) };
      return { statusCode: 204, headers };
    }
    // With a trailing slash it is another path, so the answer is 404 and not 405.
    const known = path.endsWith('/') ? [] : alike;
    const isKnown = known.length > 0;
    const kind = isKnown ? 'method_not_applicable' : 'unrecognized_route';
    const { status, body } = publicError(kind);
    const hint = {
      ...(isKnown ? methodHint(routes, known, method) : pathHint(routes, path, method)),
      ...docLink({ kind, status }),
    };
    const error = { ...body.error, ...hint, request_id: requestId };
    const response = {
      statusCode: status,
      headers: allowOf(known),
      body: JSON.stringify({ error }),
    };
    return completeAnswer(response, { event, requestId });
  })(log);

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
