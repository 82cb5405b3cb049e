import type { AuditTrail } from '../audit/audit-trail.ts';
import type { SessionToken } from '../credentials/session-tokens.ts';
import { isVaultError, type VaultErrorCode } from '../vault-error.ts';
import { type PageServices, sessionActor } from './page-session.ts';

/** A browser's attempt to open a page. */
export interface PageAccess {
  /** As the browser sent it; empty without one. */
  readonly sessionToken: string;
  /** As the browser sent it; it may be any text. */
  readonly cardToken?: string;
  /** The browser's IP address. */
  readonly sourceIp: string;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Refusals that are audited, all of requests with a token. A refusal for too many requests reveals
 * nothing new.
 */
const auditReasons: Readonly<Partial<Record<VaultErrorCode, string>>> = {
  session_expired: 'a page, with a session token that is used, expired or unknown',
  scope_mismatch: 'a page, with a session token for something else',
  resource_not_found: 'a page, for what the tenant of the session token does not have',
};

/**
 * Audits a refused page request, with the tenant and the token as far as they are known. The tenant
 * of an invalid token is unknown (PCI DSS v4.0.1, 10.2.1.4).
 *
 * Never throws. A refusal reveals nothing, so it is sent even while the audit trail is unavailable;
 * then the trail's alarm shows the missing record. A page without any token is a browser that
 * reloads it, which is no attempt.
 */
export async function recordRefusal(
  audit: AuditTrail,
  { sessionToken, cardToken, sourceIp, requestId, now }: PageAccess,
  code: VaultErrorCode,
  token: Pick<SessionToken, 'id' | 'tenant'> | undefined,
): Promise<void> {
  const reason = auditReasons[code];
  if (reason === undefined || sessionToken === '') return;
  const refusal = {
    tenant: token?.tenant ?? '',
    reason,
    requestId,
    now,
    type: 'access.refused',
    actor: token ? sessionActor(token) : ({ kind: 'anyone', id: '' } as const),
    result: 'refused',
    // A text that is no card token may be anything, also a card number.
    cardToken: cardToken !== undefined && isCardToken(cardToken) ? cardToken : undefined,
    origin: sourceIp,
  } as const;
  await audit.record(refusal).catch(() => undefined);
}

/**
 * The result of `use`. A refused request of a page's own script is audited too, at most as often as
 * an address may open pages: an attacker who tries tokens cannot fill the audit trail. `use` passes
 * on the token as soon as it is valid. Throws the errors of `use`.
 */
export async function auditRefusals<T>(
  { audit, visits }: Pick<PageServices, 'audit' | 'visits'>,
  access: PageAccess,
  use: (isGood: (token: Pick<SessionToken, 'id' | 'tenant'>) => void) => Promise<T>,
): Promise<T> {
  let token: Pick<SessionToken, 'id' | 'tenant'> | undefined;
  try {
    return await use((good) => {
      token = good;
    });
  } catch (error) {
    if (isVaultError(error) && auditReasons[error.code] !== undefined) {
      const { sourceIp, now } = access;
      // Neither the limit nor a failed count changes the answer to the browser.
      const isCounted = await visits.count('attempt', sourceIp, now).then(
        () => true,
        () => false,
      );
      if (isCounted) await recordRefusal(audit, access, error.code, token);
    }
    throw error;
  }
}

const isCardToken = (text: string) => /^[0-9a-f]{32}$/.test(text);
