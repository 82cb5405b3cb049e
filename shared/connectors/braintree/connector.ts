// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, verify } from './authorize.ts';
import { checkCredentials } from './check-credentials.ts';
import { acceptDispute, submitEvidence, syncDispute, uploadEvidenceFile } from './disputes.ts';
import { increment } from './increment.ts';
import {
  capture,
  refund,
  revokeMandate,
  sync,
  syncRefund,
  voidCaptured,
  voidPayment,
} from './later-requests.ts';
import { complete } from './paypal.ts';
import { webhooks } from './webhooks.ts';

/** Braintree, by its GraphQL API. */
export function braintreeConnector(): Connector {
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
    acceptDispute,
    submitEvidence,
    syncDispute,
    uploadEvidenceFile,
    checkCredentials,
    webhooks,
  };
}
