import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type ErrorKind, SwitchError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metric } from '../metrics.ts';
import type { StoredResponse } from './idempotency.ts';
import type { MakeErrorPage } from './implement.ts';
import type { Operation } from './operation.ts';
import { resultOf } from './raw-response.ts';
import { hintOfError, isOurFailure, publicError } from './refusals.ts';
import { headersOf } from './request-headers.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Turns an error into the answer that a client gets, counts it, and logs errors that are our fault.
 */
export function errorResponse(
  error: unknown,
  { log, metric }: { readonly log: Log; readonly metric?: Metric },
  operation: Operation,
  event: APIGatewayProxyEventV2,
  errorPage?: MakeErrorPage,
): APIGatewayProxyStructuredResultV2 {
  const known = error instanceof SwitchError ? error : undefined;
  const kind: ErrorKind = known?.kind ?? 'internal_error';
  const { status, body } = publicError(kind, known?.details);
  metric?.('RequestErrors', 1, { error_code: body.error.code });
  if (isOurFailure(kind, known?.details)) metric?.('ServerFailures', 1);
  const retryAfter = kind === 'temporarily_unavailable' ? 1 : known?.details.retryAfter;
  if (status >= 500 && status !== 501) {
    log.error('request failed', error, {
      operation: operation.name,
      requestId: requestIdOf(event),
    });
  }
  return withErrorPage(errorPage, event, {
    statusCode: status,
    headers: retryAfter ? { 'retry-after': String(retryAfter) } : {},
    body: withHelp(body, { kind, details: known?.details ?? {} }, operation, event),
  });
}

/**
 * The body with a hint for the developer of the client, and with the id under which it is logged;
 * as published where the request says `x-error-help: false`.
 */
function withHelp(
  { error }: ReturnType<typeof publicError>['body'],
  refusal: Pick<SwitchError, 'kind' | 'details'>,
  operation: Operation,
  event: APIGatewayProxyEventV2,
): string {
  if (headersOf(event)['x-error-help'] === 'false') return JSON.stringify({ error });
  const hint = hintOfError(refusal, operation, event);
  return JSON.stringify({ error: { ...error, ...hint, request_id: requestIdOf(event) } });
}

/** Statuses for which browsers get a page. Other refusals are for developers and stay JSON. */
export const isShownAsPage = (status: number) => status === 404 || status >= 500;

/**
 * The answer to a refused request. Customers' browsers get a page for 404 and server errors. The
 * page gives no reason, so a visitor who guesses URLs learns nothing.
 */
function withErrorPage(
  errorPage: MakeErrorPage | undefined,
  event: APIGatewayProxyEventV2,
  response: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  const { statusCode: status = 500 } = response;
  if (!errorPage || !isShownAsPage(status)) return response;
  const page = resultOf(errorPage(status, headersOf(event)['accept-language']));
  return { ...page, headers: { ...response.headers, ...page.headers } };
}

/**
 * The answer of a refusal that a repeated request would get again, so it may be stored. Throws
 * every other error.
 */
export function repeatableRefusal(
  error: unknown,
  operation: Operation,
  event: APIGatewayProxyEventV2,
): StoredResponse {
  if (!(error instanceof SwitchError)) throw error;
  const { status, body } = publicError(error.kind, error.details);
  if (status >= 500 || error.kind === 'concurrent_update') throw error;
  return { statusCode: status, headers: {}, body: withHelp(body, error, operation, event) };
}
