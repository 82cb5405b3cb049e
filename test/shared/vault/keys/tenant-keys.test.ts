import { randomBytes } from 'node:crypto';
import { tableOver } from '#platform/table/table.ts';
import { auditTrail } from '#vault/audit/audit-trail.ts';
import { openRecord, type Place, sealRecord } from '#vault/keys/envelope.ts';
import { keyKey } from '#vault/keys/key-items.ts';
import type { KeyContext, KeyProvider } from '#vault/keys/key-provider.ts';
import { epochMs, epochOf, tenantKeys } from '#vault/keys/tenant-keys.ts';
import { countedIn, writtenBy } from '../../../support/documents/written-lines.ts';
import { eventually } from '../../../support/runner/eventually.ts';
import { holdTimers } from '../../../support/runner/held-timers.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';
import { faultyKeyProvider } from '../../../support/vault/faulty-key-provider.ts';
import { localKeyProvider } from '../../../support/vault/local-key-provider.ts';

const start = new Date('2030-01-31T10:00:00.000Z');
const dayMs = 86_400_000;
const later = (ms: number) => new Date(start.getTime() + ms);

/**
 * Keys over memory, with a clock that the test turns and a key service whose failures it switches
 * on.
 */
function aKeyring({ maxCached = 1_000, keptMs = 300_000, chance = (): boolean => false } = {}) {
  const ports = { keys: memoryPort(), codes: memoryPort(), audit: memoryPort() };
  /** The buffers that the cache was given, so that a test sees whether they are overwritten. */
  const given: Uint8Array[] = [];
  const local = localKeyProvider(randomBytes(32));
  const watched: KeyProvider = {
    async generate(context: KeyContext) {
      const key = await local.generate(context);
      given.push(key.plain);
      return key;
    },
    async unwrap(wrapped, context) {
      const plain = await local.unwrap(wrapped, context);
      given.push(plain);
      return plain;
    },
    rewrap: local.rewrap,
  };
  const provider = faultyKeyProvider(watched);
  const clock = { now: start };
  const container = () =>
    tenantKeys(
      provider,
      { keys: () => tableOver(ports.keys), codes: () => tableOver(ports.codes) },
      {
        audit: auditTrail(() => tableOver(ports.audit)),
        clock: () => clock.now,
        maxCached,
        cacheMs: keptMs,
        chance,
      },
    );
  return {
    ports,
    given,
    provider,
    clock,
    container,
    keys: container(),
    table: tableOver(ports.keys),
  };
}

const isErased = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
const soon = () => new Promise((resolve) => setImmediate(resolve));
const place: Place = { tenant: 'shop_east', cardToken: 'c1', keyClass: 'pan', group: 'card' };

describe("a tenant's key", () => {
  it("a tenant's key begins with version 1, and is the same for every container", async () => {
    const { keys, container } = aKeyring();
    const one = await keys.current('shop_east', 'pan', start);
    const other = await container().current('shop_east', 'pan', start);
    expect(one.version).toBe(1);
    expect(other).toEqual(one);
    expect(await container().version('shop_east', 'pan', 1)).toEqual(one);
  });

  it("a tenant's key is created once when fifty ask at once, in one container and in fifty", async () => {
    const { keys, container, provider, ports } = aKeyring();
    const inOne = await Promise.all(
      Array.from({ length: 50 }, () => keys.current('shop_east', 'pan', start)),
    );
    expect(provider.calls).toEqual({ generate: 1, unwrap: 0, rewrap: 0 });
    const inFifty = await Promise.all(
      Array.from({ length: 50 }, () => container().current('shop_west', 'pan', start)),
    );
    for (const all of [inOne, inFifty]) {
      expect(new Set(all.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).size).toBe(1);
    }
    const kept = ports.keys.items().filter(({ keyClass }) => keyClass === 'pan');
    expect(kept.map(({ tenant }) => tenant)).toEqual(['shop_east', 'shop_west']);
  });

  it("a tenant's key is another one for each tenant and each class", async () => {
    const { keys } = aKeyring();
    const all = await Promise.all(
      ['shop_east', 'shop_west'].flatMap((tenant) =>
        (['pan', 'display', 'cvc', 'fingerprint'] as const).map((one) =>
          keys.current(tenant, one, start),
        ),
      ),
    );
    expect(new Set(all.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).size).toBe(8);
  });

  it("a tenant's key is stored wrapped and in no other form", async () => {
    const { keys, ports, given } = aKeyring();
    for (const one of ['pan', 'display', 'cvc', 'fingerprint'] as const) {
      await keys.current('shop_east', one, start);
    }
    const dump = [...ports.keys.items(), ...ports.codes.items(), ...ports.audit.items()]
      .flatMap((item) => Object.values(item))
      .map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value),
      )
      .join('\n');
    expect(given).toHaveLength(4);
    for (const bytes of given) {
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        expect(dump).not.toContain(Buffer.from(bytes).toString(form));
      }
    }
    expect(ports.keys.items().filter(({ wrapped }) => wrapped)).toHaveLength(3);
    expect(ports.codes.items().filter(({ wrapped }) => wrapped)).toHaveLength(1);
  });

  it("a tenant's key puts its tenant on the list of tenants with keys, and itself into the audit trail", async () => {
    const { keys, ports } = aKeyring();
    await keys.current('shop_east', 'pan', start);
    await keys.current('shop_east', 'cvc', start);
    const list = ports.keys.items().filter(({ pk }) => pk === 'TENANTS');
    expect(list.map(({ sk }) => sk)).toEqual(['shop_east']);
    expect(ports.audit.items().map(({ type, reason }) => [type, reason])).toEqual([
      ['key.created', 'key pan 1'],
      ['key.created', `key cvc ${epochOf(start)}`],
    ]);
  });

  it("a tenant's service code key is on the due index until its last code has expired", async () => {
    const { keys, ports } = aKeyring();
    await keys.current('shop_east', 'cvc', start);
    const [item] = ports.codes.items();
    expect(item?.duePk).toMatch(/^DUE#\d\d$/);
    expect(item?.dueAt).toBe(later(epochMs + dayMs).toISOString());
    expect(item?.expiresAtSeconds).toBe(later(epochMs + 2 * dayMs).getTime() / 1_000);
  });

  it("a tenant's wrapped key is of no use to another", async () => {
    const { keys, container, table } = aKeyring();
    for (const tenant of ['shop_east', 'shop_west']) await keys.current(tenant, 'pan', start);
    const [east, west] = await Promise.all(
      ['shop_east', 'shop_west'].map((tenant) => table.get(keyKey(tenant, 'pan', 1))),
    );
    await table.change(keyKey('shop_east', 'pan', 1), { set: { wrapped: west?.wrapped } });
    await table.change(keyKey('shop_west', 'pan', 1), { set: { wrapped: east?.wrapped } });
    for (const tenant of ['shop_east', 'shop_west']) {
      const refused = { code: 'service_unavailable' };
      await expect(container().current(tenant, 'pan', start)).rejects.toMatchObject(refused);
      await expect(container().version(tenant, 'pan', 1)).rejects.toMatchObject(refused);
    }
  });

  it("a tenant's key for numbers opens no service code", async () => {
    const { keys } = aKeyring();
    const codePlace: Place = { ...place, keyClass: 'cvc', group: 'code' };
    const csc = await keys.current('shop_east', 'cvc', start);
    const pan = await keys.current('shop_east', 'pan', start);
    const sealed = sealRecord(csc, codePlace, Buffer.from('737'));
    expect(() => openRecord({ ...pan, version: csc.version }, codePlace, sealed)).toThrow();
    expect(() => openRecord({ ...pan, version: csc.version }, place, sealed)).toThrow();
  });
});

describe("a tenant's key on day 366", () => {
  it.each([
    ['pan', 365],
    ['display', 365],
    ['fingerprint', 730],
  ] as const)(
    '%s is sealed with the next version on day 366, and data sealed earlier still opens',
    async (keyClass, days) => {
      const { keys, clock } = aKeyring();
      const first = await keys.current('shop_east', keyClass, start);
      clock.now = later(days * dayMs - 1);
      expect((await keys.current('shop_east', keyClass, clock.now)).version).toBe(1);
      // The cache has it still, and it is too old all the same.
      clock.now = later(days * dayMs);
      const all = await Promise.all(
        Array.from({ length: 50 }, () => keys.current('shop_east', keyClass, clock.now)),
      );
      expect(new Set(all.map(({ version }) => version))).toEqual(new Set([2]));
      expect((await keys.version('shop_east', keyClass, 1)).bytes).toEqual(first.bytes);
    },
  );

  it('fingerprints are made with both, for the time that the new one takes its place', async () => {
    const { keys, clock, table } = aKeyring();
    const first = await keys.current('shop_east', 'fingerprint', start);
    clock.now = later(730 * dayMs);
    const second = await keys.current('shop_east', 'fingerprint', clock.now);
    expect(second.earlier?.bytes).toEqual(first.bytes);
    await table.change(keyKey('shop_east', 'fingerprint', 1), {
      set: { state: 'retired', retiredAt: clock.now.toISOString() },
    });
    clock.now = later(760 * dayMs);
    expect((await keys.current('shop_east', 'fingerprint', clock.now)).earlier).toBeUndefined();
  });

  it('a key that others may know is not sealed with, whatever its age', async () => {
    const { keys, container, table } = aKeyring();
    await keys.current('shop_east', 'pan', start);
    await table.change(keyKey('shop_east', 'pan', 1), {
      set: { compromisedAt: start.toISOString() },
    });
    expect((await container().current('shop_east', 'pan', start)).version).toBe(2);
  });
});

it('a retired key opens, and seals nothing', async () => {
  const { keys, container, table } = aKeyring();
  const sealed = sealRecord(await keys.current('shop_east', 'pan', start), place, Buffer.from('x'));
  await table.change(keyKey('shop_east', 'pan', 1), { set: { state: 'retired' } });
  const other = container();
  const retired = await other.version('shop_east', 'pan', 1);
  expect(openRecord(retired, place, sealed).toString()).toBe('x');
  expect(() => sealRecord(retired, place, Buffer.from('x'))).toThrow('retired');
  expect((await other.current('shop_east', 'pan', start)).version).toBe(2);
});

it('a destroyed key is gone', async () => {
  const { keys, container, table } = aKeyring();
  await keys.current('shop_east', 'pan', start);
  await table.change(keyKey('shop_east', 'pan', 1), {
    set: { state: 'destroyed' },
    remove: ['wrapped'],
  });
  await expect(container().version('shop_east', 'pan', 1)).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect((await container().current('shop_east', 'pan', start)).version).toBe(2);
});

describe('a key in memory', () => {
  it('a key in memory is there for five minutes, is then read again, and is erased', async () => {
    const { keys, clock, provider, given } = aKeyring();
    await keys.current('shop_east', 'pan', start);
    await keys.version('shop_east', 'pan', 1);
    expect(provider.calls).toEqual({ generate: 1, unwrap: 1, rewrap: 0 });
    clock.now = later(299_999);
    await keys.current('shop_east', 'pan', start);
    await keys.version('shop_east', 'pan', 1);
    expect(provider.calls).toEqual({ generate: 1, unwrap: 1, rewrap: 0 });
    expect(given.map(isErased)).toEqual([false, false]);
    clock.now = later(300_000);
    await keys.current('shop_east', 'pan', start);
    await keys.version('shop_east', 'pan', 1);
    await soon();
    expect(provider.calls).toEqual({ generate: 1, unwrap: 3, rewrap: 0 });
    expect(given.map(isErased)).toEqual([true, true, false, false]);
  });

  it('a key in memory does not stay longer because a clock was set back', async () => {
    const { keys, clock, provider } = aKeyring();
    await keys.current('shop_east', 'pan', start);
    clock.now = later(-dayMs);
    await keys.current('shop_east', 'pan', start);
    expect(provider.calls.unwrap).toBe(1);
  });

  it('a key in memory is erased in time also without another request', async () => {
    const due = Promise.withResolvers<void>();
    const release = holdTimers((ms) => (ms === 20 ? due.promise : undefined));
    const { keys, given } = aKeyring({ keptMs: 20 });
    await keys.current('shop_east', 'pan', start).finally(release);
    expect(given.map(isErased)).toEqual([false]);
    due.resolve();
    await eventually(() => expect(given.map(isErased)).toEqual([true]));
  });

  it('a service code key stays in memory until its quarter of an hour is over', async () => {
    const { keys, clock, provider } = aKeyring();
    const lastMinute = later(epochMs - 60_000);
    clock.now = lastMinute;
    await keys.current('shop_east', 'cvc', lastMinute);
    await keys.current('shop_east', 'cvc', lastMinute);
    expect(provider.calls).toEqual({ generate: 1, unwrap: 0, rewrap: 0 });
    clock.now = later(epochMs);
    await keys.version('shop_east', 'cvc', epochOf(start));
    await keys.version('shop_east', 'cvc', epochOf(start));
    expect(provider.calls).toEqual({ generate: 1, unwrap: 2, rewrap: 0 });
    const next = await keys.current('shop_east', 'cvc', clock.now);
    expect(next.version).toBe(epochOf(start) + 1);
  });

  it('a key in memory is opened once for fifty requests at once, also where it is not cached', async () => {
    const { container, clock, provider } = aKeyring();
    await container().current('shop_east', 'cvc', start);
    clock.now = later(epochMs);
    const keys = container();
    const all = await Promise.all(
      Array.from({ length: 50 }, () => keys.version('shop_east', 'cvc', epochOf(start))),
    );
    expect(provider.calls.unwrap).toBe(1);
    await soon();
    expect(all.filter(({ bytes }) => isErased(bytes))).toEqual([]);
  });

  it('a key in memory makes room for others when it was used longest ago, and is erased', async () => {
    const { keys, given, provider } = aKeyring({ maxCached: 3 });
    for (const tenant of ['a', 'b', 'c']) await keys.current(tenant, 'pan', start);
    await keys.current('a', 'pan', start);
    await keys.current('d', 'pan', start);
    await soon();
    expect(given.map(isErased)).toEqual([false, true, false, false]);
    await keys.current('a', 'pan', start);
    expect(provider.calls.unwrap).toBe(0);
    await keys.current('b', 'pan', start);
    expect(provider.calls.unwrap).toBe(1);
  });

  it('a key in memory is never erased while a request uses it, nor by one request for others', async () => {
    const { keys, clock } = aKeyring({ maxCached: 1 });
    const mine = await keys.current('a', 'pan', start);
    const before = Uint8Array.from(mine.bytes);
    await keys.current('b', 'pan', start);
    clock.now = later(300_000);
    await keys.current('b', 'pan', start);
    await soon();
    expect(mine.bytes).toEqual(before);

    const [one, other] = await Promise.all([1, 2].map(() => keys.current('a', 'pan', start)));
    one?.bytes.fill(0);
    expect(other?.bytes).toEqual(before);
    expect((await keys.current('a', 'pan', start)).bytes).toEqual(before);
  });
});

describe('an outage of the key service', () => {
  const refused = { code: 'service_unavailable' };

  it('tenants whose keys are in memory go on for as long as they may, and the others are refused', async () => {
    const { keys, provider, clock, ports } = aKeyring();
    const mine = await keys.current('shop_east', 'pan', start);
    provider.faults.denied = true;
    clock.now = later(299_999);
    expect(await keys.current('shop_east', 'pan', clock.now)).toEqual(mine);
    await expect(keys.current('shop_west', 'pan', clock.now)).rejects.toMatchObject(refused);
    await expect(keys.current('shop_east', 'display', clock.now)).rejects.toMatchObject(refused);
    clock.now = later(300_000);
    await expect(keys.current('shop_east', 'pan', clock.now)).rejects.toMatchObject(refused);
    // No other key was made or taken in its place.
    expect(ports.keys.items().filter(({ wrapped }) => wrapped)).toHaveLength(1);
  });

  it('a key that was denied for a minute is there again without a restart', async () => {
    const { keys, container, provider, clock } = aKeyring();
    const first = await container().current('shop_east', 'pan', start);
    provider.faults.denied = true;
    for (const seconds of [0, 20, 40, 59]) {
      clock.now = later(seconds * 1_000);
      const all = await Promise.allSettled(
        Array.from({ length: 50 }, () => keys.version('shop_east', 'pan', 1)),
      );
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['rejected']));
    }
    provider.faults.denied = false;
    clock.now = later(60_000);
    expect(await keys.version('shop_east', 'pan', 1)).toEqual(first);
    expect(await keys.current('shop_east', 'pan', clock.now)).toEqual(first);
  });

  it("a key service's throttling and slowness harm only the requests that wait for it", async () => {
    const { keys, provider } = aKeyring();
    provider.faults.throttled = 1;
    await expect(keys.current('shop_east', 'pan', start)).rejects.toMatchObject(refused);
    provider.faults.latencyMs = 30;
    expect((await keys.current('shop_east', 'pan', start)).version).toBe(1);
  });

  it('no key is created without an audit record', async () => {
    const { provider, ports } = aKeyring();
    const keys = tenantKeys(
      provider,
      { keys: () => tableOver(ports.keys), codes: () => tableOver(ports.codes) },
      {
        audit: {
          record: () => Promise.reject(new Error('The audit trail is down.')),
        },
      },
    );
    await expect(keys.current('shop_east', 'pan', start)).rejects.toMatchObject(refused);
    expect(ports.keys.items().filter(({ wrapped }) => wrapped)).toEqual([]);
  });
});

it('the uses of a key are counted by a mark for so many of them', async () => {
  let uses = 0;
  const { keys, ports } = aKeyring({ chance: () => ++uses % 100 === 0 });
  for (let use = 0; use < 1_000; use++) await keys.current('shop_east', 'pan', start);
  await keys.current('shop_east', 'fingerprint', start);
  const marks = ports.keys.items().filter(({ pk }) => pk.includes('#USES#'));
  expect(marks).toHaveLength(10);
  expect(new Set(marks.map(({ pk }) => pk))).toEqual(
    new Set(['TENANT#shop_east#USES#pan#0000000001']),
  );
});

it('a use of a key that cannot be written down is said and counted, and the key is used all the same', async () => {
  const { keys, ports } = aKeyring({ chance: () => true });
  await keys.current('shop_east', 'pan', start);
  ports.keys.put = async () => Promise.reject(new Error('The table is throttled.'));
  const lines = await writtenBy(() => keys.current('shop_east', 'pan', start));
  expect(countedIn(lines, 'UseNotRecorded')).toBe(1);
  expect(lines.filter((line) => line.includes('use not recorded'))).toHaveLength(1);
});
