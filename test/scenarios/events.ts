import { deliveryKey, eventKey } from '#webhooks/events/event-store.ts';
import { type Ask, adminKey, aPaymentRequest } from '../support/switch/switch-in-memory.ts';
import { ofAccount } from './accounts.ts';
import { cost, done, type Scenario, type Scenarios, type Shop } from './scenario.ts';

/** Events, as they are stored with their deliveries. */

const attempt = (at: string) => ({
  number: 1,
  kind: 'initial_attempt',
  at,
  ms: 12,
  delivered: true,
  status: 200,
});

/** An event whose webhook was delivered, unless the delivery is changed. */
export async function storedEvent(
  { merchant, newId, now, store }: Shop,
  changes: object = {},
  event: object = {},
) {
  const place = { merchantId: merchant.id, eventId: newId('evt') };
  const createdAt = now().toISOString();
  await store({
    ...eventKey(place),
    id: place.eventId,
    merchantId: merchant.id,
    profileId: merchant.profileId,
    type: 'payment_succeeded',
    class: 'payments',
    objectId: 'pay_1',
    createdAt,
    body: JSON.stringify({ content: aPaymentRequest() }),
    ...event,
  });
  await store({
    ...deliveryKey(place),
    ...place,
    version: 1,
    state: 'delivered',
    tries: 1,
    attempts: [attempt(createdAt)],
    ...changes,
  });
  return place;
}

/** An event whose receiver answered 410, on the list of undelivered events. */
export function undeliveredEvent(shop: Shop, event: object = {}) {
  const gaveUpAt = shop.now().toISOString();
  const delivery = {
    state: 'stopped',
    stoppedBecause: 'gone',
    attempts: [{ ...attempt(gaveUpAt), delivered: false, status: 410 }],
    gaveUpAt,
    listPk: `MERCHANT#${shop.merchant.id}#UNDELIVERED`,
    listSk: `${gaveUpAt}#${shop.newId('evt')}`,
  };
  return storedEvent(shop, delivery, event);
}

async function ofEvent(shop: Shop): Promise<Ask> {
  const { merchantId: merchant_id, eventId: event_id } = await storedEvent(shop);
  return { params: { merchant_id, event_id } };
}

/** Gives the merchant a receiver of webhooks. */
const withReceiver = (shop: Shop) =>
  done(shop, 'accounts.update', {
    ...ofAccount(shop),
    body: {
      merchant_id: shop.merchant.id,
      webhook_details: { webhook_url: 'https://shop.example/webhooks' },
    },
  });

/** The same request with the key of the operator, whose account is not looked up. */
const byOperator =
  (request: (shop: Shop) => Ask | Promise<Ask>) =>
  async (shop: Shop): Promise<Ask> => ({ key: adminKey, ...(await request(shop)) });

// One event more in each round.
const withUndelivered = async (shop: Shop): Promise<Ask> => {
  await undeliveredEvent(shop);
  return ofAccount(shop);
};

const showsEvent: Scenario['succeeded'] = ({ text }) => text.includes('evt_');

export const events: Scenarios = {
  'events.attempts': { request: ofEvent, budget: cost(2, 2, 0, 1.5) },
  'events.attempts, by the operator': { request: byOperator(ofEvent), budget: cost(1, 1, 0, 1) },
  'events.retry': { prepare: withReceiver, request: ofEvent, budget: cost(3, 3, 1, 1.5) },
  'events.retry, by the operator': {
    prepare: withReceiver,
    request: byOperator(ofEvent),
    budget: cost(2, 2, 1, 1),
  },
  'events.undelivered': { request: ofAccount, budget: cost(2, 2, 0, 1) },
  'events.undelivered, by the operator': {
    request: byOperator(ofAccount),
    budget: cost(1, 1, 0, 0.5),
  },
  'events.undelivered, two of them': {
    request: withUndelivered,
    succeeded: showsEvent,
    budget: cost(3, 3, 0, 5),
    grants: 'all others',
  },
  'events.undelivered, two of them, by the operator': {
    request: byOperator(withUndelivered),
    succeeded: showsEvent,
    budget: cost(2, 2, 0, 4.5),
  },
};
