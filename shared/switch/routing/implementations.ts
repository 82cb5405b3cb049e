import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { StoredAlgorithm } from '#merchants/routing-settings/stored-algorithm.ts';
import type {
  AlgorithmFor,
  TransactionType,
} from '#merchants/routing-settings/transaction-type.ts';
import type { EarlyRequest, Request } from '#platform/http/operation/implement.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import {
  activateAlgorithm,
  activeAlgorithms,
  checkOwn,
  createAlgorithm,
  deactivateAlgorithm,
  listAlgorithms,
  type RoutingServices,
  requestedProfile,
} from './manage-algorithms.ts';
import { listFallback, orderMerchantFallback, orderProfileFallback } from './manage-fallback.ts';
import type {
  activateRouting,
  createRouting,
  deactivateRouting,
  listRouting,
  retrieveDefaultRouting,
  showActiveRouting,
  updateDefaultRouting,
  updateDefaultRoutingOfProfile,
} from './operations.ts';

/*
 * The same operation has a route for payments and one for payouts. Each implementation is made for
 * the transaction type of its route; without one, the request states the type.
 */

/** A part of the request, so that it is the same for the routes of an operation. */
type RoutingRequest<O extends Operation> = Pick<
  Request<O>,
  'params' | 'query' | 'body' | 'caller' | 'now' | 'invocationId' | 'idempotentRequest'
>;

const readConfiguration = (
  { merchantId }: Pick<EarlyRequest, 'merchantId'>,
  { configurations }: RoutingServices,
): Promise<Configuration> => configurations.read(merchantId);

export const creation = (type?: AlgorithmFor) => ({
  load: readConfiguration,
  run: (
    request: RoutingRequest<typeof createRouting>,
    services: RoutingServices,
    configuration: Configuration,
  ) => {
    const { body } = request;
    const stated = type ?? body.transaction_type ?? 'payment';
    return createAlgorithm(body, stated, request, configuration, services);
  },
});

export const listing = (type?: AlgorithmFor) => ({
  load: ({ merchantId }: Pick<EarlyRequest, 'merchantId'>, { algorithms }: RoutingServices) =>
    algorithms.list(merchantId),
  run: async (
    { query, caller }: RoutingRequest<typeof listRouting>,
    _: RoutingServices,
    algorithms: readonly StoredAlgorithm[],
  ) => listAlgorithms(algorithms, type ?? query.transaction_type ?? 'payment', query, caller),
});

export const activeListing = (type?: AlgorithmFor) => ({
  load: readConfiguration,
  run: async (
    { query, caller }: RoutingRequest<typeof showActiveRouting>,
    _: RoutingServices,
    configuration: Configuration,
  ) => {
    const stated = type ?? query.transaction_type ?? 'payment';
    return activeAlgorithms(configuration, stated, query.profile_id, caller);
  },
});

export const activation = (type?: AlgorithmFor) => ({
  load: (
    { merchantId, params }: Pick<EarlyRequest<typeof activateRouting>, 'merchantId' | 'params'>,
    { algorithms, configurations }: RoutingServices,
  ) =>
    Promise.all([
      algorithms.get(merchantId, params.routing_algorithm_id),
      configurations.read(merchantId),
    ]),
  run: async (
    { body, caller, now }: RoutingRequest<typeof activateRouting>,
    services: RoutingServices,
    [algorithm, configuration]: [StoredAlgorithm, Configuration],
  ) => {
    checkOwn(algorithm, caller);
    const stated = type ?? body.transaction_type ?? 'payment';
    return activateAlgorithm(algorithm, stated, now, configuration, services);
  },
});

export const deactivation = (type?: AlgorithmFor) => ({
  load: readConfiguration,
  run: async (
    { body, caller, now }: RoutingRequest<typeof deactivateRouting>,
    services: RoutingServices,
    configuration: Configuration,
  ) => {
    const profile = requestedProfile(body, caller, configuration);
    return deactivateAlgorithm(profile, type ?? body?.transaction_type ?? 'payment', now, services);
  },
});

export const fallbackListing = (type: TransactionType) => ({
  load: readConfiguration,
  run: async (
    { caller }: RoutingRequest<typeof retrieveDefaultRouting>,
    _: RoutingServices,
    configuration: Configuration,
  ) => listFallback(configuration, type, caller.profileId),
});

export const fallbackOrder = (type: TransactionType) => ({
  load: readConfiguration,
  run: (
    { body, now }: RoutingRequest<typeof updateDefaultRouting>,
    services: RoutingServices,
    configuration: Configuration,
  ) => orderMerchantFallback(body, type, now, configuration, services),
});

export const profileFallbackOrder = (type: TransactionType) => ({
  load: readConfiguration,
  run: (
    request: RoutingRequest<typeof updateDefaultRoutingOfProfile>,
    services: RoutingServices,
    configuration: Configuration,
  ) => {
    const change = { profileId: request.params.profile_id, wanted: request.body };
    return orderProfileFallback(change, type, request, configuration, services);
  },
});
