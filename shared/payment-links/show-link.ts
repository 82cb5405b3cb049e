import type { ConfigurationStore } from '../accounts/configuration-store.ts';
import { isSwitchError, SwitchError } from '../errors.ts';
import type { RawResponse } from '../http/raw-response.ts';
import { mayBeRetried } from '../payments/lifecycle/manual-retry.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { merchantReturnOf } from '../payments/redirect/handle-return.ts';
import { isPageToken } from '../payments/redirect/page-token.ts';
import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';
import { frameAncestors, isAllowedDomain } from './allowed-domains.ts';
import { linkSettings } from './link-settings.ts';
import { designOf } from './page-design.ts';
import { localeOf } from './page-locale.ts';
import { payPage } from './pay-page.ts';
import { kindOf, type PaymentKind } from './payment-kind.ts';
import { statusPage } from './status-page.ts';

export interface LinkPageServices {
  readonly payments: Pick<PaymentStore, 'get'>;
  readonly configurations: Pick<ConfigurationStore, 'current' | 'find'>;
  readonly secrets: MerchantSecrets;
}

interface LinkPageRequest {
  readonly params: { readonly merchant_id: string; readonly payment_id: string };
  readonly query: {
    readonly locale?: string | undefined;
    readonly page_token?: string | undefined;
  };
  readonly headers: Readonly<Record<string, string>>;
  readonly now: Date;
  readonly sourceIp: string;
}

/** Which of the three pages: they differ in who may frame them, and in what they show of an open payment. */
type Page = 'own' | 'embedded' | 'status';

/**
 * The page of a payment's link. A payment that can still be made is shown with a form, one that was
 * declined with the reason above it where another card may be tried, and any other as what became of it.
 *
 * @throws SwitchError `payment_link_not_found` without the token in the link, `access_forbidden` for a frame that nobody allowed
 */
export async function showLink(
  page: Page,
  { params, query, headers, now, sourceIp }: LinkPageRequest,
  services: LinkPageServices,
): Promise<RawResponse> {
  const { payment, link, configuration } = await findLinkedPayment({ params, query }, services);
  const profile = configuration.profiles.find(({ id }) => id === payment.profileId);
  const domains = linkSettings(profile?.settings ?? {}).allowed_domains ?? [];
  const ancestors =
    page === 'embedded'
      ? frameAncestors(domains, checkedOrigin(headers, domains))
      : frameAncestors(page === 'status' ? domains : []);
  const shown = {
    payment,
    design: designOf(configuration, payment),
    locale: localeOf({ query, headers }, link),
    ancestors,
    toRoot: page === 'own' ? '../../' : '../../../',
    sourceIp,
  };
  const kind = kindOf(payment, now);
  const mayTryAnother = mayBeRetried(configuration, payment, now);
  if ((kind === 'open' || mayTryAnother) && page !== 'status') return payPage(shown);
  const returnTarget = isOver[kind] ? await merchantReturnOf(payment, services) : undefined;
  const framed = headers['sec-fetch-dest'] === 'iframe';
  return statusPage({ ...shown, kind, wayBack: returnTarget?.url, framed, mayTryAnother });
}

/** Whether the customer has nothing left to do here. An expired payment has no result to tell of. */
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

/** The payment, if it has a link and the browser comes by it: its identifiers open nothing here. */
async function findLinkedPayment(
  { params: { merchant_id, payment_id }, query }: Pick<LinkPageRequest, 'params' | 'query'>,
  { payments, configurations }: LinkPageServices,
) {
  try {
    const [payment, configuration] = await Promise.all([
      payments.get(merchant_id, payment_id),
      // Who may frame the page is decided by what is set now.
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

/**
 * The origin of the page that has this one in a frame: one of the domains that may. Browsers state it
 * as they load a frame, and let no page state another.
 */
function checkedOrigin(headers: LinkPageRequest['headers'], domains: readonly string[]): string {
  const address = headers.origin ?? headers.referer ?? '';
  if (headers['sec-fetch-dest'] !== 'iframe' || !isAllowedDomain(domains, address)) {
    throw new SwitchError('access_forbidden', { resource: 'payment_link' });
  }
  return new URL(address).origin;
}
