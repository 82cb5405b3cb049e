import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { Request } from '#platform/http/operation/implement.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { errorPage } from '#vocabulary/payer-pages/error-page.ts';
import { authenticationPollId, type PollStore } from '../../polls/poll-store.ts';
import { isAuthenticating } from '../authentication.ts';
import type { Payment } from '../payment.ts';
import { redirectToMerchant } from '../redirect/handle-return.ts';
import type { returnFromAuthentication } from '../redirect/operations.ts';
import { attemptOfVisit } from '../redirect/redirect-urls.ts';
import { inTurn, type TurnServices } from '../redirect/sync-turns.ts';
import { type FinishServices, finishAuthentication } from './finish-authentication.ts';

export interface AuthenticationServices
  extends FinishServices,
    Pick<TurnServices, 'syncTurns' | 'wait'> {
  readonly polls: PollStore;
}

type AuthenticationReturn = Pick<
  Request<typeof returnFromAuthentication>,
  'params' | 'query' | 'headers' | 'now' | 'remainingMs' | 'requestId'
>;

/** The payment, with the merchant's current configuration. */
export const loadAuthenticationReturn = (
  { params: { merchant_id, payment_id } }: Pick<AuthenticationReturn, 'params'>,
  { payments, configurations }: AuthenticationServices,
) => withCurrent(payments.get(merchant_id, payment_id), configurations.current(merchant_id));

/**
 * Handles a customer's return from the bank's 3-D Secure page. The result comes from the
 * authentication server; then the payment is authorized, and the customer is redirected to the
 * shop.
 *
 * @throws SwitchError `payment_not_found` without the page token that the authentication server was
 * given
 */
export async function completeAuthentication(
  [payment, configuration]: readonly [Payment, Configuration],
  request: AuthenticationReturn,
  services: AuthenticationServices,
): Promise<RawResponse> {
  const { params, query, headers, now } = request;
  const { payments, polls, configurations } = services;
  const token = query.page_token;
  const visit = { page: 'authorize', token, connectorName: params.connector } as const;
  if (attemptOfVisit(payment, visit) === 'earlier') {
    return errorPage('outdated', headers['accept-language']);
  }
  if (!payment.attempt.authentication) throw new SwitchError('payment_not_found');
  const { merchantId, id } = payment;
  const sync = async (current: Payment) => {
    // The configuration may have changed while a visitor waited for the turn.
    const latest = current === payment ? configuration : await configurations.current(merchantId);
    return finishAuthentication(current, latest, request, services).catch((error: unknown) => {
      // A second return is redirected to the shop too.
      if (!isSwitchError(error, 'concurrent_update')) throw error;
      return payments.get(merchantId, id);
    });
  };
  const turn = { isOpen: isAuthenticating, sync };
  const settled = await inTurn(payment, 'authorize', turn, services);
  if (settled.status !== 'requires_customer_action') {
    await polls.set({ id: authenticationPollId(id), merchantId, status: 'completed' }, now);
  }
  return redirectToMerchant(settled, services, headers['accept-language']);
}
