import { htmlPage } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { appearanceCss } from '../appearance.ts';
import { directionOf, languageFor } from '../page-texts/languages.ts';
import { cardIcon, pageStyle } from './page-style.ts';

interface ShortPage {
  /** 200 unless stated. */
  readonly status?: number;
  /** The locale of the texts. */
  readonly locale: string;
  readonly title: string;
  /** HTML in which every foreign text went through `escaped`. */
  readonly content: string;
  /** Rules after those of all pages. */
  readonly style?: string;
  readonly script?: string;
  /** Directives of the page's Content-Security-Policy beside the common ones. */
  readonly policy: readonly string[];
}

/** A page for payers that belongs to no merchant, in the theme of the payer's device. */
export function shortPage({ locale, style = '', ...page }: ShortPage): RawResponse {
  const language = languageFor(locale);
  return htmlPage({
    ...page,
    language,
    direction: directionOf(language),
    style: `${appearanceCss({})}\n${pageStyle}${style}`,
    icon: cardIcon('#1456c8'),
  });
}
