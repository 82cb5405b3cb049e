import { escaped } from '../../http/html-page.ts';
import type { RawResponse } from '../../http/raw-response.ts';
import { vaultRefusal } from '../http/vault-lambda.ts';
import { isVaultError, type VaultErrorCode, vaultErrors } from '../vault-error.ts';
import type { BuiltFile, BuiltPages } from './built-pages.ts';
import { type PageSite, pageDocument } from './page-document.ts';
import { languageOf, type PageTexts, textsByLanguage } from './page-texts.ts';

interface RefusedPage {
  readonly locale: string | undefined;
  readonly script: BuiltFile;
  readonly pages: BuiltPages;
  readonly site: PageSite;
}

const textOf: Readonly<Partial<Record<VaultErrorCode, keyof PageTexts>>> = {
  session_expired: 'expired',
  scope_mismatch: 'refused',
  resource_not_found: 'notFound',
  http_too_many_requests: 'tooOften',
};

/**
 * What `open` makes; where the vault says no to it, a page that says so to the reader, and to the
 * page around it by a message. What is our own fault is thrown on, to be logged. `open` says what
 * the token is bound to as soon as it knows: then nobody else may embed the refusal either.
 */
export async function orRefusedPage(
  { locale, script, pages, site }: RefusedPage,
  open: (bindTo: (origin: string | undefined) => void) => Promise<RawResponse>,
): Promise<RawResponse> {
  let origin: string | undefined;
  try {
    return await open((bound) => {
      origin = bound;
    });
  } catch (error) {
    const name = isVaultError(error) ? textOf[error.code] : undefined;
    if (!isVaultError(error) || name === undefined) throw error;
    const [status, title] = vaultErrors[error.code];
    const { headers } = vaultRefusal(error);
    const language = languageOf(locale);
    const text = textsByLanguage[language][name];
    return pageDocument({
      ...{ status, language, script, site, origin },
      title: text,
      content: `<p class="notice">${escaped(text)}</p>`,
      settings: { origin, error: error.code, errorTitle: title },
      style: pages.frame,
      headers: Object.fromEntries(
        Object.entries(headers ?? {}).map(([header, value]) => [header, String(value)]),
      ),
    });
  }
}
