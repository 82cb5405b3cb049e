import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { isAllowedDomain } from '#merchants/link-settings/allowed-domains.ts';
import { linkSettings } from '#merchants/link-settings/link-settings.ts';
import { unauthorizedChange } from '../../callers/stated-fields.ts';
import type { Payment } from '../payment.ts';
import type { PaymentRequest } from './payment-request.ts';

/**
 * Checks the address to which a client's page returns, where the merchant stated one for the
 * payment: it has the origin of that address, of the profile's or the account's, or is on an
 * allowed domain of the profile. Plugins of shops add a path and a query to the stated address. An
 * app with Hyperswitch's mobile SDK states its own address, which no page can have.
 *
 * @param stated the address that the merchant stated for the payment
 * @throws SwitchError `unauthorized_change`, which names the origin
 */
export function checkClientReturnUrl(
  { return_url: address }: Pick<PaymentRequest, 'return_url'>,
  stated: unknown,
  { profileId }: Pick<Payment, 'profileId'>,
  { account, profiles }: Configuration,
): void {
  if (!address || typeof stated !== 'string' || address === stated) return;
  const settings = profiles.find(({ id }) => id === profileId)?.settings ?? {};
  const origin = originOf(address);
  // Parsers differ about a backslash, and with them the host.
  const isPlain = !address.includes('\\');
  const known = [stated, settings.return_url, account.settings.return_url].map(originOf);
  const isStated =
    known.includes(origin) ||
    appAddress.test(address) ||
    isAllowedDomain(linkSettings(settings).allowed_domains ?? [], address);
  if (isPlain && isStated) return;
  throw unauthorizedChange('return_url', `the merchant stated no address at ${origin}`);
}

/** `APP.hyperswitch://`, where `APP` is the id of an app on the payer's device. */
const appAddress = /^[a-z][a-z\d+.-]{0,254}\.hyperswitch:\/\/$/i;

/** Scheme, host and port, without the scheme's own port; of an app, its scheme and host. */
function originOf(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url ? `${url.protocol}//${url.host}` : undefined;
}
