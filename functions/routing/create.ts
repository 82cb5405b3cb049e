import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { creation } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { createRouting } from '#switch/routing/operations.ts';

/** Creates an algorithm, which has no effect until it is activated. */
export const create = implement(createRouting, creation());

export const handler = lambda(create, liveRoutingServices);
