import { operatorKeyStore } from '#operator/operator-keys/operator-key-store.ts';
import { noAdminKey } from '#platform/http/callers/authenticate.ts';
import { tableOver } from '#platform/table/table.ts';
import { storedFieldsOf } from '#vault/callers/api-key.ts';
import { type MasterKey, noMasterKey } from '#vault/callers/master-key.ts';
import { apiKeys } from '#vault/credentials/api-keys.ts';
import { keyRate, refusedSources } from '#vault/http/limits.ts';
import { vaultAuthenticator } from '#vault/http/vault-authenticator.ts';
import type { VaultAuth } from '#vault/http/vault-operation.ts';
import { accessOfAuth } from '#vault/http/vault-operation.ts';
import { VaultError } from '#vault/vault-error.ts';
import { countedPort } from '../../../support/table/counted-port.ts';
import { memoryTable } from '../../../support/table/memory-table.ts';
import { aVault } from '../../../support/vault/a-vault.ts';

const now = new Date('2030-01-31T10:00:00.000Z');
const shown = (key: string) => ({
  queryKey: undefined,
  headerKey: key,
  sourceIp: '203.0.113.7',
  requestId: 'req_1',
  now,
});
const away: MasterKey = {
  read: async () => {
    throw new VaultError('service_unavailable');
  },
};

function anAuthenticator({ master = noMasterKey, admin = noAdminKey, isAlone = false } = {}) {
  const vault = aVault();
  const operators = memoryTable();
  const port = countedPort(vault.ports.credentials, (key) => vault.ports.credentials.get(key));
  const credentials = () => tableOver(port);
  const authenticator = vaultAuthenticator({
    credentials,
    audit: vault.audit,
    master,
    operators: isAlone ? undefined : () => operators,
    admin,
    rate: keyRate(credentials),
    sources: refusedSources(credentials, () => false),
  });
  const make = () =>
    apiKeys(() => vault.table('credentials'), noMasterKey).create({
      tenant: 'shop_east',
      actor: { kind: 'operator', id: 'test' },
      now,
    });
  const codeOf = (auth: VaultAuth, key: string) =>
    authenticator.identify(auth, shown(key)).then(
      ({ kind }) => kind,
      ({ code }: VaultError) => code,
    );
  return { vault, port, operators, authenticator, make, codeOf };
}

it("the vault's authenticator waits for the table once, and reads a key as it was last written", async () => {
  const { authenticator, make, port } = anAuthenticator();
  const { key, value } = await make();
  await authenticator.identify('api key', shown(value));
  port.restart();
  expect(await authenticator.identify('api key', shown(value))).toEqual({
    kind: 'tenant',
    tenant: 'shop_east',
    keyId: key.id,
  });
  expect(port.count()).toMatchObject({ steps: 1, calls: 3 });
  // A strong read of one item; an eventual one would be half.
  expect(port.calls().find(({ operation }) => operation === 'get')?.readUnits).toBe(1);
});

it('a key whose hash only begins like that of a stored key is refused', async () => {
  const { vault, codeOf, make } = anAuthenticator();
  const { key, value } = await make();
  const [item] = vault.ports.credentials.items().filter(({ sk }) => sk === 'API_KEY');
  if (!item) throw new Error('The key is not kept.');
  const hash = `${key.hash.slice(0, 32)}${storedFieldsOf('another').hash.slice(32)}`;
  await vault.ports.credentials.update(item, { set: { hash } });
  expect(await codeOf('api key', value)).toBe('unauthorized');
  await vault.ports.credentials.update(item, { set: { hash: '' } });
  expect(await codeOf('api key', value)).toBe('unauthorized');
});

it('tenants’ keys work while the secrets cannot be read, and no other key is called unknown meanwhile', async () => {
  const { codeOf, make, vault } = anAuthenticator({ master: away });
  const { value } = await make();
  expect(await codeOf('api key', value)).toBe('tenant');
  expect(await codeOf('api key', 'perhaps_the_master')).toBe('service_unavailable');
  const without = anAuthenticator({
    admin: {
      matches: async () => {
        throw new Error('away');
      },
    },
  });
  expect(await without.codeOf('api key or admin key', 'perhaps')).toBe('service_unavailable');
  expect(await without.codeOf('api key', 'perhaps')).toBe('unauthorized');
  expect(vault.ports.audit.items()).toEqual([]);
});

it('a public route needs no credentials', async () => {
  const { authenticator, vault } = anAuthenticator({ master: away });
  for (const auth of ['none', 'session token'] as const) {
    expect(await authenticator.identify(auth, shown('x'))).toEqual({ kind: 'anyone' });
    expect(accessOfAuth[auth]).toEqual({});
  }
  expect(vault.ports.credentials.items()).toEqual([]);
});

it('the last use of a vault’s key is noted once an hour', async () => {
  const { authenticator, make, vault } = anAuthenticator();
  const { key, value } = await make();
  const usedAt = async (minutes: number) => {
    const then = new Date(now.getTime() + minutes * 60_000);
    await authenticator.identify('api key', { ...shown(value), now: then });
    const stored = await apiKeys(() => vault.table('credentials'), noMasterKey).get(
      'shop_east',
      key.id,
    );
    return stored.lastUsedAt;
  };
  expect(await usedAt(1)).toBe('2030-01-31T10:01:00.000Z');
  expect(await usedAt(60)).toBe('2030-01-31T10:01:00.000Z');
  expect(await usedAt(61)).toBe('2030-01-31T11:01:00.000Z');
});

it('a vault in an account of its own takes its own key of operators, and refuses a key of the switch’s operators as an unknown one', async () => {
  const admin = { matches: async (key: string) => key === 'key-of-the-vault' };
  const { authenticator, operators, codeOf } = anAuthenticator({ admin, isAlone: true });
  const made = await operatorKeyStore(operators).make({
    name: 'ana.lima',
    environment: 'snd',
    now,
  });
  expect(await authenticator.identify('api key or admin key', shown('key-of-the-vault'))).toEqual({
    kind: 'operator',
  });
  expect(await codeOf('api key', 'key-of-the-vault')).toBe('unauthorized');
  expect(await codeOf('api key or admin key', made ?? '')).toBe('unauthorized');
  expect(await codeOf('api key or admin key', 'another')).toBe('unauthorized');
});

it('an operator makes the first key of a tenant by a key of its own, which opens nothing else', async () => {
  const { authenticator, operators, codeOf } = anAuthenticator();
  const keys = operatorKeyStore(operators);
  const made = await keys.make({ name: 'ana.lima', environment: 'snd', now });
  const value = made ?? '';
  expect(await authenticator.identify('api key or admin key', shown(value))).toEqual({
    kind: 'operator',
    operator: 'ana.lima',
  });
  expect(await codeOf('api key', value)).toBe('unauthorized');
  expect(await codeOf('api key or admin key', `${value.slice(0, -4)}0000`)).toBe('unauthorized');
  const inQuery = { ...shown(value), queryKey: value, headerKey: undefined };
  await expect(authenticator.identify('api key or admin key', inQuery)).rejects.toMatchObject({
    code: 'unauthorized',
  });
  await keys.revoke('ana.lima', now);
  expect(await codeOf('api key or admin key', value)).toBe('unauthorized');
});
