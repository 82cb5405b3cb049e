import type { Connector } from '../interface/connector.ts';
import { authorize, verify } from './authorize.ts';
import { capture } from './captures.ts';
import { checkCredentials } from './check-credentials.ts';
import { increment, revokeMandate, voidPayment } from './later-requests.ts';
import type { Processor } from './processors.ts';
import { refund, syncRefund } from './refunds.ts';
import { sync } from './sync.ts';

/** The connector of a bank's merchants, by Cybersource's API; see `banks.ts`. */
export const bankConnector = (bank: Exclude<Processor, 'cybersource'>): Connector => ({
  authorize,
  verify,
  sync,
  capture,
  void: voidPayment,
  refund,
  syncRefund,
  checkCredentials,
  ...(bank === 'wellsfargo' && { increment, revokeMandate }),
});
