import { escaped, htmlPage } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { declineText } from '#vocabulary/decline-text.ts';
import { directionOf, languageFor } from '#vocabulary/page-texts/languages.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { timeElement } from '#vocabulary/payer-pages/time-element.ts';
import { sentences } from '#vocabulary/sentences.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import { instructionsOf } from '../checkout/instructions.ts';
import { styleOf } from '../checkout/page-style.ts';
import type { PaymentKind } from '../checkout/payment-kind.ts';
import type { PageScripts, ShownPage } from '../checkout/shown-page.ts';
import { isByCard, reasonOf } from '../checkout/shown-page.ts';
import { openUntil } from '../payments/lifecycle/open-until.ts';
import { isRedirected } from '../payments/payment.ts';
import { redirectUrlsOf } from '../payments/redirect/redirect-urls.ts';
import { ownPage } from './link-addresses.ts';
import { orderImages } from './order-lines.ts';
import { brandOf, iconOf, logoOf, originsOf, testBadge } from './pay-page.ts';
import { printStyle } from './print-style.ts';
import { paidMinor, type Receipt, receiptOf } from './receipt.ts';

/** The kinds whose outcome may come without the payer: the page is loaded again for it. */
const withNews: ReadonlySet<PaymentKind> = new Set(['action', 'processing']);

/** How long the page is shown before it returns to the shop, in seconds. */
const shownSeconds = 5;

interface StatusPage extends ShownPage, Pick<Receipt, 'refunds' | 'account' | 'kind'> {
  readonly scripts: PageScripts;
  /** The signed return URL; absent until the payment has an outcome. */
  readonly wayBack: string | undefined;
  readonly framed: boolean;
  /** Whether the customer may pay with another card after a decline. */
  readonly mayTryAnother: boolean;
  /** Whether the customer has tried as often as a page may. */
  readonly triedOut: boolean;
  /** Of an open attempt: whether the payer may pay in another way; absent where none is open. */
  readonly otherWay: 'offered' | 'none' | undefined;
}

/** The status page: the outcome of a payment, and a link to the next step. */
export function statusPage(page: StatusPage): RawResponse {
  const { payment, design: look, locale, ancestors, kind, wayBack, framed } = page;
  // In a frame, only the shop can open the payment page again.
  const mayTryAnother = page.mayTryAnother && !framed;
  const leavesAlone = wayBack !== undefined && !mayTryAnother;
  const instructions = kind === 'action' ? instructionsOf(payment, locale) : undefined;
  const amount = escaped(shownAmount(paidMinor(payment, kind), payment.currency, locale));
  const language = languageFor(locale);
  const texts = textsFor(locale).checkout;
  const [title, text] = texts.outcome[kind];
  const seconds = look.skipStatus ? 0 : shownSeconds;
  return htmlPage({
    title,
    language,
    direction: directionOf(language),
    style: `${styleOf(look)}${printStyle}`,
    script: page.scripts.statusScript(),
    icon: iconOf(look),
    images: [
      ...originsOf([look.logo, look.image?.url, ...orderImages(payment)]),
      ...(instructions?.images ?? []),
    ],
    policy: [
      ...(withNews.has(kind) ? ["connect-src 'self'"] : []),
      "form-action 'none'",
      ancestors,
    ],
    content: `${testBadge(page, texts)}${logoOf(look)}
${look.seller === undefined ? '' : `<p><bdi>${escaped(look.seller)}</bdi></p>`}
<p class="amount" id="amount">${amount}</p>
<p role="status"${withNews.has(kind) ? ' data-news' : ''}>${escaped(text)}</p>
${failureReason(page, language)}
${instructions?.html ?? ''}
${receiptOf({ ...page, seller: look.seller, creditor: look.creditor })}
${mayTryAnother ? button(payPageOf(page), isByCard(payment) ? texts.tryAnother : texts.tryAgain) : ''}
${leavesAlone ? `<p class="quiet">${escaped(texts.takesYouBack)}</p>` : ''}
${
  wayBack === undefined
    ? returnButton(page, texts)
    : `<a class="button" id="return" target="_top"${leavesAlone ? ` data-seconds="${seconds}"` : ''} href="${escaped(wayBack)}">${escaped(texts.back)}</a>`
}
${otherWay(page, texts)}
${brandOf(look, texts)}`,
  });
}

function failureReason({ payment, kind, triedOut }: StatusPage, language: string): string {
  // Nothing that the customer could do here helps any more; the shop can take the payment.
  const reason = triedOut
    ? sentences(...declineText(language, 'blocked_by_merchant'))
    : reasonOf(payment, language);
  return kind === 'failed' && reason !== undefined ? `<p id="reason">${escaped(reason)}</p>` : '';
}

/** The button for a customer who has not paid yet. */
function returnButton(page: StatusPage, texts: CheckoutTexts): string {
  const { payment, kind, framed } = page;
  if (kind === 'action') {
    const start = redirectUrlsOf(payment)?.start;
    return start && isRedirected(payment) ? button(start, texts.goOn) : '';
  }
  if (kind !== 'open' || framed) return '';
  return button(payPageOf(page), texts.tryAgain);
}

/** Beneath an open attempt: the way to the other methods, or until when there is none. */
function otherWay(page: StatusPage, { openAttempt }: CheckoutTexts): string {
  if (page.otherWay === 'none') {
    const time = timeElement(openUntil(page.payment), page.locale);
    return `<p class="quiet">${escaped(openAttempt.kept).replace('{date}', () => time)}</p>`;
  }
  // In a frame, only the shop can open the payment page again.
  if (page.otherWay === undefined || page.framed) return '';
  return `<p><a target="_top" href="${escaped(payPageOf(page))}">${escaped(openAttempt.other)}</a></p>`;
}

const payPageOf = ({ payment, toRoot, locale }: StatusPage) =>
  ownPage(
    payment,
    `${toRoot}payment_link/${payment.merchantId}/${payment.id}?locale=${encodeURIComponent(locale)}`,
  );

const button = (href: string, text: string) =>
  `<a class="button" target="_top" href="${escaped(href)}">${escaped(text)}</a>`;
