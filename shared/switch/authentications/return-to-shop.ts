import { SwitchError } from '#platform/errors.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { merchantReturn, showReturn } from '../payments/redirect/handle-return.ts';
import { isPageToken, withPageToken } from '../payments/redirect/page-token.ts';
import { returnWith } from '../payments/redirect/return-url.ts';
import type { PlainAuthentication } from './authentication.ts';
import type { PlainAuthenticationServices } from './authentication-services.ts';

/** The facts of the page token: no token of a payment's page opens this page. */
const facts = ['authentication without a payment'];

/** The address to which the bank returns the customer; with its page's token. */
export const authenticationReturnUrl = (
  authentication: PlainAuthentication,
  switchUrl: string,
): string => {
  const { merchantId, id } = authentication;
  const page = `${switchUrl}/authentication/${merchantId}/${id}/redirect`;
  return withPageToken(page, authentication, 'authorize', facts);
};

/** Throws `authentication_not_found` without the token, so that such a visitor learns nothing. */
export function checkReturnToken(
  authentication: PlainAuthentication,
  token: string | undefined,
): void {
  if (isPageToken(token, authentication, 'authorize', facts)) return;
  throw new SwitchError('authentication_not_found');
}

/**
 * Sends the customer back to the shop, with the result.
 *
 * @throws SwitchError `missing_param` where no return URL is set
 */
export async function returnToShop(
  authentication: PlainAuthentication,
  services: Pick<PlainAuthenticationServices, 'configurations' | 'secrets'>,
  acceptLanguage: string | undefined,
): Promise<RawResponse> {
  const { merchantId, profileId, returnUrl: return_url, id, amountMinor } = authentication;
  const about = { merchantId, profileId, requestFields: { return_url } };
  const back = await merchantReturn(
    about,
    (rules) =>
      returnWith(
        [
          ['status', authentication.status],
          ['authentication_id', id],
          ['authentication_client_secret', authentication.clientSecret],
          ...(rules.byPost ? [] : [['amount', String(amountMinor)] as const]),
        ],
        rules,
      ),
    services,
  );
  if (!back) throw new SwitchError('missing_param', { field: 'return_url' });
  return showReturn(back, acceptLanguage);
}
