import type { AuditTrail } from '../audit/audit-trail.ts';
import type { SessionToken, SessionTokens } from '../credentials/session-tokens.ts';
import type { PageVisits } from '../http/limits.ts';
import { VaultError } from '../vault-error.ts';
import type { BuiltPages } from './built-pages.ts';
import type { PageSite } from './page-document.ts';

/** What every page reaches. */
export interface PageServices {
  readonly tokens: SessionTokens;
  readonly visits: PageVisits;
  /** Records refused requests, too. */
  readonly audit: AuditTrail;
  readonly site: () => PageSite;
  readonly pages: BuiltPages;
}

/**
 * A token that is bound to an origin opens nothing for a page of another one, whose browser would
 * not show it anyhow. Throws VaultError `scope_mismatch`; a browser that says nothing is believed.
 */
export function checkOpener(
  { origin }: Pick<SessionToken, 'origin'>,
  { referer }: Readonly<Record<string, string>>,
): void {
  if (origin === undefined || referer === undefined) return;
  if (URL.parse(referer)?.origin !== origin) throw new VaultError('scope_mismatch');
}

/** The session token that a page's own request shows. Throws VaultError `unauthorized` for none. */
export function bearerOf({ authorization }: Readonly<Record<string, string>>): string {
  const [, token] = /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) throw new VaultError('unauthorized');
  return token;
}

/** Whom the audit trail names for what a session token did. */
export const sessionActor = ({ id }: Pick<SessionToken, 'id'>) =>
  ({ kind: 'session token', id }) as const;
