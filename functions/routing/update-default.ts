import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { fallbackOrder } from '#switch/routing/implementations.ts';
import { liveRoutingServices } from '#switch/routing/manage-algorithms.ts';
import { updateDefaultRouting } from '#switch/routing/operations.ts';

/**
 * Reorders the merchant's fallback list, which applies to profiles without an order of their own.
 */
export const updateDefault = implement(updateDefaultRouting, fallbackOrder('payment'));

export const handler = lambda(updateDefault, liveRoutingServices);
