import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { listing } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { listRouting } from '#switch/routing/operations.ts';

/** Lists algorithms, latest first. */
export const list = implement(listRouting, listing());

export const handler = lambda(list, liveRoutingServices);
