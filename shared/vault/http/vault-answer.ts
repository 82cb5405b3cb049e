import { isSwitchError } from '#platform/errors.ts';
import type { HttpEvent, HttpResult } from '#platform/http/edge/edge-policy.ts';
import { requestIdOf } from '#platform/http/edge/switch-answer.ts';
import type { Hint } from '#platform/http/hints/hint.ts';
import { masked } from '#platform/log.ts';
import { isVaultError, TooManyRequests, VaultError, vaultErrors } from '../vault-error.ts';

/** The error of the vault for anything that was thrown. */
export function asVaultError(error: unknown): VaultError {
  if (isVaultError(error)) return error;
  const passes =
    isSwitchError(error, 'temporarily_unavailable') || isSwitchError(error, 'concurrent_update');
  return new VaultError(passes ? 'service_unavailable' : 'internal_error');
}

const retryableErrors: ReadonlySet<string> = new Set([
  'service_unavailable',
  'http_too_many_requests',
]);

/** A refusal in the vault's envelope; `errors` is an object. `help` is for the client's developer. */
export function vaultRefusal(
  error: VaultError,
  help: Hint & { readonly request_id?: string } = {},
): HttpResult {
  const { code, details } = error;
  const [statusCode, title] = vaultErrors[code];
  const hasDetails = Object.keys(details).length > 0;
  const waitSeconds = error instanceof TooManyRequests ? error.retryAfterSeconds : 1;
  return {
    statusCode,
    headers: {
      'x-vault-error': code,
      ...(retryableErrors.has(code) && { 'retry-after': String(waitSeconds) }),
    },
    body: JSON.stringify({ errors: { code, title, ...(hasDetails && { details }), ...help } }),
  };
}

/** The answer with the headers that every answer of the vault has. */
export const withVaultHeaders = (
  response: HttpResult,
  { requestId }: { readonly requestId: string },
): HttpResult => ({
  ...response,
  headers: {
    ...(response.statusCode !== 204 && { 'content-type': 'application/json; charset=utf-8' }),
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...response.headers,
    'cache-control': 'no-store',
  },
});

/**
 * The caller's own id, unless it looks like card data: it is written to logs and the audit trail.
 */
export function vaultRequestId(event: HttpEvent): string {
  const id = requestIdOf(event);
  return isSecretLooking(id) ? event.requestContext.requestId : id;
}

/**
 * Digits next to underscores count too, although the log's pattern treats underscores as letters.
 */
function isSecretLooking(text: string): boolean {
  const separate = text.replaceAll(/[_-]+/g, '-');
  return /^(vk|stk)_/.test(text) || masked(text) !== text || masked(separate) !== separate;
}
