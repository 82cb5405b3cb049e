import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import { listRefunds } from '#switch/refunds/list-operations.ts';
import { type ListServices, liveListServices, refundsPage } from '#switch/refunds/list-refunds.ts';

/** Lists a merchant’s refunds, last changed first. */
export const list = implement(listRefunds, {
  load: ({ merchantId, headers, body }, services: ListServices) =>
    refundsPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, body, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(list, liveListServices);
