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
 * Presents a refund, after a sync with its connector when the caller asks for one. A scheduled
 * refund not yet sent and a settled refund are not synced.
 *
 * @throws SwitchError `refund_not_found` for a refund of another profile
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
