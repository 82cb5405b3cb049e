import type { Connector } from '../interface/connector.ts';
import { authorize, capture, increment, refund, sync, syncRefund, verify } from './charges.ts';
import { webhooks } from './webhooks.ts';

/** Shift4, by its charges API. */
export function shift4Connector(): Connector {
  return { authorize, verify, sync, capture, increment, refund, syncRefund, webhooks };
}
