import { linkSettings } from '#merchants/link-settings/link-settings.ts';
import { acceptedLanguages } from '#platform/http/request/accepted-languages.ts';
import { derivedId } from '#platform/ids.ts';
import { defaultLocale, type LinkOfPayment } from './link-of-payment.ts';

interface LinkedPayment {
  readonly merchantId: string;
  readonly paymentId: string;
  /** Settings of the payment's profile. */
  readonly profileSettings: Readonly<Record<string, unknown>>;
  /** Base URL of the switch. */
  readonly switchUrl: string;
  readonly acceptLanguage: string | undefined;
}

/**
 * The link of a new payment. Its addresses begin with the profile's own domain, if it has one. They
 * stay as they are when the profile changes.
 */
export function newLink(payment: LinkedPayment): LinkOfPayment {
  const { merchantId, paymentId, profileSettings, switchUrl, acceptLanguage } = payment;
  const { domain_name, allowed_domains } = linkSettings(profileSettings);
  const base = `${domain_name ? `https://${domain_name}` : switchUrl}/payment_link`;
  const [locale] = acceptedLanguages(acceptLanguage);
  const page = `${merchantId}/${paymentId}?locale=${locale ?? defaultLocale}`;
  return {
    id: derivedId('plink', merchantId, paymentId),
    url: `${base}/${page}`,
    ...(allowed_domains?.length && { secureUrl: `${base}/s/${page}` }),
    ...(locale !== undefined && { locale }),
  };
}
