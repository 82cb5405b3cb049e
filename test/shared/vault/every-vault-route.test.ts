import { credentialsOutsideTenants } from '#vault/callers/api-key.ts';
import type { VaultOperation } from '#vault/http/vault-operation.ts';
import { vaultOperations } from '#vault/operations.ts';
import { isVaultError, VaultError, vaultErrors } from '#vault/vault-error.ts';
import { aVault } from '../../support/vault/a-vault.ts';
import {
  laptopMasterKey,
  type VaultAnswer,
  type VaultAsk,
  vaultAdminKey,
  vaultInMemory,
} from '../../support/vault/vault-in-memory.ts';

const named = (operations: readonly VaultOperation[]) =>
  operations.map((operation) => [operation.name, operation] as const);
const withKey = vaultOperations.filter(({ auth }) => auth.startsWith('api key'));
const withParams = withKey.filter(({ params }) => params);

/** A request that the operation accepts, but for who asks. */
const exampleOf = ({ example, bodyAs }: VaultOperation): VaultAsk => ({
  ...(example.params && { params: example.params }),
  ...(example.query && { query: example.query }),
  ...(example.body !== undefined &&
    (bodyAs === 'bytes' && typeof example.body === 'string'
      ? { text: example.body }
      : { body: example.body })),
});

const always = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/^[\w-]{1,64}$/),
};

/** A refusal in the form of every route, with only the members of the envelope. */
function expectRefusal(answer: VaultAnswer, status: number) {
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ ...always, 'x-vault-error': answer.body.errors.code });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Object.keys(answer.body)).toEqual(['errors']);
  const { code, title, details: _, param, hint, request_id, ...rest } = answer.body.errors;
  expect(
    isVaultError(new VaultError(code)) && vaultErrors[code as keyof typeof vaultErrors],
  ).toEqual([status, title]);
  expect(rest).toEqual({});
  expect(request_id).toBe(answer.headers['x-request-id']);
  expect([typeof (param ?? ''), typeof (hint ?? '')]).toEqual(['string', 'string']);
}

/** The answer without the identifier that each request has of its own. */
const withoutId = ({ body }: VaultAnswer) => ({ errors: { ...body.errors, request_id: '' } });

it('every vault route is served by its own handler', () => {
  const { handlers } = vaultInMemory();
  expect(vaultOperations.length).toBeGreaterThan(0);
  expect(Object.keys(handlers).sort()).toEqual(vaultOperations.map(({ name }) => name).sort());
  const routes = vaultOperations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
});

describe.each(named(withKey))('%s', (name, operation) => {
  const example = exampleOf(operation);
  /** The answer to every wrong key: its help follows from the form of the key. */
  const unauthorized = {
    errors: {
      code: 'unauthorized',
      title: 'Unauthorized',
      param: expect.stringMatching(/^api[-_]key$/),
      hint: expect.stringMatching(/^Send an API key of the vault/),
      request_id: expect.any(String),
    },
  };

  it.each([
    ['no key', {}],
    ['an empty key', { key: '' }],
    ['an unknown key', { key: `vk_${'A'.repeat(43)}` }],
    ['an unknown key in the header', { headers: { 'api-key': `vk_${'A'.repeat(43)}` } }],
    ['a key that is no key', { key: '../../etc' }],
    ['the admin key in the query', { key: vaultAdminKey }],
  ])('a vault route refuses %s, and states no more', async (_, shown) => {
    const { ask, vault } = vaultInMemory();
    const query = { ...example.query };
    const refused = await ask(name, { ...example, query, ...shown });
    expectRefusal(refused, 401);
    expect(refused.body).toEqual(unauthorized);
    for (const table of ['cards', 'codes', 'keys', 'credentials'] as const) {
      expect(vault.ports[table].items()).toEqual([]);
    }
  });

  it.each([
    ['as a bearer', (key: string) => ({ headers: { authorization: `Bearer ${key}` } })],
    ['as a cookie', (key: string) => ({ headers: { cookie: `api_key=${key}` } })],
    ['as another header', (key: string) => ({ headers: { 'x-api-key': key } })],
    ['as a session token', (key: string) => ({ query: { session_token: key } })],
    ['under an old name', (key: string) => ({ query: { apikey: key } })],
  ])('a vault route refuses a good key that is shown %s', async (_, shownAs) => {
    const { ask, tenantKey } = vaultInMemory();
    const { query = {}, headers = {} } = shownAs(await tenantKey('shop_east')) as VaultAsk;
    const refused = await ask(name, { ...example, query: { ...example.query, ...query }, headers });
    expectRefusal(refused, 401);
  });

  it('a vault route refuses two keys that differ', async () => {
    const { ask } = vaultInMemory();
    const headers = { 'api-key': 'vk_shop_west' };
    expectRefusal(await ask(name, { ...example, key: 'vk_shop_east', headers }), 400);
  });

  it('a vault route refuses a revoked key from the next request on, in the query and in the header', async () => {
    const { ask } = vaultInMemory(aVault(), { limited: true });
    const made = await ask('vault.create-api-key', { key: 'vk_shop_east', body: { api_key: {} } });
    const { id, api_key: key } = made.body.data.attributes;
    expect((await ask(name, { ...example, key })).status).not.toBe(401);
    await ask('vault.revoke-api-key', { key: 'vk_shop_east', params: { id } });
    const unknown = `vk_${'A'.repeat(43)}`;
    for (const show of [
      (one: string) => ({ key: one }),
      (one: string) => ({ headers: { 'api-key': one } }),
    ]) {
      const refused = await ask(name, { ...example, ...show(key) });
      expectRefusal(refused, 401);
      expect(refused.body).toEqual(unauthorized);
      expect(withoutId(refused)).toEqual(
        withoutId(await ask(name, { ...example, ...show(unknown) })),
      );
    }
  });

  it("a vault route accepts the deployment's master key, and the operator only where it is declared", async () => {
    const { ask } = vaultInMemory();
    expect((await ask(name, { ...example, key: laptopMasterKey })).status).not.toBe(401);
    const answer = await ask(name, { ...example, headers: { 'api-key': vaultAdminKey } });
    if (operation.auth === 'api key or admin key') expect(answer.status).toBe(200);
    else expectRefusal(answer, 401);
  });

  it('a vault route packs no answer, whose length would tell of its secrets', async () => {
    const { ask, tenantKey } = vaultInMemory();
    const asked = { ...example, key: await tenantKey('shop_east') };
    const { headers } = await ask(name, { ...asked, headers: { 'accept-encoding': 'gzip' } });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('vary');
  });

  it('a vault route repeats nothing of the caller’s key, and forbids caches to store the answer', async () => {
    const { ask, tenantKey, logged } = vaultInMemory();
    const key = await tenantKey('shop_east');
    const { status, headers, text } = await ask(name, { ...example, key });
    expect(status).toBeLessThan(500);
    expect(headers).toMatchObject(always);
    expect(text + JSON.stringify(headers) + logged.join('')).not.toContain(key);
  });

  it("a vault route answers with the request's own name", async () => {
    const { ask } = vaultInMemory();
    const headers = { 'x-request-id': 'order-17' };
    const answer = await ask(name, { ...example, key: 'vk_shop_east', headers });
    expect(answer.headers['x-request-id']).toBe('order-17');
  });
});

/** The operation that creates the object in another operation's path. */
function makerOf({ path }: VaultOperation): VaultOperation {
  const collection = path.slice(0, path.indexOf('/{'));
  const maker = withKey.find((one) => one.method === 'POST' && one.path === collection);
  if (!maker) throw new Error(`Nothing makes what is found at ${path}.`);
  return maker;
}

const makers = withKey.filter(
  ({ method, params, access }) => method === 'POST' && !params && !('egress' in access),
);

describe.each(named(withParams))("%s of another tenant's", (name, operation) => {
  it("another tenant's item is answered like an unknown one, and nothing changes", async () => {
    const { ask, vault } = vaultInMemory();
    const maker = makerOf(operation);
    // The asking tenant has the other objects that the operation needs, such as a destination.
    for (const other of makers) {
      await ask(other.name, { ...exampleOf(other), key: 'vk_shop_west' });
    }
    const made = await ask(maker.name, { ...exampleOf(maker), key: 'vk_shop_east' });
    expect([maker.name, made.status]).toEqual([maker.name, 200]);
    const param = /\{(\w+)\}/.exec(operation.path)?.[1] ?? '';
    const example = exampleOf(operation);
    const of = (id: string, key: string) => ask(name, { ...example, key, params: { [param]: id } });
    // The first request creates everything that the asking tenant needs, before the dump.
    const unknown = await of(example.params?.[param] ?? '', 'vk_shop_west');
    const before = dump(vault);
    const foreign = await of(made.body.data.id, 'vk_shop_west');
    expectRefusal(foreign, 404);
    expect(withoutId(foreign)).toEqual(withoutId(unknown));
    expect(foreign.status).toBe(unknown.status);
    // The last ones reach a function when its caller encoded them twice.
    for (const id of ['no identifier of ours', 'a/b', 'a%b', '%', 'a?b', '?', '%2F', 'a\u0000b']) {
      expectRefusal(await of(id, 'vk_shop_west'), 404);
    }
    expect(dump(vault)).toEqual(before);
    // Its owner finds it; operations that call other servers are tested where there are some.
    if ('egress' in operation.access) return;
    expect((await of(made.body.data.id, 'vk_shop_east')).status).not.toBe(404);
  });
});

const dump = ({ ports }: ReturnType<typeof aVault>) =>
  [ports.cards, ports.codes, ports.keys, ports.credentials].map((port) => port.items());

it('the vault stores credentials under their tenant, except for those that are found by a hash or an address', async () => {
  const { ask, vault } = vaultInMemory(aVault(), { limited: true });
  await ask('vault.list-api-keys', { key: `vk_${'A'.repeat(43)}` });
  for (const operation of vaultOperations) {
    await ask(operation.name, { ...exampleOf(operation), key: 'vk_shop_east' });
  }
  const items = vault.ports.credentials.items();
  const outside = items.filter(({ pk }) => !pk.startsWith('TENANT#shop_east#'));
  const classes = new Set(outside.map(({ pk }) => pk.split('#')[0] ?? ''));
  const exceptions = Object.keys(credentialsOutsideTenants);
  expect([...classes].filter((one) => !exceptions.includes(one))).toEqual([]);
  expect(classes).toEqual(new Set([...classes, 'API_KEY', 'SESSION_TOKEN', 'RATE', 'REFUSED']));
});

const others = vaultOperations.filter(({ auth }) => !auth.startsWith('api key'));
if (others.length > 0) {
  describe.each(named(others))('%s', (name, operation) => {
    it('a vault route forbids caches to store the answer, and takes no API key for another credential', async () => {
      const { ask } = vaultInMemory();
      const { status, headers } = await ask(name, { ...exampleOf(operation), key: 'vk_shop_east' });
      expect(status).toBeLessThan(500);
      expect(headers).toMatchObject(always);
      if (operation.auth === 'session token') expect([400, 401]).toContain(status);
    });
  });
}
