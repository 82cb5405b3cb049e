import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { activation } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { activateRouting } from '#switch/routing/operations.ts';

/** Activates an algorithm for its profile. */
export const activate = implement(activateRouting, activation());

export const handler = lambda(activate, liveRoutingServices);
