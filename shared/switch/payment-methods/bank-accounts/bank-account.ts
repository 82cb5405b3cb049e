import * as v from 'valibot';
import type { VerifiedAccount } from '#connectors/interface/account-verifier.ts';
import type { KeyHolder, MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';

/**
 * A verified bank account as it may be stored: its number is nowhere. The verifier is asked for it
 * when it is charged.
 */
export const SavedBankAccount = v.looseObject({
  /** Equal for equal accounts of one merchant; only the merchant's key makes it. */
  fingerprint: v.string(),
  last4: v.string(),
  name: v.optional(v.string()),
  accountType: v.optional(v.string()),
  /** The connector account of the verifier. */
  verifierId: v.string(),
  /** `VerifierAccess`, sealed with the merchant's key, in Base64. */
  sealedAccess: v.string(),
});
export type SavedBankAccount = v.InferOutput<typeof SavedBankAccount>;

/** How the verifier names the account, and the secret by which it shows it. */
export const VerifierAccess = v.object({ accessToken: v.string(), accountId: v.string() });
export type VerifierAccess = v.InferOutput<typeof VerifierAccess>;

/** The place of the sealed access: it opens in no other payment method. */
export const placeOfAccess = (merchantId: string, paymentMethodId: string) =>
  `PAYMENT_METHOD|${merchantId}|${paymentMethodId}`;

/** The numbers that make an account the same account. */
const numbersOf = (account: VerifiedAccount): readonly [number: string, ...others: string[]] => {
  switch (account.type) {
    case 'ach':
      return [account.accountNumber, account.routingNumber];
    case 'bacs':
      return [account.accountNumber, account.sortCode];
    case 'sepa':
      return [account.iban];
  }
};

/** The facts of a bank account that may be stored and shown. */
interface BankAccountFacts {
  readonly fingerprint: string;
  readonly last4: string;
  readonly name?: string;
  readonly accountType?: string;
}

/** Reads these facts from an account with its numbers. */
export async function bankAccountFacts(
  account: VerifiedAccount,
  keyOwner: KeyHolder,
  secrets: Pick<MerchantSecrets, 'fingerprint'>,
): Promise<BankAccountFacts> {
  const numbers = numbersOf(account);
  const value = JSON.stringify([account.type, ...numbers]);
  return {
    fingerprint: await secrets.fingerprint(keyOwner, 'bank account', value),
    last4: numbers[0].slice(-4),
    ...(account.name !== undefined && { name: account.name }),
    ...(account.accountType !== undefined && { accountType: account.accountType }),
  };
}

/** The account as the data of a payment's method, in the words of the API. */
export function debitDataOf(account: VerifiedAccount) {
  switch (account.type) {
    case 'ach':
      return {
        ach_bank_debit: {
          account_number: account.accountNumber,
          routing_number: account.routingNumber,
          bank_type: account.accountType ?? null,
        },
      };
    case 'bacs':
      return {
        bacs_bank_debit: { account_number: account.accountNumber, sort_code: account.sortCode },
      };
    case 'sepa':
      return { sepa_bank_debit: { iban: account.iban } };
  }
}
