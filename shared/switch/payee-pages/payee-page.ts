import { escaped, htmlPage } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { knownLocale } from '#vocabulary/known-locale.ts';
import { directionOf, languageFor } from '#vocabulary/page-texts/languages.ts';
import type { PayeeOutcome, PayeeTexts } from '#vocabulary/page-texts/page-texts.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { timeElement } from '#vocabulary/payer-pages/time-element.ts';
import type { PageDesign } from '../checkout/page-design.ts';
import { styleOf } from '../checkout/page-style.ts';
import { brandOf, iconOf, logoOf, originsOf, testBadge } from '../payment-links/pay-page.ts';
import { flawTexts } from '../typed-fields/flaw-texts.ts';
import type { PayeeData, PayeeMethod, PayeeWords } from './payee-data.ts';
import { payeeTextsFor } from './payee-texts.ts';

/** The scripts of the pages, which the bundler builds. */
export interface PayeeScripts {
  payeeScript(): string;
  statusScript(): string;
}

/** A page for a payee. */
interface PayeePage {
  readonly scripts: PayeeScripts;
  readonly design: PageDesign;
  /** The locale, as the link names it. */
  readonly locale: string;
  /** The CSP directive with the domains that may frame the page. */
  readonly ancestors: string;
  /** Whether no money moves. */
  readonly isTest: boolean;
  /** The sum as it is shown; absent where none is paid. */
  readonly amount?: string;
  /** The identifier of the payout or link, for the payee's questions. */
  readonly reference: string;
}

interface FormPage extends PayeePage, Pick<PayeeData, 'key' | 'secret' | 'path' | 'methods'> {
  readonly title: (texts: PayeeTexts) => string;
  readonly header: (texts: PayeeTexts) => string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The page on which a payee states how to be paid. */
export function payeeFormPage(page: FormPage): RawResponse {
  const { locale, expiresAt } = page;
  const texts = payeeTextsFor(locale);
  return payeePage(page, {
    title: page.title(texts),
    script: page.scripts.payeeScript(),
    connects: true,
    content: `${summaryOf(page)}
<p class="quiet">${escaped(texts.until).replace('{date}', () => timeElement(expiresAt, locale))}</p>
<div id="payee" data-payee="${escaped(JSON.stringify(dataOf(page, texts)))}"></div>
<noscript><p>${escaped(texts.needsScript)}</p></noscript>`,
  });
}

function dataOf(
  { key, secret, path, methods, design, locale, header }: FormPage,
  texts: PayeeTexts,
) {
  return {
    key,
    secret,
    path,
    methods,
    layout: design.paymentLayout,
    locale: knownLocale(locale),
    header: header(texts),
    texts: wordsOf(texts, locale, methods),
    flaws: flawTexts(textsFor(locale)),
  } satisfies PayeeData;
}

function wordsOf(texts: PayeeTexts, locale: string, methods: readonly PayeeMethod[]): PayeeWords {
  const { form, checkout } = textsFor(locale);
  return {
    methods: texts.methods,
    confirm: texts.confirm,
    sending: texts.sending,
    invalid: checkout.checkDetails,
    invalidNumber: form.invalidNumber,
    invalidExpiry: form.invalidExpiry,
    past: form.past,
    notThisWay: methods.length > 1 ? checkout.notThisWay : texts.notNow,
    notNow: texts.notNow,
    noMethod: texts.noMethod,
  };
}

interface StatusPage extends PayeePage {
  readonly outcome: PayeeOutcome;
  /** The address to which the payee returns; absent without one. */
  readonly wayBack: string | undefined;
  /** Whether the outcome may change within seconds. */
  readonly hasNews: boolean;
}

/** How long the page is shown before it returns to the merchant, in seconds. */
const shownSeconds = 5;

/** The page with the outcome. */
export function payeeStatusPage(page: StatusPage): RawResponse {
  const { locale, outcome, wayBack, hasNews } = page;
  const texts = payeeTextsFor(locale);
  const { checkout } = textsFor(locale);
  const [title, text] = texts.outcome[outcome];
  const back =
    wayBack === undefined
      ? ''
      : `<p class="quiet">${escaped(texts.goesBack)}</p>
<a class="button" id="return" target="_top" data-seconds="${shownSeconds}" href="${escaped(wayBack)}">${escaped(checkout.goOn)}</a>`;
  return payeePage(page, {
    title,
    script: page.scripts.statusScript(),
    connects: false,
    content: `${summaryOf(page)}
<p role="status"${hasNews && wayBack === undefined ? ' data-news' : ''}>${escaped(text)}</p>
<dl><dt>${escaped(checkout.reference)}</dt><dd><bdi>${escaped(page.reference)}</bdi></dd></dl>
${back}`,
  });
}

interface Content {
  readonly title: string;
  readonly script: string;
  readonly content: string;
  /** Whether the page's script sends requests to the switch. */
  readonly connects: boolean;
}

function payeePage(page: PayeePage, { title, script, content, connects }: Content): RawResponse {
  const { design, locale, ancestors } = page;
  const language = languageFor(locale);
  const { checkout } = textsFor(locale);
  return htmlPage({
    title,
    language,
    direction: directionOf(language),
    style: styleOf(design),
    script,
    icon: iconOf(design),
    images: originsOf([design.logo]),
    policy: [...(connects ? ["connect-src 'self'"] : []), "form-action 'none'", ancestors],
    content: `${testBadge(page, checkout)}${logoOf(design)}
${content}
${brandOf(design, checkout)}`,
  });
}

const summaryOf = ({ design, amount }: PayeePage): string =>
  [
    ...(design.seller === undefined ? [] : [`<p><bdi>${escaped(design.seller)}</bdi></p>`]),
    ...(amount === undefined ? [] : [`<p class="amount" id="amount">${escaped(amount)}</p>`]),
  ].join('\n');
