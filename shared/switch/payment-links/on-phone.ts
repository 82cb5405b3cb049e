import { escaped } from '#platform/http/response/html-page.ts';
import type { CheckoutTexts } from '#vocabulary/page-texts/page-texts.ts';
import type { Payment } from '../payments/payment.ts';
import { qrCodeImage } from '../payments/response/qr-code.ts';
import { ownPage } from './link-addresses.ts';

/** The address of a payment's link in this language; undefined without a link. */
export function linkInLanguage(payment: Payment, locale: string): string | undefined {
  const url = URL.parse(payment.link?.url ?? '');
  if (!url) return undefined;
  url.searchParams.set('locale', locale);
  return ownPage(payment, url.href);
}

/**
 * The code with which a phone opens the page, as HTML. The page draws the code itself: no other site
 * learns the address. The style shows it on wide screens only.
 */
export const onPhone = (address: string, { ways }: Pick<CheckoutTexts, 'ways'>): string =>
  `<details class="phone"><summary>${escaped(ways.onPhone)}</summary>
<p class="quiet">${escaped(ways.scan)}</p>
<img class="code" src="${qrCodeImage(address)}" alt="QR"></details>`;
