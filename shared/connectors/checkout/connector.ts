// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize } from './authorize.ts';
import { checkCredentials } from './check-credentials.ts';
import { listDisputes } from './dispute-list.ts';
import { acceptDispute, submitEvidence, syncDispute, uploadEvidenceFile } from './disputes.ts';
import { capture, increment, refund, sync, syncRefund, voidPayment } from './later-requests.ts';
import { payout, syncPayout } from './payouts.ts';
import { registerWebhook } from './register-webhook.ts';
import { webhooks } from './webhooks.ts';

/** Checkout.com, by its payments API. */
export function checkoutConnector(): Connector {
  return {
    authorize,
    verify: authorize,
    sync,
    capture,
    void: voidPayment,
    increment,
    refund,
    syncRefund,
    payout,
    syncPayout,
    acceptDispute,
    uploadEvidenceFile,
    submitEvidence,
    syncDispute,
    listDisputes,
    registerWebhook,
    checkCredentials,
    webhooks,
  };
}
