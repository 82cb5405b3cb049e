import { supportOf } from '#connectors/sandbox/published/methods.ts';
import { escaped, htmlPage } from '#platform/http/html-page.ts';
import type { RawResponse } from '#platform/http/raw-response.ts';
import { toMajorString } from '#vocabulary/amounts.ts';
import { answersTo } from './ledger.ts';
import type { LedgerPayment } from './ledger-payment.ts';

/**
 * Asks the customer to complete or reject a test payment, or to leave without an answer. Works
 * without script and style.
 */
export function challengePage(challengeId: string, payment: LedgerPayment): RawResponse {
  const answer = (confirm: boolean) =>
    `${encodeURIComponent(challengeId)}/complete?confirm=${confirm}`;
  const { complete, reject } = answersTo(payment);
  const leave = payment.returnUrl
    ? `
<a class="leave" role="button" href="${escaped(payment.returnUrl)}">Return to shop</a>`
    : '';
  // Links rather than a form: browsers apply a form's policy to the merchant's page after it, too.
  return page(
    200,
    'Test Payment Page',
    `<dl>
<dt>Amount</dt><dd>${escaped(displayAmount(payment))}</dd>
<dt>Mode</dt><dd>${escaped(modeOf(payment))}</dd>
</dl>
<p>This is a test. No money moves.</p>
<p>${[
      ...(complete ? [link('complete', answer(true), 'Complete Payment')] : []),
      ...(reject ? [link('reject', answer(false), 'Reject Payment')] : []),
    ].join('\n')}${leave}</p>`,
  );
}

const link = (name: string, href: string, text: string) =>
  `<a class="${name}" role="button" href="${escaped(href)}">${text}</a>`;

/** The payment source on the page; for a card, the question whether it is the customer's. */
const modeOf = ({ paidBy }: LedgerPayment): string =>
  (paidBy && supportOf(paidBy)?.name) ?? '3D Secure';

export const closedPage = (): RawResponse =>
  page(200, 'Thank you', '<p>Your answer was taken. You can close this page.</p>');

export const invalidLinkPage = (): RawResponse =>
  page(404, 'Test Payment Page', '<p>This link is not valid or it is expired</p>');

/** 6540 minor units as `65.40 EUR`, `6540 JPY` and `6.540 KWD`. */
export function displayAmount({
  amountMinor,
  currency,
}: Pick<LedgerPayment, 'amountMinor' | 'currency'>): string {
  return `${toMajorString(amountMinor, currency)} ${currency}`;
}

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem;color:#1a1a1a;background:#fff}
dt{color:#595959}dd{margin:0 0 1rem;font-size:1.5rem}
a{display:inline-block;margin:0 .5rem .5rem 0;padding:.75rem 1.25rem;border-radius:.375rem;text-decoration:none}
a:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}
.complete{background:#00632b;color:#fff}.reject{background:#fff;color:#a4000f;border:1px solid}
.leave{background:#fff;color:#1a1a1a}`;

const page = (status: number, title: string, content: string): RawResponse =>
  htmlPage({
    status,
    title,
    content,
    style,
    policy: ["form-action 'none'", "frame-ancestors 'self'"],
  });
