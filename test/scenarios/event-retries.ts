import type { Ask } from '../support/switch/switch-in-memory.ts';
import { oneWrite } from './accounts.ts';
import { cost, done, type Scenarios, type Shop } from './scenario.ts';

/** Orders to send many events again. */

/** An order that no other one of the merchant is like; five may run at once. */
const anOrder = (shop: Shop, more: object = {}): Ask => ({
  params: { merchant_id: shop.merchant.id },
  body: { object_id: shop.newId('pay'), ...more },
});

async function ofOrder(shop: Shop): Promise<Ask> {
  const { profileId } = shop.merchant;
  // A caller that acts for a profile sees only the retries of that profile.
  const order = await done(shop, 'events.retry-many', anOrder(shop, { profile_id: profileId }));
  return { params: { merchant_id: shop.merchant.id, retry_id: String(order.retry_id) } };
}

export const eventRetries: Scenarios = {
  'events.retry-many': {
    request: async (shop) => anOrder(shop),
    budget: cost(3, 3, 5, 1.5),
    crash: oneWrite,
  },
  'events.retrieve-retry': { request: ofOrder, budget: cost(2, 2, 0, 1.5) },
  'events.stop-retry': { request: ofOrder, budget: cost(4, 4, 2, 2.5), crash: oneWrite },
};
