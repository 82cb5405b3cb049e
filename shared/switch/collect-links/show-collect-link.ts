import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { frameAncestors } from '#merchants/link-settings/allowed-domains.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { plainDesign, shopName } from '../checkout/page-design.ts';
import { cardToSave } from '../payee-pages/destinations.ts';
import { type PayeeScripts, payeeFormPage, payeeStatusPage } from '../payee-pages/payee-page.ts';
import { payeeTextsFor } from '../payee-pages/payee-texts.ts';
import { localeOf } from '../payment-links/page-locale.ts';
import { statusAt } from '../payment-methods/payment-method.ts';
import type { PaymentMethodStore } from '../payment-methods/payment-method-store.ts';
import { isPageToken } from '../payments/redirect/page-token.ts';
import { returnWith } from '../payments/redirect/return-url.ts';
import { type CollectLink, collectLinkSettings, ownerOfPage } from './collect-link.ts';
import type { CollectLinkStore } from './collect-link-store.ts';

export interface CollectPageServices {
  readonly collectLinks: Pick<CollectLinkStore, 'get'>;
  readonly paymentMethods: Pick<PaymentMethodStore, 'get'>;
  readonly configurations: Pick<ConfigurationStore, 'current'>;
  readonly scripts: PayeeScripts;
}

interface CollectPageRequest {
  readonly params: { readonly merchant_id: string; readonly pm_collect_link_id: string };
  readonly query: {
    readonly locale?: string | undefined;
    readonly page_token?: string | undefined;
  };
  readonly headers: Readonly<Record<string, string>>;
  readonly now: Date;
}

/**
 * Renders the page of a collect link: the form while the payment method awaits its data, else the
 * outcome.
 *
 * @throws SwitchError `collect_link_not_found` without the link's page token
 */
export async function showLinkToCollect(
  request: CollectPageRequest,
  services: CollectPageServices,
): Promise<RawResponse> {
  const { headers, query, now } = request;
  const { link, paymentMethod, configuration } = await findLink(request, services);
  const { account, profiles } = configuration;
  const locale = localeOf({ query, headers }, link);
  const requestFields = link.returnUrl === undefined ? {} : { return_url: link.returnUrl };
  const page = {
    scripts: services.scripts,
    design: plainDesign({
      seller: link.merchantName ?? shopName(account, profiles[0], { requestFields }),
      logo: link.logo,
      theme: link.theme,
      paymentLayout: 'accordion',
    }),
    locale,
    ancestors: frameAncestors(collectLinkSettings(account)?.allowed_domains ?? []),
    isTest: false,
    reference: link.id,
  } as const;
  // A card that the customer had saved before stays, and the awaited payment method is inactive.
  const isSaved = paymentMethod.status !== 'awaiting_data';
  if (!isSaved && statusAt(paymentMethod, now) === 'awaiting_data') {
    return payeeFormPage({
      ...page,
      title: (texts) => texts.collect,
      header: () => textsFor(locale).form.enterCard,
      key: account.publishableKey,
      secret: ownerOfPage(paymentMethod).clientSecret,
      path: `../../${paymentMethod.id}/save`,
      expiresAt: link.expiresAt,
      methods: [cardToSave({ pages: textsFor(locale), payee: payeeTextsFor(locale) })],
    });
  }
  return payeeStatusPage({
    ...page,
    outcome: isSaved ? 'saved' : 'expired',
    wayBack: isSaved ? wayBackOf(link) : undefined,
    hasNews: false,
  });
}

/** The return URL with the link's id and status, in the words of Hyperswitch. */
const wayBackOf = ({ id, returnUrl }: CollectLink): string | undefined =>
  returnUrl === undefined
    ? undefined
    : returnWith(
        [
          ['pm_collect_link_id', id],
          ['status', 'submitted'],
        ],
        { returnUrl },
      ).url;

/** The link and its payment method, if the browser shows the link's page token. */
async function findLink(
  { params, query }: Pick<CollectPageRequest, 'params' | 'query'>,
  { collectLinks, paymentMethods, configurations }: CollectPageServices,
) {
  const { merchant_id: merchantId, pm_collect_link_id: id } = params;
  try {
    const [link, configuration] = await Promise.all([
      collectLinks.get(merchantId, id),
      // The domains that may frame the page are those of the current configuration.
      configurations.current(merchantId),
    ]);
    const paymentMethod = await paymentMethods.get(merchantId, link.paymentMethodId);
    if (isPageToken(query.page_token, ownerOfPage(paymentMethod), 'collect', [link.id])) {
      return { link, paymentMethod, configuration };
    }
  } catch (error) {
    const isUnknown =
      isSwitchError(error, 'merchant_account_not_found') ||
      isSwitchError(error, 'payment_method_not_found');
    if (!isUnknown) throw error;
  }
  throw new SwitchError('collect_link_not_found');
}
