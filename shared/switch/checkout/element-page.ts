import { escaped, htmlPage } from '#platform/http/response/html-page.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { declineText } from '#vocabulary/decline-text.ts';
import { directionOf, languageFor } from '#vocabulary/page-texts/languages.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { sentences } from '#vocabulary/sentences.ts';
import { isRedirected } from '../payments/payment.ts';
import { redirectUrlsOf } from '../payments/redirect/redirect-urls.ts';
import type { ReportedOutcome, ShopPage } from './checkout-data.ts';
import type { PageDesign } from './page-design.ts';
import { styleOf } from './page-style.ts';
import { payForm } from './pay-form.ts';
import { payPolicy } from './pay-policy.ts';
import type { PaymentKind } from './payment-kind.ts';
import { type PayablePage, reasonOf, type ShownPage } from './shown-page.ts';

/** The payment form in a frame of a shop's page, which shows through. */
export const elementPage = (page: PayablePage): RawResponse =>
  framed(page, {
    policy: payPolicy(page),
    content: payForm(page, textsFor(page.locale).checkout),
  });

interface OutcomePage extends ShownPage {
  readonly shop: ShopPage;
  readonly kind: PaymentKind;
  /** Whether the customer has tried as often as a page may. */
  readonly triedOut: boolean;
  /** The signed return URL; absent without one, or without an outcome. */
  readonly wayBack: string | undefined;
}

/** The outcome of a payment, in the place of its form. Its script reports it to the shop. */
export function outcomePage(page: OutcomePage): RawResponse {
  const { payment, shop, kind, locale, wayBack } = page;
  const texts = textsFor(locale).checkout;
  const [, text] = texts.outcome[kind];
  const reason = kind === 'failed' ? failureOf(page) : undefined;
  const start = isRedirected(payment) ? redirectUrlsOf(payment)?.start : undefined;
  const reported: ReportedOutcome = {
    shop,
    status: kind === 'expired' ? 'expired' : payment.status,
    ...(wayBack !== undefined && { returnUrl: wayBack }),
  };
  return framed(page, {
    policy: ["form-action 'none'"],
    content: `<div id="outcome" data-outcome="${escaped(JSON.stringify(reported))}" data-kind="${kind}">
<p role="status">${escaped(text)}</p>
${reason === undefined ? '' : `<p id="reason">${escaped(reason)}</p>`}
${start === undefined ? '' : `<a class="button" target="_top" href="${escaped(start)}">${escaped(texts.goOn)}</a>`}
</div>`,
  });
}

function failureOf({ payment, locale, triedOut }: OutcomePage): string | undefined {
  // Nothing that the customer could do here helps any more; the shop can take the payment.
  if (triedOut) return sentences(...declineText(locale, 'blocked_by_merchant'));
  return reasonOf(payment, locale);
}

function framed(
  { locale, design, scripts, ancestors }: ShownPage,
  { policy, content }: { readonly policy: readonly string[]; readonly content: string },
): RawResponse {
  const language = languageFor(locale);
  return htmlPage({
    title: textsFor(locale).checkout.pay,
    language,
    direction: directionOf(language),
    style: `${styleOf(design)}${frameStyle(design)}`,
    script: scripts.checkoutScript(),
    // Marks of methods, and codes that the payer scans.
    images: ['data:'],
    policy: [...policy, ancestors],
    content,
  });
}

/** The frame ends with its content, and the page of the shop shows through unless it has a ground. */
const frameStyle = ({ isOwnAppearance, appearance }: PageDesign) => `
body{border:0;${isOwnAppearance && appearance.variables?.color_background != null ? '' : 'background:none'}}
main{max-width:none;margin:0;padding:.25rem;background:none}
h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;
