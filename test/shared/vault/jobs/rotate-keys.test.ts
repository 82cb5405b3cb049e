import * as v from 'valibot';
import { logTo } from '#platform/log.ts';
import type { TablePort } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { auditTrail } from '#vault/audit/audit-trail.ts';
import { cardKey } from '#vault/cards/card-vault.ts';
import { RotateKeysRequest, type RotationServices, rotateKeys } from '#vault/jobs/rotate-keys.ts';
import { fingerprintVersionOf, keyVersionOf } from '#vault/keys/envelope.ts';
import { keyKey, useMark, usesPerMark } from '#vault/keys/key-items.ts';
import { tenantKeys } from '#vault/keys/tenant-keys.ts';
import { countOfNight } from '../../../support/switch/night.ts';
import { type AVault, aVault } from '../../../support/vault/a-vault.ts';

const start = new Date('2030-01-31T10:00:00.000Z');
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const later = (ms: number) => new Date(start.getTime() + ms);
const year = 365 * dayMs;

/** Test numbers that brands publish. */
const numbers = ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117'];
const numberOf = (index: number) => numbers[index % numbers.length] ?? '';

const request = (tenant: string, now: Date) => ({
  tenant,
  now,
  reason: 'test',
  origin: 'switch',
  requestId: 'req_1',
  actor: { kind: 'switch', id: tenant } as const,
});

async function storeCards(vault: AVault, tenant: string, count: number, now = start) {
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    const { token } = await vault.cards.store(request(tenant, now), {
      number: Buffer.from(numberOf(index)),
      brand: 'visa',
      holderName: `HOLDER ${index}`,
      expiryMonth: '08',
      expiryYear: '2031',
    });
    tokens.push(token);
  }
  return tokens;
}

/** The job as a container has it that has just started. */
function aRotation(vault: AVault, now: Date, changes: Partial<RotationServices> = {}) {
  const logged: string[] = [];
  const services: RotationServices = {
    keys: vault.table('keys'),
    cards: vault.table('cards'),
    tenantKeys: vault.another().keys,
    provider: vault.provider,
    audit: vault.audit,
    log: logTo((line) => logged.push(line)),
    clock: () => now,
    remainingMs: () => 900_000,
    ...changes,
  };
  return { logged, run: (asked: RotateKeysRequest = {}) => rotateKeys(services, asked) };
}

const stateOf = async (
  vault: AVault,
  tenant: string,
  keyClass: 'pan' | 'display' | 'fingerprint',
  version: number,
) => (await vault.table('keys').get(keyKey(tenant, keyClass, version)))?.state;

const Kept = v.looseObject({
  tenant: v.string(),
  token: v.string(),
  sealed: v.instance(Uint8Array),
  display: v.instance(Uint8Array),
  fingerprint: v.string(),
  earlierFingerprint: v.optional(v.string()),
});

/** Under which versions the cards are, each combination once. */
function versionsOf(vault: AVault) {
  const all = vault.ports.cards
    .items()
    .filter(({ sk, deletedAt }) => sk === 'CARD' && deletedAt === undefined)
    .map((item) => {
      const { sealed, display, fingerprint, earlierFingerprint } = v.parse(Kept, item);
      const [pan, of, fpr] = [
        keyVersionOf(sealed),
        keyVersionOf(display),
        fingerprintVersionOf(fingerprint),
      ];
      const earlier = earlierFingerprint ? ` and ${fingerprintVersionOf(earlierFingerprint)}` : '';
      return `pan ${pan}, face ${of}, fpr ${fpr}${earlier}`;
    });
  return [...new Set(all)].sort();
}

/** Every card opens and is the one that was stored. */
async function expectAllReadable(
  vault: AVault,
  tenant: string,
  tokens: readonly string[],
  now: Date,
) {
  const { cards } = vault.another();
  for (const [index, token] of tokens.entries()) {
    const used = await cards.use({
      ...request(tenant, now),
      token,
      as: 'card.used',
      cvc: 'leave',
    });
    expect(used?.number.toString()).toBe(numberOf(index));
    const shown = await cards.describe(tenant, token, now);
    expect(shown?.holderName).toBe(`HOLDER ${index}`);
  }
}

describe('the rotation of keys', () => {
  it('the key rotation does nothing while all keys are young', async () => {
    const vault = aVault();
    await storeCards(vault, 'shop_east', 3);
    const before = [...vault.ports.cards.items(), ...vault.ports.keys.items()];
    const { run } = aRotation(vault, later(364 * dayMs));
    expect(await run()).toMatchObject({ tenants: 1, made: 0, retired: 0, finished: true });
    expect([...vault.ports.cards.items(), ...vault.ports.keys.items()]).toEqual(before);
  });

  it('the key rotation replaces a key after its year, moves the cards, and destroys it when none needs it', async () => {
    const vault = aVault();
    const tokens = await storeCards(vault, 'shop_east', 5);
    await storeCards(vault, 'shop_west', 1, later(100 * dayMs));

    const first = await aRotation(vault, later(year)).run();
    expect(first).toMatchObject({ tenants: 2, made: 2, retired: 2, cardsMoved: 5, destroyed: 0 });
    expect(versionsOf(vault)).toEqual(['pan 1, face 1, fpr 1', 'pan 2, face 2, fpr 1']);
    expect(await stateOf(vault, 'shop_east', 'pan', 1)).toBe('retired');
    await expectAllReadable(vault, 'shop_east', tokens, later(year));

    // A container may have the old key in memory for a while yet: a second look comes later.
    expect(await aRotation(vault, later(year + hourMs - 1)).run()).toMatchObject({ destroyed: 0 });
    expect(await aRotation(vault, later(year + dayMs)).run()).toMatchObject({ destroyed: 2 });
    for (const keyClass of ['pan', 'display'] as const) {
      const item = await vault.table('keys').get(keyKey('shop_east', keyClass, 1));
      expect(item).toMatchObject({ state: 'destroyed' });
      expect(item?.wrapped).toBeUndefined();
    }
    await expectAllReadable(vault, 'shop_east', tokens, later(year + dayMs));
    const types = vault.ports.audit
      .items()
      .filter(({ type }) => String(type).startsWith('key.'))
      .map(({ type, reason }) => `${type} ${reason}`)
      .sort();
    expect(types).toEqual([
      'key.created key display 2',
      'key.created key pan 2',
      'key.destroyed key display 1',
      'key.destroyed key pan 1',
      'key.retired key display 1',
      'key.retired key pan 1',
    ]);
  });

  it('the key rotation moves a card that was stored with the old key after it was retired', async () => {
    const vault = aVault();
    await storeCards(vault, 'shop_east', 1);
    await aRotation(vault, later(year)).run();
    // This container has its keys in memory, and its clock is a little behind.
    const late = await storeCards(vault, 'shop_east', 1, later(year - 1));
    expect(versionsOf(vault)).toEqual(['pan 1, face 1, fpr 1', 'pan 2, face 2, fpr 1']);
    const again = await aRotation(vault, later(year + dayMs)).run();
    expect(again).toMatchObject({ cardsMoved: 1, destroyed: 2 });
    await expectAllReadable(vault, 'shop_east', late, later(year + dayMs));
  });

  it('the key rotation keeps both fingerprints for thirty days, and then only the new one', async () => {
    const vault = aVault();
    await storeCards(vault, 'shop_east', 8);
    const before = new Map(
      vault.ports.cards.items().map((item) => [item.pk, v.parse(Kept, item).fingerprint]),
    );
    const now = later(2 * year);
    await aRotation(vault, now).run();
    const both = vault.ports.cards.items().map((item) => v.parse(Kept, item));
    for (const { pk, fingerprint, earlierFingerprint } of both) {
      expect(earlierFingerprint).toBe(before.get(String(pk)));
      expect(fingerprint).toMatch(/^f2_/);
    }
    // Equal numbers are still equal.
    expect(new Set(both.map(({ fingerprint }) => fingerprint)).size).toBe(numbers.length);

    // Cards that are stored meanwhile get both, as well.
    await storeCards(vault.another(), 'shop_east', 4, later(2 * year + dayMs));
    await aRotation(vault, later(2 * year + dayMs)).run();
    expect(versionsOf(vault)).toEqual(['pan 2, face 2, fpr 2 and 1']);
    expect(await stateOf(vault, 'shop_east', 'fingerprint', 1)).toBe('retired');

    await aRotation(vault, later(2 * year + 31 * dayMs)).run();
    expect(versionsOf(vault)).toEqual(['pan 2, face 2, fpr 2']);
    expect(await stateOf(vault, 'shop_east', 'fingerprint', 1)).toBe('destroyed');
  });

  it('the key rotation replaces a compromised key at once, and once however often it is requested', async () => {
    const vault = aVault();
    const tokens = await storeCards(vault, 'shop_east', 5);
    const asked = { tenant: 'shop_east', compromised: { keyClass: 'pan', version: 1 } } as const;
    expect(await aRotation(vault, later(dayMs)).run(asked)).toMatchObject({
      tenants: 1,
      made: 1,
      retired: 1,
      cardsMoved: 5,
    });
    expect(await aRotation(vault, later(dayMs + 1)).run(asked)).toMatchObject({
      made: 0,
      retired: 0,
      cardsMoved: 0,
    });
    // The time of the first report counts for an investigation.
    expect(await vault.table('keys').get(keyKey('shop_east', 'pan', 1))).toMatchObject({
      compromisedAt: later(dayMs).toISOString(),
    });
    expect(versionsOf(vault)).toEqual(['pan 2, face 1, fpr 1']);
    await aRotation(vault, later(dayMs + hourMs)).run();
    expect(await stateOf(vault, 'shop_east', 'pan', 1)).toBe('destroyed');
    await expectAllReadable(vault, 'shop_east', tokens, later(2 * dayMs));
    expect(vault.ports.audit.items().map(({ reason }) => reason)).toContain(
      'key pan 1, compromised',
    );
  });

  it('the key rotation keeps no fingerprint of a compromised key', async () => {
    const vault = aVault();
    await storeCards(vault, 'shop_east', 2);
    const asked = {
      tenant: 'shop_east',
      compromised: { keyClass: 'fingerprint', version: 1 },
    } as const;
    await aRotation(vault, later(dayMs)).run(asked);
    expect(versionsOf(vault)).toEqual(['pan 1, face 1, fpr 2']);
    await aRotation(vault, later(dayMs + hourMs)).run();
    expect(await stateOf(vault, 'shop_east', 'fingerprint', 1)).toBe('destroyed');
  });

  it('the key rotation refuses a compromised key without a tenant, or of a tenant without that key', async () => {
    const compromised = { keyClass: 'pan', version: 9 } as const;
    expect(v.is(RotateKeysRequest, { compromised })).toBe(false);
    expect(v.is(RotateKeysRequest, { tenant: 'shop_east', compromised, extra: 1 })).toBe(false);
    const vault = aVault();
    await storeCards(vault, 'shop_east', 1);
    const { run, logged } = aRotation(vault, start);
    expect(await run({ tenant: 'shop_east', compromised })).toMatchObject({ failed: 1, made: 0 });
    expect(logged.join()).toContain('no such key');
  });

  it('the key rotation replaces a key that was used too often', async () => {
    const vault = aVault();
    await storeCards(vault, 'shop_east', 1);
    const table = vault.table('keys');
    const mark = { tenant: 'shop_east', keyClass: 'display', version: 1 } as const;
    const enough = 2 ** 31 / usesPerMark;
    for (let use = 1; use < enough; use++) await table.putNew(useMark(mark, `use ${use}`, start));
    expect(await aRotation(vault, later(dayMs)).run()).toMatchObject({ made: 0 });
    await table.putNew(useMark(mark, 'the last', start));
    expect(await aRotation(vault, later(dayMs)).run()).toMatchObject({ made: 1, cardsMoved: 1 });
    expect(versionsOf(vault)).toEqual(['pan 1, face 2, fpr 1']);
  });

  it('the key rotation wraps keys anew once a year and on request, and the keys stay the same', async () => {
    const vault = aVault();
    const tokens = await storeCards(vault, 'shop_east', 1);
    const wrapped = () =>
      vault.ports.keys
        .items()
        .flatMap((item) =>
          item.wrapped instanceof Uint8Array ? [Buffer.from(item.wrapped).toString('hex')] : [],
        );
    const before = wrapped();
    expect(await aRotation(vault, later(dayMs)).run({ rewrap: true })).toMatchObject({
      rewrapped: 3,
    });
    expect(wrapped().filter((one) => before.includes(one))).toEqual([]);
    await expectAllReadable(vault, 'shop_east', tokens, later(dayMs));
    expect(await aRotation(vault, later(2 * dayMs)).run()).toMatchObject({ rewrapped: 0 });
    expect(await aRotation(vault, later(year + dayMs)).run()).toMatchObject({ rewrapped: 3 });
  });

  it('the key rotation restores no card that is deleted at the same moment', async () => {
    const vault = aVault();
    const tokens = await storeCards(vault, 'shop_east', 30);
    const now = later(year);
    const cards = vault.table('cards');
    let deleted = 0;
    const racing = {
      ...cards,
      // Between the reading and the writing of the page, every third card is deleted.
      async batchGet(keys: Parameters<typeof cards.batchGet>[0]) {
        const items = await cards.batchGet(keys);
        for (const token of tokens.filter((_, index) => index % 3 === 0)) {
          if (await vault.cards.remove({ ...request('shop_east', now), token })) deleted += 1;
        }
        return items;
      },
    };
    expect(await aRotation(vault, now, { cards: racing }).run()).toMatchObject({
      cardsMoved: 20,
      cardsLeft: 0,
      failed: 0,
    });
    expect(deleted).toBe(10);
    for (const [index, token] of tokens.entries()) {
      const item = await cards.get(cardKey('shop_east', token));
      expect(item?.deletedAt !== undefined).toBe(index % 3 === 0);
      expect(item?.sealed !== undefined).toBe(index % 3 !== 0);
    }
  });

  it('the key rotation leaves a card that does not open, reports it, and keeps its key', async () => {
    const vault = aVault();
    const tokens = await storeCards(vault, 'shop_east', 3);
    const [broken = ''] = tokens;
    const table = vault.table('cards');
    const item = v.parse(Kept, await table.get(cardKey('shop_east', broken)));
    const sealed = Uint8Array.from(item.sealed);
    sealed[40] = (sealed[40] ?? 0) ^ 1;
    await table.change(cardKey('shop_east', broken), { set: { sealed } });
    const { run, logged } = aRotation(vault, later(year));
    expect(await run()).toMatchObject({ cardsMoved: 2, cardsLeft: 1 });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('decrypt_failed');
    const second = await aRotation(vault, later(year + dayMs)).run();
    expect(second).toMatchObject({ cardsLeft: 1, destroyed: 0 });
    expect(await stateOf(vault, 'shop_east', 'pan', 1)).toBe('retired');
  });

  it('the key rotation continues with the other tenants when one fails, and starts with them next time', async () => {
    const vault = aVault();
    const tenants = ['a', 'b', 'c', 'd'];
    for (const tenant of tenants) await storeCards(vault, tenant, 1);
    const asked: string[] = [];
    const table = vault.table('keys');
    const watched = {
      ...table,
      query: (pk: string, options?: Parameters<typeof table.query>[1]) => {
        const [, tenant] = /^TENANT#(\w)#KEY#pan$/.exec(pk) ?? [];
        if (tenant && asked.at(-1) !== tenant) asked.push(tenant);
        if (tenant === 'c') throw new Error('The database has a bad day with c.');
        return table.query(pk, options);
      },
    };
    const first = await aRotation(vault, start, { keys: watched }).run();
    expect(first).toMatchObject({ tenants: 4, failed: 1, finished: true });
    expect(asked.splice(0)).toEqual(['a', 'b', 'c', 'd']);

    // The time is over after two of them.
    const inTime = [900_000, 900_000, 0];
    const remainingMs = () => inTime.shift() ?? 0;
    const second = await aRotation(vault, start, { keys: watched, remainingMs }).run();
    expect(second).toMatchObject({ tenants: 2, finished: false });
    expect(asked.splice(0)).toEqual(['a', 'b']);
    await aRotation(vault, start, { keys: watched }).run();
    expect(asked.splice(0)).toEqual(['d', 'a', 'b', 'c']);
    await aRotation(vault, start, { keys: watched }).run();
    expect(asked.splice(0)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('ten thousand cards', () => {
  /** A port that dies after so many calls, with the whole process: nothing is written any more. */
  function mortal(port: TablePort, life: { calls: number }): TablePort {
    const dying =
      <A extends readonly unknown[], R>(call: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        life.calls -= 1;
        if (life.calls < 0) throw new Error('The process is dead.');
        return call(...given);
      };
    return {
      get: dying(port.get),
      put: dying(port.put),
      delete: dying(port.delete),
      update: dying(port.update),
      updateWhere: dying(port.updateWhere),
      take: dying(port.take),
      query: dying(port.query),
      batchGet: dying(port.batchGet),
      transact: dying(port.transact),
    };
  }

  /** Half as many by day as `npm run nightly` wants. */
  const manyCards = countOfNight() ?? 5_000;

  it('ten thousand cards are sealed anew though the job crashes again and again, and its time runs out in between', async () => {
    const vault = aVault();
    const tokens = await storeCards(vault, 'shop_east', manyCards);
    const now = later(2 * year);
    const crashing = (calls: number) => {
      const life = { calls };
      const [keys, cards, audit] = (['keys', 'cards', 'audit'] as const).map((name) =>
        tableOver(mortal(vault.ports[name], life)),
      );
      if (!keys || !cards || !audit) throw new Error('Three tables.');
      return aRotation(vault, now, {
        keys,
        cards,
        audit: auditTrail(() => audit),
        tenantKeys: tenantKeys(vault.provider, { keys: () => keys, codes: () => keys }),
      });
    };

    // It dies at each of its first calls, and then at any: between keys, pages and single cards.
    let moved = 0;
    let died = 0;
    for (const calls of [...Array(25).keys(), 60, 777, 2_345]) {
      const outcome = await crashing(calls)
        .run()
        .catch(() => undefined);
      if (!outcome || outcome.failed > 0) died += 1;
      moved += outcome?.cardsMoved ?? 0;
    }
    expect(died).toBe(28);
    expect(moved).toBeGreaterThan(2_500);
    expect(moved).toBeLessThan(manyCards);
    expect(await stateOf(vault, 'shop_east', 'pan', 3)).toBeUndefined();

    // Then there is time for two pages only.
    const inTime = [900_000, 900_000, 900_000];
    const short = await aRotation(vault, now, { remainingMs: () => inTime.shift() ?? 0 }).run();
    expect(short).toMatchObject({ finished: false });
    moved += short.cardsMoved;

    const last = await aRotation(vault, now).run();
    expect(last).toMatchObject({ finished: true, cardsLeft: 0, failed: 0 });
    expect(moved + last.cardsMoved).toBe(manyCards);
    expect(versionsOf(vault)).toEqual(['pan 2, face 2, fpr 2 and 1']);

    // Two more concurrent runs destroy the expired keys.
    const both = await Promise.all(
      [1, 2].map(() => aRotation(vault, later(2 * year + dayMs)).run()),
    );
    expect(both.map(({ failed }) => failed)).toEqual([0, 0]);
    const third = await aRotation(vault, later(2 * year + dayMs)).run();
    // Each was destroyed by one of them.
    expect([...both, third].reduce((sum, { destroyed }) => sum + destroyed, 0)).toBe(2);
    for (const keyClass of ['pan', 'display'] as const) {
      expect(await stateOf(vault, 'shop_east', keyClass, 1)).toBe('destroyed');
    }
    await expectAllReadable(vault, 'shop_east', tokens, later(2 * year + dayMs));
  });

  it('ten thousand cards are moved once when two runs work at the same time', async () => {
    const vault = aVault();
    const tokens = await storeCards(vault, 'shop_east', 1_200);
    const now = later(year);
    const both = await Promise.all([1, 2].map(() => aRotation(vault, now).run()));
    expect(both.map(({ failed, cardsLeft }) => [failed, cardsLeft])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    await aRotation(vault, now).run();
    expect(versionsOf(vault)).toEqual(['pan 2, face 2, fpr 1']);
    expect(await stateOf(vault, 'shop_east', 'pan', 3)).toBeUndefined();
    await expectAllReadable(vault, 'shop_east', tokens, now);
  });
});
