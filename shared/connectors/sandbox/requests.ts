import type { Addresses, Credentials, HttpRequest } from '../interface/exchange.ts';

/** A name that no resolver knows, whichever the deployment: so nothing is sent, and at once. */
export const unreachableUrl = 'https://processor.invalid/';

/**
 * Refusals after which nothing was taken. A 409 is none of them: there is something of this reference,
 * for another amount, and only a sync can tell what became of it.
 */
export const refusalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 422]);

/** Throws where the sandbox processor is not deployed, and for credentials that it does not take. */
export const putRequest = (url: string, credentials: Credentials, body: object): HttpRequest => ({
  method: 'PUT',
  url,
  headers: { ...keyHeader(credentials), 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The absolute address of a path, of which each part is written as it is. */
export function sandboxUrlOf({ sandbox }: Addresses, ...parts: readonly string[]): string {
  if (!sandbox) throw new Error('The sandbox processor has no address in this deployment.');
  return [sandbox.replace(/\/$/, ''), ...parts.map(encodeURIComponent)].join('/');
}

export function keyHeader(credentials: Credentials) {
  if (credentials.auth_type !== 'HeaderKey')
    throw new Error('The sandbox processor takes HeaderKey.');
  return { 'api-key': credentials.api_key };
}
