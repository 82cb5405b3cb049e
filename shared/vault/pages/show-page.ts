import { escaped } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { type Language, languageFor } from '#vocabulary/page-texts/languages.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import type { ClearCard } from '../cards/card.ts';
import type { BuiltPages } from './built-pages.ts';
import { brandOf, numberGrouping } from './card-rules.ts';
import { grouped } from './digit-groups.ts';
import { type PageSite, pageDocument } from './page-document.ts';

interface ShownPage {
  readonly locale: string | undefined;
  /** The origin that the session token is bound to. */
  readonly origin: string | undefined;
  readonly pages: BuiltPages;
  readonly site: PageSite;
}

/**
 * The page with a card's whole number. A second view needs another token, and the script removes
 * the number after a minute.
 */
export function showCardPage(
  card: ClearCard,
  { locale, hasCvc, ...page }: ShownPage & { readonly hasCvc: boolean },
): RawResponse {
  const language = languageFor(locale);
  const texts = textsFor(language).form;
  const digits = card.number.toString('latin1');
  const brand = brandOf(digits)?.name;
  const code = `<button type="button" id="show-code">${escaped(texts.showCvc)}</button>
<span class="secret" id="service_code"></span>`;
  return secretsPage({
    ...page,
    language,
    what: 'card',
    entries: [
      {
        term: texts.cardNumber,
        html: leftToRight(grouped(digits, numberGrouping(digits))),
        isWide: true,
        isSecret: true,
      },
      { term: texts.expiry, html: leftToRight(`${card.expiryMonth} / ${card.expiryYear}`) },
      ...(brand === undefined
        ? []
        : [{ term: texts.cardType, html: `<bdi>${escaped(brand)}</bdi>` }]),
      ...(card.holderName === undefined
        ? []
        : [{ term: texts.cardholderName, html: `<bdi>${escaped(card.holderName)}</bdi>` }]),
      ...(hasCvc ? [{ term: texts.cvc, html: code }] : []),
    ],
  });
}

/** Groups of digits, which a text from right to left would show in reverse order. */
const leftToRight = (text: string) => `<bdi dir="ltr">${escaped(text)}</bdi>`;

/** The page with a card's service code, which the vault has deleted. */
export function showCvcPage(code: Uint8Array, { locale, ...page }: ShownPage): RawResponse {
  const language = languageFor(locale);
  const term = textsFor(language).form.cvc;
  const html = escaped(Buffer.from(code.buffer, code.byteOffset, code.length).toString('latin1'));
  return secretsPage({
    ...page,
    language,
    what: 'service_code',
    entries: [{ term, html, isWide: true, isSecret: true }],
  });
}

interface Entry {
  readonly term: string;
  readonly html: string;
  readonly isWide?: boolean;
  readonly isSecret?: boolean;
}

function secretsPage({
  entries,
  language,
  what,
  pages,
  ...page
}: Omit<ShownPage, 'locale'> & {
  readonly entries: readonly Entry[];
  readonly language: Language;
  readonly what: 'card' | 'service_code';
}): RawResponse {
  const texts = textsFor(language).form;
  const list = entries.map(
    ({ term, html, isWide, isSecret }) =>
      `<div${isWide ? ' class="wide"' : ''}><dt>${escaped(term)}</dt><dd${
        isSecret ? ' class="secret"' : ''
      }>${html}</dd></div>`,
  );
  return pageDocument({
    ...page,
    language,
    title: texts.cardDetails,
    content: `<dl id="secrets">
${list.join('\n')}
</dl>
<p id="status" role="status"></p>
<p class="on-paper">${escaped(texts.notOnPaper)}</p>`,
    settings: { origin: page.origin, what, hidden: texts.hidden, gone: texts.gone },
    script: pages.show,
    style: pages.frame,
  });
}
