import * as v from 'valibot';
import type { ConfigurationStore } from '../../accounts/configuration-store.ts';
import type { Configuration } from '../../accounts/merchant-account.ts';
import { SwitchError } from '../../errors.ts';
import { customerErrorPage } from '../../http/customer-page.ts';
import { type RawResponse, rawResponse } from '../../http/raw-response.ts';
import { openProfileSecrets } from '../../profiles/profile-secrets.ts';
import type { MerchantSecrets } from '../../secrets/merchant-secrets.ts';
import { mayBeSynced, type Payment } from '../payment.ts';
import { type SyncServices, syncWithConnector } from '../sync-payment.ts';
import type { RedirectResponse } from './operations.ts';
import { messagePage, postPage } from './pages.ts';
import { attemptOfVisit, redirectUrlsOf } from './redirect-urls.ts';
import { type Return, returnOf } from './return-url.ts';
import { inTurn, type TurnServices } from './sync-turns.ts';

/** What a customer's way back reaches. */
export type ReturnServices = SyncServices & TurnServices;

interface ReturnRequest {
  readonly params: { readonly connector: string };
  readonly query: { readonly page_token?: string | undefined };
  readonly headers: Readonly<Record<string, string>>;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * A customer comes back from a processor, and goes on as `onward` has it. What their browser says of the
 * payment counts for nothing: the processor is asked, unless the payment is decided already, so coming
 * twice changes nothing.
 *
 * @throws SwitchError `payment_not_found` without the token that the processor was given
 */
export async function handleRedirectReturn(
  payment: Payment,
  request: ReturnRequest,
  services: ReturnServices,
  onward: typeof redirectToMerchant,
): Promise<RawResponse> {
  const { params, query, headers } = request;
  const visit = {
    page: 'return',
    token: query.page_token,
    connectorName: params.connector,
  } as const;
  if (attemptOfVisit(payment, visit) === 'earlier') {
    return customerErrorPage('outdated', headers['accept-language']);
  }
  const turn = {
    isOpen: mayBeSynced,
    ask: (current: Payment) => syncWithConnector(current, request, services),
  };
  return onward(await inTurn(payment, 'return', turn, services), services);
}

/**
 * Sends the customer to the merchant's page, the way the merchant wants it. Throws `missing_param`
 * when the merchant has named no page.
 */
export async function redirectToMerchant(
  payment: Payment,
  { configurations, secrets }: Pick<SyncServices, 'configurations' | 'secrets'>,
): Promise<RawResponse> {
  const merchantReturn = await merchantReturnOf(payment, { configurations, secrets });
  if (!merchantReturn) throw new SwitchError('missing_param', { field: 'return_url' });
  if (merchantReturn.inFrame) return messagePage(merchantReturn);
  // An app is opened by its address; no form can be sent to it.
  return merchantReturn.byPost && /^https?:/i.test(merchantReturn.returnUrl)
    ? postPage(merchantReturn)
    : redirectTo(merchantReturn);
}

/** The way to the merchant's page, signed where the merchant wants that; none where it has no page. */
export async function merchantReturnOf(
  payment: Payment,
  {
    configurations,
    secrets,
  }: {
    readonly configurations: Pick<ConfigurationStore, 'find'>;
    readonly secrets: Pick<MerchantSecrets, 'open'>;
  },
): Promise<(Return & { readonly byPost: boolean; readonly inFrame: boolean }) | undefined> {
  const found = await configurations.find(payment.merchantId, ({ account, profiles }) => {
    const { returnUrl, ...settings } = returnSettings({ account, profiles }, payment);
    return returnUrl === undefined ? undefined : { ...settings, account, returnUrl };
  });
  if (!found) return undefined;
  const { account, profile, returnUrl, byPost, inFrame, ...settings } = found;
  const opened = settings.isSigned && (await openProfileSecrets(secrets, account, profile));
  const hashKey = opened ? opened.payment_response_hash_key : undefined;
  return { ...returnOf(payment, { returnUrl, byPost, hashKey }), byPost, inFrame };
}

/** The same, but a customer who still has something to do is sent to do it. Throws as above. */
export async function redirectToNextStep(
  payment: Payment,
  services: Pick<SyncServices, 'configurations' | 'secrets'>,
): Promise<RawResponse> {
  const start = redirectUrlsOf(payment)?.start ?? payment.attempt.redirectUrl;
  return payment.status === 'requires_customer_action' && start
    ? redirectTo({ returnUrl: start, params: [], url: start })
    : redirectToMerchant(payment, services);
}

const flag = v.nullish(v.boolean());
const Settings = v.object({
  return_url: v.nullish(v.string()),
  enable_payment_response_hash: flag,
  redirect_to_merchant_with_http_post: flag,
  is_iframe_redirection_enabled: flag,
});

/** The payment's own word counts before the profile's, and that before the merchant account's. */
function returnSettings(
  { account, profiles }: Pick<Configuration, 'account' | 'profiles'>,
  { profileId, requestFields }: Payment,
) {
  const profile = profiles.find(({ id }) => id === profileId);
  const [own, shop, merchant] = [requestFields, profile?.settings ?? {}, account.settings].map(
    (one) => v.parse(Settings, one),
  );
  return {
    profile,
    returnUrl: own?.return_url ?? shop?.return_url ?? merchant?.return_url ?? undefined,
    isSigned: shop?.enable_payment_response_hash ?? merchant?.enable_payment_response_hash ?? false,
    byPost:
      shop?.redirect_to_merchant_with_http_post ??
      merchant?.redirect_to_merchant_with_http_post ??
      false,
    inFrame: own?.is_iframe_redirection_enabled ?? shop?.is_iframe_redirection_enabled ?? false,
  };
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
