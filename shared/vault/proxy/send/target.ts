import * as v from 'valibot';
import type { BytesRequest } from '#platform/http/egress/egress.ts';
import { VaultError } from '../../vault-error.ts';
import { hasPlaceholder } from './placeholders.ts';

/** The HTTP methods of requests to a target, as tenants write them. */
export const methods = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options'] as const;
export type Method = (typeof methods)[number];

/** In upper or lower case. */
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

/** The addresses that egress may call. Loopback is for a laptop, whose targets may be local. */
export type Reach = 'public' | 'public and loopback';

/** The largest message to a target, in bytes: 1 MiB. */
export const largestMessage = 1_024 * 1_024;

/** The longest URL of a target, in characters. */
const longestUrl = 8_192;

/**
 * A target's URL in the one form that is compared with the tenant's destinations and then called:
 * dots resolved, host in lower case, without a fragment. Throws VaultError `validation_error`: no
 * URL, not https (http is for loopback, on a laptop), a user name or password in it, or a drop-in,
 * because URLs end up in logs.
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

/** Without TLS a request must not leave the machine. */
export const mayUseScheme = ({ protocol, hostname }: URL, reach: Reach): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && reach === 'public and loopback' && isLoopback(hostname));

const isLoopback = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

const refused = (what: string) => new VaultError('validation_error', { url: [what] });

/** The text with all valid percent-encodings decoded; invalid ones stay. */
export const decoded = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
