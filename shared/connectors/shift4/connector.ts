// Loaded late: a request asks one processor at most.
import type { Connector } from '../interface/connector.ts';
import { authorize, complete, verify } from './authorize.ts';
import { checkCredentials } from './check-credentials.ts';
import {
  acceptDispute,
  submitEvidence,
  syncDispute,
  uploadEvidenceFile,
} from './dispute-answers.ts';
import { listDisputes } from './dispute-list.ts';
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
    acceptDispute,
    submitEvidence,
    syncDispute,
    listDisputes,
    uploadEvidenceFile,
    checkCredentials,
    webhooks,
  };
}
