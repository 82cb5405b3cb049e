import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import {
  frameAncestors,
  frameSources,
  framingOrigin,
} from '#merchants/link-settings/allowed-domains.ts';
import { linkSettings } from '#merchants/link-settings/link-settings.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { instructionsOf } from '../checkout/instructions.ts';
import { openAttemptOf } from '../checkout/open-attempt.ts';
import { designOf } from '../checkout/page-design.ts';
import { pageOrigin } from '../checkout/page-origin.ts';
import { payData } from '../checkout/pay-form.ts';
import { payabilityOf } from '../checkout/payability.ts';
import {
  configuredFacts,
  type PayablePageServices,
  payablePage,
} from '../checkout/payable-page.ts';
import type { PaymentKind } from '../checkout/payment-kind.ts';
import type { PageScripts } from '../checkout/shown-page.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { merchantReturnOf } from '../payments/redirect/handle-return.ts';
import { isPageToken } from '../payments/redirect/page-token.ts';
import { ownPage } from './link-addresses.ts';
import { linkInLanguage } from './on-phone.ts';
import { localeOf } from './page-locale.ts';
import { payPage } from './pay-page.ts';
import { refundsOf } from './receipt-facts.ts';
import { statusPage } from './status-page.ts';

export interface LinkPageServices extends PayablePageServices {
  readonly payments: Pick<PaymentStore, 'get' | 'getWhole'>;
  readonly configurations: Pick<ConfigurationStore, 'current' | 'find'>;
  readonly scripts: PageScripts;
}

interface LinkPageRequest {
  readonly params: { readonly merchant_id: string; readonly payment_id: string };
  readonly query: {
    readonly locale?: string | undefined;
    readonly page_token?: string | undefined;
  };
  readonly headers: Readonly<Record<string, string>>;
  readonly now: Date;
  readonly requestId: string;
}

/**
 * The three pages of a link. They differ in the sites that may frame them, and in their content for
 * an open payment.
 */
type Page = 'own' | 'embedded' | 'status';

/**
 * Renders a page of a payment's link. An open payment gets a card form. A declined payment that may
 * be retried gets it too, with the reason above the form, and so does one whose payer has left the
 * bank and may pay in another way. All others get the status page. The script of an open page asks by
 * `accept: application/json` for the form's data only.
 *
 * @throws SwitchError `payment_link_not_found` without the link's page token, `access_forbidden`
 * for a frame on a domain that is not allowed
 */
export async function showLink(
  page: Page,
  request: LinkPageRequest,
  services: LinkPageServices,
): Promise<RawResponse> {
  const { params, query, headers, now } = request;
  const { payment, link, configuration } = await findLinkedPayment({ params, query }, services);
  const profile = configuration.profiles.find(({ id }) => id === payment.profileId);
  const domains = linkSettings(profile?.settings ?? {}).allowed_domains ?? [];
  const shop = page === 'embedded' ? framingOrigin(headers, domains, 'payment_link') : undefined;
  const ancestors = frameAncestors(page === 'own' ? [] : domains, shop);
  const shown = {
    scripts: services.scripts,
    payment,
    design: designOf(configuration, payment),
    locale: localeOf({ query, headers }, link),
    ancestors,
    toRoot: page === 'own' ? '../../' : '../../../',
    ...configuredFacts(configuration, payment),
  };
  const payability = payabilityOf(payment, configuration, now);
  const { kind, mayTryAnother, triedOut, isLeft, mayGiveUp } = payability;
  if (payability.isPayable && page !== 'status') {
    const framing = {
      origin: pageOrigin(link.url, headers),
      ancestors: page !== 'embedded' ? [] : shop === undefined ? frameSources(domains) : [shop],
    };
    const status = `${shown.toRoot}payment_link/status/${payment.merchantId}/${payment.id}`;
    const statusUrl = ownPage(payment, `${status}?locale=${encodeURIComponent(shown.locale)}`);
    const phoneUrl = page === 'own' ? linkInLanguage(payment, shown.locale) : undefined;
    const texts = textsFor(shown.locale).checkout;
    const open = mayGiveUp ? openAttemptOf(payment, texts) : undefined;
    const payable = { ...shown, isFramed: page === 'embedded', now, statusUrl, phoneUrl, open };
    const whole = await payablePage(payable, framing, configuration, request, services);
    return headers.accept === 'application/json'
      ? payData(whole)
      : payPage({
          ...whole,
          ...(mayGiveUp && { instructions: instructionsOf(payment, shown.locale) }),
        });
  }
  const returnTarget = isOver[kind] ? await merchantReturnOf(payment, services) : undefined;
  const framed = headers['sec-fetch-dest'] === 'iframe';
  const wayBack = returnTarget?.url;
  const refunds = await refundsOf(payment, services);
  const { account } = configuration;
  const otherWay = isLeft ? (mayGiveUp ? 'offered' : 'none') : undefined;
  return statusPage({
    ...shown,
    kind,
    wayBack,
    framed,
    mayTryAnother,
    triedOut,
    otherWay,
    refunds,
    account,
  });
}

/**
 * Whether the customer can return to the shop: the payment has an outcome. An expired payment has
 * none.
 */
const isOver: Readonly<Record<PaymentKind, boolean>> = {
  paid: true,
  authorized: true,
  processing: true,
  failed: true,
  cancelled: true,
  action: false,
  expired: false,
  open: false,
};

/** The payment of a link, if the browser shows the link's page token. */
async function findLinkedPayment(
  { params: { merchant_id, payment_id }, query }: Pick<LinkPageRequest, 'params' | 'query'>,
  { payments, configurations }: LinkPageServices,
) {
  try {
    const [payment, configuration] = await Promise.all([
      payments.get(merchant_id, payment_id),
      // The domains that may frame the page are checked with the current configuration.
      configurations.current(merchant_id),
    ]);
    const { link } = payment;
    if (link && isPageToken(query.page_token, payment, 'link', [])) {
      return { payment, link, configuration };
    }
  } catch (error) {
    const unknown =
      isSwitchError(error, 'payment_not_found') ||
      isSwitchError(error, 'merchant_account_not_found');
    if (!unknown) throw error;
  }
  throw new SwitchError('payment_link_not_found');
}
