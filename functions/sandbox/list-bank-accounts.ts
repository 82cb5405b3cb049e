import { implement } from '#platform/http/operation/implement.ts';
import { accountsOf, listSandboxBankAccounts } from '#sandbox/bank-account-operations.ts';
import { lambda } from '#sandbox/lambda.ts';
import { refusal } from '#sandbox/refusal.ts';

/** Lists the bank accounts that a test customer chose. */
export const listBankAccounts = implement(listSandboxBankAccounts, async ({ body }) => {
  const accounts = accountsOf(body.access_token);
  return accounts ? { accounts: [...accounts] } : refusal('DC_51');
});

export const handler = lambda(listBankAccounts, () => ({}));
