import { type Approved, integrityOf } from '#platform/http/response/page-check.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { errorPage } from '#vocabulary/payer-pages/error-page.ts';
import { specimenPage, specimenToken } from '#vocabulary/payer-pages/implement-page.ts';

/** An entry of `script-inventory.json`: a script that pages for payers and payees run. */
export interface ApprovedScript {
  readonly file: string;
  /** Paths of the pages that may run it, as the API describes them. */
  readonly pages: readonly string[];
  readonly purpose: string;
  readonly justification: string;
  /** `sha384-…` of its bytes. */
  readonly integrity: string;
}

/** The pages whose specimens anyone may see, each with its script. */
const specimens = {
  '/checkout': 'checkout.js',
  '/payment_link/-/-': 'checkout.js',
  '/payment_link/s/-/-': 'checkout.js',
  '/payment_link/status/-/-': 'status.js',
  '/payout_link/-/-': 'payee.js',
  '/payment_methods/collect/-/-': 'payee.js',
  '/payments/redirect/-/-/-': 'submit-form.js',
} as const;

/** The files of the scripts with their texts, as this program was built with them. */
export type BuiltScripts = Readonly<Record<(typeof specimens)[keyof typeof specimens], string>>;

/**
 * The responses that browsers must get at the pages of links: a specimen of each with its script,
 * and the error page of each. Headers and bytes are those that this program makes; a script must
 * also be the one of the inventory.
 *
 * @throws for a script that the inventory does not have, or has with another hash
 */
export function approvedLinkPages(
  scripts: BuiltScripts,
  inventory: readonly ApprovedScript[],
): readonly Approved[] {
  return Object.entries(specimens).flatMap(([path, file]) => {
    const script = scripts[file];
    const known = inventory.find((one) => one.file === file);
    if (known?.integrity !== integrityOf(Buffer.from(script))) {
      throw new Error(`${file} is not the script of the inventory.`);
    }
    return [
      approved(`${path}?page_token=${specimenToken}`, specimenPage(script, language)),
      approved(path, errorPage('closed', language)),
    ];
  });
}

/** The language of the check's requests. */
const language = 'en';

const approved = (path: string, { status, headers, body }: RawResponse): Approved => ({
  path,
  loadedAs: 'document',
  status,
  headers: { ...headers, 'strict-transport-security': 'max-age=31536000' },
  content: { text: body },
});
