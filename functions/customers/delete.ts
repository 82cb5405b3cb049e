import { lambda } from '#merchants/lambda.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { liveTable } from '#platform/table/table.ts';
import { type Customer, redactedCustomer } from '#switch/customers/customer.ts';
import { type CustomerStore, customerStore } from '#switch/customers/customer-store.ts';
import { deleteCustomer } from '#switch/customers/operations.ts';
import { type MandateStore, mandateStore } from '#switch/mandates/mandate-store.ts';
import {
  type RemoveServices,
  removePaymentMethod,
} from '#switch/payment-methods/delete-payment-method.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';
import { payoutStore } from '#switch/payouts/payout-store.ts';
import { type ForgetServices, forgetCustomerInCopies } from '#switch/redaction/forget-customer.ts';
import { liveCardVault } from '#vault/switch/live-card-vault.ts';

interface Services extends RemoveServices, ForgetServices {
  readonly customers: CustomerStore;
  readonly mandates: Pick<MandateStore, 'listOfCustomer'>;
}

/** How often a customer is read again when other requests keep changing it. */
const maxAttempts = 5;

/**
 * Deletes a customer: its cards leave the vault, and its personal data is overwritten. The
 * identifier stays for the payments that name it, and is never reused. Cards are deleted first;
 * after a crash, deleting the customer again continues. A payment method that was saved during the
 * deletion is deleted afterwards. One that survived a crash is deleted when the customer is deleted
 * again, and so is the copy of a payment that was not on the customer's list yet.
 */
export const remove = implement(deleteCustomer, {
  load: ({ merchantId, params: { customer_id: id } }, services: Services) =>
    Promise.all([
      services.customers.get(merchantId, id),
      services.mandates.listOfCustomer(merchantId, id),
      services.paymentMethods.savedBy(merchantId, id),
    ]),

  async run({ requestId, now, remainingMs }, services: Services, [customer, mandates, saved]) {
    const { merchantId, id } = customer;
    const owner = { merchantId, customerId: id };
    const deleteAll = async (ids: readonly string[]) => {
      for (const one of ids)
        await deletePaymentMethod(merchantId, one, { requestId, now }, services);
    };
    if (customer.redactedAt !== undefined) {
      await deleteAll(saved);
      await forgetCustomerInCopies(owner, { now, remainingMs }, services);
      throw new SwitchError('customer_redacted');
    }
    if (mandates.some(({ status }) => status === 'active')) {
      throw new SwitchError('customer_has_mandates');
    }
    await deleteAll(saved);
    // Deleting the default payment method changed the customer too.
    const current = saved.length > 0 ? await services.customers.get(merchantId, id) : customer;
    await redact(current, now, services);
    await deleteAll(await services.paymentMethods.savedBy(merchantId, id));
    await forgetCustomerInCopies(owner, { now, remainingMs }, services);
    return {
      customer_id: id,
      customer_deleted: true,
      address_deleted: true,
      payment_methods_deleted: true,
    };
  },
});

async function deletePaymentMethod(
  merchantId: string,
  id: string,
  request: { readonly requestId: string; readonly now: Date },
  services: Services,
): Promise<void> {
  try {
    const paymentMethod = await services.paymentMethods.getToRemove(merchantId, id);
    await removePaymentMethod(paymentMethod, request, services);
  } catch (error) {
    // Another request has deleted it meanwhile.
    if (!isSwitchError(error, 'payment_method_not_found')) throw error;
  }
}

/** Redacts the customer; a concurrent change is read again and redacted too. */
async function redact(customer: Customer, now: Date, { customers }: Services): Promise<void> {
  const { merchantId, id } = customer;
  for (let count = 1, current = customer; ; count++) {
    try {
      await customers.save(redactedCustomer(current, now));
      return;
    } catch (error) {
      if (!isSwitchError(error, 'concurrent_update') || count === maxAttempts) throw error;
      current = await customers.get(merchantId, id);
    }
  }
}

export const handler = lambda(remove, () => ({
  lists: listsOver(liveTable(), cachedShards(liveTable())),
  payments: paymentStore(liveTable()),
  payouts: payoutStore(liveTable()),
  customers: customerStore(liveTable()),
  mandates: mandateStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
  vault: liveCardVault().cards,
}));
