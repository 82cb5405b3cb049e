import type { RefundInPayment } from '../payments/response/nested-responses.ts';
import { presentRefund } from './present-refund.ts';
import { checkRefundProfile, mayBeSynced, type Refund } from './refund.ts';
import { type RefundServices, syncRefundWithConnector } from './send-refund.ts';

interface RetrieveContext {
  readonly caller: { readonly profileId?: string };
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * A refund as its merchant sees it; on demand its connector is asked first. A refund that waits to be
 * sent has no answer yet, and one that is over keeps the answer that it has.
 *
 * @throws SwitchError `refund_not_found` for another profile's
 */
export async function syncAndPresentRefund(
  refund: Refund,
  { caller, remainingMs, requestId }: RetrieveContext,
  sync: boolean | null | undefined,
  services: RefundServices,
): Promise<RefundInPayment> {
  checkRefundProfile(refund, caller);
  const shouldSync = sync === true && mayBeSynced(refund);
  return presentRefund(
    shouldSync
      ? await syncRefundWithConnector(refund, { remainingMs, requestId }, services)
      : refund,
  );
}
