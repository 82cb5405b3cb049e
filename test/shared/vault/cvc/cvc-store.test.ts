import { tableOver } from '#platform/table/table.ts';
import { auditTrail } from '#vault/audit/audit-trail.ts';
import { cvcStore, leaseSeconds, maxLeases } from '#vault/cvc/cvc-store.ts';
import { tenantKeys } from '#vault/keys/tenant-keys.ts';
import { type LocalTable, localTable } from '../../../support/table/local-table.ts';
import { aVault } from '../../../support/vault/a-vault.ts';
import { memoryKeyProvider } from '../../../support/vault/memory-key-provider.ts';

const start = new Date('2030-01-31T10:00:00.000Z');
const cardToken = '5f0c7d1a9b3e4f2680c1d2e3f4a5b6c7';
const at = (seconds: number) => ({
  tenant: 'shop_east',
  cardToken,
  actor: { kind: 'switch', id: 'shop_east' } as const,
  reason: 'test',
  origin: 'test',
  requestId: 'req',
  now: new Date(start.getTime() + seconds * 1_000),
});

async function heldCode(seconds = 3_600) {
  const vault = aVault();
  const hold = (now: number, code = '737') =>
    vault.codes.store({ ...at(now), cvc: Buffer.from(code), seconds });
  await hold(0);
  /** The audit records of all codes, in the order in which they were written. */
  const lines: string[] = [];
  const { put } = vault.ports.audit;
  vault.ports.audit.put = async (item, condition) => {
    lines.push(String(item.type));
    return put(item, condition);
  };
  const take = async (now: number) => (await vault.codes.take(at(now)))?.toString();
  const lease = (now: number) => vault.codes.lease(at(now));
  const leased = async (now: number) => {
    const one = await lease(now);
    if (one.kind !== 'leased') throw new Error(`The code is ${one.kind}.`);
    return one;
  };
  const held = async (now: number) => {
    const codes = await vault.codes.expiryOf('shop_east', [cardToken], at(now).now);
    return codes.has(cardToken);
  };
  const items = () => vault.ports.codes.items().filter(({ sk }) => sk === 'CODE');
  return { vault, hold, lines, take, lease, leased, held, items };
}

describe('a cvc', () => {
  it('a cvc is taken once, and is nowhere then', async () => {
    const { take, held, items, lines } = await heldCode();
    expect(await take(1)).toBe('737');
    expect([await take(1), await held(1), items()]).toEqual([undefined, false, []]);
    expect(lines).toEqual(['cvc.taken']);
  });

  it('a cvc is given until its last second and not in it, whether swept or not', async () => {
    const late = await heldCode(60);
    expect([await late.held(59.999), await late.held(60)]).toEqual([true, false]);
    expect(await late.take(60)).toBeUndefined();
    expect((await late.lease(60)).kind).toBe('none');
    expect(await late.take(59.999)).toBe('737');
  });

  it('a cvc is stored a day at most, whatever was requested, because its key is erased then', async () => {
    const { held } = await heldCode(900_000);
    expect([await held(86_399), await held(86_400)]).toEqual([true, false]);
  });

  it('a cvc is taken by one of fifty', async () => {
    const { take } = await heldCode();
    const all = await Promise.all(Array.from({ length: 50 }, () => take(1)));
    expect(all.filter((code) => code !== undefined)).toEqual(['737']);
  });

  it('a cvc belongs to its tenant and card', async () => {
    const { vault, take } = await heldCode();
    expect(await vault.codes.take({ ...at(1), tenant: 'shop_west' })).toBeUndefined();
    expect(await vault.codes.take({ ...at(1), cardToken: '0'.repeat(32) })).toBeUndefined();
    expect(await take(1)).toBe('737');
  });

  it('a cvc is leased to one request at a time, and not to one that takes it', async () => {
    const { leased, lease, take, lines } = await heldCode();
    const one = await leased(0);
    expect(one.cvc.toString()).toBe('737');
    expect((await lease(1)).kind).toBe('in use');
    expect(await take(1)).toBeUndefined();
    await one.release();
    expect((await leased(2)).cvc.toString()).toBe('737');
    expect(lines).toEqual(['cvc.leased', 'cvc.released', 'cvc.leased']);
  });

  it('a cvc is leased to one of fifty', async () => {
    const { lease } = await heldCode();
    const all = await Promise.all(Array.from({ length: 50 }, () => lease(1)));
    expect(all.map(({ kind }) => kind).sort()).toEqual([...Array(49).fill('in use'), 'leased']);
  });

  it('a cvc is gone once it was spent', async () => {
    const { leased, lease, items, lines } = await heldCode();
    await (await leased(0)).spend();
    expect([(await lease(1)).kind, items()]).toEqual(['none', []]);
    expect(lines).toEqual(['cvc.leased', 'cvc.purged']);
  });

  it('a cvc is leased three times and deleted when the third lease ends', async () => {
    const { leased, lease, items, lines } = await heldCode();
    for (let time = 0; time < maxLeases; time++) await (await leased(time)).release();
    expect(items()).toEqual([]);
    expect((await lease(9)).kind).toBe('none');
    expect(lines.filter((type) => type === 'cvc.leased')).toHaveLength(3);
    expect(lines.at(-1)).toBe('cvc.purged');
  });

  it('a cvc is leased again when the request with the lease crashed, but never after the third time', async () => {
    const { leased, lease, held, take, items, lines } = await heldCode();
    await leased(0);
    expect((await lease(leaseSeconds - 1)).kind).toBe('in use');
    await leased(leaseSeconds);
    await leased(2 * leaseSeconds);
    expect(await held(3 * leaseSeconds - 1)).toBe(true);
    expect(await held(3 * leaseSeconds)).toBe(false);
    expect(await take(3 * leaseSeconds)).toBeUndefined();
    expect([(await lease(3 * leaseSeconds)).kind, items()]).toEqual(['none', []]);
    expect(lines.at(-1)).toBe('cvc.purged');
  });

  it('a cvc is not changed by a request whose lease expired', async () => {
    const { leased, items, lines } = await heldCode();
    const slow = await leased(0);
    const next = await leased(leaseSeconds);
    await slow.release();
    await slow.spend();
    expect(items()).toHaveLength(1);
    expect(lines).toEqual(['cvc.leased', 'cvc.leased']);
    await next.spend();
    expect(items()).toEqual([]);
  });

  it('a cvc is not changed by a request that ended its lease, though it was leased again in the same millisecond', async () => {
    const { leased, items } = await heldCode();
    const one = await leased(0);
    await one.release();
    await leased(0);
    await one.spend();
    expect(items()).toHaveLength(1);
  });

  it('a cvc is deleted even during a lease, and the end of the lease restores nothing', async () => {
    const { vault, leased, items, lines } = await heldCode();
    const one = await leased(0);
    expect([await vault.codes.remove(at(1)), await vault.codes.remove(at(1))]).toEqual([
      true,
      false,
    ]);
    await one.release();
    await one.spend();
    expect(items()).toEqual([]);
    expect(lines).toEqual(['cvc.leased', 'cvc.purged']);
  });

  it('a cvc is replaced by a new one, and its end is recorded', async () => {
    const { hold, take, lines } = await heldCode();
    await hold(1, '424');
    expect(lines).toEqual(['cvc.purged', 'cvc.stored']);
    expect(await take(2)).toBe('424');
  });

  it('a cvc is one of those that were stored at once, and the others have ended', async () => {
    const { vault, hold, items, lines, take } = await heldCode();
    await vault.codes.remove(at(0));
    await Promise.all(['111', '222', '333'].map((code) => hold(1, code)));
    expect(items()).toHaveLength(1);
    const count = (type: string) => lines.filter((one) => one === type).length;
    expect([count('cvc.stored'), count('cvc.purged')]).toEqual([3, 1 + 2]);
    expect(await take(2)).toMatch(/^(?:111|222|333)$/);
  });

  it('a cvc that is being erased as expired is audited as expired only', async () => {
    const { vault, lines } = await heldCode(60);
    const { put } = vault.ports.audit;
    vault.ports.audit.put = async () => {
      throw new Error('The table is away.');
    };
    await expect(vault.codes.expire(at(60))).rejects.toThrow('service_unavailable');
    vault.ports.audit.put = put;
    expect(await vault.codes.remove(at(61))).toBe(false);
    // The function that began may still be at it.
    expect(await vault.codes.expire(at(62))).toBe(false);
    expect(await vault.codes.expire(at(181))).toBe(true);
    expect(lines).toEqual(['cvc.expired']);
  });

  it('a cvc is compared without being revealed', async () => {
    const { vault, lines } = await heldCode(60);
    const matches = (code: string, now = 0) =>
      vault.codes.matches({ ...at(now), cvc: Buffer.from(code) });
    expect([await matches('737'), await matches('738'), await matches('7377')]).toEqual([
      ...[true, false, false],
    ]);
    expect(await matches('737', 60)).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('a cvc cannot be read any more once the key of its quarter of an hour is gone', async () => {
    const { vault } = await heldCode();
    const [epoch] = vault.ports.codes.items().filter(({ sk }) => sk !== 'CODE');
    if (!epoch) throw new Error('There is no key.');
    await vault.table('codes').remove(epoch, { attribute: 'keyClass', is: 'cvc' });
    await expect(vault.another().codes.take(at(1))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });
});

describe('a service code in DynamoDB', () => {
  let local: LocalTable | undefined;
  beforeAll(async () => {
    local = await localTable();
  });
  afterAll(() => local?.stop());

  it('a service code in DynamoDB is taken by one of fifty, and leased to one of fifty', async () => {
    if (!local) return;
    const table = () => tableOver((local as LocalTable).port);
    const keys = tenantKeys(memoryKeyProvider(), { keys: table, codes: table });
    const codes = cvcStore(table, keys, auditTrail(table));
    const hold = () => codes.store({ ...at(0), cvc: Buffer.from('737'), seconds: 3_600 });
    await hold();
    const leases = await Promise.all(Array.from({ length: 50 }, () => codes.lease(at(1))));
    expect(leases.map(({ kind }) => kind).sort()).toEqual([...Array(49).fill('in use'), 'leased']);
    for (const lease of leases) if (lease.kind === 'leased') await lease.release();
    const taken = await Promise.all(Array.from({ length: 50 }, () => codes.take(at(2))));
    expect(taken.flatMap((code) => code?.toString() ?? [])).toEqual(['737']);
    await hold();
    expect(await codes.expire(at(3_600))).toBe(true);
    expect(await codes.expire(at(3_600))).toBe(false);
  });
});
