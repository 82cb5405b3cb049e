import { ownMember } from '#platform/own-member.ts';
import type { Profile } from '../accounts/merchant-account.ts';

/** The addresses that wallets ask the payer for, besides the payment. */
export interface WalletContacts {
  readonly billing: boolean;
  /** With the payer's e-mail address. */
  readonly shipping: boolean;
}

/** The addresses that wallets ask for, as the profile says; none without it. */
export function walletContacts(profile: Pick<Profile, 'settings'> | undefined): WalletContacts {
  const isOn = (setting: string) => ownMember(profile?.settings ?? {}, setting) === true;
  const collects = (which: 'billing' | 'shipping') =>
    isOn(`collect_${which}_details_from_wallet_connector`) ||
    isOn(`always_collect_${which}_details_from_wallet_connector`);
  return { billing: collects('billing'), shipping: collects('shipping') };
}
