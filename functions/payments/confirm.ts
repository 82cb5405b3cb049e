import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement, type Request } from '#platform/http/operation/implement.ts';
import type { CardServices } from '#switch/payments/card-services.ts';
import { acceptConfirm } from '#switch/payments/confirm/accept-confirm.ts';
import { confirmStoredPayment } from '#switch/payments/confirm/confirm-payment.ts';
import { giveUpAttempt } from '#switch/payments/confirm/give-up-attempt.ts';
import { liveCardServices } from '#switch/payments/live-card-services.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { confirmPayment } from '#switch/payments/operations.ts';
import { findCardRange, withCardRange } from '#switch/payments/payment-method-data/card-range.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import type { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { checkLengths } from '#switch/payments/request/validate-request.ts';
import { presentFor } from '#switch/payments/response/present-payment.ts';

type Services = PaymentServices & CardServices;

/**
 * Confirms a payment: from here on the customer's money may move.
 *
 * The payment is saved as `processing` before the authorization is sent, and only one caller can
 * win that save. Two racing confirms make one charge, and a sync finds the outcome when the
 * function crashes.
 */
export const confirm = implement(confirmPayment, {
  precheck: checkLengths,

  load: async ({ merchantId, params, body }, services: Services) => {
    const { payments, configurations } = services;
    const reading = payments.get(merchantId, params.payment_id);
    const [loaded, range] = await Promise.all([
      withCurrent(reading, configurations.current(merchantId)),
      findCardRange(body, services),
    ]);
    return [...loaded, range] as const;
  },

  async run(request, services: Services, [stored, configuration, range]) {
    const { caller, now, remainingMs, requestId } = request;
    const body = withBrowser(request);
    const stating = { caller, body, now };
    const { given_up_attempt_id: attemptId } = body;
    const left =
      attemptId == null
        ? undefined
        : await giveUpAttempt(
            stored,
            { ...stating, attemptId, configuration, remainingMs, requestId },
            services,
          );
    if (left?.isDecided) return presentFor(caller, left.payment);
    const payment = left?.payment ?? stored;
    const accepted = await acceptConfirm(payment, configuration, stating, services);
    const confirmRequest = {
      body: withCardRange(accepted.request, range),
      now,
      remainingMs,
      requestId,
      wishedConnectors: accepted.wishedConnectors,
      payerAddress: payerAddressOf(request),
    };
    return presentFor(
      caller,
      await confirmStoredPayment(accepted.payment, configuration, confirmRequest, services),
    );
  },
});

/** The source of a request from a merchant's server is the server, and not the payer. */
const payerAddressOf = ({ body, caller, sourceIp }: Request<typeof confirmPayment>) =>
  caller.kind === 'client' ? sourceIp : (body.browser_info?.ip_address ?? undefined);

/** Completes the browser info from the HTTP request. */
function withBrowser({ body, headers, sourceIp }: Request<typeof confirmPayment>): PaymentRequest {
  if (!body.browser_info) return body;
  const { ip_address, user_agent } = body.browser_info;
  return {
    ...body,
    browser_info: {
      ...body.browser_info,
      ip_address: ip_address ?? sourceIp,
      user_agent: user_agent ?? headers['user-agent'],
    },
  };
}

export const handler = lambda(confirm, () => ({
  ...livePaymentServices(),
  ...liveCardServices(),
}));
