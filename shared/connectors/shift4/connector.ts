// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, capture, increment, sync, verify, voidPayment } from './charges.ts';
import { checkCredentials } from './check-credentials.ts';
import { refund, syncRefund } from './refunds.ts';
import { webhooks } from './webhooks.ts';

/** Shift4, by its charges API. */
export function shift4Connector(): Connector {
  return {
    authorize,
    verify,
    sync,
    capture,
    void: voidPayment,
    increment,
    refund,
    syncRefund,
    checkCredentials,
    webhooks,
  };
}
