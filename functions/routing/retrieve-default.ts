import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { fallbackListing } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { retrieveDefaultRouting } from '#switch/routing/operations.ts';

/** Shows the fallback list, by which payments are routed when no algorithm decides. */
export const retrieveDefault = implement(retrieveDefaultRouting, fallbackListing('payment'));

export const handler = lambda(retrieveDefault, liveRoutingServices);
