import { withCurrent } from '../../shared/accounts/with-current.ts';
import { type CustomerStore, customerStore } from '../../shared/customers/customer-store.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { CardServices } from '../../shared/payments/card-services.ts';
import { checkClientChanges } from '../../shared/payments/changes-by-client.ts';
import { liveCardServices } from '../../shared/payments/live-card-services.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { mergedCustomer } from '../../shared/payments/merged-customer.ts';
import { netAmount } from '../../shared/payments/net-amount.ts';
import { confirmPayment } from '../../shared/payments/operations.ts';
import { checkClientSecret, checkProfile, type Payment } from '../../shared/payments/payment.ts';
import { presentPayment } from '../../shared/payments/present-payment.ts';
import type { PaymentRequest } from '../../shared/payments/request.ts';
import {
  checkAmountToCapture,
  checkConfirm,
  checkLengths,
} from '../../shared/payments/request-rules.ts';
import { type TakingServices, take } from '../../shared/payments/take-payment.ts';
import { termsOf } from '../../shared/payments/terms.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services extends TakingServices, CardServices {
  readonly customers: CustomerStore;
}

/**
 * Confirms a payment: from here on the customer's money may move.
 *
 * The payment is saved as `processing` before the connector is asked, and only one caller can win
 * that save. So two racing confirms make one charge, and a function that dies half-way leaves a
 * payment that says so and can be asked about.
 */
export const confirm = implement(confirmPayment, {
  precheck: checkLengths,

  load: ({ merchantId, params }, { payments, configurations }: Services) =>
    withCurrent(payments.get(merchantId, params.payment_id), configurations.current(merchantId)),

  async run(request, services: Services, [payment, configuration]) {
    const { caller, now, remainingMs, requestId, sourceIp } = request;
    checkProfile(payment, caller);
    const body = withBrowser(request);
    checkConfirm(body, now);
    if (body.merchant_id && body.merchant_id !== payment.merchantId) {
      throw new SwitchError('merchant_account_not_found');
    }
    if (caller.kind === 'client') checkClient(payment, caller.clientSecret, body, now);
    checkStatedCapture(payment, body);
    const payerAddress = caller.kind === 'client' ? sourceIp : undefined;
    const asking = { body, now, remainingMs, requestId, payerAddress };
    return presentPayment(await take(payment, configuration, asking, services));
  },
});

/** What a browser told the switch by calling it fills what the request leaves out. */
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

/** What a confirm says of the amount that will be captured is held against all that is charged then. */
function checkStatedCapture({ terms, amountMinor }: Payment, body: PaymentRequest): void {
  const { amount_to_capture } = body;
  if (typeof amount_to_capture !== 'number') return;
  const after = { ...body, ...termsOf(body, terms), amount: amountMinor };
  const { capture_method } = after;
  checkAmountToCapture({ capture_method, amount: netAmount(after), amount_to_capture }, 'update');
}

/** A customer's browser must know the payment's secret, and can change neither whose it is nor its price. */
function checkClient(payment: Payment, clientSecret: string, body: PaymentRequest, now: Date) {
  checkClientSecret(payment, clientSecret, now);
  const { id } = mergedCustomer(body);
  if (id !== undefined && id !== payment.customer?.id) {
    throw new SwitchError('unauthorized_change', {
      message: 'customer_id cannot be changed with a publishable key',
    });
  }
  checkClientChanges(payment, body);
}

export const handler = lambda(confirm, () => ({
  ...liveTakingServices(),
  ...liveCardServices(),
  customers: customerStore(liveTable()),
}));
