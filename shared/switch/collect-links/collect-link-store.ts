import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import type { Key, Table } from '#platform/table/table.ts';
import { CollectLink } from './collect-link.ts';

/** Each link has a partition of its own. The merchant may choose the id, unique per merchant. */
const collectLinkKey = (merchantId: string, id: string): Key => ({
  pk: `MERCHANT#${merchantId}#PM_COLLECT_LINK#${id}`,
  sk: 'PM_COLLECT_LINK',
});

export interface CollectLinkStore {
  /** Throws `collect_link_not_found`. */
  get(merchantId: string, id: string): Promise<CollectLink>;
  /** Saves a new link. Throws `collect_link_exists`. */
  create(link: CollectLink): Promise<CollectLink>;
}

export const collectLinkStore = (table: Table): CollectLinkStore => ({
  async get(merchantId, id) {
    const item = await table.get(collectLinkKey(merchantId, id));
    if (!item) throw new SwitchError('collect_link_not_found');
    return v.parse(CollectLink, item);
  },

  async create(link) {
    const existing = await table.putNew({ ...link, ...collectLinkKey(link.merchantId, link.id) });
    if (existing) throw new SwitchError('collect_link_exists');
    return link;
  },
});
