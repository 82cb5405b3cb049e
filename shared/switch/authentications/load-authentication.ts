import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import {
  checkAuthenticationProfile,
  checkAuthenticationSecret,
  type PlainAuthentication,
} from './authentication.ts';
import type { PlainAuthenticationServices } from './authentication-services.ts';

/** The authentication of the path, with the merchant's current configuration. */
export const loadAuthentication = (
  {
    merchantId,
    params,
  }: { readonly merchantId: string; readonly params: { readonly authentication_id: string } },
  {
    authentications,
    configurations,
  }: Pick<PlainAuthenticationServices, 'authentications' | 'configurations'>,
): Promise<readonly [PlainAuthentication, Configuration]> =>
  withCurrent(
    authentications.get(merchantId, params.authentication_id),
    configurations.current(merchantId),
  );

interface AuthenticationCaller {
  readonly kind: 'merchant' | 'client';
  readonly profileId?: string;
  readonly clientSecret?: string;
}

/**
 * Checks that the caller may reach the authentication.
 *
 * @throws SwitchError `authentication_not_found`, `client_secret_mismatch`, `client_secret_expired`
 */
export function checkAuthenticationCaller(
  authentication: PlainAuthentication,
  caller: AuthenticationCaller,
  now: Date,
): void {
  checkAuthenticationProfile(authentication, caller);
  if (caller.kind === 'client') {
    checkAuthenticationSecret(authentication, caller.clientSecret ?? '', now);
  }
}
