import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: {
    relays: 'Requests about transactions that were made elsewhere, handed on to their processor.',
  },
  properties: {
    additional_amount: 'By how much to raise the authorization, in minor units.',
    authorized_amount: 'The amount that was authorized, in minor units.',
    capture: 'A capture.',
    connector_id: 'The connector account that is asked.',
    connector_resource_id: "The processor's own identifier of the transaction.",
    error: 'Why it failed.',
    incremental_authorization: 'A raise of an authorization.',
    refund: 'A refund.',
    relay_id: 'The relayed request: it begins with `relay_`.',
    void: 'A void.',
  },
};
