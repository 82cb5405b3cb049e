// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, complete } from './authorize.ts';
import { checkCredentials } from './check-credentials.ts';
import { acceptDispute, submitEvidence } from './disputes.ts';
import { capture, extend, increment, refund, voidPayment } from './modifications.ts';
import { payout, syncPayout } from './payouts.ts';
import { registerWebhook } from './register-webhook.ts';
import { isRefusal } from './responses.ts';
import { webhooks } from './webhooks.ts';

/** Adyen, by its Checkout API, and by its Transfers API for payouts. */
export function adyenConnector(): Connector {
  return {
    authorize,
    complete,
    verify: authorize,
    // There is no status call: the redirect return and webhooks contain the state.
    sync: {
      canAsk: () => false,
      request: () => {
        throw new Error('Adyen tells the state of a payment by webhooks.');
      },
      outcome: () => {
        throw new Error('Adyen tells the state of a payment by webhooks.');
      },
    },
    capture,
    void: voidPayment,
    increment,
    extend,
    refund,
    payout,
    syncPayout,
    acceptDispute,
    submitEvidence,
    registerWebhook,
    checkCredentials,
    webhooks,
    isRefusal,
  };
}
