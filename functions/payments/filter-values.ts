import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  type CountServices,
  countScopeOf,
  liveCountServices,
} from '#platform/lists/counts-by-status.ts';
import { listPaymentFilterValues } from '#switch/payments/lists/operations.ts';
import { paymentFilterValues } from '#switch/payments/lists/payment-filters.ts';

/** Lists the values by which a merchant’s payments of a time can be filtered. */
export const filterValues = implement(listPaymentFilterValues, {
  load: (request, services: CountServices) =>
    paymentFilterValues(countScopeOf(request), request.body, services),
  run: async (_request, _services, filters) => filters,
});

export const handler = lambda(filterValues, liveCountServices);
