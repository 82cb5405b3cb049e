import * as v from 'valibot';
import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { isAllowedDomain } from '#merchants/link-settings/allowed-domains.ts';
import { linkSettings } from '#merchants/link-settings/link-settings.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { acceptedLanguages } from '#platform/http/request/accepted-languages.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { loopbackAllowed } from '#platform/stage.ts';
import type { Appearance } from '#vocabulary/appearance.ts';
import { appearanceSchema } from '#vocabulary/appearance-schema.ts';
import { supportedLanguage } from '#vocabulary/page-texts/languages.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { merchantReturnOf } from '../payments/redirect/handle-return.ts';
import { elementPage, outcomePage } from './element-page.ts';
import { openAttemptOf } from './open-attempt.ts';
import type { CheckoutQuery } from './operations.ts';
import { designOf, type PageDesign } from './page-design.ts';
import { pageOrigin } from './page-origin.ts';
import { payData } from './pay-form.ts';
import { payabilityOf } from './payability.ts';
import { configuredFacts, type PayablePageServices, payablePage } from './payable-page.ts';
import type { PageScripts } from './shown-page.ts';

export interface CheckoutServices extends PayablePageServices {
  readonly payments: Pick<PaymentStore, 'get'>;
  readonly configurations: Pick<ConfigurationStore, 'current' | 'find'>;
  readonly scripts: Pick<PageScripts, 'checkoutScript'>;
  /** Where customers reach the switch, without a slash at its end. */
  readonly switchUrl: string;
  /** The merchant of a publishable key. */
  ownerOf(publishableKey: string): Promise<string | undefined>;
}

interface CheckoutRequest {
  readonly query: CheckoutQuery;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: Date;
  readonly requestId: string;
}

/**
 * Renders the payment form for the frame that `mountCheckout` makes in a page of the shop. A payment
 * that takes no confirm gets a page with its outcome, which reports it to the shop. The script of an
 * open form asks by `accept: application/json` for the form's data only.
 *
 * Only the stated origin may frame the page and gets its messages. A profile with allowed domains
 * admits only them; without any, the client secret of the payment is enough to show its form.
 *
 * @throws SwitchError `payment_not_found` without the key and the secret of one payment,
 * `access_forbidden` for an origin that may not frame the form, `invalid_request` for an appearance
 * that cannot be shown
 */
export async function showCheckout(
  request: CheckoutRequest,
  services: CheckoutServices,
): Promise<RawResponse> {
  const { query, headers, now } = request;
  const payment = await paymentOf(query, services);
  // The domains that may frame the form are checked with the current configuration.
  const configuration = await services.configurations.current(payment.merchantId);
  const profile = configuration.profiles.find(({ id }) => id === payment.profileId);
  const origin = framingOrigin(query, linkSettings(profile?.settings ?? {}).allowed_domains ?? []);
  const shown = {
    scripts: services.scripts,
    payment,
    design: elementDesign(designOf(configuration, payment), query),
    locale: localeOf(query, headers),
    ancestors: `frame-ancestors ${origin}`,
    toRoot: '',
    ...configuredFacts(configuration, payment),
    shop: { origin, hasButton: query.pay_button === 'hidden' },
    isFramed: true,
    customerKey: query.ephemeral_key,
    statusUrl: ownAddress(query),
  };
  const { kind, triedOut, mayGiveUp, isPayable } = payabilityOf(payment, configuration, now);
  if (isPayable) {
    const texts = textsFor(shown.locale).checkout;
    const open = mayGiveUp ? openAttemptOf(payment, texts) : undefined;
    const framing = { origin: pageOrigin(services.switchUrl, headers), ancestors: [origin] };
    const page = await payablePage(
      { ...shown, now, open },
      framing,
      configuration,
      request,
      services,
    );
    return headers.accept === 'application/json' ? payData(page) : elementPage(page);
  }
  const wayBack = kind === 'expired' ? undefined : await merchantReturnOf(payment, services);
  return outcomePage({ ...shown, kind, triedOut, wayBack: wayBack?.url });
}

/** The payment of the key and the secret. The secret of an expired payment shows its outcome. */
async function paymentOf(
  { publishable_key: key = '', client_secret: secret = '' }: CheckoutQuery,
  { payments, ownerOf }: Pick<CheckoutServices, 'payments' | 'ownerOf'>,
): Promise<Payment> {
  const [, paymentId] = /^([\w-]{1,64})_secret_[A-Za-z0-9]+$/.exec(secret) ?? [];
  const merchantId = paymentId && (await ownerOf(key));
  if (paymentId && merchantId) {
    const payment = await payments.get(merchantId, paymentId).catch(unlessUnknown);
    if (payment?.clientSecret === secret) return { ...payment, publishableKey: key };
  }
  throw new SwitchError('payment_not_found');
}

function unlessUnknown(error: unknown): undefined {
  if (!isSwitchError(error, 'payment_not_found')) throw error;
}

function framingOrigin({ origin: stated }: CheckoutQuery, domains: readonly string[]): string {
  const url = URL.parse(stated ?? '');
  const isLoopback = url !== null && /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname);
  const isSecure = url?.protocol === 'https:' || (isLoopback && loopbackAllowed());
  const isAllowed = domains.length === 0 || isAllowedDomain(domains, stated ?? '');
  // An origin and nothing more, so it is safe in the policy.
  if (url && isSecure && isAllowed && url.origin === stated) return url.origin;
  throw new SwitchError('access_forbidden', { resource: 'checkout' });
}

function localeOf({ locale }: CheckoutQuery, headers: CheckoutRequest['headers']): string {
  const wanted = [...(locale ? [locale] : []), ...acceptedLanguages(headers['accept-language'])];
  return wanted.find((tag) => supportedLanguage(tag) !== undefined) ?? 'en';
}

/** The design of the merchant's pages, with the wishes of the shop's page. */
function elementDesign(design: PageDesign, { appearance, layout }: CheckoutQuery): PageDesign {
  return {
    ...design,
    formOnly: true,
    image: undefined,
    ...(appearance !== undefined && { appearance: read(appearance), isOwnAppearance: true }),
    ...(layout !== undefined && { paymentLayout: layout }),
  };
}

function read(appearance: string): Appearance {
  const parsed = v.safeParse(appearanceSchema(), jsonOf(appearance));
  if (parsed.success) return parsed.output;
  const [{ message, path }] = parsed.issues;
  const name = path?.map(({ key }) => String(key)).join('.');
  throw new SwitchError('invalid_request', {
    message: name === undefined ? `appearance: ${message}` : `appearance.${name} ${message}`,
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ownAddress = (query: CheckoutQuery): string => {
  const stated = Object.entries(query).filter(([, value]) => value !== undefined);
  return `checkout?${new URLSearchParams(stated)}`;
};
