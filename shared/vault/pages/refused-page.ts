import { escaped } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { languageFor } from '#vocabulary/page-texts/languages.ts';
import type { FormTexts } from '#vocabulary/page-texts/page-texts.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { type SessionToken, TokenRefused } from '../credentials/session-tokens.ts';
import { vaultRefusal } from '../http/vault-answer.ts';
import { isVaultError, type VaultError, type VaultErrorCode, vaultErrors } from '../vault-error.ts';
import { type PageAccess, recordRefusal } from './audit-refusal.ts';
import type { BuiltFile, BuiltPages } from './built-pages.ts';
import { type PageSite, pageDocument } from './page-document.ts';

interface RefusedPage {
  readonly locale: string | undefined;
  readonly script: BuiltFile;
  readonly pages: BuiltPages;
  readonly site: PageSite;
}

interface RefusalContext extends RefusedPage {
  /** The audit trail for the refusal, and the browser's attempt. */
  readonly audit: AuditTrail;
  readonly access: PageAccess;
}

const textOf: Readonly<Partial<Record<VaultErrorCode, keyof FormTexts>>> = {
  session_expired: 'expired',
  scope_mismatch: 'refused',
  resource_not_found: 'notFound',
  http_too_many_requests: 'tooOften',
};

/**
 * The page that `open` makes. When the vault refuses, a page that states so, a message to the
 * parent window and an audit record. Errors that are our fault are rethrown, to be logged. `open`
 * passes on the token as soon as it is valid, so that the record names its tenant. Only the origin
 * that an existing token is bound to may embed the refusal and get its message, whether or not the
 * token is valid.
 */
export async function withRefusedPage(
  { audit, access: opening, ...page }: RefusalContext,
  open: (isGood: (token: SessionToken) => void) => Promise<RawResponse>,
): Promise<RawResponse> {
  let token: SessionToken | undefined;
  try {
    return await open((good) => {
      token = good;
    });
  } catch (error) {
    if (!isVaultError(error) || textOf[error.code] === undefined) throw error;
    await recordRefusal(audit, opening, error.code, token);
    const refused = error instanceof TokenRefused ? error : undefined;
    return refusedPage(page, error, (token ?? refused)?.origin);
  }
}

/** The page of a refusal, which names no caller. Only `origin` may embed it, if it is known. */
export function refusedPage(
  { locale, script, pages, site }: RefusedPage,
  error: VaultError,
  origin: string | undefined,
): RawResponse {
  const [status, title] = vaultErrors[error.code];
  const { headers } = vaultRefusal(error);
  const language = languageFor(locale);
  const text = textsFor(language).form[textOf[error.code] ?? 'refused'];
  return pageDocument({
    status,
    language,
    script,
    site,
    origin,
    title: text,
    content: `<p class="notice">${escaped(text)}</p>`,
    settings: { origin, error: error.code, errorTitle: title },
    style: pages.frame,
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).map(([header, value]) => [header, String(value)]),
    ),
  });
}
