import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  type AvailableMethodsServices,
  loadAvailableMethods,
} from '#switch/payment-methods/available/available-methods.ts';
import { listForMerchant } from '#switch/payment-methods/available/merchant-list-operations.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';

/** Lists the available payment methods for a client or its merchant. */
export const listAvailable = implement(
  listForMerchant,
  ({ caller, now }, services: AvailableMethodsServices) =>
    loadAvailableMethods(caller, services, now),
);

export const handler = lambda(listAvailable, () => ({
  configurations: configurationStore(liveTable()),
  payments: paymentStore(liveTable()),
}));
