import type { Configuration } from '../accounts/merchant-account.ts';
import { withCurrent } from '../accounts/with-current.ts';
import { isSwitchError, SwitchError } from '../errors.ts';
import type { Request } from '../http/implement.ts';
import type { RawResponse } from '../http/raw-response.ts';
import { authenticationPollId, type PollStore } from '../polls/poll-store.ts';
import { sentToMerchant } from './come-back.ts';
import type { Payment } from './payment.ts';
import type { goOnAuthenticated } from './redirect-operations.ts';
import { type ResumingServices, resumed } from './resume-payment.ts';

export interface GoingOnServices extends ResumingServices {
  readonly polls: PollStore;
}

type Coming = Pick<
  Request<typeof goOnAuthenticated>,
  'params' | 'now' | 'remainingMs' | 'requestId'
>;

/** The payment, and what its merchant has set now. */
export const loadGoingOn = (
  { params: { merchant_id, payment_id } }: Pick<Coming, 'params'>,
  { payments, configurations }: GoingOnServices,
) => withCurrent(payments.get(merchant_id, payment_id), configurations.current(merchant_id));

/**
 * A customer comes from their bank. Whether they were authenticated, the authentication server says;
 * then the processor is asked for the money, and they go to the shop.
 */
export async function wentOn(
  [payment, configuration]: readonly [Payment, Configuration],
  request: Coming,
  services: GoingOnServices,
): Promise<RawResponse> {
  const { params, now } = request;
  const { payments, polls } = services;
  if (payment.attempt.connectorName !== params.connector || !payment.attempt.authentication) {
    throw new SwitchError('payment_not_found');
  }
  const { merchantId, id } = payment;
  const settled = await resumed(payment, configuration, request, services).catch(
    (error: unknown) => {
      // Who came twice goes on to the shop as well.
      if (!isSwitchError(error, 'concurrent_update')) throw error;
      return payments.get(merchantId, id);
    },
  );
  if (settled.status !== 'requires_customer_action') {
    await polls.set({ id: authenticationPollId(id), merchantId, status: 'completed' }, now);
  }
  return sentToMerchant(settled, services);
}
