import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sha256 } from '#platform/table/shared-keys.ts';

/**
 * Why a request is refused; undefined for one that may be answered. The console shows all data of
 * the runtime. For that reason it answers only requests that were addressed to it by a name of this
 * machine: another site could point its own host name here (DNS rebinding). It obeys only its own
 * page: another site's page could send a form here.
 */
export function refusalOf(
  { method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  port: number,
): { readonly status: number; readonly reason: string } | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? '')) {
    return { status: 421, reason: 'The console answers on 127.0.0.1 and localhost only.' };
  }
  if (method !== 'GET' && method !== 'POST') return { status: 405, reason: 'GET and POST only.' };
  const isOwn = headers.origin === `http://${headers.host}`;
  if (headers.origin !== undefined && !isOwn) {
    return { status: 403, reason: 'The console obeys only its own page.' };
  }
  // Browsers state where a request comes from. A link to the console may be followed.
  const from = headers['sec-fetch-site'] ?? 'none';
  const isForeign = from !== 'same-origin' && from !== 'none';
  if (isForeign && headers['sec-fetch-mode'] !== 'navigate') {
    return { status: 403, reason: 'The console answers only its own page.' };
  }
  return undefined;
}

/** Whether a request came from the console's own page, and not from a program or another site. */
export const isOfOwnPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.origin === `http://${headers.host}`;

/** Whether a request has the operator's key, as no page of another site does. */
export const hasKey = ({ headers }: Pick<IncomingMessage, 'headers'>, key: string): boolean =>
  timingSafeEqual(sha256(String(headers['api-key'] ?? '')), sha256(key));
