import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/implement.ts';
import {
  disputesPage,
  type ListServices,
  liveListServices,
} from '#switch/disputes/list-disputes.ts';
import { listDisputes } from '#switch/disputes/list-operations.ts';

/** Lists a merchant’s disputes, last changed first. */
export const list = implement(listDisputes, {
  load: ({ merchantId, headers, query }, services: ListServices) =>
    disputesPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(list, liveListServices);
