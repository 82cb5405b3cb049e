import { implement } from '#platform/http/operation/implement.ts';
import { lambda } from '#sandbox/lambda.ts';
import { openSandboxWalletSession, orderIdOf } from '#sandbox/wallet-session-operations.ts';

/**
 * Makes a test order for a wallet's window. It stores nothing, and a repeat gets the same answer.
 */
export const openWalletSession = implement(openSandboxWalletSession, async ({ params, body }) => ({
  reference: params.reference,
  order_id: orderIdOf(params.reference, body),
}));

export const handler = lambda(openWalletSession, () => ({}));
