import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  type AvailableMethodsServices,
  loadAvailableMethods,
} from '../../shared/payment-methods/available/available-methods.ts';
import { listForMerchant } from '../../shared/payment-methods/available/merchant-list-operations.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import { liveTable } from '../../shared/table/table.ts';

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
