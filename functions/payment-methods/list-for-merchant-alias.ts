import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type AvailableMethodsServices,
  loadAvailableMethods,
} from '../../shared/payment-methods/available/available-methods.ts';
import { listForMerchantAlias } from '../../shared/payment-methods/available/merchant-list-operations.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

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
