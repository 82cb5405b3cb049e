import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { Request } from '#platform/http/operation/implement.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { askAbout } from './ask-about.ts';
import { isDecided, type PlainAuthentication } from './authentication.ts';
import type { PlainAuthenticationServices } from './authentication-services.ts';
import { loadAuthentication } from './load-authentication.ts';
import type { returnAuthentication } from './operations.ts';
import { checkReturnToken, returnToShop } from './return-to-shop.ts';

type AuthenticationReturn = Pick<
  Request<typeof returnAuthentication>,
  'params' | 'query' | 'headers' | 'remainingMs' | 'requestId'
>;

/** The authentication of the page, with the merchant's current configuration. */
export const loadReturn = (
  { params }: Pick<AuthenticationReturn, 'params'>,
  services: PlainAuthenticationServices,
) => loadAuthentication({ merchantId: params.merchant_id, params }, services);

/**
 * Handles a customer's return from the bank's page. The browser's data is not believed: the 3-D
 * Secure server is asked, unless the bank has decided before. The customer is sent back to the shop.
 *
 * @throws SwitchError `authentication_not_found` without the page's token; `missing_param` where no
 * return URL is set
 */
export async function completeReturn(
  loaded: readonly [PlainAuthentication, Configuration],
  request: AuthenticationReturn,
  services: PlainAuthenticationServices,
): Promise<RawResponse> {
  const [before] = loaded;
  const { query, headers } = request;
  checkReturnToken(before, query.page_token);
  const { authentication } = isDecided(before)
    ? { authentication: before }
    : await askAbout(loaded, false, request, services);
  return returnToShop(authentication, services, headers['accept-language']);
}
