// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, verify } from './authorize.ts';
import { capture, voidPayment } from './captures.ts';
import { checkCredentials } from './check-credentials.ts';
import { listDisputes } from './dispute-list.ts';
import { acceptDispute, submitEvidence, syncDispute, uploadEvidenceFile } from './disputes.ts';
import { increment, sync } from './later-requests.ts';
import { cancelPayout, fulfillPayout, payout, syncPayout } from './payouts.ts';
import { refund, syncRefund } from './refunds.ts';
import { registerWebhook } from './register-webhook.ts';
import { revokeMandate } from './stored-credentials.ts';
import { webhooks } from './webhooks.ts';

/** Stripe, by its payment and setup intents. */
export function stripeConnector(): Connector {
  return {
    authorize,
    verify,
    sync,
    capture,
    void: voidPayment,
    increment,
    refund,
    syncRefund,
    payout,
    fulfillPayout,
    cancelPayout,
    syncPayout,
    revokeMandate,
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
