import { hasProfile, isOpenAccount } from '#merchants/accounts/configuration-store.ts';
import { operatorKeyStore } from '#operator/operator-keys/operator-key-store.ts';
import { authenticator, noAdminKey } from '#platform/http/callers/authenticate.ts';
import type { PresentedCredentials } from '#platform/http/callers/presented-credentials.ts';
import { type Auth, mayBeAdmin } from '#platform/http/operation/operation.ts';
import { operatorKeyKey, sha256 } from '#platform/table/shared-keys.ts';
import { tableOver } from '#platform/table/table.ts';
import { operations } from '../../../../../shared/operations.ts';
import { countedPort } from '../../../../support/table/counted-port.ts';
import { memoryPort } from '../../../../support/table/memory-table.ts';

const start = new Date('2026-01-31T12:00:00.000Z');
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);

/** A table with the key of one operator, behind the authenticator of every route. */
async function anOperator(name = 'ana.lima') {
  const port = memoryPort();
  const keys = operatorKeyStore(tableOver(port));
  const key = (await keys.make({ name, environment: 'snd', now: start })) ?? '';
  const counted = countedPort(port, (place) => port.get(place));
  const { identify } = authenticator(() => tableOver(counted), noAdminKey, 'snd', {
    isOpenAccount,
    hasProfile,
  });
  const asked = (apiKey: string, auth: Auth = 'admin key', now = start) => {
    const presented: PresentedCredentials = {
      apiKey,
      clientSecret: undefined,
      profileId: undefined,
      pathMerchantId: 'shop',
      clock: () => now,
    };
    return identify(auth, presented);
  };
  const noted = async () => (await keys.list()).find((one) => one.name === name)?.lastUsedAt;
  return { port, keys, key, counted, asked, noted };
}

const refused = { kind: 'not_authenticated' };

it("an operator's own key lets its operator in by name, on each operation for operators", async () => {
  const { asked, key } = await anOperator();
  for (const auth of ['admin key', 'merchant of the path'] as const) {
    expect(await asked(key, auth)).toEqual({ kind: 'admin', operator: 'ana.lima' });
  }
});

it("an operator's own key is refused on every operation that takes no operator", async () => {
  const { asked, key } = await anOperator();
  const others = [...new Set(operations.map(({ auth }) => auth))].filter(
    (auth) => !mayBeAdmin(auth) && auth !== 'none' && auth !== 'processor key',
  );
  expect(others.length).toBeGreaterThan(3);
  for (const auth of others) await expect(asked(key, auth)).rejects.toMatchObject(refused);
});

it('a key that only resembles the key of an operator is refused', async () => {
  const { asked, key, keys } = await anOperator();
  await keys.make({ name: 'ben', environment: 'snd', now: start });
  const wrong = [
    `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    `${key}0`,
    key.slice(0, -1),
    key.replace('ana.lima', 'ben'),
    key.replace('ana.lima', 'unknown'),
    key.replace('ana.lima', 'ana.lima#x'),
    key.replace('ana.lima', 'a'.repeat(2_000)),
    key.replace('snd', 'prd'),
    key.toUpperCase(),
    'opk_',
    `opk_snd__${'0'.repeat(64)}`,
  ];
  for (const one of wrong) {
    await expect(asked(one)).rejects.toMatchObject(refused);
    await expect(asked(one, 'merchant of the path')).rejects.toMatchObject(refused);
  }
});

it('a revoked key of an operator is refused from the next request on, and no other is', async () => {
  const { asked, key, keys } = await anOperator();
  const other = (await keys.make({ name: 'ben', environment: 'snd', now: start })) ?? '';
  await asked(key);
  expect(await keys.revoke('ana.lima', minutes(1))).toMatchObject({
    revokedAt: '2026-01-31T12:01:00.000Z',
  });
  await expect(asked(key)).rejects.toMatchObject(refused);
  expect(await asked(other)).toEqual({ kind: 'admin', operator: 'ben' });
  // The time of the first revocation stays.
  expect(await keys.revoke('ana.lima', minutes(9))).toMatchObject({
    revokedAt: '2026-01-31T12:01:00.000Z',
  });
  expect(await keys.revoke('unknown', minutes(9))).toBeUndefined();
  expect(await keys.list()).toHaveLength(2);
});

it('a check of an operator’s key costs one eventual read of one item', async () => {
  const { asked, key, counted } = await anOperator();
  await asked(key);
  counted.restart();
  await asked(key, 'merchant of the path', minutes(1));
  expect(counted.count()).toMatchObject({ steps: 1, calls: 1, readUnits: 0.5, writeUnits: 0 });
});

it('the last use of a key is noted once an hour', async () => {
  const { asked, key, noted } = await anOperator();
  expect(await noted()).toBeUndefined();
  await asked(key, 'admin key', minutes(1));
  await asked(key, 'admin key', minutes(60));
  expect(await noted()).toBe('2026-01-31T12:01:00.000Z');
  await asked(key, 'admin key', minutes(61));
  expect(await noted()).toBe('2026-01-31T13:01:00.000Z');
});

it('a refused key is not noted as used', async () => {
  const { asked, key, noted, keys } = await anOperator();
  await expect(asked(`${key.slice(0, -4)}0000`)).rejects.toMatchObject(refused);
  await keys.revoke('ana.lima', start);
  await expect(asked(key)).rejects.toMatchObject(refused);
  expect(await noted()).toBeUndefined();
});

it('a use that cannot be noted does not fail the request', async () => {
  const port = memoryPort();
  const keys = operatorKeyStore(tableOver(port));
  const key = (await keys.make({ name: 'ana', environment: 'snd', now: start })) ?? '';
  const readOnly = { ...port, updateWhere: () => Promise.reject(new Error('throttled')) };
  const { identify } = authenticator(() => tableOver(readOnly), noAdminKey, 'snd', {
    isOpenAccount,
    hasProfile,
  });
  const presented = {
    apiKey: key,
    clientSecret: undefined,
    profileId: undefined,
    clock: () => start,
  };
  expect(await identify('admin key', { ...presented, pathMerchantId: undefined })).toEqual({
    kind: 'admin',
    operator: 'ana',
  });
});

describe('the stored keys of operators', () => {
  it('the table has the hash of a key and no other trace of it', async () => {
    const { key, port } = await anOperator();
    expect(key).toMatch(/^opk_snd_ana\.lima_[A-Za-z0-9]{64}$/);
    const stored = JSON.stringify(port.items());
    expect(stored).toContain(sha256(key).toString('hex'));
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(key.slice(-16));
  });

  it('a name is given once, also after its key was revoked, and of two at the same time', async () => {
    const { keys } = await anOperator();
    const make = (name: string) => keys.make({ name, environment: 'snd', now: start });
    expect(await make('ana.lima')).toBeUndefined();
    await keys.revoke('ana.lima', start);
    expect(await make('ana.lima')).toBeUndefined();
    const made = await Promise.all([make('ben'), make('ben')]);
    expect(made.filter((key) => key !== undefined)).toHaveLength(1);
  });

  it('a key whose making was written but not answered is returned by the repeat', async () => {
    const port = memoryPort();
    const losing = {
      ...port,
      // The client library repeats the call, and the condition fails against its first write.
      updateWhere: async (...given: Parameters<typeof port.updateWhere>) => {
        await port.updateWhere(...given);
        return port.updateWhere(...given);
      },
    };
    const make = operatorKeyStore(tableOver(losing)).make;
    const key = await make({ name: 'ana', environment: 'snd', now: start });
    const item = await port.get(operatorKeyKey('ana'));
    expect(item?.hash).toBe(sha256(key ?? '').toString('hex'));
  });

  it('a program’s key is valid once it is enrolled, and a revoked one until its secret changes', async () => {
    const { asked, keys } = await anOperator();
    const keyOf = (secret: string) => `opk_snd_probe_${secret.repeat(64)}`;
    const enrol = (secret: string) =>
      keys.enrol({ name: 'probe', key: keyOf(secret), now: minutes(1) });
    await enrol('a');
    expect(await asked(keyOf('a'))).toEqual({ kind: 'admin', operator: 'probe' });
    await keys.revoke('probe', start);
    await enrol('a');
    await expect(asked(keyOf('a'))).rejects.toMatchObject(refused);
    await enrol('b');
    expect(await asked(keyOf('b'))).toEqual({ kind: 'admin', operator: 'probe' });
    await expect(asked(keyOf('a'))).rejects.toMatchObject(refused);
  });
});
