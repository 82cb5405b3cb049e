import {
  disputesPage,
  type ListServices,
  liveListServices,
} from '../../shared/disputes/list-disputes.ts';
import { listDisputes } from '../../shared/disputes/list-operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';

/** Lists a merchant’s disputes, last changed first. */
export const list = implement(listDisputes, {
  load: ({ merchantId, headers, query }, services: ListServices) =>
    disputesPage({ merchantId, profileId: headers['x-profile-id']?.trim() }, query, services),
  run: async (_request, _services, page) => page,
});

export const handler = lambda(list, liveListServices);
