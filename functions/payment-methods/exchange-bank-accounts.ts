import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { textResponse } from '#platform/http/response/raw-response.ts';
import { liveTable } from '#platform/table/table.ts';
import { exchangeBankAccounts as operation } from '#switch/payment-methods/bank-accounts/operations.ts';
import { saveVerifiedAccounts } from '#switch/payment-methods/bank-accounts/save-accounts.ts';
import {
  verifierError,
  verifierOfPayment,
} from '#switch/payment-methods/bank-accounts/verifier-access.ts';
import {
  type PaymentMethodStore,
  paymentMethodStore,
} from '#switch/payment-methods/payment-method-store.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkClientSecret, checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';

interface Services
  extends Pick<PaymentServices, 'payments' | 'configurations' | 'secrets' | 'connectors'> {
  readonly paymentMethods: Pick<PaymentMethodStore, 'saveBankAccount'>;
}

/**
 * Saves the bank accounts that the payment's customer chose as payment methods of the customer. The
 * answer is empty, as in Hyperswitch: the customer's list has them. A repeat saves nothing twice.
 */
export const exchangeBankAccounts = implement(operation, {
  load: ({ merchantId, body }, { payments, configurations }: Services) =>
    withCurrent(payments.get(merchantId, body.payment_id), configurations.current(merchantId)),

  async run(request, services: Services, [payment, configuration]) {
    const { caller, body, now, remainingMs, requestId } = request;
    checkProfile(payment, caller);
    if (caller.kind === 'client') checkClientSecret(payment, caller.clientSecret, now);
    const { secrets, connectors } = services;
    const { access, accountId: verifierId } = await verifierOfPayment(
      payment,
      body,
      configuration,
      secrets,
    );
    const customerId = payment.customer?.id;
    if (customerId === undefined) throw new SwitchError('customer_not_found');
    const publicToken = body.public_token;
    const outcome = await connectors({ remainingMs, requestId }).exchangeAccountToken(access, {
      publicToken,
    });
    if (outcome.result !== 'verified') throw verifierError(outcome, access.connectorName);
    const keyOwner = configuration.account;
    const context = { merchantId: payment.merchantId, customerId, keyOwner, verifierId, now };
    await saveVerifiedAccounts(outcome, context, services);
    return textResponse('');
  },
});

export const handler = lambda(exchangeBankAccounts, () => ({
  ...livePaymentServices(),
  paymentMethods: paymentMethodStore(liveTable()),
}));
