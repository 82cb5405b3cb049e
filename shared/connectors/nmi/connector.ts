// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, verify } from './authorize.ts';
import { checkCredentials } from './check-credentials.ts';
import { capture, refund, voidCaptured, voidPayment } from './later-requests.ts';
import { sync, syncRefund } from './sync.ts';
import { webhooks } from './webhooks.ts';

/** NMI, by its payment API and its query API. */
export function nmiConnector(): Connector {
  return {
    authorize,
    verify,
    sync,
    capture,
    void: voidPayment,
    voidCaptured,
    refund,
    syncRefund,
    checkCredentials,
    webhooks,
  };
}
