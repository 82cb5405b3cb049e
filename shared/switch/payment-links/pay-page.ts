import { escaped, htmlPage } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { knownLocale } from '#vocabulary/known-locale.ts';
import { directionOf, languageFor } from '#vocabulary/page-texts/languages.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { cardIcon } from '#vocabulary/payer-pages/page-style.ts';
import { timeElement } from '#vocabulary/payer-pages/time-element.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import type { Instructions } from '../checkout/instructions.ts';
import type { PageDesign } from '../checkout/page-design.ts';
import { checkoutStyleOf } from '../checkout/page-style.ts';
import { payForm } from '../checkout/pay-form.ts';
import { payPolicy } from '../checkout/pay-policy.ts';
import type { PayablePage, ShownPage } from '../checkout/shown-page.ts';
import { onPhone } from './on-phone.ts';
import { orderImages, orderLines } from './order-lines.ts';

interface PayPage extends PayablePage {
  /** The next step of an open attempt that leads to no other page. */
  readonly instructions?: Instructions | undefined;
}

/** The payment page: the order and the payment form. */
export function payPage(page: PayPage): RawResponse {
  const { payment, design: look, locale, ancestors, scripts } = page;
  const language = languageFor(locale);
  const texts = textsFor(locale).checkout;
  return htmlPage({
    title: titleOf(look, texts, directionOf(language)),
    language,
    direction: directionOf(language),
    style: `${checkoutStyleOf(look)}${amountCss(payment, locale)}`,
    script: scripts.checkoutScript(),
    policy: [...payPolicy(page), ancestors],
    icon: iconOf(look),
    images: [
      ...originsOf([look.logo, look.image?.url, ...orderImages(payment)]),
      ...(page.instructions?.images ?? []),
    ],
    layout: `checkout ${look.layout === 'layout1' ? 'one' : 'two'}${page.isFramed ? ' framed' : ''}`,
    content: (heading) => `<div class="plane"><div class="order">
${testBadge(page, texts)}${orderOf(page, texts, heading)}
</div></div>
<div class="payment">
${page.instructions?.html ?? ''}
${payForm(page, texts)}
${page.phoneUrl === undefined ? '' : onPhone(page.phoneUrl, texts)}
${brandOf(look, texts)}
</div>`,
  });
}

/** Long amounts are set smaller, so that they stay on one line of a small screen. */
const amountCss = ({ currency, attempt }: PayablePage['payment'], locale: string) =>
  `:root{--amount-length:${Math.max(8, shownAmount(attempt.amountMinor, currency, locale).length)}}`;

/** The title. In a text from right to left, Unicode isolates keep the shop's name in its order. */
function titleOf(
  { seller }: PageDesign,
  { payTo, pay }: CheckoutTexts,
  direction: 'ltr' | 'rtl',
): string {
  if (seller === undefined) return pay;
  // A full-width colon has its own space.
  if (payTo.endsWith('：')) return `${payTo}${seller}`;
  return direction === 'ltr' ? `${payTo} ${seller}` : `${payTo} \u2068${seller}\u2069`;
}

/** The logo. Its alternative text is empty, because the shop's name stands beside it. */
export const logoOf = ({ logo }: Pick<PageDesign, 'logo'>) =>
  logo ? `<img class="logo" src="${escaped(logo.href)}" alt="">` : '';

/** The logo, or the first letter of the shop's name in the shop's colour. */
function signOf({ logo, seller }: PageDesign, locale: string): string {
  if (logo !== undefined || seller === undefined) return logoOf({ logo });
  const [first] = new Intl.Segmenter(knownLocale(locale)).segment(seller);
  const letter = first?.segment.toLocaleUpperCase(knownLocale(locale)) ?? '';
  return `<span class="letter" aria-hidden="true">${escaped(letter)}</span>`;
}

export const brandOf = ({ branded }: PageDesign, { poweredBy }: CheckoutTexts) =>
  branded ? `<p class="quiet brand">${escaped(poweredBy)}</p>` : '';

/** The origins of these images. */
export const originsOf = (images: readonly (URL | undefined)[]): readonly string[] =>
  images.flatMap((url) => (url ? [url.origin] : []));

export const iconOf = ({ theme }: PageDesign) => cardIcon(theme);

/** A badge on a page on which no money moves. */
export const testBadge = ({ isTest }: Pick<ShownPage, 'isTest'>, { testMode }: CheckoutTexts) =>
  isTest ? `<p class="badge">${escaped(testMode)}</p>` : '';

/**
 * The shop and the amount, and the order beneath them: on a phone it opens by a press, beside the
 * form it is always open.
 */
function orderOf(page: PayablePage, texts: CheckoutTexts, heading: string): string {
  const { payment, design: look, locale } = page;
  const { currency, expiresAt, requestFields } = payment;
  const money = (minor: number) => escaped(shownAmount(minor, currency, locale));
  // The attempt's amount includes surcharge, shipping and tax.
  const head = `<span class="shop">${signOf(look, locale)}${heading}</span>
<span class="amount" id="amount">${money(payment.attempt.amountMinor)}</span>`;
  if (look.formOnly) return `<div class="head">${head}</div>`;
  const facts = look.details.map(
    ({ key, value, isKeyBold, isValueBold }) =>
      `<dt${isKeyBold ? ' class="bold"' : ''}><bdi>${escaped(key)}</bdi></dt><dd${isValueBold ? ' class="bold"' : ''}><bdi>${escaped(value)}</bdi></dd>`,
  );
  const { untilToday, untilDate } = texts;
  return `<details id="order">
<summary class="head">${head}</summary>
<section class="lines" aria-labelledby="summary">
<h2 id="summary" class="unseen">${escaped(texts.summary)}</h2>
${typeof requestFields.description === 'string' ? `<p dir="auto">${escaped(requestFields.description)}</p>` : ''}
${orderLines(payment, { texts, money })}
${facts.length > 0 ? `<dl aria-label="${escaped(texts.details)}">\n${facts.join('\n')}\n</dl>` : ''}
<p class="quiet" id="deadline" data-today="${escaped(untilToday)}" data-date="${escaped(untilDate)}">${escaped(texts.validUntil)} ${timeElement(expiresAt, locale)}</p>
</section>
</details>`;
}
