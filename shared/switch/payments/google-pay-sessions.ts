import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { Payment } from './payment.ts';
import type { SessionToken } from './wallet-sessions/operations.ts';
import { walletSessions } from './wallet-sessions/wallet-sessions.ts';

export type GooglePaySession = Extract<SessionToken, { wallet_name: 'google_pay' }>;

/** The sessions of Google Pay, for our own pages; empty where the merchant has not configured it. */
export async function googlePaySessions(
  payment: Payment,
  configuration: Configuration,
  secrets: MerchantSecrets,
): Promise<readonly GooglePaySession[]> {
  const sessions = await walletSessions(payment, ['google_pay'], configuration, secrets);
  return sessions.filter((one) => one.wallet_name === 'google_pay');
}
