import type { AuthenticationOutcome } from '#connectors/interface/three-ds.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { challengeRequestOf, requestorOf } from '#switch/payments/authentication/authenticator.ts';
import { isAuthenticating } from '#switch/payments/authentication.ts';
import { checkClientSecret, checkProfile, type Payment } from '#switch/payments/payment.ts';
import type { AuthenticationServices } from '#switch/payments/three-ds/authentication-return.ts';
import { syncAuthentication } from '#switch/payments/three-ds/finish-authentication.ts';
import { liveAuthenticationServices } from '#switch/payments/three-ds/live-authentication-services.ts';
import {
  type AuthenticatePaymentResponse,
  authenticatePayment,
} from '#switch/payments/three-ds/operations.ts';
import { authenticationPollId } from '#switch/polls/poll-store.ts';

/**
 * Returns the result of the authentication to a customer's browser, or the bank's page for the
 * challenge.
 */
export const authenticate = implement(authenticatePayment, {
  load: ({ merchantId, params }, { payments, configurations }: AuthenticationServices) =>
    withCurrent(payments.get(merchantId, params.payment_id), configurations.current(merchantId)),

  async run(
    { caller, now, remainingMs, requestId },
    services: AuthenticationServices,
    [payment, configuration],
  ) {
    const { payments, polls, clock } = services;
    checkProfile(payment, caller);
    checkClientSecret(payment, caller.clientSecret, now);
    checkAuthenticating(payment);
    const { merchantId, id: paymentId } = payment;
    const context = { remainingMs, requestId };
    const outcome = await syncAuthentication(payment, configuration, context, services);
    await polls.set({ id: authenticationPollId(paymentId), merchantId, status: 'pending' }, now);
    await payments.settle(payment, (current) =>
      withAuthenticationStatus(current, outcome, clock()),
    );
    return presentAuthentication(outcome, requestorOf(configuration, payment.profileId));
  },
});

function checkAuthenticating(payment: Payment): void {
  const { status, attempt } = payment;
  if (!attempt.authentication) {
    throw new SwitchError('precondition_failed', {
      message:
        'You cannot authenticate this payment because payment_attempt.external_three_ds_authentication_attempted is false',
    });
  }
  if (!isAuthenticating(payment)) {
    throw new SwitchError('payment_unexpected_state', { action: 'authenticate', status });
  }
}

/** Records the authentication's status. The payment is decided when the customer returns. */
function withAuthenticationStatus(
  payment: Payment,
  outcome: AuthenticationOutcome,
  now: Date,
): Payment {
  const { authentication } = payment.attempt;
  const status = statuses[outcome.result];
  if (!authentication || !status || !isAuthenticating(payment)) return payment;
  const flow = 'flow' in outcome ? outcome.flow : 'challenge';
  if (authentication.status === status && authentication.flow === flow) return payment;
  const attempt = { ...payment.attempt, authentication: { ...authentication, status, flow } };
  return { ...payment, attempt, modifiedAt: now.toISOString() };
}

const statuses: Readonly<
  Partial<Record<AuthenticationOutcome['result'], 'pending' | 'success' | 'failed'>>
> = { challenge: 'pending', authenticated: 'success', refused: 'failed' };

const emptyResponse = {
  acs_url: null,
  challenge_request: null,
  challenge_request_key: null,
  acs_reference_number: null,
  acs_trans_id: null,
  three_dsserver_trans_id: null,
  acs_signed_content: null,
  error_message: null,
};

function presentAuthentication(
  outcome: AuthenticationOutcome,
  requestor: ReturnType<typeof requestorOf>,
): AuthenticatePaymentResponse {
  const base = { ...emptyResponse, ...requestor };
  if (!('ids' in outcome)) {
    // The result is unknown: the browser may ask again.
    const message = 'message' in outcome ? outcome.message : undefined;
    return { ...base, trans_status: 'U', error_message: message ?? null };
  }
  const { ids } = outcome;
  const named = {
    ...base,
    acs_trans_id: ids.acsTransactionId,
    three_dsserver_trans_id: ids.serverTransactionId,
  };
  if (outcome.result === 'authenticated') return { ...named, trans_status: 'Y' };
  if (outcome.result === 'refused') return { ...named, trans_status: 'N' };
  return {
    ...named,
    trans_status: 'C',
    acs_url: outcome.url,
    challenge_request: challengeRequestOf(ids),
    challenge_request_key: 'creq',
  };
}

export const handler = lambda(authenticate, liveAuthenticationServices);
