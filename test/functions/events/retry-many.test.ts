import { toldShop } from '../../support/receivers/told-shop.ts';
import { answered, webhookUrl } from '../../support/receivers/webhook-delivery.ts';

const named = (count: number) => Array.from({ length: count }, (_, index) => `e${100 + index}`);

describe('a retry of many events', () => {
  it('a bulk retry sends undelivered events, oldest first, at its rate, and then ends', async () => {
    const shop = await toldShop();
    for (const name of named(25)) await shop.givenUp(name);
    await shop.services.events.record(await shop.add('done'), undefined, (one) => ({
      ...one,
      state: 'delivered',
    }));
    shop.pass(120);
    const ordered = await shop.order({ events_per_second: 1 });
    expect(ordered).toMatchObject({
      status: 'running',
      reason: 'requested',
      sent: 0,
      skipped: 0,
      reached: null,
      ended: null,
      merchant_id: shop.merchantId,
      events_per_second: 1,
      created_before: shop.dependencies.clock.now.toISOString(),
    });
    await shop.work(120);
    expect(shop.told()).toEqual(named(25));
    const times = shop.receiver.told.map(([, at]) => at);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(22_000);
    const after = await shop.progress(ordered.retry_id);
    expect(after).toMatchObject({ status: 'completed', sent: 25, skipped: 0 });
    expect(after.ended).not.toBeNull();
    expect(await shop.delivery('e124')).toMatchObject({ state: 'delivered' });
  });

  it.each([
    [{ object_id: 'pay_e101' }, ['e101']],
    [{ event_types: ['payment_failed'] }, []],
    [{ event_types: ['payment_succeeded'] }, ['e100', 'e101', 'e102']],
    [{ event_classes: ['refunds'] }, []],
    [{ event_classes: ['payments'] }, ['e100', 'e101', 'e102']],
    [{ created_after: '2026-03-05T10:07:01.000Z' }, ['e101', 'e102']],
    [{ created_before: '2026-03-05T10:07:01.000Z' }, ['e100', 'e101']],
  ])('a bulk retry with %j sends only the matching events', async (body, expected) => {
    const shop = await toldShop();
    for (const name of named(3)) await shop.givenUp(name);
    shop.pass(120);
    await shop.order(body);
    await shop.work(90);
    expect(shop.told()).toEqual(expected);
  });

  it('a bulk retry requested twice, and at once, is one; requested after its end it is made again', async () => {
    const shop = await toldShop();
    shop.receiver.answer = () => answered(500);
    for (const name of named(3)) await shop.givenUp(name);
    shop.pass(120);
    const orders = await Promise.all([shop.order(), shop.order(), shop.order()]);
    shop.pass(5);
    orders.push(await shop.order({ events_per_second: 50 }));
    expect(new Set(orders.map((one) => JSON.stringify(one))).size).toBe(1);
    await shop.work(50);
    expect(shop.told()).toEqual(named(3));
    const { retry_id } = orders[0] ?? { retry_id: '' };
    await shop.work(90);
    expect(await shop.progress(retry_id)).toMatchObject({ status: 'completed', sent: 3 });
    const again = await shop.order();
    expect(again).toMatchObject({ retry_id, status: 'running', sent: 0 });
  });

  it.each([
    ['of five thousand years to come', { created_before: '9999-12-31T23:59:59Z' }],
    ['a minute later', { created_before: '2026-03-05T10:10:05.000Z' }],
    ['in another time zone', { created_before: '2026-03-05T23:00:00+09:00' }],
  ])('a bulk retry up to a time %s ends with the present events', async (_, body) => {
    const shop = await toldShop();
    for (const name of named(3)) await shop.givenUp(name);
    shop.pass(120);
    const ordered = await shop.order(body);
    expect(ordered.created_before).toBe(shop.dependencies.clock.now.toISOString());
    await shop.work(120);
    expect(shop.told()).toEqual(named(3));
    expect(await shop.progress(ordered.retry_id)).toMatchObject({ status: 'completed', sent: 3 });
  });

  it.each([
    [{ created_after: '9998-01-01T00:00:00Z' }],
    [{ created_after: '9998-01-01T00:00:00Z', created_before: '9999-12-31T23:59:59Z' }],
  ])('a bulk retry for a time in the future is refused: %j', async (body) => {
    const shop = await toldShop();
    const params = { merchant_id: shop.merchantId };
    const { status, body: answer } = await shop.ask('events.retry-many', { params, body });
    expect({ status, answer }).toMatchObject({ status: 422, answer: { error: { code: 'IR_06' } } });
  });

  it('a bulk retry requested fifty times at once with fifty queries runs five times', async () => {
    const shop = await toldShop();
    const params = { merchant_id: shop.merchantId };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        shop.ask('events.retry-many', { params, body: { object_id: `pay_${place}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    // Simultaneous requests may be asked to retry.
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
    const { retries } = await shop.services.retries.all(shop.merchantId);
    expect(retries).toHaveLength(5);
  });

  it('a stopped bulk retry sends at most ten seconds of its events, and stays stopped', async () => {
    const shop = await toldShop();
    for (const name of named(40)) await shop.givenUp(name);
    shop.pass(120);
    const { retry_id } = await shop.order({ events_per_second: 1 });
    await shop.work(5);
    const stopped = await shop.about('events.stop-retry', retry_id);
    expect(stopped.body).toMatchObject({
      status: 'stopped',
      stopped_because: 'requested',
      sent: 10,
    });
    await shop.work(120);
    expect(shop.told()).toEqual(named(10));
    expect((await shop.about('events.stop-retry', retry_id)).body).toEqual(stopped.body);
    expect(await shop.delivery('e110')).toMatchObject({ state: 'undelivered' });
  });

  it('a bulk retry goes on after a step died anywhere, and sends nothing twice', async () => {
    const shop = await toldShop();
    for (const name of named(30)) await shop.givenUp(name);
    shop.pass(120);
    const { retry_id } = await shop.order({ events_per_second: 1 });
    const { events, retries } = shop.services;
    let calls = 0;
    // Every third write fails before it is made, or after it.
    const failing =
      <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        calls += 1;
        if (calls % 6 === 3) throw new Error('died before');
        const result = await work(...given);
        if (calls % 6 === 0) throw new Error('died after');
        return result;
      };
    const [record, save] = [events.record, retries.save];
    await shop.work(600, async (body) => {
      if (body.retryId) Object.assign(events, { record: failing(record) });
      if (body.retryId) Object.assign(retries, { save: failing(save) });
      await shop.deliver({ body }).catch(() => undefined);
      Object.assign(events, { record });
      Object.assign(retries, { save });
    });
    expect(shop.told().toSorted()).toEqual(named(30));
    // Webhooks that a dead step sent are not counted as skipped.
    expect(await shop.progress(retry_id)).toMatchObject({ status: 'completed', skipped: 0 });
  });

  it('a bulk retry makes a step once when its message comes twice, at once or late', async () => {
    const shop = await toldShop();
    for (const name of named(15)) await shop.givenUp(name);
    shop.pass(120);
    const { retry_id } = await shop.order({ events_per_second: 1 });
    await shop.work(90, async (body) => {
      await Promise.all([shop.deliver({ body }), body.retryId && shop.deliver({ body })]);
      if (body.retryId) await shop.deliver({ body });
    });
    expect(shop.told()).toEqual(named(15));
    expect(await shop.progress(retry_id)).toMatchObject({ status: 'completed', sent: 15 });
  });

  it('a bulk retry reaches all events of one moment, however many', async () => {
    const shop = await toldShop();
    shop.receiver.answer = () => answered(500);
    const names = named(130);
    for (const name of names) {
      await shop.services.events.record(await shop.add(name), undefined, (one) => ({
        ...one,
        state: 'stopped',
      }));
    }
    shop.pass(120);
    const { retry_id } = await shop.order({ events_per_second: 1 });
    await shop.work(250);
    expect(await shop.progress(retry_id)).toMatchObject({ status: 'completed', sent: 130 });
    expect(new Set(shop.told())).toEqual(new Set(names));
  });

  it('a bulk retry skips events without a receiver, and counts them', async () => {
    const shop = await toldShop();
    await shop.givenUp('e100', 'we_gone');
    await shop.givenUp('e101');
    shop.pass(120);
    const { retry_id } = await shop.order();
    await shop.work(90);
    expect(shop.told()).toEqual(['e101']);
    expect(await shop.progress(retry_id)).toMatchObject({
      status: 'completed',
      sent: 1,
      skipped: 1,
    });
  });

  it("a bulk retry of an endpoint sends that endpoint's events, and ends when the endpoint is deleted", async () => {
    const shop = await toldShop();
    const params = { merchant_id: shop.merchantId };
    const { endpoint_id } = await shop.good('webhook-endpoints.create', {
      params,
      body: { url: `${webhookUrl}/second` },
    });
    for (const [index, name] of named(40).entries()) {
      await shop.givenUp(name, index % 2 === 0 ? endpoint_id : undefined);
    }
    shop.pass(120);
    const { retry_id } = await shop.order({ endpoint_id, events_per_second: 1 });
    await shop.work(15);
    await shop.good('webhook-endpoints.delete', { params: { ...params, endpoint_id } });
    await shop.work(120);
    expect(await shop.progress(retry_id)).toMatchObject({
      status: 'stopped',
      stopped_because: 'endpoint_gone',
    });
    expect(shop.told().every((name) => Number(name.slice(1)) % 2 === 0)).toBe(true);
    expect(shop.told().length).toBeLessThan(20);
  });

  it('a bulk retry follows an endpoint whose URL is changed while it runs', async () => {
    const shop = await toldShop();
    for (const name of named(20)) await shop.givenUp(name);
    shop.pass(120);
    const { retry_id } = await shop.order({ events_per_second: 1 });
    await shop.work(12);
    await shop.good('profiles.update', {
      params: { account_id: shop.merchantId, profile_id: shop.profileId },
      body: { webhook_details: { webhook_url: `${webhookUrl}/moved` } },
    });
    await shop.work(60);
    expect(shop.told()).toEqual(named(20));
    expect(await shop.progress(retry_id)).toMatchObject({ status: 'completed', sent: 20 });
  });

  it('a bulk retry belongs to its merchant and profile only', async () => {
    const shop = await toldShop();
    const { retry_id } = await shop.order();
    const byProfile = { headers: { 'x-profile-id': shop.profileId } };
    for (const name of ['events.retrieve-retry', 'events.stop-retry']) {
      expect((await shop.about(name, retry_id, byProfile)).status).toBe(404);
      expect((await shop.about(name, 'evr_unknown')).status).toBe(404);
    }
    const own = await shop.good('events.retry-many', {
      ...byProfile,
      params: { merchant_id: shop.merchantId },
      body: {},
    });
    expect(own).toMatchObject({ profile_id: shop.profileId });
    expect((await shop.about('events.retrieve-retry', own.retry_id, byProfile)).status).toBe(200);
  });

  it.each([
    [{ created_after: '2025-01-01T00:00:00Z' }, 422],
    [{ created_after: '2026-03-05T10:00:00Z', created_before: '2026-03-05T09:00:00Z' }, 422],
    [{ event_classes: ['refunds'], event_types: ['payment_failed'] }, 422],
    [{ events_per_second: 0 }, 400],
    [{ events_per_second: 51 }, 400],
    [{ unknown: true }, 400],
    [{ profile_id: 'pro_unknown' }, 404],
  ])('a bulk retry refuses %j', async (body, status) => {
    const shop = await toldShop();
    const params = { merchant_id: shop.merchantId };
    expect((await shop.ask('events.retry-many', { params, body })).status).toBe(status);
  });

  it('a bulk retry runs beside four others, and is refused beside five', async () => {
    const shop = await toldShop();
    for (const object_id of ['a', 'b', 'c', 'd', 'e']) await shop.order({ object_id });
    const sixth = await shop.ask('events.retry-many', {
      params: { merchant_id: shop.merchantId },
      body: { object_id: 'f' },
    });
    expect([sixth.status, sixth.text]).toEqual([
      400,
      expect.stringContaining('5 retries run already'),
    ]);
  });
});
