import type { Connector } from '../interface/connector.ts';
import { authorize, verify } from './authorize.ts';
import { capture, refund, sync, syncRefund, voidPayment } from './later-requests.ts';
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
    refund,
    syncRefund,
    registerWebhook,
    webhooks,
  };
}
