import type { Table } from '#platform/table/table.ts';
import { masterKeyFrom, noMasterKey } from '#vault/callers/master-key.ts';
import { apiKeys } from '#vault/credentials/api-keys.ts';
import { deploymentTenant } from '#vault/tenant.ts';
import { memoryTable } from '../../../support/table/memory-table.ts';
import { laptopMasterKey, vaultInMemory } from '../../../support/vault/vault-in-memory.ts';

type ServedVault = ReturnType<typeof vaultInMemory>;

const listed = async ({ ask }: ServedVault, key: string) => {
  const { status, body } = await ask('vault.list-api-keys', { key });
  return { status, keys: status === 200 ? body.data : [] };
};
const later = (world: ServedVault, ms: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};

/** Another key of the deployment's own, so that the master key is not the last. */
async function another({ ask }: ServedVault): Promise<string> {
  const made = await ask('vault.create-api-key', { key: laptopMasterKey, body: { api_key: {} } });
  expect(made.status).toBe(200);
  return made.body.data.attributes.api_key;
}

it('the master key exists without being created by a request, and looks like every other key', async () => {
  const world = vaultInMemory();
  const { status, keys } = await listed(world, laptopMasterKey);
  expect(status).toBe(200);
  expect(keys).toEqual([
    {
      id: keys[0].id,
      type: 'api_key',
      attributes: {
        id: keys[0].id,
        api_key: '...master',
        description: 'Master key of the deployment',
        status: 'active',
        created_at: '2029-12-01T08:00:00.000Z',
        last_used_at: null,
        revoked_at: null,
      },
    },
  ]);
  const { id } = keys[0];
  const got = await world.ask('vault.retrieve-api-key', { key: laptopMasterKey, params: { id } });
  expect(got.body).toEqual({ data: keys[0] });
  const foreign = await world.ask('vault.retrieve-api-key', {
    key: 'vk_shop_east',
    params: { id },
  });
  expect(foreign.status).toBe(404);
  // Reading it writes nothing.
  const written = world.vault.ports.credentials.items().map(({ pk }) => pk);
  expect(written).not.toContain(`API_KEY#${id}`);
});

it('the master key is revoked like every other key, at once and for ever', async () => {
  const world = vaultInMemory();
  const [{ id }] = (await listed(world, laptopMasterKey)).keys;
  const alone = await world.ask('vault.revoke-api-key', { key: laptopMasterKey, params: { id } });
  expect(alone.body.errors.code).toBe('last_active_key');

  const key = await another(world);
  expect((await world.ask('vault.revoke-api-key', { key, params: { id } })).status).toBe(204);
  expect((await listed(world, laptopMasterKey)).status).toBe(401);
  later(world, 3_600_000);
  expect((await listed(world, laptopMasterKey)).status).toBe(401);
  const { keys } = await listed(world, key);
  expect(keys.map((one: typeof alone.body) => one.attributes.status)).toEqual([
    'active',
    'revoked',
  ]);
  // The other one is the last now.
  const last = await world.ask('vault.revoke-api-key', { key, params: { id: keys[0].id } });
  expect(last.status).toBe(422);
});

it('the master key lets the last other key be revoked, because it stays', async () => {
  const world = vaultInMemory();
  const key = await another(world);
  const [{ id }] = (await listed(world, key)).keys;
  expect((await world.ask('vault.revoke-api-key', { key, params: { id } })).status).toBe(204);
  expect((await listed(world, laptopMasterKey)).status).toBe(200);
});

it.each([
  ['was never written down', false],
  ['was written down', true],
])('the master key ends when its secret gets another value, where it %s', async (_, isKept) => {
  const world = vaultInMemory();
  const make = { key: laptopMasterKey, body: { scope: 'card' } };
  if (isKept) expect((await world.ask('vault.create-session-token', make)).status).toBe(200);
  const key = await another(world);
  world.secret.value = 'the_next_master';
  world.secret.since = new Date('2030-01-31T10:00:30.000Z');
  later(world, 61_000);
  expect((await listed(world, laptopMasterKey)).status).toBe(401);
  expect((await listed(world, 'the_next_master')).status).toBe(200);
  const now = (await listed(world, key)).keys.map((one: { attributes: object }) => one.attributes);
  expect(now[0]).toMatchObject({ api_key: '...master', status: 'active' });
  if (isKept) {
    expect(now.at(-1)).toMatchObject({
      status: 'revoked',
      revoked_at: '2030-01-31T10:00:30.000Z',
    });
  }
  // Of the two that are left one can go, and not both.
  const [next, other] = now.map(({ id }: { id: string }) => id);
  const revoke = (id: string) => world.ask('vault.revoke-api-key', { key, params: { id } });
  expect((await revoke(next)).status).toBe(204);
  expect((await revoke(other)).status).toBe(422);
  if (isKept) {
    const [kept] = world.vault.ports.credentials
      .items()
      .filter(({ fromSecret, status }) => fromSecret && status === 'active');
    expect(kept).toBeUndefined();
  }
  // The old value does not come back to life with the secret.
  if (isKept) {
    world.secret.value = laptopMasterKey;
    later(world, 61_000);
    expect((await listed(world, laptopMasterKey)).status).toBe(401);
  }
});

it('the master key is written once by many requests at once', async () => {
  const world = vaultInMemory();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      world.ask('vault.create-session-token', { key: laptopMasterKey, body: { scope: 'card' } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const items = world.vault.ports.credentials.items();
  expect(items.find(({ sk }) => sk === 'STATE')).toMatchObject({ active: 1 });
});

it('the master key is read once a minute, together with others, and again after a failure', async () => {
  const state = { reads: 0, away: true, value: 'one' };
  const clock = { ms: 0 };
  const master = masterKeyFrom(
    async () => {
      state.reads += 1;
      if (state.away) throw new Error('away');
      return { value: state.value, since: new Date(0) };
    },
    () => clock.ms,
  );
  await expect(master.read()).rejects.toMatchObject({ code: 'service_unavailable' });
  state.away = false;
  const [one, other] = await Promise.all([master.read(), master.read()]);
  expect(one).toEqual(other);
  expect(state.reads).toBe(2);
  state.value = 'two';
  clock.ms = 60_000;
  expect(await master.read()).toEqual(one);
  clock.ms = 60_001;
  expect(await master.read()).not.toEqual(one);
});

it('a request that finds the master key recorded between its two reads writes nothing', async () => {
  const table = memoryTable();
  const tenant = 'own.deployment';
  const since = new Date('2030-01-31T10:00:00.000Z');
  const master = masterKeyFrom(async () => ({ value: 'master', since }));
  const id = (await master.read())?.id ?? '';
  const transactions: number[] = [];
  const overtaken: Table = {
    ...table,
    async get(key) {
      if (key.sk === 'STATE') await apiKeys(() => table, master).recordMasterKey(tenant, id);
      return table.get(key);
    },
    async transact(writes) {
      transactions.push(writes.length);
      return table.transact(writes);
    },
  };
  await apiKeys(() => overtaken, master).recordMasterKey(tenant, id);
  expect(transactions).toEqual([]);
  expect(await apiKeys(() => table, master).get(tenant, id)).toMatchObject({ status: 'active' });
});

it('a deployment that no longer shares a master key revokes the recorded one, and keeps the last other key', async () => {
  const world = vaultInMemory();
  // The session token records the master key beside the others.
  const recorded = await world.ask('vault.create-session-token', {
    key: laptopMasterKey,
    body: { scope: 'card' },
  });
  expect(recorded.status).toBe(200);
  const key = await another(world);
  const credentials = () => world.vault.table('credentials');
  const unshared = apiKeys(credentials, noMasterKey);
  const now = world.clock.now;
  const all = await unshared.list(deploymentTenant);
  expect(all.map(({ status }) => status).sort()).toEqual(['active', 'revoked']);
  const own = all.find(({ status }) => status === 'active');
  const actor = { kind: 'operator', id: 'ana.lima' } as const;
  const revoke = () => unshared.revoke({ tenant: deploymentTenant, id: own?.id ?? '', actor, now });
  await expect(revoke()).rejects.toMatchObject({ code: 'last_active_key' });
  // A second attempt finds the master key revoked already.
  await expect(revoke()).rejects.toMatchObject({ code: 'last_active_key' });
  await unshared.create({ tenant: deploymentTenant, actor, now });
  expect(await revoke()).toBe(true);
  expect((await listed(world, key)).status).toBe(401);
});
