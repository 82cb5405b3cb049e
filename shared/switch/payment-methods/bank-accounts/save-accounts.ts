import type { AccountsOutcome, VerifiedAccount } from '#connectors/interface/account-verifier.ts';
import type { KeyHolder, MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { newNames, type PaymentMethodStore } from '../payment-method-store.ts';
import { bankAccountFacts, placeOfAccess } from './bank-account.ts';

/** The most accounts of one session that are saved. */
const mostAccounts = 20;

interface Context {
  readonly merchantId: string;
  readonly customerId: string;
  readonly keyOwner: KeyHolder;
  /** The connector account of the verifier. */
  readonly verifierId: string;
  readonly now: Date;
}

/**
 * Saves the accounts of a session for a customer, one payment method for each. An account that the
 * customer has already gets the new access, so a repeat saves nothing twice.
 *
 * @throws SwitchError `customer_not_found`, `customer_redacted`, `concurrent_update`
 */
export async function saveVerifiedAccounts(
  { accounts, accessToken }: Extract<AccountsOutcome, { readonly result: 'verified' }>,
  context: Context,
  services: {
    readonly secrets: MerchantSecrets;
    readonly paymentMethods: Pick<PaymentMethodStore, 'saveBankAccount'>;
  },
): Promise<void> {
  for (const account of accounts.slice(0, mostAccounts)) {
    await saveAccount(account, accessToken, context, services);
  }
}

async function saveAccount(
  account: VerifiedAccount,
  accessToken: string,
  { merchantId, customerId, keyOwner, verifierId, now }: Context,
  { secrets, paymentMethods }: Parameters<typeof saveVerifiedAccounts>[2],
): Promise<void> {
  const facts = await bankAccountFacts(account, keyOwner, secrets);
  const access = { accessToken, accountId: account.accountId };
  await paymentMethods.saveBankAccount({
    merchantId,
    customerId,
    type: account.type,
    names: newNames(),
    now,
    bankAccountOf: async (paymentMethodId) => {
      const place = placeOfAccess(merchantId, paymentMethodId);
      const sealed = await secrets.seal(keyOwner, place, access);
      const sealedAccess = Buffer.from(sealed).toString('base64');
      return { ...facts, verifierId, sealedAccess };
    },
  });
}
