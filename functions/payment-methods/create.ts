import { type CardBinStore, cardBinStore } from '../../shared/card-bins/card-bin-store.ts';
import { type CustomerStore, customerStore } from '../../shared/customers/customer-store.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { log } from '../../shared/log.ts';
import { checkNew } from '../../shared/payment-methods/check-payment-method.ts';
import { createPaymentMethod } from '../../shared/payment-methods/operations.ts';
import { awaitedPaymentMethod, factsIn } from '../../shared/payment-methods/payment-method.ts';
import {
  newNames,
  type PaymentMethodStore,
  paymentMethodStore,
} from '../../shared/payment-methods/payment-method-store.ts';
import { presentPaymentMethod } from '../../shared/payment-methods/present-payment-method.ts';
import {
  findCardBin,
  type SaveCardServices,
  saveRequestCard,
} from '../../shared/payment-methods/save-card.ts';
import { liveTable } from '../../shared/table/table.ts';
import { liveVault } from '../../shared/vault/live-vault.ts';

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
  vault: liveVault().cards,
  log,
}));
