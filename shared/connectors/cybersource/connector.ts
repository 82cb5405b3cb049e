// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, verify } from './authorize.ts';
import { bankConnector } from './bank-connectors.ts';
import { capture, voidCaptured } from './captures.ts';
import { checkCredentials } from './check-credentials.ts';
import { complete } from './complete.ts';
import { increment, revokeMandate, voidPayment } from './later-requests.ts';
import type { Processor } from './processors.ts';
import { refund, syncRefund } from './refunds.ts';
import { registerWebhook } from './register-webhook.ts';
import { sync } from './sync.ts';
import { webhooks } from './webhooks.ts';

/** Cybersource, or a bank that it serves, by its REST API with signed requests. */
export function cybersourceConnector(name: Processor = 'cybersource'): Connector {
  if (name !== 'cybersource') return bankConnector(name);
  return {
    authorize,
    complete,
    verify,
    revokeMandate,
    sync,
    capture,
    void: voidPayment,
    voidCaptured,
    increment,
    refund,
    syncRefund,
    registerWebhook,
    checkCredentials,
    webhooks,
  };
}
