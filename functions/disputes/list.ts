import { lambda } from '#merchants/lambda.ts';
import { listByQuery } from '#platform/lists/implement-list.ts';
import { disputesPage, liveListServices } from '#switch/disputes/list-disputes.ts';
import { listDisputes } from '#switch/disputes/list-operations.ts';

/** Lists a merchant’s disputes, last changed first. */
export const list = listByQuery(listDisputes, disputesPage);

export const handler = lambda(list, liveListServices);
