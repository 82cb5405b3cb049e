import type { ConfigurationReads } from '#merchants/accounts/configuration-store.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { checkAccepted } from '#switch/payments/lifecycle/lifecycle.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkClientSecret, checkProfile } from '#switch/payments/payment.ts';
import type { PaymentStore } from '#switch/payments/payment-store.ts';
import { openWalletSessions } from '#switch/payments/wallet-sessions/operations.ts';
import { walletSessions } from '#switch/payments/wallet-sessions/wallet-sessions.ts';

interface Services {
  readonly payments: PaymentStore;
  readonly configurations: ConfigurationReads;
  readonly secrets: MerchantSecrets;
}

/** Gives a customer's browser the sessions of its wallets. */
export const sessionTokens = implement(openWalletSessions, {
  load: ({ merchantId, body }, { payments, configurations }: Services) =>
    withCurrent(payments.get(merchantId, body.payment_id), configurations.current(merchantId)),

  async run({ caller, body, now }, { secrets }: Services, [payment, configuration]) {
    checkProfile(payment, caller);
    checkClientSecret(payment, caller.clientSecret, now);
    checkAccepted('session_tokens', payment.status);
    const sessions = await walletSessions(payment, body.wallets, configuration, secrets);
    return {
      payment_id: payment.id,
      client_secret: payment.clientSecret,
      session_token: [...sessions],
      vault_details: null,
    };
  },
});

export const handler = lambda(sessionTokens, livePaymentServices);
