import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { openProfileSecrets } from '#merchants/profiles/profile-secrets.ts';
import { SwitchError } from '#platform/errors.ts';
import { type RawResponse, rawResponse } from '#platform/http/response/raw-response.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { errorPage } from '#vocabulary/payer-pages/error-page.ts';
import { linkAddresses } from '../../payment-links/link-addresses.ts';
import { mayBeSynced, type Payment } from '../payment.ts';
import type { SyncServices } from '../sync-payment.ts';
import { broughtBackBy } from './brought-back.ts';
import { type CompletionServices, completeOrSync } from './complete-payment.ts';
import type { RedirectResponse } from './operations.ts';
import { messagePage, postPage } from './pages.ts';
import { attemptOfVisit, redirectUrlsOf } from './redirect-urls.ts';
import { returnSettings } from './return-settings.ts';
import { type Return, type ReturnRules, returnOf } from './return-url.ts';
import { inTurn, type TurnServices } from './sync-turns.ts';

/** The services that handle a redirect return. */
export type ReturnServices = CompletionServices & TurnServices;

interface ReturnRequest {
  readonly params: { readonly connector: string };
  readonly query: {
    readonly [name: string]: string | undefined;
    readonly page_token?: string | undefined;
  };
  /** The text of a posted form. */
  readonly body?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Handles a customer's redirect return from a processor, and continues with `onward`. The browser's
 * data is not believed. It is handed to the processor, where that finishes payments so; any other
 * processor is synced. A payment that is decided already stays as it is, so a repeated return
 * changes nothing.
 *
 * @throws SwitchError `payment_not_found` without the page token that the processor was given
 */
export async function handleRedirectReturn(
  payment: Payment,
  request: ReturnRequest,
  services: ReturnServices,
  onward: typeof redirectToMerchant,
): Promise<RawResponse> {
  const { params, query, headers } = request;
  const broughtBack = broughtBackBy(request);
  const visit = {
    page: 'return',
    token: query.page_token,
    connectorName: params.connector,
  } as const;
  if (attemptOfVisit(payment, visit) === 'earlier') {
    return errorPage('outdated', headers['accept-language']);
  }
  const turn = {
    isOpen: mayBeSynced,
    sync: (current: Payment) => completeOrSync(current, broughtBack, request, services),
  };
  const settled = await inTurn(payment, 'return', turn, services);
  return onward(settled, services, headers['accept-language']);
}

/**
 * Redirects the customer to the merchant's page, with GET or POST as the merchant set it. A
 * customer of a payment link returns to the link's page instead, which shows the outcome, offers
 * another try after a decline, and leads to the merchant. Throws `missing_param` when no return URL
 * is set.
 */
export async function redirectToMerchant(
  payment: Payment,
  { configurations, secrets }: Pick<SyncServices, 'configurations' | 'secrets'>,
  acceptLanguage: string | undefined,
): Promise<RawResponse> {
  const { link: linkPage } = linkAddresses(payment) ?? {};
  if (linkPage !== undefined) return redirectTo({ returnUrl: linkPage, params: [], url: linkPage });
  const merchantReturn = await merchantReturnOf(payment, { configurations, secrets });
  if (!merchantReturn) throw new SwitchError('missing_param', { field: 'return_url' });
  return showReturn(merchantReturn, acceptLanguage);
}

/** A return to the merchant's page, in the way that its settings ask for. */
type MerchantReturn = Return & { readonly byPost: boolean; readonly inFrame: boolean };

/** Sends the customer's browser back to the merchant's page. */
export function showReturn(
  merchantReturn: MerchantReturn,
  acceptLanguage: string | undefined,
): RawResponse {
  if (merchantReturn.inFrame) return messagePage(merchantReturn, acceptLanguage);
  // An app opens by its URL, to which no form can be posted.
  return merchantReturn.byPost && /^https?:/i.test(merchantReturn.returnUrl)
    ? postPage(merchantReturn, acceptLanguage)
    : redirectTo(merchantReturn);
}

/**
 * The return to the merchant's page, signed if the merchant enabled that; undefined without a
 * return URL.
 */
export const merchantReturnOf = (
  payment: Payment,
  services: SettingsReads,
): Promise<MerchantReturn | undefined> =>
  merchantReturn(payment, (rules) => returnOf(payment, rules), services);

interface SettingsReads {
  readonly configurations: Pick<ConfigurationStore, 'find'>;
  readonly secrets: Pick<MerchantSecrets, 'open'>;
}

/**
 * The return of a customer by the settings of the payment, its profile and its account; undefined
 * without a return URL.
 */
export async function merchantReturn(
  about: Pick<Payment, 'merchantId' | 'profileId' | 'requestFields'>,
  make: (rules: ReturnRules) => Return,
  { configurations, secrets }: SettingsReads,
): Promise<MerchantReturn | undefined> {
  const found = await configurations.find(about.merchantId, ({ account, profiles }) => {
    const { returnUrl, ...settings } = returnSettings({ account, profiles }, about);
    return returnUrl === undefined ? undefined : { ...settings, account, returnUrl };
  });
  if (!found) return undefined;
  const { account, profile, returnUrl, byPost, inFrame, ...settings } = found;
  const opened = settings.isSigned && (await openProfileSecrets(secrets, account, profile));
  const hashKey = opened ? opened.payment_response_hash_key : undefined;
  return { ...make({ returnUrl, byPost, hashKey }), byPost, inFrame };
}

/**
 * Like `redirectToMerchant`, but a customer with a pending challenge is redirected to it. Throws
 * the same.
 */
export async function redirectToNextStep(
  payment: Payment,
  services: Pick<SyncServices, 'configurations' | 'secrets'>,
  acceptLanguage: string | undefined,
): Promise<RawResponse> {
  const start = redirectUrlsOf(payment)?.start ?? payment.attempt.redirectUrl;
  return payment.status === 'requires_customer_action' && start
    ? redirectTo({ returnUrl: start, params: [], url: start })
    : redirectToMerchant(payment, services, acceptLanguage);
}

function redirectTo({ returnUrl, params, url }: Return): RawResponse {
  const body: RedirectResponse = {
    return_url: returnUrl,
    params: params.map(([name, value]) => [name, value]),
    return_url_with_query_params: url,
    http_method: 'GET',
    headers: [],
  };
  return rawResponse({
    status: 302,
    headers: {
      location: url,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
    body: JSON.stringify(body),
  });
}
