// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, verify } from './authorize.ts';
import { checkCredentials } from './check-credentials.ts';
import { capture, sync, voidCaptured, voidPayment } from './later-requests.ts';
import { refund, syncRefund } from './refunds.ts';
import { registerWebhook } from './register-webhook.ts';
import { webhooks } from './webhooks.ts';

/** Authorize.net, by its JSON API. */
export function authorizeDotNetConnector(): Connector {
  return {
    authorize,
    verify,
    sync,
    capture,
    void: voidPayment,
    voidCaptured,
    refund,
    syncRefund,
    registerWebhook,
    checkCredentials,
    webhooks,
  };
}
