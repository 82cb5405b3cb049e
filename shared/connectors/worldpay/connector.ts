// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize } from './authorize.ts';
import { checkCredentials } from './check-credentials.ts';
import { capture, increment, refund, sync, syncRefund, voidPayment } from './later-requests.ts';
import { complete } from './three-ds.ts';
import { webhooks } from './webhooks.ts';

/** Worldpay, by its Access payments API of 2024-06-01. */
export function worldpayConnector(): Connector {
  return {
    authorize,
    complete,
    verify: authorize,
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
