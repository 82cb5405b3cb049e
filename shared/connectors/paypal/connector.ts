// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { accessToken } from './access-token.ts';
import { checkCredentials } from './check-credentials.ts';
import { acceptDispute, submitEvidence, syncDispute } from './disputes.ts';
import { capture, refund, sync, syncRefund, voidPayment } from './later-requests.ts';
import { authorize, complete, verify } from './orders.ts';
import { cancelPayout, payout, syncPayout } from './payouts.ts';
import { registerWebhook } from './register-webhook.ts';
import { openWalletSession } from './wallet-window.ts';
import { webhooks } from './webhooks.ts';

/** PayPal, by its orders, payments, vault and disputes APIs. */
export function paypalConnector(): Connector {
  return {
    accessToken,
    authorize,
    complete,
    verify,
    sync,
    capture,
    void: voidPayment,
    refund,
    syncRefund,
    payout,
    cancelPayout,
    syncPayout,
    acceptDispute,
    submitEvidence,
    syncDispute,
    registerWebhook,
    openWalletSession,
    checkCredentials,
    webhooks,
  };
}
