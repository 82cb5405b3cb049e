import { withCurrent } from '#merchants/accounts/with-current.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { linkBankAccount as operation } from '#switch/payment-methods/bank-accounts/operations.ts';
import {
  verifierError,
  verifierOfPayment,
} from '#switch/payment-methods/bank-accounts/verifier-access.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkClientSecret, checkProfile } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { billingCountryOf } from '#switch/payments/request/billing-country.ts';

type Services = Pick<PaymentServices, 'payments' | 'configurations' | 'secrets' | 'connectors'>;

/** Opens a session at the service that verifies bank accounts, for the customer of a payment. */
export const linkBankAccount = implement(operation, {
  load: ({ merchantId, body }, { payments, configurations }: Services) =>
    withCurrent(payments.get(merchantId, body.payment_id), configurations.current(merchantId)),

  async run(request, { secrets, connectors }: Services, [payment, configuration]) {
    const { caller, body, now, remainingMs, requestId } = request;
    checkProfile(payment, caller);
    if (caller.kind === 'client') checkClientSecret(payment, caller.clientSecret, now);
    const { access } = await verifierOfPayment(payment, body, configuration, secrets);
    const country = billingCountryOf(payment);
    if (!country) throw new SwitchError('missing_param', { field: 'billing_country' });
    const outcome = await connectors({ remainingMs, requestId }).openAccountLink(access, {
      reference: payment.id,
      country,
      ...(payment.customer?.id !== undefined && { customerId: payment.customer.id }),
      ...(body.language != null && { language: body.language }),
    });
    if (outcome.result !== 'opened') throw verifierError(outcome, access.connectorName);
    return { link_token: outcome.linkToken, connector: access.connectorName };
  },
});

export const handler = lambda(linkBankAccount, livePaymentServices);
