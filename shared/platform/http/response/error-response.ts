import { type ErrorKind, SwitchError } from '../../errors.ts';
import type { HttpResult } from '../edge/edge-policy.ts';
import type { SwitchRequest } from '../edge/switch-request.ts';
import type { StoredResponse } from '../operation/idempotency.ts';
import type { MakeErrorPage } from '../operation/implement.ts';
import { resultOf } from './raw-response.ts';
import { hintOfError, isOurFailure, publicError } from './refusals.ts';

/** Turns an error into the answer that a client gets, and counts it. */
export function errorResponse(
  error: unknown,
  incoming: SwitchRequest,
  errorPage?: MakeErrorPage,
): HttpResult {
  const { metric } = incoming.edge;
  const known = error instanceof SwitchError ? error : undefined;
  const kind: ErrorKind = known?.kind ?? 'internal_error';
  const { status, body } = publicError(kind, known?.details);
  metric?.('RequestErrors', 1, { error_code: body.error.code });
  if (isOurFailure(kind, known?.details)) metric?.('ServerFailures', 1);
  const retryAfter = kind === 'temporarily_unavailable' ? 1 : known?.details.retryAfter;
  return withErrorPage(errorPage, incoming, {
    statusCode: status,
    headers: retryAfter ? { 'retry-after': String(retryAfter) } : {},
    body: withHelp(body, { kind, details: known?.details ?? {} }, incoming),
  });
}

/**
 * The body with a hint for the developer of the client, and with the id under which it is logged;
 * as published where the request says `x-error-help: false`.
 */
function withHelp(
  { error }: ReturnType<typeof publicError>['body'],
  refusal: Pick<SwitchError, 'kind' | 'details'>,
  { operation, event, headers, requestId, sent }: SwitchRequest,
): string {
  if (headers['x-error-help'] === 'false') return JSON.stringify({ error });
  const hint = hintOfError(refusal, operation, event, sent.body);
  return JSON.stringify({ error: { ...error, ...hint, request_id: requestId } });
}

/** Statuses for which browsers get a page. Other refusals are for developers and stay JSON. */
export const isShownAsPage = (status: number) => status === 404 || status >= 500;

/**
 * The answer to a refused request. Customers' browsers get a page for 404 and server errors. The
 * page gives no reason, so a visitor who guesses URLs learns nothing.
 */
function withErrorPage(
  errorPage: MakeErrorPage | undefined,
  { headers }: SwitchRequest,
  response: HttpResult,
): HttpResult {
  const { statusCode: status = 500 } = response;
  if (!errorPage || !isShownAsPage(status)) return response;
  const page = resultOf(errorPage(status, headers['accept-language']));
  return { ...page, headers: { ...response.headers, ...page.headers } };
}

/**
 * The answer of a refusal that a repeated request would get again, so it may be stored. Throws
 * every other error.
 */
export function repeatableRefusal(error: unknown, incoming: SwitchRequest): StoredResponse {
  if (!(error instanceof SwitchError)) throw error;
  const { status, body } = publicError(error.kind, error.details);
  if (status >= 500 || error.kind === 'concurrent_update') throw error;
  return { statusCode: status, headers: {}, body: withHelp(body, error, incoming) };
}
