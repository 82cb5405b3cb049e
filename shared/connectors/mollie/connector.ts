// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, verify } from './authorize.ts';
import { checkCredentials } from './check-credentials.ts';
import { revokeMandate } from './mandates.ts';
import { capture, refund, sync, syncRefund, voidPayment } from './payments.ts';
import { webhooks } from './webhooks.ts';

/** Mollie, by its payments API. */
export function mollieConnector(): Connector {
  return {
    authorize,
    verify,
    revokeMandate,
    sync,
    capture,
    void: voidPayment,
    refund,
    syncRefund,
    checkCredentials,
    webhooks,
  };
}
