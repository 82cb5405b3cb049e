import * as v from 'valibot';
import type { ListDefinition } from '#platform/lists/list-definition.ts';
import { accountKey, organizationKey } from '#platform/table/shared-keys.ts';
import { MerchantAccount } from './merchant-account.ts';

/** The list of an organization's merchant accounts by creation time. */
export const listedAccounts: ListDefinition<MerchantAccount> = {
  list: 'accounts',
  entityOf({ pk, sk, id, organizationId }) {
    const isAccount = sk === 'ACCOUNT' && pk === `MERCHANT#${String(id)}`;
    return isAccount && typeof id === 'string' && typeof organizationId === 'string'
      ? { owner: organizationKey(organizationId).pk, id }
      : undefined;
  },
  itemKeys: ({ id }) => [accountKey(id)],
  parse: ([item]) => v.parse(MerchantAccount, item),
  entryOf({ id, organizationId, version, createdAt }) {
    return {
      owner: organizationKey(organizationId).pk,
      list: 'accounts',
      id,
      version,
      createdAt,
      facets: {},
    };
  },
};
