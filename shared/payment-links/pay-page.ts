import * as v from 'valibot';
import { escaped, htmlPage } from '../http/html-page.ts';
import type { RawResponse } from '../http/raw-response.ts';
import { OrderDetails } from '../payments/order-details.ts';
import type { Payment } from '../payments/payment.ts';
import { Currency, minorUnitDigits } from '../vocabulary/currencies.ts';
import { type PageLook, webAddress } from './page-look.ts';
import { styleOf } from './page-style.ts';
import { type PageTexts, textsFor } from './page-texts.ts';
import { payScript } from './pay-script.ts';

export interface ShownPage {
  readonly payment: Payment;
  readonly look: PageLook;
  /** As the link says it. */
  readonly locale: string;
  /** The directive that says who may frame the page. */
  readonly ancestors: string;
  /** The way from the page's address to the root of the switch: `../../`. */
  readonly toRoot: string;
}

/** The page on which a customer pays: what it is for, and a form for the card. */
export function payPage({ payment, look, locale, ancestors, toRoot }: ShownPage): RawResponse {
  const texts = textsFor(locale);
  const details = orderDetailsOf(payment);
  const images = details.flatMap(({ product_img_link: link }) => webAddress(link) ?? []);
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
${summary(payment, details, look, texts, locale)}
${form(payment, look, texts, locale, toRoot)}
</div>
${brandOf(look, texts)}`,
  });
}

export const titleOf = ({ seller }: PageLook, { payTo, pay }: PageTexts) =>
  seller === undefined ? pay : `${payTo} ${seller}`;

/** Beside a name that is there to be read an image says nothing more. */
export const logoOf = ({ logo }: PageLook) =>
  logo ? `<img class="logo" src="${escaped(logo.href)}" alt="">` : '';

export const brandOf = ({ branded }: PageLook, { poweredBy }: PageTexts) =>
  branded ? `<p class="quiet">${escaped(poweredBy)}</p>` : '';

/** Images come from where the page's own come from, and from nowhere else. */
export const imagePolicy = (images: readonly (URL | undefined)[]) => {
  const origins = new Set(images.flatMap((url) => (url ? [url.origin] : [])));
  return origins.size > 0 ? [`img-src ${[...origins].join(' ')}`] : [];
};

/** What the customer buys, as it was kept; nothing where the merchant has not said. */
function orderDetailsOf({ terms }: Payment): readonly OrderDetails[] {
  const parsed = v.safeParse(v.array(OrderDetails), terms.order_details ?? []);
  return parsed.success ? parsed.output : [];
}

/** 2599 minor units as `€25.99`, in the words of the locale; as ours where it is none. */
export function shownAmount(amountMinor: number, currency: string, locale: string): string {
  const digits = minorUnitDigits(v.parse(Currency, currency));
  const [known = 'en'] = Intl.NumberFormat.supportedLocalesOf(isLocale(locale) ? [locale] : []);
  return new Intl.NumberFormat(known, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** digits);
}

const isLocale = (locale: string) => /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(locale);

function summary(
  payment: Payment,
  details: readonly OrderDetails[],
  look: PageLook,
  texts: PageTexts,
  locale: string,
): string {
  const { currency, expiresAt, terms } = payment;
  const money = (minor: number) => escaped(shownAmount(minor, currency, locale));
  // Surcharge, shipping and tax are paid as well.
  const amount = `<p class="amount" id="amount">${money(payment.attempt.amountMinor)}</p>`;
  if (look.formOnly) return `<section>${amount}</section>`;
  const lines = details.map(({ product_name, quantity, amount, product_img_link: link }) => {
    const image = webAddress(link);
    return `<li>${image ? `<img src="${escaped(image.href)}" alt="">` : ''}<span>${quantity} × ${escaped(product_name)}</span>${money(amount)}</li>`;
  });
  const facts = look.details.map(
    ({ key, value, isKeyBold, isValueBold }) =>
      `<dt${isKeyBold ? ' class="bold"' : ''}>${escaped(key)}</dt><dd${isValueBold ? ' class="bold"' : ''}>${escaped(value)}</dd>`,
  );
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `<section aria-labelledby="summary">
<h2 id="summary">${escaped(texts.summary)}</h2>
${amount}
${typeof terms.description === 'string' ? `<p>${escaped(terms.description)}</p>` : ''}
${lines.length > 0 ? `<ul aria-label="${escaped(texts.items)}">\n${lines.join('\n')}\n</ul>` : ''}
${facts.length > 0 ? `<dl aria-label="${escaped(texts.details)}">\n${facts.join('\n')}\n</dl>` : ''}
<p class="quiet">${escaped(texts.validUntil)} <time datetime="${escaped(expiresAt)}">${until}</time></p>
</section>`;
}

interface Field {
  readonly id: string;
  readonly label: string;
  readonly wrong?: string;
  /** Further attributes; ours. */
  readonly more: string;
}

function form(
  { id, merchantId, publishableKey = '', clientSecret, currency, attempt }: Payment,
  look: PageLook,
  texts: PageTexts,
  locale: string,
  toRoot: string,
): string {
  const field = ({ id: name, label, wrong, more }: Field) =>
    `<div><label for="${name}"${look.labels === 'hidden' ? ' class="unseen"' : ''}>${escaped(label)}</label>
<input id="${name}" ${more}${look.labels === 'hidden' ? ` placeholder="${escaped(label)}"` : ''}${
      wrong === undefined
        ? ''
        : ` required aria-describedby="${name}-wrong" data-wrong="${escaped(wrong)}"`
    }>
${wrong === undefined ? '' : `<p class="wrong" id="${name}-wrong"></p>`}</div>`;
  const data = {
    confirm: `${toRoot}payments/${id}/confirm`,
    key: publishableKey,
    secret: clientSecret,
    status: `${toRoot}payment_link/status/${merchantId}/${id}?locale=${encodeURIComponent(locale)}`,
    missing: texts.missing,
    failed: texts.failed,
    sending: texts.sending,
    ...(look.whenReady && { 'when-ready': '' }),
  };
  const attributes = Object.entries(data).map(([name, text]) => `data-${name}="${escaped(text)}"`);
  const button =
    look.buttonLabel ?? `${texts.pay} ${shownAmount(attempt.amountMinor, currency, locale)}`;
  const terms = look.terms === 'usual' ? texts.terms : look.terms?.text;
  return `<form id="payment" novalidate aria-labelledby="card" ${attributes.join(' ')}>
<h2 id="card">${escaped(look.formHeader ?? texts.card)}</h2>
<noscript><p>${escaped(texts.needsScript)}</p></noscript>
<div id="problem" role="alert" tabindex="-1"></div>
${field({ id: 'number', label: texts.number, wrong: texts.checkNumber, more: 'inputmode="numeric" autocomplete="cc-number" maxlength="30"' })}
<div class="pair">
${field({ id: 'expiry', label: texts.expiry, wrong: texts.checkExpiry, more: 'inputmode="numeric" autocomplete="cc-exp" maxlength="9"' })}
${field({ id: 'code', label: texts.code, wrong: texts.checkCode, more: 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"' })}
</div>
${field({ id: 'name', label: `${texts.name} (${texts.optional})`, more: 'autocomplete="cc-name" maxlength="255"' })}
${terms === undefined ? '' : `<p class="quiet">${escaped(terms)}</p>`}
<button id="pay">${escaped(button)}</button>
</form>`;
}
