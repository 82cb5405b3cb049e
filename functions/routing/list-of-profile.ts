import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { listing } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { listRoutingOfProfile } from '#switch/routing/operations.ts';

/** Lists the algorithms of the caller's profile; for a caller without one, all. */
export const listOfProfile = implement(listRoutingOfProfile, listing());

export const handler = lambda(listOfProfile, liveRoutingServices);
