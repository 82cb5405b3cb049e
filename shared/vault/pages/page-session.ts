import type { AuditTrail } from '../audit/audit-trail.ts';
import {
  type SessionToken,
  type SessionTokens,
  TokenRefused,
} from '../credentials/session-tokens.ts';
import type { PageVisits } from '../http/limits.ts';
import { VaultError } from '../vault-error.ts';
import type { BuiltPages } from './built-pages.ts';
import type { PageSite } from './page-document.ts';

/** The services that every page uses. */
export interface PageServices {
  readonly tokens: SessionTokens;
  readonly visits: PageVisits;
  /** Records refused requests, too. */
  readonly audit: AuditTrail;
  readonly site: () => PageSite;
  readonly pages: BuiltPages;
}

/**
 * Refuses a token for a page of another origin than its own, which the browser would not show
 * anyway. Throws VaultError `scope_mismatch`. A browser that sends no origin is accepted.
 */
export function checkOpener(
  { origin }: Pick<SessionToken, 'origin'>,
  { referer }: Readonly<Record<string, string>>,
): void {
  if (origin === undefined || referer === undefined) return;
  if (URL.parse(referer)?.origin !== origin) throw new VaultError('scope_mismatch');
}

/**
 * Refuses a token for a form that a page of another origin than the token's has open: such a page
 * may hand its form another token. Throws TokenRefused `scope_mismatch`.
 */
export function checkRenewed(token: Pick<SessionToken, 'origin'>, pageOrigin: string | undefined) {
  if (token.origin === undefined || pageOrigin === undefined) return;
  if (token.origin !== pageOrigin) throw new TokenRefused('scope_mismatch', token);
}

/**
 * The session token in a request of the page's script. Throws VaultError `unauthorized` without
 * one.
 */
export function bearerOf({ authorization }: Readonly<Record<string, string>>): string {
  const [, token] = /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) throw new VaultError('unauthorized');
  return token;
}

/** The audit trail's actor for the use of a session token. */
export const sessionActor = ({ id }: Pick<SessionToken, 'id'>) =>
  ({ kind: 'session token', id }) as const;
