import { lambda } from '#merchants/lambda.ts';
import { type CardBinStore, cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkCompleting } from '#switch/payment-methods/check-payment-method.ts';
import { savePaymentMethod } from '#switch/payment-methods/operations.ts';
import { checkPaymentMethodSecret, statusAt } from '#switch/payment-methods/payment-method.ts';
import {
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
  readonly paymentMethods: PaymentMethodStore;
  readonly cardBins: CardBinStore;
}

/**
 * Completes a payment method that awaits its data with a card. A client does it with the client
 * secret, or a merchant with its own key. When the customer has saved this number already, the
 * answer is that payment method.
 */
export const save = implement(savePaymentMethod, {
  load: ({ merchantId, params, body }, { paymentMethods, cardBins }: Services) =>
    Promise.all([
      paymentMethods.get(merchantId, params.method_id),
      findCardBin(body.payment_method_data?.card, { cardBins }),
    ]),

  async run(request, services: Services, [awaited, known]) {
    const { caller, body, now } = request;
    if (caller.kind === 'client') checkPaymentMethodSecret(awaited, caller.clientSecret, now);
    if (statusAt(awaited, now) !== 'awaiting_data') throw new SwitchError('client_secret_expired');

    const card = checkCompleting(body, now);
    const { merchantId, customerId, id } = awaited;
    const cardToSave = { merchantId, customerId, card, known, names: { id, secret: '' } };
    const saved = await saveRequestCard(cardToSave, request, services, (saving) =>
      services.paymentMethods.complete(awaited, saving),
    );
    return presentPaymentMethod(saved);
  },
});

export const handler = lambda(save, () => ({
  paymentMethods: paymentMethodStore(liveTable()),
  cardBins: cardBinStore(liveTable()),
  vault: liveCardVault().cards,
  log,
}));
