import { allowOf, routeless } from '#platform/http/edge/not-found.ts';
import { methodsOf } from '#platform/http/operation/operation.ts';
import type { Log } from '#platform/log.ts';
import { VaultError } from '../vault-error.ts';
import { vaultRouteHint } from './hints/vault-refusals.ts';
import { vaultRefusal, vaultRequestId, withVaultHeaders } from './vault-answer.ts';
import type { VaultOperation } from './vault-operation.ts';

/** Answers unknown paths (404), and methods that a path does not have (405). */
export const vaultNotFoundHandler = (
  routes: readonly Pick<VaultOperation, 'method' | 'path' | 'auth'>[],
  log?: Log,
) =>
  routeless('vault.not-found', vaultRequestId, ({ rawPath, requestContext }, requestId) => {
    const { method } = requestContext.http;
    const alike = routes.filter(({ path }) => matches(path, rawPath));
    // A method that the path has reaches this handler only when the path ends with a slash.
    const known = alike.some((route) => methodsOf(route).includes(method)) ? [] : alike;
    const code = known.length > 0 ? 'method_not_allowed' : 'resource_not_found';
    const hint = vaultRouteHint(routes, known, rawPath, method);
    const response = vaultRefusal(new VaultError(code), { ...hint, request_id: requestId });
    const headers = { ...response.headers, ...allowOf(known) };
    return withVaultHeaders({ ...response, headers }, { requestId });
  })(log);

/** Whether a path matches a template, whose last parameter may hold several parts: `{name+}`. */
function matches(template: string, path: string): boolean {
  const pattern = template
    .replace(/[.$^*()|[\]\\]/g, '\\$&')
    .replace(/\{\w+\+\}/g, '.+')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`).test(path);
}
