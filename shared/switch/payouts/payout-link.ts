import * as v from 'valibot';
import { PayoutLinkConfig } from '#merchants/link-settings/link-config.ts';
import { SwitchError } from '#platform/errors.ts';
import { acceptedLanguages } from '#platform/http/request/accepted-languages.ts';
import { derivedId } from '#platform/ids.ts';
import { withPageToken } from '../payments/redirect/page-token.ts';
import type { LinkOfPayout } from './link-of-payout.ts';
import type { Payout } from './payout.ts';
import type { PayoutRequest } from './request.ts';

interface LinkedPayout {
  readonly merchantId: string;
  readonly payoutId: string;
  /** Settings of the payout's profile. */
  readonly profileSettings: Readonly<Record<string, unknown>>;
  readonly config: PayoutRequest['payout_link_config'];
  /** Base URL of the switch. */
  readonly switchUrl: string;
  readonly acceptLanguage: string | undefined;
  /** Whether the deployment moves real money. */
  readonly isProduction: boolean;
}

/** A profile's settings for all its payout links; undefined without any. */
export function payoutLinkSettings(
  profileSettings: Readonly<Record<string, unknown>>,
): PayoutLinkConfig | undefined {
  // Stored from a parsed request. Settings that an older version stored in another form are
  // ignored.
  const parsed = v.safeParse(PayoutLinkConfig, profileSettings.payout_link_config);
  return parsed.success ? parsed.output : undefined;
}

/**
 * The link of a new payout. Its address begins with the profile's own domain, if it has one, and
 * stays as it is when the profile changes.
 *
 * @throws SwitchError `link_configuration_invalid` for a test mode in production, and without the
 * domains whose pages may show the link in a frame
 */
export function newPayoutLink(payout: LinkedPayout): LinkOfPayout {
  const { merchantId, payoutId, config, switchUrl } = payout;
  const settings = payoutLinkSettings(payout.profileSettings);
  const isTest = config?.test_mode ?? settings?.payout_test_mode ?? false;
  checkPlace(isTest, settings, payout);
  const [locale] = acceptedLanguages(payout.acceptLanguage);
  const base = settings?.domain_name ? `https://${settings.domain_name}` : switchUrl;
  // The look is the request's as a whole, else the profile's.
  const look = [config?.logo, config?.merchant_name, config?.theme].some((one) => one != null)
    ? config
    : settings;
  const layout = config?.form_layout ?? settings?.form_layout;
  return {
    id: config?.payout_link_id ?? derivedId('payout_link', merchantId, payoutId),
    url: `${base}/payout_link/${merchantId}/${payoutId}?locale=${locale ?? 'en'}`,
    ...(locale !== undefined && { locale }),
    ...(look?.logo && { logo: look.logo }),
    ...(look?.merchant_name && { merchantName: look.merchant_name }),
    ...(look?.theme && { theme: look.theme }),
    ...(config?.enabled_payment_methods && { methods: config.enabled_payment_methods }),
    ...(layout && { layout }),
    ...(isTest && { isTest }),
  };
}

function checkPlace(
  isTest: boolean,
  settings: PayoutLinkConfig | undefined,
  { isProduction }: Pick<LinkedPayout, 'isProduction'>,
): void {
  if (isTest && isProduction) {
    throw invalid('test_mode cannot be true for creating payout_links in production');
  }
  if (!isTest && !settings) {
    throw invalid(
      "Payout links require allowed_domains to be configured in the profile's payout_link_config",
    );
  }
}

const invalid = (message: string) => new SwitchError('link_configuration_invalid', { message });

/**
 * The link of a payout, with its page token; undefined without a link. The page contains the
 * payout's client secret, so the payout's id by itself must not open it.
 */
export const payoutLinkAddress = (payout: Payout): string | undefined =>
  payout.link && withPageToken(payout.link.url, payout, 'payout', []);
