// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, complete, verify } from './authorize.ts';
import { checkCredentials } from './check-credentials.ts';
import { capture, increment, sync, voidPayment } from './later-requests.ts';
import { refund, syncRefund } from './refunds.ts';
import { webhooks } from './webhooks.ts';

/** Shift4, by its charges API. */
export function shift4Connector(): Connector {
  return {
    authorize,
    complete,
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
