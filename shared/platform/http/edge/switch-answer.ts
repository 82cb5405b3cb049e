import { packed } from '../response/content-coding.ts';
import { readableByPages } from '../response/cors.ts';
import type { HttpEvent, HttpResult } from './edge-policy.ts';

/** The request's id in answers and in the log: the caller's own, or API Gateway's. */
export function requestIdOf({ headers, requestContext }: HttpEvent): string {
  const given = headers['x-request-id'];
  return given && /^[\w-]{1,64}$/.test(given) ? given : requestContext.requestId;
}

/** The headers of every answer. Clients read the request's id from either of the two. */
export const standardHeaders = (requestId: string): Readonly<Record<string, string>> => ({
  'strict-transport-security': 'max-age=31536000',
  via: 'HyperSwitch',
  'x-request-id': requestId,
  'request-id': requestId,
});

/** An answer with the headers of every answer, in gzip where the request takes it so. */
export function completeAnswer(
  response: HttpResult,
  { event, requestId }: { readonly event: HttpEvent; readonly requestId: string },
): HttpResult {
  const own = {
    'content-type': 'application/json',
    ...standardHeaders(requestId),
    ...response.headers,
  };
  // A page of our own, such as that of a payment link, is for its payer and for no other page.
  const isPage = own['content-type'].startsWith('text/html');
  const { headers, ...rest } = packed(event.headers['accept-encoding'], {
    ...response,
    headers: own,
  });
  return { ...rest, headers: isPage ? headers : readableByPages(headers) };
}
