import type { ConfigurationReads } from '#merchants/accounts/configuration-store.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { send } from '#platform/http/egress/egress.ts';
import { implement } from '#platform/http/operation/implement.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { checkAccepted } from '#switch/payments/lifecycle/lifecycle.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkClientSecret, checkProfile } from '#switch/payments/payment.ts';
import type { PaymentStore } from '#switch/payments/payment-store.ts';
import {
  appleSessions,
  type OpenAppleSession,
} from '#switch/payments/wallet-sessions/apple-session.ts';
import { openWalletSessions } from '#switch/payments/wallet-sessions/operations.ts';
import { walletSessions } from '#switch/payments/wallet-sessions/wallet-sessions.ts';

interface Services {
  readonly payments: PaymentStore;
  readonly configurations: ConfigurationReads;
  readonly secrets: MerchantSecrets;
  readonly openAppleSession: OpenAppleSession;
}

/** Gives a customer's browser the sessions of its wallets. */
export const sessionTokens = implement(openWalletSessions, {
  load: ({ merchantId, body }, { payments, configurations }: Services) =>
    withCurrent(payments.get(merchantId, body.payment_id), configurations.current(merchantId)),

  async run(
    { caller, body, now, headers },
    { secrets, openAppleSession }: Services,
    [payment, configuration],
  ) {
    checkProfile(payment, caller);
    checkClientSecret(payment, caller.clientSecret, now);
    checkAccepted('session_tokens', payment.status);
    const domain = headers['x-merchant-domain'];
    const sessions = await walletSessions(
      payment,
      body.wallets,
      configuration,
      secrets,
      (identity) => openAppleSession(identity, domain),
    );
    return {
      payment_id: payment.id,
      client_secret: payment.clientSecret,
      session_token: [...sessions],
      vault_details: null,
    };
  },
});

export const handler = lambda(sessionTokens, () => ({
  ...livePaymentServices(),
  openAppleSession: appleSessions(send),
}));
