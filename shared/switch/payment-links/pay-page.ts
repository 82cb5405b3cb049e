import { escaped, htmlPage } from '#platform/http/html-page.ts';
import type { RawResponse } from '#platform/http/raw-response.ts';
import type { Payment } from '../payments/payment.ts';
import { orderDetailsOf, orderLines } from './order-lines.ts';
import { type PageDesign, webAddress } from './page-design.ts';
import { styleOf } from './page-style.ts';
import { type PageTexts, textsFor } from './page-texts.ts';
import { payForm } from './pay-form.ts';
import { payScript } from './pay-script.ts';
import { shownAmount } from './shown-amount.ts';
import type { ShownPage } from './shown-page.ts';

/** The payment page: the order and a card form. */
export function payPage(page: ShownPage): RawResponse {
  const { payment, design: look, locale, ancestors } = page;
  const texts = textsFor(locale);
  const images = orderDetailsOf(payment).flatMap(
    ({ product_img_link: link }) => webAddress(link) ?? [],
  );
  return htmlPage({
    title: titleOf(look, texts),
    language: texts.language,
    style: styleOf(look),
    script: payScript,
    policy: [
      "connect-src 'self'",
      "form-action 'none'",
      ancestors,
      ...imagePolicy([look.logo, look.image?.url, ...images]),
    ],
    content: `${logoOf(look)}
<div class="columns">
${summary(payment, look, texts, locale)}
${payForm(page, texts)}
</div>
${brandOf(look, texts)}`,
  });
}

const titleOf = ({ seller }: PageDesign, { payTo, pay }: PageTexts) =>
  seller === undefined ? pay : `${payTo} ${seller}`;

/** The logo. Its alternative text is empty, because the shop's name stands beside it. */
export const logoOf = ({ logo }: PageDesign) =>
  logo ? `<img class="logo" src="${escaped(logo.href)}" alt="">` : '';

export const brandOf = ({ branded }: PageDesign, { poweredBy }: PageTexts) =>
  branded ? `<p class="quiet">${escaped(poweredBy)}</p>` : '';

/** The CSP directive that allows images only from the hosts of this page's images. */
export const imagePolicy = (images: readonly (URL | undefined)[]) => {
  const origins = new Set(images.flatMap((url) => (url ? [url.origin] : [])));
  return origins.size > 0 ? [`img-src ${[...origins].join(' ')}`] : [];
};

function summary(payment: Payment, look: PageDesign, texts: PageTexts, locale: string): string {
  const { currency, expiresAt, requestFields } = payment;
  const money = (minor: number) => escaped(shownAmount(minor, currency, locale));
  // The attempt's amount includes surcharge, shipping and tax.
  const amount = `<p class="amount" id="amount">${money(payment.attempt.amountMinor)}</p>`;
  if (look.formOnly) return `<section>${amount}</section>`;
  const facts = look.details.map(
    ({ key, value, isKeyBold, isValueBold }) =>
      `<dt${isKeyBold ? ' class="bold"' : ''}>${escaped(key)}</dt><dd${isValueBold ? ' class="bold"' : ''}>${escaped(value)}</dd>`,
  );
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `<section aria-labelledby="summary">
<h2 id="summary">${escaped(texts.summary)}</h2>
${amount}
${typeof requestFields.description === 'string' ? `<p>${escaped(requestFields.description)}</p>` : ''}
${orderLines(payment, { texts, money })}
${facts.length > 0 ? `<dl aria-label="${escaped(texts.details)}">\n${facts.join('\n')}\n</dl>` : ''}
<p class="quiet">${escaped(texts.validUntil)} <time datetime="${escaped(expiresAt)}">${until}</time></p>
</section>`;
}
