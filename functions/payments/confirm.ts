import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement, type Request } from '#platform/http/implement.ts';
import type { CardServices } from '#switch/payments/card-services.ts';
import { confirmStoredPayment } from '#switch/payments/confirm/confirm-payment.ts';
import { withoutDecided, withoutEvasion } from '#switch/payments/confirm/stated-choices.ts';
import { allowsManualRetry, checkConfirmable } from '#switch/payments/lifecycle/manual-retry.ts';
import { liveCardServices } from '#switch/payments/live-card-services.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { confirmPayment } from '#switch/payments/operations.ts';
import { checkClientSecret, checkProfile, type Payment } from '#switch/payments/payment.ts';
import { findCardRange, withCardRange } from '#switch/payments/payment-method-data/card-range.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { netAmount } from '#switch/payments/request/net-amount.ts';
import type { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { requestFieldsOf } from '#switch/payments/request/terms.ts';
import {
  acceptClientChanges,
  acceptMerchantChanges,
} from '#switch/payments/request/validate-client-changes.ts';
import {
  checkAmountToCapture,
  checkConfirm,
  checkLengths,
} from '#switch/payments/request/validate-request.ts';
import { presentFor } from '#switch/payments/response/present-payment.ts';

type Services = PaymentServices & CardServices;

/**
 * Confirms a payment: from here on the customer's money may move.
 *
 * The payment is saved as `processing` before the authorization is sent, and only one caller can
 * win that save. So two racing confirms make one charge, and a sync finds the outcome when the
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
    const { caller, now, remainingMs, requestId, sourceIp } = request;
    const payment = withoutDecided(stored);
    checkProfile(payment, caller);
    const body = withBrowser(request);
    checkConfirm(body, now);
    if (body.merchant_id && body.merchant_id !== payment.merchantId) {
      throw new SwitchError('merchant_account_not_found');
    }
    const isClient = caller.kind === 'client';
    if (isClient) checkClientSecret(payment, caller.clientSecret, now);
    // Where no confirm is possible, that is the answer, before what this caller may state.
    checkConfirmable(payment, { manualRetry: allowsManualRetry(configuration, payment), now });
    const accepted = isClient
      ? await acceptClientChanges(
          payment,
          withoutEvasion(body, payment, configuration),
          services.customers,
        )
      : { payment: acceptMerchantChanges(payment, body), request: body };
    checkStatedCapture(payment, accepted.request);
    const payerAddress = isClient ? sourceIp : undefined;
    const confirmRequest = {
      body: withCardRange(accepted.request, range),
      now,
      remainingMs,
      requestId,
      payerAddress,
    };
    return presentFor(
      caller,
      await confirmStoredPayment(accepted.payment, configuration, confirmRequest, services),
    );
  },
});

/** Completes the browser info with what the HTTP request shows. */
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

/** Checks a stated amount to capture against the whole amount that this confirm charges. */
function checkStatedCapture({ requestFields, amountMinor }: Payment, body: PaymentRequest): void {
  const { amount_to_capture } = body;
  if (typeof amount_to_capture !== 'number') return;
  const after = { ...body, ...requestFieldsOf(body, requestFields), amount: amountMinor };
  const { capture_method } = after;
  checkAmountToCapture({ capture_method, amount: netAmount(after), amount_to_capture }, 'update');
}

export const handler = lambda(confirm, () => ({
  ...livePaymentServices(),
  ...liveCardServices(),
}));
