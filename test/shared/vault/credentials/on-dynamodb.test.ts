import { type Table, tableOver } from '#platform/table/table.ts';
import { masterKeyFrom } from '#vault/callers/master-key.ts';
import { apiKeys } from '#vault/credentials/api-keys.ts';
import { scopes, sessionTokens } from '#vault/credentials/session-tokens.ts';
import { keyRate, pageVisits, refusedSources } from '#vault/http/limits.ts';
import { type LocalTable, localTable } from '../../../support/table/local-table.ts';

/** Only the database decides between concurrent writes; in memory nothing happens at once. */
const now = new Date('2030-01-31T10:00:00.000Z');
const actor = { kind: 'operator', id: 'test' } as const;
const fifty = <T>(make: () => Promise<T>) => Promise.allSettled(Array.from({ length: 50 }, make));
const good = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length;

const local: LocalTable | undefined = await localTable();
afterAll(() => local?.stop());

const table = (): Table => {
  if (!local) throw new Error('There is no database.');
  return tableOver(local.port);
};
const master = masterKeyFrom(async () => ({ value: 'master', since: now }));

(local ? describe : describe.skip)('credentials in DynamoDB', () => {
  it('a token in DynamoDB is given to one of fifty, and opens a form five times', async () => {
    const tokens = sessionTokens(table);
    const { key } = await apiKeys(table, master).create({ tenant: 'shop_east', actor, now });
    for (const scope of scopes) {
      const wanted = { tenant: 'shop_east', scope, apiKeyId: key.id, seconds: 60, now };
      const { value } = await tokens.create(wanted);
      const use = { scope, now };
      expect(good(await fifty(() => tokens.open(value, use)))).toBe(5);
      expect(good(await fifty(() => tokens.consume(value, use)))).toBe(1);
      await expect(tokens.open(value, use)).rejects.toMatchObject({ code: 'session_expired' });
    }
    const { value } = await tokens.create({
      tenant: 'shop_east',
      scope: 'card',
      apiKeyId: key.id,
      seconds: 60,
      now,
    });
    const late = { scope: 'card', now: new Date(now.getTime() + 60_000) } as const;
    await expect(tokens.consume(value, late)).rejects.toMatchObject({ code: 'session_expired' });
  });

  it('a tenant keeps one key, however many are revoked at once', async () => {
    const keys = apiKeys(table, master);
    const tenant = 'shop_west';
    const made = [1, 2, 3, 4].map(() => keys.create({ tenant, actor, now }));
    const ids = (await Promise.all(made)).map(({ key }) => key.id);
    const revoke = async (id: string): Promise<boolean> => {
      try {
        return await keys.revoke({ tenant, id, actor, now });
      } catch (error) {
        // Others kept writing the same count: the caller gets an error that allows a repeat, and
        // repeats.
        if (error instanceof Error && error.message === 'concurrent_update') return revoke(id);
        throw error;
      }
    };
    const revoked = await Promise.allSettled(ids.map(revoke));
    expect(revoked.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'last_active_key' } },
    ]);
    const listed = await keys.list(tenant);
    expect(listed.map(({ status }) => status).sort()).toEqual([
      ...['active', 'revoked', 'revoked', 'revoked'],
    ]);
    const [gone] = listed.filter(({ status }) => status === 'revoked');
    expect(await keys.revoke({ tenant, id: gone?.id ?? '', actor, now })).toBe(false);
    await expect(keys.get('shop_east', gone?.id ?? '')).rejects.toMatchObject({
      code: 'resource_not_found',
    });
  });

  it('the master key is recorded once and may be revoked by another', async () => {
    const keys = apiKeys(table, master);
    const tenant = 'own.deployment';
    const id = (await master.read())?.id ?? '';
    await Promise.all([1, 2, 3].map(() => keys.recordMasterKey(tenant, id)));
    await expect(keys.revoke({ tenant, id, actor, now })).rejects.toMatchObject({
      code: 'last_active_key',
    });
    await keys.create({ tenant, actor, now });
    expect(await keys.revoke({ tenant, id, actor, now })).toBe(true);
    expect(await keys.get(tenant, id)).toMatchObject({ status: 'revoked' });
  });

  it('simultaneous failed attempts are all counted', async () => {
    const rate = keyRate(table);
    const waits = await Promise.all(
      Array.from({ length: 50 }, () => rate.countRequest('key', now)),
    );
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(40);
    const visits = pageVisits(table, () => false);
    expect(good(await fifty(() => visits.count('attempt', '203.0.113.7', now)))).toBe(10);
    const sources = refusedSources(table, () => false);
    await Promise.all(Array.from({ length: 10 }, () => sources.recordRefused('203.0.113.7', now)));
    expect(await sources.blockedForMs('203.0.113.7', now)).toBe(30 * 60_000);
  });
});
