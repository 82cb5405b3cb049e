import * as v from 'valibot';
import type { PayoutTarget } from '#connectors/interface/payouts.ts';
import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { EnabledPaymentMethods } from '#merchants/connector-accounts/enabled-payment-methods.ts';
import { frameAncestors, framingOrigin } from '#merchants/link-settings/allowed-domains.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { shownAmount } from '#vocabulary/shown-amount.ts';
import { networkName } from '../checkout/network-name.ts';
import { plainDesign, shopName } from '../checkout/page-design.ts';
import { areAllTests } from '../checkout/test-accounts.ts';
import {
  type EnabledMethod,
  payoutDestinations,
  statedDestination,
} from '../payee-pages/destinations.ts';
import type { PayeeMethod } from '../payee-pages/payee-data.ts';
import { type PayeeScripts, payeeFormPage, payeeStatusPage } from '../payee-pages/payee-page.ts';
import { payeeTextsFor } from '../payee-pages/payee-texts.ts';
import { localeOf } from '../payment-links/page-locale.ts';
import { merchantReturn } from '../payments/redirect/handle-return.ts';
import { isPageToken } from '../payments/redirect/page-token.ts';
import { returnWith } from '../payments/redirect/return-url.ts';
import type { LinkOfPayout } from '../payouts/link-of-payout.ts';
import type { Payout } from '../payouts/payout.ts';
import { payoutLinkSettings } from '../payouts/payout-link.ts';
import type { PayoutStore } from '../payouts/payout-store.ts';
import { canPayTo, payoutAccounts } from '../payouts/route-payout.ts';
import { payoutPageKind } from './payout-page-kind.ts';

export interface PayoutLinkServices {
  readonly payouts: Pick<PayoutStore, 'get'>;
  readonly configurations: Pick<ConfigurationStore, 'current' | 'find'>;
  readonly secrets: MerchantSecrets;
  readonly scripts: PayeeScripts;
  /** Whether the deployment moves real money. */
  readonly isProduction: boolean;
}

interface PayoutLinkRequest {
  readonly params: { readonly merchant_id: string; readonly payout_id: string };
  readonly query: {
    readonly locale?: string | undefined;
    readonly page_token?: string | undefined;
  };
  readonly headers: Readonly<Record<string, string>>;
  readonly now: Date;
}

/**
 * Renders the page of a payout's link: the form while the payee can confirm, else the outcome.
 *
 * @throws SwitchError `payout_not_found` without the link's page token, `access_forbidden` outside of
 * a frame on an allowed domain, unless the link is in test mode
 */
export async function showLinkOfPayout(
  request: PayoutLinkRequest,
  services: PayoutLinkServices,
): Promise<RawResponse> {
  const { headers, query, now } = request;
  const { payout, link, configuration } = await findLinkedPayout(request, services);
  const profile = configuration.profiles.find(({ id }) => id === payout.profileId);
  const domains = payoutLinkSettings(profile?.settings ?? {})?.allowed_domains ?? [];
  const isOpenAnywhere = link.isTest === true && !services.isProduction;
  const framedBy = isOpenAnywhere ? undefined : framingOrigin(headers, domains, 'payout_link');
  const locale = localeOf({ query, headers }, link);
  const accounts = payoutAccounts(configuration, payout);
  const page = {
    scripts: services.scripts,
    design: plainDesign({
      seller: link.merchantName ?? shopName(configuration.account, profile, payout),
      logo: link.logo,
      theme: link.theme,
      paymentLayout: link.layout === 'tabs' ? 'tabs' : 'accordion',
    }),
    locale,
    ancestors: frameAncestors(domains, framedBy),
    isTest: areAllTests(accounts),
    amount: shownAmount(payout.amountMinor, payout.currency, locale),
    reference: payout.id,
  } as const;
  const kind = payoutPageKind(payout, now);
  if (kind !== 'open') {
    return payeeStatusPage({
      ...page,
      outcome: kind,
      wayBack: kind === 'expired' ? undefined : await wayBackOf(payout, services),
      hasNews: payout.status === 'requires_creation' || payout.status === 'pending',
    });
  }
  return payeeFormPage({
    ...page,
    title: (texts) => texts.payout,
    header: (texts) => (payout.attachedDestination ? texts.paidTo : texts.methods),
    key: configuration.account.publishableKey,
    secret: payout.clientSecret,
    path: `../../payouts/${payout.id}/confirm`,
    expiresAt: payout.expiresAt,
    methods: methodsOf(payout, link, accounts, locale),
  });
}

/** The ways to be paid: the one that the merchant has stated, else those that can be paid to. */
function methodsOf(
  payout: Payout,
  link: LinkOfPayout,
  accounts: readonly ConnectorAccount[],
  locale: string,
): readonly PayeeMethod[] {
  const texts = { pages: textsFor(locale), payee: payeeTextsFor(locale) };
  if (payout.attachedDestination) {
    const { card } = payout.shown ?? {};
    const { groups } = texts.pages.checkout;
    const name = card
      ? `${networkName(card.card_network ?? '')} •••• ${card.last4 ?? ''}`.trim()
      : payout.type === 'bank'
        ? groups.bank_transfer
        : groups.other;
    return accounts.length > 0 ? [statedDestination(name)] : [];
  }
  const choice = { currency: payout.currency, methods: link.methods };
  const paying = accounts.map((account) => ({
    enabled: enabledAt(account),
    pays: (target: PayoutTarget) => canPayTo(account, payout, target),
  }));
  return payoutDestinations(choice, paying, texts);
}

/** The methods that an account states; undefined without any. */
function enabledAt({ settings }: ConnectorAccount): readonly EnabledMethod[] | undefined {
  const parsed = v.safeParse(v.array(EnabledPaymentMethods), settings.payment_methods_enabled);
  if (!parsed.success || parsed.output.length === 0) return undefined;
  return parsed.output.map(({ payment_method, payment_method_types }) => ({
    payment_method,
    payment_method_types: payment_method_types?.map((one) => one.payment_method_type),
  }));
}

/** The payout of a link, if the browser shows the link's page token. */
async function findLinkedPayout(
  { params: { merchant_id, payout_id }, query }: Pick<PayoutLinkRequest, 'params' | 'query'>,
  { payouts, configurations }: PayoutLinkServices,
): Promise<{
  readonly payout: Payout;
  readonly link: LinkOfPayout;
  readonly configuration: Configuration;
}> {
  try {
    const [payout, configuration] = await Promise.all([
      payouts.get(merchant_id, payout_id),
      // The domains that may frame the page are checked with the current configuration.
      configurations.current(merchant_id),
    ]);
    const { link } = payout;
    if (link && isPageToken(query.page_token, payout, 'payout', [])) {
      return { payout, link, configuration };
    }
  } catch (error) {
    if (!isSwitchError(error, 'merchant_account_not_found')) throw error;
  }
  throw new SwitchError('payout_not_found');
}

/**
 * The payout's own return URL, with the payout's id and status; signed if the merchant enabled that.
 * Undefined without one: that of the profile is for payers.
 */
async function wayBackOf(
  payout: Payout,
  services: Pick<PayoutLinkServices, 'configurations' | 'secrets'>,
): Promise<string | undefined> {
  if (payout.requestFields.return_url == null) return undefined;
  const facts = [
    ['payout_id', payout.id],
    ['status', payout.status],
  ] as const;
  const found = await merchantReturn(payout, (rules) => returnWith(facts, rules), services);
  return found?.url;
}
