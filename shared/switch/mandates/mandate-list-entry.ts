import type { ListDefinition } from '#platform/lists/list-definition.ts';
import { type Mandate, parseMandate } from './mandate.ts';
import { mandateKey, mandateSk } from './mandate-store.ts';

/** The list of a merchant's mandates, newest first. */
export const listedMandates: ListDefinition<Mandate> = {
  list: 'mandates',
  entityOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#MANDATE#([^#]+)$/.exec(pk) ?? [];
    return owner && id && sk === mandateSk ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [mandateKey({ merchantId: owner.slice('MERCHANT#'.length), id })],
  parse: ([item]) => parseMandate(item),
  entryOf({ merchantId, id, version, createdAt, status, connectorName }) {
    return {
      owner: `MERCHANT#${merchantId}`,
      list: 'mandates',
      id,
      version,
      createdAt,
      facets: { status, connector: connectorName },
    };
  },
};
