import * as v from 'valibot';
import type { MerchantAccount } from '#merchants/accounts/merchant-account.ts';
import { CollectLinkConfig } from '#merchants/link-settings/link-config.ts';
import { SwitchError } from '#platform/errors.ts';
import { acceptedLanguages } from '#platform/http/request/accepted-languages.ts';
import { newId } from '#platform/ids.ts';
import type { PaymentMethod } from '../payment-methods/payment-method.ts';
import { withPageToken } from '../payments/redirect/page-token.ts';
import type { CreateCollectLinkRequest } from './operations.ts';

/**
 * A link to the page on which a customer states a card to be saved. The page completes a payment
 * method that awaits its data, so one card is saved, however often the form is sent.
 */
export const CollectLink = v.looseObject({
  merchantId: v.string(),
  /** Stated by the merchant, or `pm_collect_link_` and 20 letters and digits. */
  id: v.string(),
  customerId: v.string(),
  /** The payment method that awaits its data; its client secret opens the page. */
  paymentMethodId: v.string(),
  /** Without the page token, which is added when the link is shown. */
  url: v.string(),
  /** The locale that the merchant's request named. */
  locale: v.optional(v.string()),
  logo: v.optional(v.string()),
  merchantName: v.optional(v.string()),
  theme: v.optional(v.string()),
  returnUrl: v.optional(v.string()),
  expiresAt: v.string(),
  createdAt: v.string(),
  version: v.number(),
});
export type CollectLink = v.InferOutput<typeof CollectLink>;

/** The account's settings for all its collect links; undefined without any. */
export function collectLinkSettings({
  settings,
}: Pick<MerchantAccount, 'settings'>): CollectLinkConfig | undefined {
  // Stored from a parsed request. Settings that an older version stored in another form are
  // ignored.
  const parsed = v.safeParse(CollectLinkConfig, settings.pm_collect_link_config);
  return parsed.success ? parsed.output : undefined;
}

export type EnabledMethods = CollectLinkConfig['enabled_payment_methods'];

/**
 * The payment methods of a new link: the request's, else the account's, else cards.
 *
 * @throws SwitchError `not_implemented` where none of them is a card, since the vault stores only
 * cards
 */
export function enabledMethods(
  { enabled_payment_methods: stated }: Pick<CreateCollectLinkRequest, 'enabled_payment_methods'>,
  settings: CollectLinkConfig | undefined,
): EnabledMethods {
  const enabled = stated ?? settings?.enabled_payment_methods ?? cards;
  const isTaken = enabled.some(({ payment_method }) => payment_method === 'card');
  const [first] = enabled;
  if (!isTaken) {
    const what = `Saving a ${first?.payment_method ?? 'payment method'}`;
    throw new SwitchError('not_implemented', { what });
  }
  return enabled;
}

const cards: EnabledMethods = [
  { payment_method: 'card', payment_method_types: ['credit', 'debit'] },
];

/** How long a link is valid unless stated, in seconds. */
const defaultSeconds = 900;

interface NewCollectLink {
  readonly account: MerchantAccount;
  readonly request: CreateCollectLinkRequest;
  readonly paymentMethodId: string;
  /** Base URL of the switch. */
  readonly switchUrl: string;
  readonly acceptLanguage: string | undefined;
  readonly now: Date;
}

/** When a new link expires. */
export const collectLinkExpiry = (
  { session_expiry: seconds }: Pick<CreateCollectLinkRequest, 'session_expiry'>,
  now: Date,
): string => new Date(now.getTime() + (seconds ?? defaultSeconds) * 1_000).toISOString();

/** A new link. Its look is the request's as a whole, else the account's. */
export function newCollectLink(given: NewCollectLink): CollectLink {
  const { account, request, paymentMethodId, switchUrl, acceptLanguage, now } = given;
  const settings = collectLinkSettings(account);
  const isStated = [request.logo, request.merchant_name, request.theme].some((one) => one != null);
  const look = isStated ? request : settings;
  const id = request.pm_collect_link_id ?? newId('pm_collect_link');
  const base = settings?.domain_name ? `https://${settings.domain_name}` : switchUrl;
  const [locale] = acceptedLanguages(acceptLanguage);
  return {
    merchantId: account.id,
    id,
    customerId: request.customer_id,
    paymentMethodId,
    url: `${base}/payment_methods/collect/${account.id}/${id}`,
    ...(locale !== undefined && { locale }),
    ...(look?.logo && { logo: look.logo }),
    ...(look?.merchant_name && { merchantName: look.merchant_name }),
    ...(look?.theme && { theme: look.theme }),
    ...(request.return_url && { returnUrl: request.return_url }),
    expiresAt: collectLinkExpiry(request, now),
    createdAt: now.toISOString(),
    version: 1,
  };
}

/** The owner of a link's page token: the payment method, whose client secret only the page shows. */
export const ownerOfPage = ({ merchantId, id, clientSecret }: PaymentMethod) => {
  if (clientSecret === undefined)
    throw new Error('A payment method that awaits data has a secret.');
  return { merchantId, id, clientSecret };
};

/** The address of a link, with its page token. */
export const collectLinkAddress = (link: CollectLink, awaited: PaymentMethod): string =>
  withPageToken(link.url, ownerOfPage(awaited), 'collect', [link.id]);
