import { lambda } from '#merchants/lambda.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/implement.ts';
import { log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkUpdate } from '#switch/payment-methods/check-payment-method.ts';
import { updatePaymentMethod } from '#switch/payment-methods/operations.ts';
import {
  changedCard,
  checkPaymentMethodSecret,
  type PaymentMethod,
  type SavedCard,
} from '#switch/payment-methods/payment-method.ts';
import {
  type PaymentMethodStore,
  paymentMethodStore,
} from '#switch/payment-methods/payment-method-store.ts';
import { presentPaymentMethod } from '#switch/payment-methods/present-payment-method.ts';
import {
  type SaveCardServices,
  type SaveContext,
  saveVaultCard,
} from '#switch/payment-methods/save-card.ts';
import { erase } from '#vault/cards/card.ts';
import { callVault, switchAuditContext } from '#vault/switch/from-switch.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

interface Services extends SaveCardServices {
  readonly paymentMethods: PaymentMethodStore;
}

/**
 * Changes the expiry and the names of a saved card, never its number. Vault cards cannot change, so
 * the number is read and stored again. The new card is stored first, then the payment method refers
 * to it, then the old card is deleted: after a crash at any point the payment method still has a
 * card.
 */
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
        ? await restoreCard(context, before, next, services)
        : changes === 'nick name'
          ? await services.paymentMethods.save(next)
          : paymentMethod;
    return { ...presentPaymentMethod(changed), wallet: null };
  },
});

async function restoreCard(
  context: SaveContext,
  before: SavedCard,
  next: PaymentMethod & { readonly card: SavedCard },
  services: Services,
): Promise<PaymentMethod> {
  const { vault } = services;
  const { merchantId, id } = context;
  const request = switchAuditContext(merchantId, context, `payment method ${id} updated`);
  const used = await callVault(() =>
    vault.use({ ...request, token: before.token, as: 'card.used', cvc: 'leave' }),
  );
  if (!used) throw new SwitchError('payment_method_data_not_found');
  const { expiryMonth, expiryYear, holderName, brand = 'unknown' } = next.card;
  try {
    const card = { number: used.number, brand, expiryMonth, expiryYear, holderName };
    return await saveVaultCard(
      context,
      card,
      async ({ token }) => {
        // The number is the same, so the fingerprint under which its customer has it stays.
        const paymentMethod = await saveChange(
          { ...next, card: { ...next.card, token } },
          services,
        );
        return { paymentMethod, supersededToken: before.token };
      },
      services,
    );
  } finally {
    erase(used);
  }
}

/**
 * Saves the change. A conflict is an error, unless the saved version is our own write whose answer
 * was lost.
 */
async function saveChange(
  next: PaymentMethod & { readonly card: SavedCard },
  { paymentMethods }: Services,
): Promise<PaymentMethod> {
  try {
    return await paymentMethods.save(next);
  } catch (error) {
    if (!isSwitchError(error, 'concurrent_update')) throw error;
    const there = await paymentMethods.get(next.merchantId, next.id);
    if (there.card?.token === next.card.token) return there;
    throw error;
  }
}

export const handler = lambda(update, () => ({
  paymentMethods: paymentMethodStore(liveTable()),
  vault: liveCardVault().cards,
  log,
}));
