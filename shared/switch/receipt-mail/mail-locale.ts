import * as v from 'valibot';
import { supportedLanguage } from '#vocabulary/page-texts/languages.ts';
import { defaultLocale } from '../payment-links/link-of-payment.ts';
import type { Payment } from '../payments/payment.ts';

const Browser = v.fallback(v.nullish(v.object({ language: v.nullish(v.string()) })), undefined);

/**
 * The locale of mails to a payer: that of the link, else that of the browser that paid, else English.
 */
export function mailLocale({ link, requestFields }: Payment): string {
  const { language } = v.parse(Browser, requestFields.browser_info) ?? {};
  const wanted = [link?.locale, language].filter((one) => typeof one === 'string');
  return wanted.find((tag) => supportedLanguage(tag) !== undefined) ?? defaultLocale;
}
