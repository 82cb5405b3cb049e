import { lambda } from '#merchants/lambda.ts';
import { type CardBinStore, cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { type CustomerStore, customerStore } from '#switch/customers/customer-store.ts';
import { checkNew } from '#switch/payment-methods/check-payment-method.ts';
import { createPaymentMethod } from '#switch/payment-methods/operations.ts';
import { awaitedPaymentMethod, factsIn } from '#switch/payment-methods/payment-method.ts';
import {
  newNames,
  type PaymentMethodStore,
  paymentMethodStore,
} from '#switch/payment-methods/payment-method-store.ts';
import { presentPaymentMethod } from '#switch/payment-methods/present-payment-method.ts';
import {
  findCardBin,
  type SaveCardServices,
  saveRequestCard,
} from '#switch/payment-methods/save-card.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

interface Services extends SaveCardServices {
  readonly customers: CustomerStore;
  readonly paymentMethods: PaymentMethodStore;
  readonly cardBins: CardBinStore;
}

/**
 * Saves a payment method. A card is stored in the vault. A number that the customer has saved
 * already keeps its payment method, updated with the new details. Without data, the payment method
 * awaits it from the client, who shows the client secret. Only cards can be saved, because the
 * vault stores nothing else.
 */
export const create = implement(createPaymentMethod, {
  load: async ({ merchantId, body }, { customers, cardBins }: Services) =>
    Promise.all([
      body.customer_id == null ? undefined : customers.get(merchantId, body.customer_id),
      findCardBin(body.card, { cardBins }),
    ]),

  async run(request, services: Services, [customer, known]) {
    const { caller, body, now } = request;
    if (!customer) throw new SwitchError('missing_param', { field: 'customer_id' });
    if (customer.redactedAt !== undefined) throw new SwitchError('customer_redacted');
    const { paymentMethods } = services;
    const owner = { merchantId: caller.merchantId, customerId: customer.id };
    const names = newNames();

    const card = checkNew(body, now);
    if (!card) {
      const awaited = awaitedPaymentMethod(owner, factsIn(body), names, now);
      return presentPaymentMethod(await paymentMethods.create(awaited));
    }
    const cardToSave = { ...owner, names, card, known, customer };
    const saved = await saveRequestCard(cardToSave, request, services, paymentMethods.saveCard);
    return presentPaymentMethod(saved);
  },
});

export const handler = lambda(create, () => ({
  customers: customerStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
  cardBins: cardBinStore(liveTable()),
  vault: liveCardVault().cards,
  log,
}));
