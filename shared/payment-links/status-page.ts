import { escaped, htmlPage } from '../http/html-page.ts';
import type { RawResponse } from '../http/raw-response.ts';
import { customerAddresses } from '../payments/customer-addresses.ts';
import type { Payment } from '../payments/payment.ts';
import { styleOf } from './page-style.ts';
import { type PageTexts, textsFor } from './page-texts.ts';
import { brandOf, imagePolicy, logoOf, type ShownPage } from './pay-page.ts';
import type { PaymentKind } from './payment-kind.ts';
import { returnScript } from './return-script.ts';
import { shownAmount } from './shown-amount.ts';

/** How long a customer sees the page before the shop's takes its place. */
const shownSeconds = 5;

interface StatusPage extends ShownPage {
  readonly kind: PaymentKind;
  /** Where the shop wants its customer, told and signed; absent where the way there is not open yet. */
  readonly wayBack: string | undefined;
  readonly framed: boolean;
}

/** Tells a customer what became of a payment, and leads on to what comes next. */
export function statusPage(page: StatusPage): RawResponse {
  const { payment, look, locale, ancestors, kind, wayBack } = page;
  const texts = textsFor(locale);
  const [title, text] = texts.outcome[kind];
  const seconds = look.skipStatus ? 0 : shownSeconds;
  return htmlPage({
    title,
    language: texts.language,
    style: styleOf(look),
    ...(wayBack !== undefined && { script: returnScript }),
    policy: ["form-action 'none'", ancestors, ...imagePolicy([look.logo, look.image?.url])],
    content: `${logoOf(look)}
${look.seller === undefined ? '' : `<p>${escaped(look.seller)}</p>`}
<p class="amount" id="amount">${escaped(shownAmount(payment.attempt.amountMinor, payment.currency, locale))}</p>
<p role="status">${escaped(text)}</p>
${reasonOf(payment, kind)}
${
  wayBack === undefined
    ? onward(page, texts)
    : `<p class="quiet">${escaped(texts.takesYouBack)}</p>
<a class="button" id="return" target="_top" data-seconds="${seconds}" href="${escaped(wayBack)}">${escaped(texts.back)}</a>`
}
${brandOf(look, texts)}`,
  });
}

/** In the operator's words, where there are some, else in the processor's. */
function reasonOf({ attempt }: Payment, kind: PaymentKind): string {
  const reason = attempt.error?.unified?.message ?? attempt.error?.message;
  return kind === 'failed' && reason !== undefined ? `<p id="reason">${escaped(reason)}</p>` : '';
}

/** What a customer who has not paid can still do. */
function onward({ payment, kind, framed, toRoot, locale }: StatusPage, texts: PageTexts): string {
  const { id, merchantId } = payment;
  if (kind === 'action') {
    const start = customerAddresses(payment)?.start;
    return start && payment.attempt.redirectUrl !== undefined ? button(start, texts.goOn) : '';
  }
  // A page in a frame is opened by the shop alone.
  if (kind !== 'open' || framed) return '';
  const page = `${toRoot}payment_link/${merchantId}/${id}?locale=${encodeURIComponent(locale)}`;
  return button(page, texts.tryAgain);
}

const button = (href: string, text: string) =>
  `<a class="button" target="_top" href="${escaped(href)}">${escaped(text)}</a>`;
