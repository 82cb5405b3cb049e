import { googlePay } from './google-pay-sheets.ts';
import type { PayablePage } from './shown-page.ts';

/** The directives of a page's Content-Security-Policy that the payment form needs. */
export const payPolicy = (page: PayablePage): readonly string[] => [
  // The page asks the vault whether it answers, where its form is late.
  `connect-src ${["'self'", ...(page.cardForm ? [page.cardForm.origin] : []), ...walletAddresses(page)].join(' ')}`,
  ...(page.cardForm ? [`frame-src ${page.cardForm.origin}`] : []),
  "form-action 'none'",
];

/**
 * The addresses from which Chrome loads Google Pay's sheet: it obeys `connect-src` there, also after
 * a redirect (https://developer.chrome.com/blog/payment-handler-csp-connect-src).
 */
const walletAddresses = ({ googlePay: sessions }: PayablePage): readonly string[] =>
  sessions.length > 0 ? [googlePay, 'https://www.google.com', 'https://pay.google.com'] : [];
