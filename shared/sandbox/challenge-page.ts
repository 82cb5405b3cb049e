import { createHash } from 'node:crypto';
import { type RawResponse, rawResponse } from '../http/raw-response.ts';
import { minorUnitDigits } from '../vocabulary/currencies.ts';
import type { LedgerPayment } from './ledger.ts';

/** Asks the customer to complete or reject a test payment. Works without script and without style. */
export function challengePage(challengeId: string, payment: LedgerPayment): RawResponse {
  const answer = (confirm: boolean) =>
    `${encodeURIComponent(challengeId)}/complete?confirm=${confirm}`;
  // Links rather than a form: browsers apply a form's policy to the merchant's page after it, too.
  return page(
    200,
    'Test Payment Page',
    `<dl>
<dt>Amount</dt><dd>${escaped(displayAmount(payment))}</dd>
<dt>Mode</dt><dd>3D Secure</dd>
</dl>
<p>This is a test. No money moves.</p>
<p><a class="complete" role="button" href="${escaped(answer(true))}">Complete Payment</a>
<a class="reject" role="button" href="${escaped(answer(false))}">Reject Payment</a></p>`,
  );
}

export const closedPage = (): RawResponse =>
  page(200, 'Thank you', '<p>Your answer was taken. You can close this page.</p>');

export const invalidLinkPage = (): RawResponse =>
  page(404, 'Test Payment Page', '<p>This link is not valid or it is expired</p>');

/** 6540 minor units as `65.40 EUR`, `6540 JPY` and `6.540 KWD`. */
export function displayAmount({
  amountMinor,
  currency,
}: Pick<LedgerPayment, 'amountMinor' | 'currency'>): string {
  const digits = minorUnitDigits(currency);
  const all = String(amountMinor).padStart(digits + 1, '0');
  const whole = all.slice(0, all.length - digits);
  return `${whole}${digits > 0 ? `.${all.slice(-digits)}` : ''} ${currency}`;
}

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem;color:#1a1a1a;background:#fff}
dt{color:#595959}dd{margin:0 0 1rem;font-size:1.5rem}
a{display:inline-block;margin:0 .5rem .5rem 0;padding:.75rem 1.25rem;border-radius:.375rem;text-decoration:none}
a:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}
.complete{background:#00632b;color:#fff}.reject{background:#fff;color:#a4000f;border:1px solid}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const page = (status: number, title: string, content: string): RawResponse =>
  rawResponse({
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`,
  });

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (value: string) => value.replace(/[&<>"']/g, (one) => entities[one] ?? one);
