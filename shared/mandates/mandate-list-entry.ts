import type { ListDefinition } from '../lists/list-definition.ts';
import { parseMandate } from './mandate.ts';
import { mandateKey, mandateSk } from './mandate-store.ts';

/** The list of a merchant's mandates, newest first. */
export const listedMandates: ListDefinition = {
  list: 'mandates',
  entityOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#MANDATE#([^#]+)$/.exec(pk) ?? [];
    return owner && id && sk === mandateSk ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [mandateKey({ merchantId: owner.slice('MERCHANT#'.length), id })],
  entryOf([item]) {
    const { merchantId, id, version, createdAt, status, connectorName } = parseMandate(item);
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
