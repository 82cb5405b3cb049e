import type { ConfigurationStore } from '../../shared/accounts/configuration-store.ts';
import { withCurrent } from '../../shared/accounts/with-current.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { checkAccepted } from '../../shared/payments/lifecycle/lifecycle.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { checkClientSecret, checkProfile } from '../../shared/payments/payment.ts';
import type { PaymentStore } from '../../shared/payments/payment-store.ts';
import { openWalletSessions } from '../../shared/payments/wallet-sessions/operations.ts';
import { walletSessions } from '../../shared/payments/wallet-sessions/wallet-sessions.ts';
import type { MerchantSecrets } from '../../shared/secrets/merchant-secrets.ts';

interface Services {
  readonly payments: PaymentStore;
  readonly configurations: ConfigurationStore;
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
