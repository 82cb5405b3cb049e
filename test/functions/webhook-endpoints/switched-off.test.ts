import { logTo } from '#platform/log.ts';
import type { Item } from '#platform/table/table.ts';
import { rebuildEventsOf } from '../../../scripts/operate/rebuild-events.ts';
import { toldShop } from '../../support/receivers/told-shop.ts';
import { answered, webhookUrl } from '../../support/receivers/webhook-delivery.ts';

const day = 86_400;
const second = `${webhookUrl}/second`;

/** A merchant with two servers: the one of its profile, and another that returns a set answer. */
async function aShop() {
  const shop = await toldShop();
  const { services, merchantId, profileId } = shop;
  const params = { merchant_id: merchantId };
  const { endpoint_id } = await shop.good('webhook-endpoints.create', {
    params,
    body: { url: second },
  });
  const ofEndpoint = { ...params, endpoint_id };
  shop.receiver.answer = () => answered(500);
  const profile = (): Item => {
    const found = shop.stored().find(({ sk, id }) => sk.startsWith('PROFILE#') && id === profileId);
    if (!found) throw new Error('It is there.');
    return found;
  };
  /** The ninth failed attempt of an event, an hour after the first. */
  const fail = async (name: string, of: 'endpoint' | 'webhook_url' = 'endpoint') => {
    const place = await shop.add(name, of === 'endpoint' ? endpoint_id : undefined);
    const dueAt = services.clock().toISOString();
    await services.events.record(place, undefined, (one) => ({
      ...one,
      scheduledAttempts: 8,
      dueAt,
    }));
    await shop.deliver({ body: { ...place, dueAt } });
    shop.pass(5);
  };
  return {
    ...shop,
    endpoint_id,
    profile,
    fail,
    endpoint: () => shop.good('webhook-endpoints.retrieve', { params: ofEndpoint }),
    update: (body: object) => shop.good('webhook-endpoints.update', { params: ofEndpoint, body }),
    /** Lets the endpoint fail for five days and an hour. */
    async switchOff() {
      await fail('f1');
      shop.pass(5 * day + 3_600);
      await fail('f2');
    },
    /** The messages that the reader of the stream sends for the change of the profile. */
    change: (before: Item) => shop.publish({ before, after: profile() }),
  };
}

describe('an endpoint that took nothing', () => {
  it('an endpoint that accepts nothing for five days is disabled, once, and operators are alerted', async () => {
    const shop = await aShop();
    await shop.fail('f1');
    for (const name of ['f2', 'f3', 'f4']) {
      shop.pass(day);
      await shop.fail(name);
    }
    shop.pass(2 * day - 100);
    await shop.fail('f5');
    expect(await shop.endpoint()).toMatchObject({ enabled: true, disabled_reason: null });
    shop.pass(100);
    await Promise.all([shop.fail('f6'), shop.fail('f7')]);
    expect(await shop.endpoint()).toMatchObject({
      enabled: false,
      disabled_reason: 'failing',
      retry_id: null,
      disabled_since: expect.stringMatching(/^2026-03-10T/),
    });
    expect(shop.metrics.filter((name) => name === 'EndpointSwitchedOff')).toHaveLength(1);
    const others = await shop.good('webhook-endpoints.list', {
      params: { merchant_id: shop.merchantId },
    });
    expect(others.data).toMatchObject([{ enabled: true }, { enabled: false }]);
  });

  it('an endpoint that accepted one event in between stays enabled', async () => {
    const shop = await aShop();
    await shop.fail('f1');
    shop.pass(3 * day);
    shop.receiver.answer = () => answered(200);
    await shop.fail('taken');
    shop.receiver.answer = () => answered(500);
    shop.pass(3 * day);
    await shop.fail('f2');
    expect(await shop.endpoint()).toMatchObject({ enabled: true });
    shop.pass(5 * day);
    await shop.fail('f3');
    expect(await shop.endpoint()).toMatchObject({ enabled: false });
  });

  it('an endpoint with another URL stays enabled, and has all its days before it', async () => {
    const shop = await aShop();
    await shop.fail('f1');
    shop.pass(5 * day);
    await shop.update({ url: `${second}/moved` });
    await shop.fail('f2');
    expect(await shop.endpoint()).toMatchObject({ enabled: true });
  });

  it("an endpoint's disabling sends the merchant an event, which the other endpoint gets", async () => {
    const shop = await aShop();
    const before = shop.profile();
    await shop.switchOff();
    shop.pass(5);
    const [message, ...others] = await shop.change(before);
    // The webhook_url gets the event; for the endpoint itself it is only stored.
    expect(others).toEqual([]);
    expect(message?.endpointId).toBeUndefined();
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      event_type: 'webhook_endpoint_disabled',
      content: {
        type: 'webhook_endpoint_details',
        object: {
          endpoint_id: shop.endpoint_id,
          profile_id: shop.profileId,
          enabled: false,
          disabled_reason: 'failing',
          disabled_since: expect.any(String),
        },
      },
    });
    const made = () =>
      shop.stored().filter(({ type }) => type === 'webhook_endpoint_disabled').length;
    expect(made()).toBe(2);
    // The stream reports the change twice, and then the next change of the profile.
    await shop.change(before);
    expect(await shop.change(shop.profile())).toEqual([]);
    expect(made()).toBe(2);
  });

  it('the only endpoint, disabled for failing, still gets its events stored and listed', async () => {
    const shop = await aShop();
    await shop.fail('f1', 'webhook_url');
    const before = shop.profile();
    shop.pass(5 * day + 3_600);
    await shop.good('webhook-endpoints.delete', {
      params: { merchant_id: shop.merchantId, endpoint_id: shop.endpoint_id },
    });
    await shop.fail('f2', 'webhook_url');
    shop.pass(5);
    expect(await shop.change(before)).toEqual([]);
    const { events } = await shop.list('events.list', {
      params: { merchant_id: shop.merchantId },
      body: { event_types: ['webhook_endpoint_disabled'] },
    });
    expect(events).toMatchObject([
      {
        event_class: 'webhook_endpoints',
        object_id: shop.profileId,
        is_delivery_successful: false,
      },
    ]);
  });
});

describe('an endpoint that was switched off for failing', () => {
  it('an endpoint disabled for failing gets its events stored and listed, and sent oldest first once it is enabled again', async () => {
    const shop = await aShop();
    await shop.switchOff();
    shop.receiver.answer = () => answered(200);
    const told = shop.told().length;
    for (const name of ['m1', 'm2', 'm3']) {
      await shop.add(name, shop.endpoint_id);
      shop.pass(30);
    }
    shop.pass(120);
    const on = await shop.update({ enabled: true });
    expect(on).toMatchObject({ enabled: true, retry_id: expect.stringMatching(/^evr_/) });
    expect(await shop.progress(on.retry_id)).toMatchObject({
      status: 'running',
      reason: 'switched_on',
      endpoint_id: shop.endpoint_id,
    });
    await shop.work(150);
    expect(shop.told().slice(told)).toEqual(['f1', 'f2', 'm1', 'm2', 'm3']);
    expect(await shop.progress(on.retry_id)).toMatchObject({ status: 'completed', skipped: 0 });
  });

  it('an endpoint disabled for failing has a replay that can be stopped', async () => {
    const shop = await aShop();
    await shop.switchOff();
    shop.receiver.answer = () => answered(200);
    for (let index = 0; index < 300; index += 1) await shop.add(`m${index}`, shop.endpoint_id);
    shop.pass(120);
    const { retry_id } = await shop.update({ enabled: true });
    await shop.work(5);
    const stopped = await shop.about('events.stop-retry', retry_id);
    expect(stopped.body).toMatchObject({ status: 'stopped' });
    const before = shop.told().length;
    await shop.work(60);
    expect(shop.told().length - before).toBeLessThanOrEqual(100);
  });

  it('an endpoint disabled for failing is not disabled again before it had five days more', async () => {
    const shop = await aShop();
    await shop.switchOff();
    await shop.update({ enabled: true });
    shop.pass(day);
    await shop.fail('f3');
    expect(await shop.endpoint()).toMatchObject({ enabled: true });
    shop.pass(4 * day);
    await shop.fail('f4');
    expect(await shop.endpoint()).toMatchObject({ enabled: false });
  });

  it('an endpoint disabled again during its replay gets the remaining events the next time', async () => {
    const shop = await aShop();
    await shop.switchOff();
    for (const name of ['m1', 'm2']) await shop.add(name, shop.endpoint_id);
    shop.pass(120);
    const first = await shop.update({ enabled: true });
    await shop.about('events.stop-retry', first.retry_id);
    shop.pass(5 * day + 60);
    await shop.fail('f3');
    expect(await shop.endpoint()).toMatchObject({ enabled: false });
    shop.receiver.answer = () => answered(200);
    const told = shop.told().length;
    shop.pass(120);
    const again = await shop.update({ enabled: true });
    expect(again.retry_id).not.toBe(first.retry_id);
    await shop.work(150);
    expect(shop.told().slice(told)).toEqual(['f1', 'f2', 'm1', 'm2', 'f3']);
  });

  it('an endpoint disabled for failing gets nothing by a rebuild either, which creates the missing events', async () => {
    const shop = await aShop();
    await shop.switchOff();
    shop.pass(5);
    const { services, clock } = { ...shop, clock: shop.services.clock };
    const rebuild = rebuildEventsOf({
      configurations: services.configurations,
      events: services.events,
      clock,
      log: logTo(() => {}),
    });
    const until = new Date(clock().getTime() + 1);
    const since = new Date(until.getTime() - day * 1_000);
    expect(await rebuild(shop.profile(), { since, until })).toMatchObject({ made: 1 });
    const events = shop.stored().filter(({ type }) => type === 'webhook_endpoint_disabled');
    const due = shop.stored().filter(({ sk, eventId, dueAt }) => {
      return sk === 'DELIVERY' && dueAt && events.some(({ id }) => id === eventId);
    });
    expect([events.length, due.length]).toEqual([2, 1]);
  });
});
