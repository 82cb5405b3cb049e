import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { activeListing } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { showActiveRouting } from '#switch/routing/operations.ts';

/** Shows the active algorithms. Profiles that use only their fallback list are left out. */
export const active = implement(showActiveRouting, activeListing());

export const handler = lambda(active, liveRoutingServices);
