import type { ListDefinition } from '#platform/lists/list-definition.ts';
import { compact } from '#platform/schema.ts';
import type { Payout } from './payout.ts';
import { parsePayout, payoutKey } from './payout-store.ts';

/** The list of a merchant's payouts by creation time. */
export const listedPayouts: ListDefinition<Payout> = {
  list: 'payouts',
  entityOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#PAYOUT#([^#]+)$/.exec(pk) ?? [];
    return sk === 'PAYOUT' && owner && id ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [payoutKey(owner.slice('MERCHANT#'.length), id)],
  parse: ([item]) => parsePayout(item),
  entryOf(payout) {
    const { merchantId, id, version, createdAt, status, currency, profileId, type } = payout;
    const { entity_type: entity, merchant_order_reference_id: order } = payout.requestFields;
    return {
      owner: `MERCHANT#${merchantId}`,
      list: 'payouts',
      id,
      version,
      createdAt,
      facets: compact({
        status,
        currency,
        profile: profileId,
        connector: payout.attempt.connectorName,
        method: type,
        entity: typeof entity === 'string' ? entity : 'Individual',
      }),
      indexed: compact({
        customer: payout.customer?.id,
        order: typeof order === 'string' ? order : undefined,
      }),
    };
  },
};
