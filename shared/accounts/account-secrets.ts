import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';
import { placeOf } from './configuration-store.ts';
import { AccountSecrets, type MerchantAccount } from './merchant-account.ts';

/** A merchant account's secrets in clear, for as long as one request needs them. */
export const openAccountSecrets = (
  secrets: Pick<MerchantSecrets, 'open'>,
  account: MerchantAccount,
): Promise<AccountSecrets> =>
  secrets.open(account, placeOf.account(account.id), account.sealed, AccountSecrets);
