import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkUpdate } from '#switch/payment-methods/check-payment-method.ts';
import { updatePaymentMethod } from '#switch/payment-methods/operations.ts';
import { changedCard, checkPaymentMethodSecret } from '#switch/payment-methods/payment-method.ts';
import {
  type PaymentMethodStore,
  paymentMethodStore,
} from '#switch/payment-methods/payment-method-store.ts';
import { presentPaymentMethod } from '#switch/payment-methods/present-payment-method.ts';
import { type RestoreCardServices, restoreCard } from '#switch/payment-methods/restore-card.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

interface Services extends RestoreCardServices {
  readonly paymentMethods: PaymentMethodStore;
}

/** Changes the expiry and the names of a saved card, never its number. */
export const update = implement(updatePaymentMethod, {
  load: ({ merchantId, params }, { paymentMethods }: Services) =>
    paymentMethods.get(merchantId, params.method_id),

  async run(request, services: Services, paymentMethod) {
    const { caller, body, now, requestId } = request;
    if (caller.kind === 'client') checkPaymentMethodSecret(paymentMethod, caller.clientSecret, now);
    const { card: before, change } = checkUpdate(paymentMethod, body, now);
    const { card, changes } = changedCard(before, change);
    const context = { ...paymentMethod, requestId, now };
    const next = { ...paymentMethod, card };

    const changed =
      changes === 'in the vault'
        ? await restoreCard(context, next, services)
        : changes === 'outside the vault'
          ? await services.paymentMethods.save(next)
          : paymentMethod;
    return { ...presentPaymentMethod(changed), wallet: null };
  },
});

export const handler = lambda(update, () => ({
  paymentMethods: paymentMethodStore(liveTable()),
  vault: liveCardVault().cards,
  log,
}));
