import fc from 'fast-check';
import { canonical } from '#platform/canonical.ts';
import type { Item } from '#platform/table/table.ts';
import { tenantAuditRecords } from '#vault/audit/audit-export.ts';
import { maxMinutes, sealAudit, sealPartition, verifyAudit } from '#vault/audit/audit-seals.ts';
import { type AVault, aVault } from '../../../support/vault/a-vault.ts';

const start = new Date('2030-01-31T10:00:00.000Z');
const timeAt = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

const write = (vault: AVault, seconds: number, tenant = 'shop_east') =>
  vault.audit.record({
    tenant,
    type: 'card.used',
    reason: 'payment pay_1',
    result: 'allowed',
    actor: { kind: 'switch', id: tenant },
    cardToken: 'card',
    origin: 'switch',
    requestId: 'req',
    now: timeAt(seconds),
  });

/** A trail with a line every ten seconds for some minutes, sealed. */
async function aSealedTrail(minutes = 5) {
  const vault = aVault();
  for (let at = 0; at < minutes * 60; at += 10) {
    await write(vault, at, at % 20 === 0 ? 'shop_east' : 'shop_west');
  }
  const table = vault.table('audit');
  const now = timeAt((minutes + 2) * 60);
  await sealAudit(table, now);
  const lines = vault.ports.audit.items().filter(({ pk }) => pk.startsWith('AUDIT#'));
  const check = () => verifyAudit(vault.table('audit'), { now });
  return { vault, table, lines, now, check };
}

describe('the audit trail', () => {
  it('the audit trail is intact as it was written', async () => {
    const { check, table, now } = await aSealedTrail();
    const first = await check();
    expect(first).toMatchObject({
      intact: true,
      from: '2030-01-31T09:05',
      to: '2030-01-31T10:04',
      minutes: 60,
      lines: 30,
    });
    expect(await verifyAudit(table, { from: '2030-01-31T10:03', now })).toMatchObject({
      intact: true,
      from: '2030-01-31T10:03',
      minutes: 2,
      lines: 12,
      hash: first.intact ? first.hash : undefined,
    });
  });

  it('the audit trail breaks at the minute in which any attribute of any record was changed', async () => {
    const { vault, lines, check } = await aSealedTrail();
    const members = ['type', 'reason', 'result', 'tenant', 'actor', 'cardToken', 'at', 'requestId'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...lines),
        fc.constantFrom(...members, 'expiresAtSeconds', 'listSk', 'something new'),
        async (line, member) => {
          await vault.ports.audit.update(line, { set: { [member]: 'x' } });
          expect(await check()).toEqual({
            intact: false,
            minute: String(line.at).slice(0, 16),
            why: 'its lines were changed',
          });
          await vault.ports.audit.take(line, {});
          await vault.ports.audit.put(line, 'absent');
          expect((await check()).intact).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('the audit trail breaks where a record was removed, added, or exchanged for another', async () => {
    const { vault, lines, check } = await aSealedTrail();
    const line = lines.find(({ at }) => String(at).startsWith('2030-01-31T10:02')) as Item;
    const minute = '2030-01-31T10:02';
    await vault.ports.audit.take(line, {});
    expect(await check()).toEqual({ intact: false, minute, why: 'lines were removed' });
    await write(vault, 125);
    expect(await check()).toEqual({ intact: false, minute, why: 'its lines were changed' });
    await vault.ports.audit.put(line, 'absent');
    expect(await check()).toEqual({ intact: false, minute, why: 'lines were added' });
  });

  it('the audit trail breaks where a record was put into an empty minute', async () => {
    const { vault, check } = await aSealedTrail();
    await write(vault, -600);
    expect(await check()).toMatchObject({ minute: '2030-01-31T09:50', why: 'lines were added' });
  });

  it('the audit trail breaks where a seal was removed, or made anew for changed records', async () => {
    const { vault, table, lines, check, now } = await aSealedTrail();
    const minute = '2030-01-31T10:02';
    const seal = { pk: sealPartition, sk: minute };
    const kept = (await vault.ports.audit.get(seal)) as Item;
    await vault.ports.audit.take(seal, {});
    expect(await check()).toEqual({ intact: false, minute, why: 'its seal is missing' });

    const line = lines.find(({ at }) => String(at).startsWith(minute)) as Item;
    await vault.ports.audit.take(line, {});
    const later = await table.query(sealPartition, { after: minute });
    for (const one of later) await vault.ports.audit.take(one, {});
    await sealAudit(table, now);
    const forged = (await vault.ports.audit.get(seal)) as Item;
    expect(forged.hash).not.toBe(kept.hash);
    for (const { pk, sk } of later) await vault.ports.audit.take({ pk, sk }, {});
    for (const one of later) await vault.ports.audit.put(one, 'absent');
    expect(await check()).toEqual({
      intact: false,
      minute: '2030-01-31T10:03',
      why: 'its seal does not follow from the one before',
    });
  });

  it('the audit trail is sealed by two jobs as by one, and continues where a job stopped', async () => {
    const { vault, table, check, now } = await aSealedTrail();
    const seals = () => vault.ports.audit.items().filter(({ pk }) => pk === sealPartition);
    const before = seals();
    expect(await sealAudit(table, now)).toMatchObject({ minutes: 0, behindMs: 0 });
    expect(seals()).toEqual(before);
    await write(vault, 310);
    const later = timeAt(600);
    await Promise.all([sealAudit(table, later), sealAudit(table, later), sealAudit(table, later)]);
    expect(seals()).toHaveLength(before.length + 3);
    expect(await check()).toMatchObject({ intact: true, to: '2030-01-31T10:07', lines: 31 });
  });

  it('the audit trail is sealed in order after a long pause, some hours a run', async () => {
    const { table } = await aSealedTrail();
    const later = timeAt(3 * 86_400);
    const first = await sealAudit(table, later);
    expect(first.minutes).toBe(maxMinutes);
    expect(first.behindMs).toBeGreaterThan(0);
    let runs = 1;
    while ((await sealAudit(table, later)).behindMs > 0) runs += 1;
    expect(runs).toBe(Math.ceil((3 * 24 * 60 - 7) / maxMinutes) - 1);
    expect(await verifyAudit(table, { now: later })).toMatchObject({ intact: true, lines: 30 });
  });

  it('the audit trail leaves a minute open until all of its writers have ended', async () => {
    const { vault, table, check } = await aSealedTrail();
    await write(vault, 300);
    await sealAudit(table, timeAt(479));
    await write(vault, 359.9);
    await sealAudit(table, timeAt(480));
    expect(await check()).toMatchObject({ intact: true, to: '2030-01-31T10:05', lines: 32 });
  });

  it("the audit trail's text does not depend on the order of members", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonical(turned)).toBe(canonical(value));
        expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('the audit trail is exported a tenant at a time, in order, and nothing of another', async () => {
    const { table } = await aSealedTrail(40);
    const linesOf = async (tenant: string, since?: string) => {
      const lines = [];
      for await (const line of tenantAuditRecords(table, tenant, since)) lines.push(line);
      return lines;
    };
    const lines = await linesOf('shop_east');
    expect(lines).toHaveLength(120);
    expect(new Set(lines.map(({ tenant }) => tenant))).toEqual(new Set(['shop_east']));
    const times = lines.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(await linesOf('shop_east', '2030-01-31T10:39')).toHaveLength(3);
    expect(await linesOf('shop_none')).toEqual([]);
  });

  it('the audit trail is only ever added to', async () => {
    const vault = aVault();
    const called: string[] = [];
    const port = vault.ports.audit;
    for (const name of ['put', 'update', 'updateWhere', 'delete', 'take', 'transact'] as const) {
      const call = port[name].bind(port) as (...given: unknown[]) => Promise<never>;
      port[name] = async (...given: unknown[]) => {
        called.push(name === 'put' ? `put ${String(given[1])}` : name);
        return call(...given);
      };
    }
    await write(vault, 0);
    await sealAudit(vault.table('audit'), timeAt(600));
    expect(new Set(called)).toEqual(new Set(['put absent']));
  });
});
