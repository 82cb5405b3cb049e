import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import {
  liveAvailableMethodsServices,
  loadAvailableMethods,
} from '#switch/payment-methods/available/available-methods.ts';
import { listForMerchant } from '#switch/payment-methods/available/merchant-list-operations.ts';

/** Lists the available payment methods for a client or its merchant. */
export const listAvailable = implement(listForMerchant, loadAvailableMethods);

export const handler = lambda(listAvailable, liveAvailableMethodsServices);
