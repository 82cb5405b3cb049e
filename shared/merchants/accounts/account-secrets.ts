import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { placeOf } from './configuration-store.ts';
import { AccountSecrets, type MerchantAccount } from './merchant-account.ts';

/** Opens a merchant account's secrets for the duration of one request. */
export const openAccountSecrets = (
  secrets: Pick<MerchantSecrets, 'open'>,
  account: MerchantAccount,
): Promise<AccountSecrets> =>
  secrets.open(account, placeOf.account(account.id), account.sealed, AccountSecrets);
