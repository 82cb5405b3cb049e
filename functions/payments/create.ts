import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import {
  type CustomerEphemeralKey,
  customerEphemeralKey,
} from '#merchants/ephemeral-keys/customer-ephemeral-key.ts';
import {
  type EphemeralKeyStore,
  ephemeralKeyStore,
} from '#merchants/ephemeral-keys/ephemeral-key-store.ts';
import { lambda } from '#merchants/lambda.ts';
import {
  createIdempotently,
  idempotencyClaim,
} from '#platform/http/operation/idempotent-create.ts';
import { implement, type Request } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { requestCustomerOf } from '#switch/customers/request-customer.ts';
import type { CardServices } from '#switch/payments/card-services.ts';
import { createAndConfirm, createUnconfirmed } from '#switch/payments/confirm/create-payment.ts';
import { draftPayment, newPaymentId } from '#switch/payments/confirm/draft-payment.ts';
import { liveCardServices } from '#switch/payments/live-card-services.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { createPayment } from '#switch/payments/operations.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { findCardRange, withCardRange } from '#switch/payments/payment-method-data/card-range.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { parsePayment } from '#switch/payments/payment-store.ts';
import { checkLengths } from '#switch/payments/request/validate-request.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';

interface Services extends PaymentServices, CardServices {
  readonly ephemeralKeys: Pick<EphemeralKeyStore, 'create' | 'createOnce'>;
}

/**
 * Creates a payment. With `confirm` the payment is saved as `processing`, then sent to the
 * connector, then the outcome is saved. The id is unique, so a repeated request charges once.
 * Without `confirm` its card is stored in the vault until the confirm.
 *
 * A payment that names a customer comes with an ephemeral key for that customer's app. Its secret
 * is stored nowhere, so only this response shows it: later responses have `ephemeral_key: null`.
 */
export const create = implement(createPayment, {
  precheck: checkLengths,

  load: ({ merchantId, body }, services: Services) =>
    Promise.all([
      body.confirm ? services.configurations.current(merchantId) : undefined,
      findCardRange(body, services),
    ]),

  async run(request, services: Services, [configuration, range]) {
    const { merchantId } = request.caller;
    const { body, idempotentRequest } = request;
    const customerId = requestCustomerOf(body).id;
    const key = customerEphemeralKey(
      { ...request, merchantId, customerId },
      services.ephemeralKeys,
    );
    const present = async (payment: Payment) =>
      presentPayment(payment, { ephemeralKey: await key.shown() });
    try {
      return await createIdempotently({
        idempotentRequest,
        isNamed: body.payment_id != null,
        make: async () => {
          const createRequest = { ...request, body: withCardRange(body, range) };
          return present(await createNewPayment(createRequest, configuration, services, key));
        },
        find: () => services.payments.get(merchantId, newPaymentId(request)),
        parse: parsePayment,
        present,
      });
    } finally {
      await key.settled();
    }
  },
});

/** Creates and confirms with the merchant's current configuration; without it, creates only. */
async function createNewPayment(
  request: Request<typeof createPayment>,
  current: Configuration | undefined,
  services: Services,
  key: CustomerEphemeralKey,
): Promise<Payment> {
  const { caller, body, now, remainingMs, requestId } = request;
  const { merchantId } = caller;
  const { configurations, payments, switchUrl } = services;
  const isNamed = body.payment_id != null;
  const claim = idempotencyClaim(request, merchantId, { isNamed, operation: createPayment });
  const context = { save: (payment: Payment) => payments.create(payment, claim), key };
  const facts = { body, now, remainingMs, requestId };
  const draftFor = (found: Configuration) => draftPayment(request, found, switchUrl);
  if (current) return createAndConfirm(draftFor(current), current, facts, services, context);
  const drafted = await configurations.decide(merchantId, draftFor);
  return createUnconfirmed(drafted, facts, services, context);
}

export const handler = lambda(create, () => ({
  ...livePaymentServices(),
  ...liveCardServices(),
  ephemeralKeys: ephemeralKeyStore(liveTable()),
}));
