import type { RefundInPayment } from '../payments/response/nested-responses.ts';
import { type AskRefundServices, syncedRefund } from './ask-refund.ts';
import { presentRefund } from './present-refund.ts';
import { checkRefundProfile, mayBeSynced, type Refund } from './refund.ts';

interface ShowRequest {
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
export async function shownRefund(
  refund: Refund,
  { caller, remainingMs, requestId }: ShowRequest,
  sync: boolean | null | undefined,
  services: AskRefundServices,
): Promise<RefundInPayment> {
  checkRefundProfile(refund, caller);
  const isAsked = sync === true && mayBeSynced(refund);
  return presentRefund(
    isAsked ? await syncedRefund(refund, { remainingMs, requestId }, services) : refund,
  );
}
