import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import {
  liveAvailableMethodsServices,
  loadAvailableMethods,
} from '#switch/payment-methods/available/available-methods.ts';
import { listForMerchantAlias } from '#switch/payment-methods/available/merchant-list-operations.ts';

/** The same as payment-methods.list-for-merchant, by its other path. */
export const listAlias = implement(listForMerchantAlias, loadAvailableMethods);

export const handler = lambda(listAlias, liveAvailableMethodsServices);
