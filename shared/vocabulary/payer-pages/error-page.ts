import { escaped } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { readersLocale } from '../page-texts/languages.ts';
import type { ErrorPageKind } from '../page-texts/page-texts.ts';
import { textsFor } from '../page-texts/texts-for.ts';
import { shortPage } from './short-page.ts';

const statuses: Readonly<Record<ErrorPageKind, number>> = {
  closed: 404,
  outdated: 410,
  finished: 410,
  expired: 410,
  failed: 500,
};

interface Onward {
  /** The payment's link, or the page of the shop. */
  readonly to: 'link' | 'shop';
  /** An address that the merchant stated. It is shown where it is http or https. */
  readonly url: string | undefined;
}

interface ErrorPageOptions {
  readonly status?: number;
  readonly onward?: Onward;
  /** Only a specimen has one: see `implementPage`. */
  readonly script?: string;
}

/**
 * The page that a payer's browser gets instead of the requested one, in the reader's language. It
 * shows nothing of the request.
 */
export function errorPage(
  kind: ErrorPageKind,
  acceptLanguage: string | undefined,
  { status = statuses[kind], onward, script }: ErrorPageOptions = {},
): RawResponse {
  const locale = readersLocale(acceptLanguage);
  const { passage, checkout } = textsFor(locale);
  const [title, text] = passage.errors[kind];
  const { url = '', to } = onward ?? {};
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  const label = to === 'link' ? checkout.goOn : checkout.back;
  const link = isWeb ? `\n<a class="button" href="${escaped(url)}">${escaped(label)}</a>` : '';
  return shortPage({
    status,
    locale,
    title,
    ...(script !== undefined && { script }),
    policy: ["form-action 'none'", "frame-ancestors 'none'"],
    content: `<p>${escaped(text)}</p>${link}`,
  });
}
