import fc from 'fast-check';
import type { Send } from '#platform/http/egress/egress.ts';
import type { TablePort } from '#platform/table/port.ts';
import { createdWithConnector, ownChoice } from '../../support/entities/routing-requests.ts';
import {
  type Ask,
  aMerchant,
  container,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { memoryPort } from '../../support/table/memory-table.ts';

/** The fault of a relayed request, or of its sync, on the way to the processor. */
type Way = 'through' | 'answer lost' | 'never arrives' | 'connection refused';

/** A merchant who has made payments at the processor without the switch. */
async function aWorld() {
  const dependencies = switchDependencies();
  const memory = memoryPort();
  const table: { port: TablePort } = { port: memory };
  const port: TablePort = {
    get: (...given) => table.port.get(...given),
    put: (...given) => table.port.put(...given),
    delete: (...given) => table.port.delete(...given),
    update: (...given) => table.port.update(...given),
    updateWhere: (...given) => table.port.updateWhere(...given),
    take: (...given) => table.port.take(...given),
    query: (...given) => table.port.query(...given),
    batchGet: (...given) => table.port.batchGet(...given),
    transact: (...given) => table.port.transact(...given),
  };
  const way: { now: Way } = { now: 'through' };
  const asked: string[] = [];
  const { send } = dependencies.processor;
  dependencies.send = async (request, options): ReturnType<Send> => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    if (way.now === 'connection refused') return { kind: 'not_sent', reason: 'no connection' };
    if (way.now === 'never arrives') return { kind: 'unknown', reason: 'timeout' };
    const sent = await send(request, options);
    return way.now === 'answer lost' ? { kind: 'unknown', reason: 'timeout' } : sent;
  };
  const shop = container(port, dependencies);
  const merchant = await aMerchant(shop);
  const other = await aMerchant(shop, 'merchant_other');
  const context = { world: { ...shop, port: memory, dependencies }, merchant };
  const { merchant_connector_id: connector_id } = await ownChoice(context);
  let round = 0;
  const { key } = merchant;
  return {
    ...shop,
    dependencies,
    memory,
    table,
    way,
    asked,
    merchant,
    other,
    connector_id,
    elsewhere: (capture: 'automatic' | 'manual' = 'automatic') => {
      round += 1;
      return createdWithConnector({ ...context, round }, capture);
    },
    relay: (resource: string, type: string, data: unknown, more: Ask = {}) =>
      shop.ask('relays.create', {
        key,
        body: { connector_resource_id: resource, connector_id, type, data: { [type]: data } },
        ...more,
      }),
    show: (relay_id: string, query: Record<string, string> = {}, as: Ask = { key }) =>
      shop.ask('relays.retrieve', { ...as, params: { relay_id }, query }),
    async books(reference: string) {
      const books = await dependencies.processor.ledger();
      const found = books.find((one) => one.reference === reference);
      if (!found) throw new Error('The processor does not have it.');
      return found;
    },
    pass(seconds: number) {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
      dependencies.processor.clock.now = dependencies.clock.now;
    },
  };
}

const sync = { force_sync: 'true' };
const eur = (amount: number) => ({ amount, currency: 'EUR' });
const error = (status: number, code: string, message: unknown) => ({
  status,
  body: { error: expect.objectContaining({ code, message }) },
});

describe('a relay about a transaction that was not made here', () => {
  it('a relay refunds once, and can be retrieved afterwards', async () => {
    const { elsewhere, relay, show, books, connector_id, merchant } = await aWorld();
    const resource = await elsewhere();
    const { status, body } = await relay(resource, 'refund', { ...eur(600), reason: 'late' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^relay_[A-Za-z0-9]{20}$/),
      status: 'success',
      connector_resource_id: resource,
      error: null,
      connector_reference_id: expect.any(String),
      connector_id,
      profile_id: merchant.profileId,
      type: 'refund',
      data: { refund: { ...eur(600), reason: 'late' } },
    });
    expect((await books(resource)).refundedMinor).toBe(600);
    expect((await show(body.id)).body).toEqual(body);
    expect((await show(body.id, sync)).body).toEqual(body);
  });

  it('a relay captures an authorization made elsewhere', async () => {
    const { elsewhere, relay, books } = await aWorld();
    const resource = await elsewhere('manual');
    const data = { authorized_amount: 6_540, amount_to_capture: 6_000, currency: 'EUR' };
    const { body } = await relay(resource, 'capture', data);
    expect(body).toMatchObject({ status: 'success', type: 'capture', data: { capture: data } });
    expect((await books(resource)).capturedMinor).toBe(6_000);
  });

  it.each([{}, { amount: 6_540, currency: 'EUR' }])(
    'a relay voids an authorization made elsewhere: %j',
    async (data) => {
      const { elsewhere, relay, books } = await aWorld();
      const resource = await elsewhere('manual');
      const { body } = await relay(resource, 'void', data);
      expect(body).toMatchObject({ status: 'success', type: 'void' });
      expect(await books(resource)).toMatchObject({ voided: true, releasedMinor: 6_540 });
    },
  );

  it('a relay returns the processor’s refusal', async () => {
    const { elsewhere, relay, books } = await aWorld();
    const resource = await elsewhere();
    expect((await relay(resource, 'refund', eur(6_541))).body).toMatchObject({
      status: 'failure',
      error: { code: 'DC_03', message: expect.any(String) },
      connector_reference_id: null,
    });
    expect((await relay('never_made', 'refund', eur(1))).body).toMatchObject({
      status: 'failure',
      error: { code: 'DC_01' },
    });
    expect((await relay('never_made', 'void', {})).body).toMatchObject({ status: 'failure' });
    const reserved = { authorized_amount: 6_540, amount_to_capture: 1, currency: 'EUR' };
    expect((await relay(resource, 'capture', reserved)).body.status).toBe('failure');
    expect((await books(resource)).movements).toHaveLength(1);
  });

  it('a relay never settles with another amount', async () => {
    const { elsewhere, relay, show, pass } = await aWorld();
    const resource = await elsewhere('manual');
    const data = { amount: 1, currency: 'EUR' };
    const { body } = await relay(resource, 'void', data);
    expect(body).toMatchObject({ status: 'pending', error: { code: 'IE' } });
    pass(61);
    expect((await show(body.id, sync)).body).toMatchObject({ status: 'pending' });
  });
});

const wishes = [
  ['refund', 'automatic', eur(600)],
  ['capture', 'manual', { authorized_amount: 6_540, amount_to_capture: 600, currency: 'EUR' }],
  ['void', 'manual', { amount: 6_540, currency: 'EUR' }],
] as const;

describe('a relay whose answer is lost', () => {
  it.each(wishes)(
    '%s: a relay with a lost answer is pending, and turns out to have happened',
    async (type, method, data) => {
      const { elsewhere, relay, show, way, books, asked } = await aWorld();
      const resource = await elsewhere(method);
      way.now = 'answer lost';
      const { body } = await relay(resource, type, data);
      expect(body).toMatchObject({ status: 'pending', error: { code: 'TIMEOUT' } });
      expect((await show(body.id)).body.status).toBe('pending');
      way.now = 'through';
      expect((await show(body.id, sync)).body).toMatchObject({ status: 'success', error: null });
      const { movements } = await books(resource);
      expect(movements).toHaveLength(2);
      const puts = asked.filter((one) => one.startsWith('PUT'));
      expect(new Set(puts).size).toBe(puts.length);
    },
  );

  it.each(wishes)(
    '%s: a relay with a lost answer has failed once it must have arrived',
    async (type, method, data) => {
      const { elsewhere, relay, show, way, pass, books } = await aWorld();
      const resource = await elsewhere(method);
      way.now = 'never arrives';
      const { body } = await relay(resource, type, data);
      expect(body.status).toBe('pending');
      expect((await show(body.id, sync)).body.status).toBe('pending');
      way.now = 'through';
      expect((await show(body.id, sync)).body.status).toBe('pending');
      pass(60);
      expect((await show(body.id, sync)).body.status).toBe('failure');
      expect((await books(resource)).movements).toHaveLength(1);
    },
  );

  it.each(wishes)(
    '%s: a relay has failed at once when nothing left us',
    async (type, method, data) => {
      const { elsewhere, relay, way } = await aWorld();
      const resource = await elsewhere(method);
      way.now = 'connection refused';
      expect((await relay(resource, type, data)).body.status).toBe('failure');
    },
  );

  it.each(wishes)(
    '%s: a relay is sent once when the platform invokes twice',
    async (type, method, data) => {
      const { elsewhere, relay, asked } = await aWorld();
      const resource = await elsewhere(method);
      const [one, other] = await Promise.all(
        [1, 2].map(() => relay(resource, type, data, { invocation: 'the same' })),
      );
      expect(one?.body.id).toBe(other?.body.id);
      expect(asked.filter((each) => each.startsWith('PUT'))).toHaveLength(1);
    },
  );

  it('a relay is answered again under its Idempotency-Key, and no other request is', async () => {
    const { elsewhere, relay, asked, books } = await aWorld();
    const resource = await elsewhere();
    const again = { headers: { 'idempotency-key': 'order 17' } };
    const first = await relay(resource, 'refund', eur(600), again);
    const second = await relay(resource, 'refund', eur(600), again);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await relay(resource, 'refund', eur(601), again)).status).toBe(422);
    expect(asked.filter((one) => one.startsWith('PUT'))).toHaveLength(1);
    expect((await books(resource)).refundedMinor).toBe(600);
  });

  it.each(wishes)(
    '%s: a relay loses and doubles nothing, whichever call of the table breaks',
    async (type, method, data) => {
      for (const fault of ['before', 'after'] as const) {
        for (let broken = 1; ; broken++) {
          const world = await aWorld();
          const { elsewhere, relay, show, table, memory, books, pass } = world;
          const resource = await elsewhere(method);
          let calls = 0;
          const breaking =
            <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
            async (...given: A): Promise<R> => {
              calls += 1;
              if (calls !== broken) return call(...given);
              if (fault === 'after') await call(...given);
              throw new Error('The connection broke.');
            };
          table.port = { ...memory, get: breaking(memory.get), put: breaking(memory.put) };
          const answer = await relay(resource, type, data);
          table.port = memory;
          if (calls < broken) break;
          pass(61);
          const kept = memory.items().find(({ sk }) => sk === 'RELAY');
          const moved = (await books(resource)).movements.length - 1;
          expect(moved).toBeLessThanOrEqual(1);
          if (moved === 1) {
            // A relay that moved money is stored and shown as a success.
            expect(answer.status).toBe(200);
            expect((await show(String(kept?.id), sync)).body.status).toBe('success');
          } else if (kept) {
            expect((await show(String(kept.id), sync)).body.status).toBe('failure');
          }
        }
      }
    },
  );
});

describe('a relay that is invalid', () => {
  it('an invalid relay is refused before anything is written or sent', async () => {
    const { ask, merchant, elsewhere, connector_id, memory, asked, other } = await aWorld();
    const resource = await elsewhere();
    const before = memory.items();
    const count = asked.length;
    const request = (changes: object, more: Ask = {}) =>
      ask('relays.create', {
        key: merchant.key,
        body: {
          connector_resource_id: resource,
          connector_id,
          type: 'refund',
          data: { refund: eur(600) },
          ...changes,
        },
        ...more,
      });
    expect(await request({ data: undefined })).toMatchObject(
      error(400, 'IR_04', 'Missing required param: data'),
    );
    expect(await request({ type: 'void' })).toMatchObject(
      error(422, 'IR_06', 'data does not belong to type void'),
    );
    const capture = { authorized_amount: 1, amount_to_capture: 2, currency: 'EUR' };
    expect(await request({ type: 'capture', data: { capture } })).toMatchObject(
      error(400, 'IR_16', 'amount_to_capture is greater than authorized_amount'),
    );
    const raise = { total_amount: 1, additional_amount: 2, currency: 'EUR' };
    const type = 'incremental_authorization';
    expect(await request({ type, data: { [type]: raise } })).toMatchObject(
      error(400, 'IR_16', 'additional_amount is greater than total_amount'),
    );
    const gone = error(404, 'HE_02', 'Merchant connector account does not exist in our records');
    expect(await request({ connector_id: 'mca_unknown' })).toMatchObject(gone);
    expect(await request({}, { key: other.key })).toMatchObject(gone);
    for (const connector_resource_id of ['', '..', '../payments/x', 'a b', 'x'.repeat(129)]) {
      expect((await request({ connector_resource_id })).status).toBe(400);
    }
    for (const data of [
      { refund: eur(0) },
      { refund: eur(-1) },
      { refund: eur(1.5) },
      { refund: { amount: 1 } },
      { refund: eur(1), void: {} },
      { something: {} },
    ]) {
      expect((await request({ data })).status).toBe(400);
    }
    expect(memory.items()).toEqual(before);
    expect(asked).toHaveLength(count);
  });

  it('a relay is hidden from other merchants', async () => {
    const { elsewhere, relay, show, other, ask, merchant } = await aWorld();
    const { id } = (await relay(await elsewhere(), 'refund', eur(600))).body;
    const gone = error(404, 'IR_37', 'relay not found');
    expect(await show(id, {}, { key: other.key })).toMatchObject(gone);
    expect(await show('relay_unknown')).toMatchObject(gone);
    const account_id = merchant.id;
    const { body } = await ask('profiles.create', {
      key: merchant.key,
      params: { account_id },
      body: { profile_name: 'second' },
    });
    const headers = { 'x-profile-id': body.profile_id };
    expect(await show(id, {}, { key: merchant.key, headers })).toMatchObject(gone);
  });

  it('a relay with any body is answered, and moves nothing when it is refused', async () => {
    const { ask, merchant, elsewhere, connector_id, memory, books } = await aWorld();
    const resource = await elsewhere();
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const body = fc.record(
      {
        connector_resource_id: fc.oneof(fc.constant(resource), fc.stringMatching(/^[\w-]{0,20}$/)),
        connector_id: fc.oneof(fc.constant(connector_id), leaf),
        type: fc.oneof(fc.constantFrom('refund', 'capture', 'void'), leaf),
        data: fc.oneof(
          fc.record({ refund: fc.record({ amount: leaf, currency: fc.constant('EUR') }) }),
          fc.record({ void: fc.record({ amount: leaf }, { requiredKeys: [] }) }),
          leaf,
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const before = memory.items();
        const { status } = await ask('relays.create', { key: merchant.key, body: sent });
        expect([200, 400, 404, 422, 501]).toContain(status);
        if (status !== 200) expect(memory.items()).toEqual(before);
      }),
    );
    expect((await books(resource)).refundedMinor).toBeLessThanOrEqual(6_540);
  });
});
