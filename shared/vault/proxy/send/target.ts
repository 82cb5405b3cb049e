import * as v from 'valibot';
import type { BytesRequest } from '../../../http/egress.ts';
import { VaultError } from '../../vault-error.ts';
import { hasPlaceholder } from './placeholders.ts';

/** What a target may be asked with, as tenants write it. */
export const methods = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options'] as const;
export type Method = (typeof methods)[number];

/** In any case of its letters. */
export const MethodOfQuery = v.pipe(v.string(), v.toLowerCase(), v.picklist(methods));

export const wireMethods: Readonly<Record<Method, BytesRequest['method']>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  delete: 'DELETE',
  patch: 'PATCH',
  head: 'HEAD',
  options: 'OPTIONS',
};

/** Where egress may go: loopback is for a laptop, where a target may be a neighbour. */
export type Reach = 'public' | 'public and loopback';

/** The largest body that is taken for a target, in bytes: 1 MiB. */
export const largestMessage = 1_024 * 1_024;

/** The longest address that is taken, in characters. */
const longestUrl = 8_192;

/**
 * The address of a target in the one form in which it is compared with the tenant's destinations and
 * then called: dots resolved, host in lower case, without a fragment. Throws VaultError
 * `validation_error`: no address, not https (http is for loopback, on a laptop), a user name or
 * password in it, or a drop-in, because addresses end up in logs.
 */
export function targetUrl(address: string, reach: Reach): URL {
  const url = URL.parse(address);
  if (!url || url.username || url.password || address.length > longestUrl) {
    throw refused('is invalid');
  }
  if (!mayUseScheme(url, reach)) throw refused('must be https');
  if (hasPlaceholder(address) || hasPlaceholder(url.href) || hasPlaceholder(decoded(url.href))) {
    throw refused('must not contain drop-ins');
  }
  url.hash = '';
  return url;
}

/** Without TLS only what does not leave the machine. */
export const mayUseScheme = ({ protocol, hostname }: URL, reach: Reach): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && reach === 'public and loopback' && isLoopback(hostname));

const isLoopback = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

const refused = (what: string) => new VaultError('validation_error', { url: [what] });

/** With every percent-encoded byte as the character that it is; what is no encoding stays. */
export const decoded = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
