import * as v from 'valibot';
import type { Transition } from '#switch/payments/payment.ts';
import { type EndpointOff, endpointEvent } from '../events/event.ts';

/**
 * The part of a profile that says which endpoints are off; in the stream its secrets are no bytes.
 */
const StoredProfile = v.looseObject({
  id: v.string(),
  merchantId: v.string(),
  webhookEndpoints: v.optional(
    v.array(v.looseObject({ id: v.string(), off: v.optional(v.unknown()) })),
    [],
  ),
  webhookUrlOff: v.optional(v.unknown()),
});

const OffForFailing = v.looseObject({ reason: v.literal('failing'), since: v.string() });

const EndpointTransition = v.looseObject({ disabledEndpointId: v.string() });

/** The endpoints of a stored profile that were switched off because they took nothing. */
function failingEndpointsOf(image: unknown): readonly EndpointOff[] {
  const { id, merchantId, webhookEndpoints, webhookUrlOff } = v.parse(StoredProfile, image);
  return [{ id, off: webhookUrlOff }, ...webhookEndpoints].flatMap((endpoint) => {
    const { success, output } = v.safeParse(OffForFailing, endpoint.off);
    return success ? [{ id: endpoint.id, merchantId, profileId: id, since: output.since }] : [];
  });
}

/**
 * A changed profile as the source of events: of its endpoints that were switched off for failing.
 */
export function disabledEndpointsOf(after: unknown, before: unknown) {
  const known = new Set((before ? failingEndpointsOf(before) : []).map(nameOf));
  const endpoints = failingEndpointsOf(after);
  const transitions = endpoints
    .filter((one) => !known.has(nameOf(one)))
    .map(({ id, since }) => ({
      type: 'webhook_endpoint_disabled',
      status: 'disabled',
      at: since,
      version: Date.parse(since),
      disabledEndpointId: id,
    }));
  const { id: profileId, merchantId } = v.parse(StoredProfile, after);
  return {
    merchantId,
    profileId,
    transitions,
    storedSince: undefined,
    toEvent(transition: Transition, endpointId?: string) {
      const { disabledEndpointId: id } = v.parse(EndpointTransition, transition);
      const endpoint = { id, merchantId, profileId, since: transition.at };
      return endpointEvent(endpoint, transition, endpointId);
    },
  };
}

const nameOf = ({ id, since }: EndpointOff) => `${id} ${since}`;
