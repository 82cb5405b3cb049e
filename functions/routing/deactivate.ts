import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { deactivation } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { deactivateRouting } from '#switch/routing/operations.ts';

/**
 * Deactivates a profile's algorithm, so that only its fallback list applies. Answers the algorithm
 * that was active.
 */
export const deactivate = implement(deactivateRouting, deactivation());

export const handler = lambda(deactivate, liveRoutingServices);
