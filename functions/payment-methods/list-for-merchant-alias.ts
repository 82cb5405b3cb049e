import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  type AvailableMethodsServices,
  loadAvailableMethods,
} from '#switch/payment-methods/available/available-methods.ts';
import { listForMerchantAlias } from '#switch/payment-methods/available/merchant-list-operations.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';

/** The same as payment-methods.list-for-merchant, by its other path. */
export const listAlias = implement(
  listForMerchantAlias,
  ({ caller, now }, services: AvailableMethodsServices) =>
    loadAvailableMethods(caller, services, now),
);

export const handler = lambda(listAlias, () => ({
  configurations: configurationStore(liveTable()),
  payments: paymentStore(liveTable()),
}));
