import { escaped } from '#platform/http/html-page.ts';
import { toMajorString } from '#vocabulary/amounts.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
import type { Payment } from '../payments/payment.ts';
import { ownPage } from './link-addresses.ts';
import type { PageTexts } from './page-texts.ts';
import { knownLocale, shownAmount } from './shown-amount.ts';
import type { ShownPage } from './shown-page.ts';
import { reasonOf } from './shown-page.ts';

/**
 * The card form. Its fields have no names, so no browser can put their values into an address; only
 * the page's script sends them.
 */
export function payForm(page: ShownPage, texts: PageTexts): string {
  const { payment, design: look, locale } = page;
  const attributes = Object.entries(dataOf(page, texts)).map(
    ([name, text]) => `data-${name}="${escaped(text)}"`,
  );
  const button =
    look.buttonLabel ??
    `${texts.pay} ${shownAmount(payment.attempt.amountMinor, payment.currency, locale)}`;
  const terms = look.terms === 'usual' ? texts.terms : look.terms?.text;
  const field = (one: Field) => fieldOf(one, look.labels === 'hidden');
  return `<form id="payment" novalidate aria-labelledby="card" ${attributes.join(' ')}>
<h2 id="card">${escaped(look.formHeader ?? texts.card)}</h2>
<noscript><p>${escaped(texts.needsScript)}</p></noscript>
<div id="problem" role="alert" tabindex="-1">${escaped(declinedBefore(payment, texts))}</div>
${field({ id: 'number', label: texts.number, wrong: texts.checkNumber, more: 'inputmode="numeric" autocomplete="cc-number" maxlength="30"' })}
<div class="pair">
${field({ id: 'expiry', label: texts.expiry, wrong: texts.checkExpiry, more: 'inputmode="numeric" autocomplete="cc-exp" maxlength="9"' })}
${field({ id: 'code', label: texts.code, wrong: texts.checkCode, more: 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"' })}
</div>
${field({ id: 'name', label: `${texts.name} (${texts.optional})`, more: 'autocomplete="cc-name" maxlength="255"' })}
${maySaveCard(payment) ? `<div class="consent"><input type="checkbox" id="consent"><label for="consent">${escaped(texts.keep)}</label></div>` : ''}
${terms === undefined ? '' : `<p class="quiet">${escaped(terms)}</p>`}
${page.mayCostMore ? '<p id="surcharge" role="status"></p>\n' : ''}<button id="pay">${escaped(button)}</button>
</form>`;
}

/** Why the last card was declined, on a page that accepts another card. */
const declinedBefore = ({ status, attempt }: Payment, texts: PageTexts) =>
  status === 'failed'
    ? `${reasonOf(attempt, texts.language) ?? texts.failed} ${texts.mayTryAnother}`
    : '';

/** The data that the page's script needs. */
const dataOf = (
  { payment, design: look, locale, toRoot, mayCostMore, sourceIp }: ShownPage,
  texts: PageTexts,
): Readonly<Record<string, string>> => {
  const { id, merchantId, publishableKey = '', clientSecret } = payment;
  return {
    confirm: `${toRoot}payments/${id}/confirm`,
    key: publishableKey,
    secret: clientSecret,
    status: ownPage(
      payment,
      `${toRoot}payment_link/status/${merchantId}/${id}?locale=${encodeURIComponent(locale)}`,
    ),
    missing: texts.missing,
    failed: texts.failed,
    another: texts.mayTryAnother,
    sending: texts.sending,
    address: sourceIp,
    ...(mayCostMore && {
      eligibility: `${toRoot}payments/${id}/eligibility`,
      surcharge: texts.surcharge,
      total: texts.total,
      unpriced: texts.outcome.failed[1],
      currency: payment.currency,
      digits: String(minorUnitDigits(payment.currency)),
      base: toMajorString(payment.attempt.amountMinor, payment.currency),
      locale: knownLocale(locale),
      ...(look.buttonLabel === undefined && { pay: texts.pay }),
    }),
    ...(look.whenReady && { 'when-ready': '' }),
  };
};

interface Field {
  readonly id: string;
  readonly label: string;
  /** The message for an invalid value; absent for an optional field. */
  readonly wrong?: string;
  /** Further HTML attributes, which are our own. */
  readonly more: string;
}

const fieldOf = ({ id, label, wrong, more }: Field, isLabelHidden: boolean) =>
  `<div><label for="${id}"${isLabelHidden ? ' class="unseen"' : ''}>${escaped(label)}</label>
<input id="${id}" ${more}${isLabelHidden ? ` placeholder="${escaped(label)}"` : ''}${
    wrong === undefined
      ? ''
      : ` required aria-describedby="${id}-wrong" data-wrong="${escaped(wrong)}"`
  }>
${wrong === undefined ? '' : `<p class="wrong" id="${id}-wrong"></p>`}</div>`;

/** Whether the shop asks to save the card of a known customer, and the consent is still missing. */
const maySaveCard = ({ customer, requestFields: terms }: Payment) =>
  customer?.id !== undefined &&
  terms.setup_future_usage != null &&
  terms.customer_acceptance == null &&
  terms.mandate_data == null;
