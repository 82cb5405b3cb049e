// Loaded late: a request asks one processor at most.
import type { Connector } from '#connectors/interface/connector.ts';
import { authorize, capture, checkCredentials, sync, voidPayment } from './payments.ts';
import { refund, syncRefund } from './refunds.ts';
import { webhooks } from './webhooks.ts';

export function connector(): Connector {
  return {
    authorize,
    sync,
    capture,
    void: voidPayment,
    refund,
    syncRefund,
    checkCredentials,
    webhooks,
  };
}
