import { createHash } from 'node:crypto';
import { aVault } from '../../../support/vault/a-vault.ts';
import {
  laptopMasterKey,
  type VaultAnswer,
  vaultAdminKey,
  vaultInMemory,
} from '../../../support/vault/vault-in-memory.ts';
import { withoutHelp } from '../../../support/vault/without-help.ts';

const body = (description?: unknown, more = {}) => ({
  api_key: { ...(description !== undefined && { description }), ...more },
});
const attributesOf = ({ body }: VaultAnswer) => body.data.attributes;
const typesIn = (world: ReturnType<typeof vaultInMemory>) =>
  world.vault.ports.audit.items().map(({ type, tenant }) => `${tenant} ${type}`);

const unauthorized = { errors: { code: 'unauthorized', title: 'Unauthorized' } };

describe('an API key', () => {
  it('an API key of the vault is shown in full when it is created, and never again', async () => {
    const world = vaultInMemory();
    const made = await world.ask('vault.create-api-key', {
      key: 'vk_shop_east',
      body: body('checkout backend'),
    });
    expect(made.status).toBe(200);
    const { id, api_key: value } = attributesOf(made);
    expect(value).toMatch(/^vk_[\w-]{43}$/);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made.body).toEqual({
      data: {
        id,
        type: 'api_key',
        attributes: {
          id,
          api_key: value,
          description: 'checkout backend',
          status: 'active',
          created_at: '2030-01-31T10:00:00.000Z',
          last_used_at: null,
          revoked_at: null,
        },
      },
    });

    const shown = {
      ...attributesOf(made),
      api_key: `...${value.slice(-6)}`,
      last_used_at: '2030-01-31T10:00:00.000Z',
    };
    const got = await world.ask('vault.retrieve-api-key', { key: value, params: { id } });
    expect(attributesOf(got)).toEqual(shown);
    const listed = await world.ask('vault.list-api-keys', { key: value });
    expect(listed.body.data).toContainEqual({ id, type: 'api_key', attributes: shown });
    expect(Object.keys(listed.body)).toEqual(['data']);
    await world.ask('vault.revoke-api-key', { key: 'vk_shop_east', params: { id } });
    await world.ask('vault.list-api-keys', { key: value });
    const kept = JSON.stringify(Object.values(world.vault.ports).map((port) => port.items()));
    for (const place of [got.text, listed.text, kept, world.logged.join('\n')]) {
      expect(place).not.toContain(value);
      expect(place).not.toContain(Buffer.from(value).toString('base64'));
    }
    expect(kept).toContain(createHash('sha256').update(value).digest('hex'));
  });

  it('an API key of the vault needs no description, which may be null and has at most 256 characters', async () => {
    const { ask } = vaultInMemory();
    const make = (description?: unknown) =>
      ask('vault.create-api-key', { key: 'vk_shop_east', body: body(description) });
    expect(attributesOf(await make())).toMatchObject({ description: null });
    expect(attributesOf(await make(null))).toMatchObject({ description: null });
    expect(attributesOf(await make('x'.repeat(256)))).toMatchObject({ status: 'active' });
    for (const wrong of ['x'.repeat(257), 7, {}, ['a'], true]) {
      const refused = await make(wrong);
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toMatchObject({
        code: 'validation_error',
        details: { description: [expect.any(String)] },
      });
    }
  });

  it.each([
    ['no body', undefined, 400],
    ['no body key', '{}', 400],
    ['another body key', '{"session_token":{}}', 400],
    ['a list', '[]', 400],
    ['no JSON', '{"api_key":', 400],
    ['a member twice', '{"api_key":{"description":"a","description":"b"}}', 400],
    ['an unknown member', '{"api_key":{"status":"active"}}', 422],
    ['an unknown member beside it', '{"api_key":{},"x":1}', 422],
    ['no object under its key', '{"api_key":"x"}', 422],
  ])('an API key of the vault is not created from %s', async (_, text, status) => {
    const { ask, vault } = vaultInMemory();
    await ask('vault.list-api-keys', { key: 'vk_shop_east' });
    const before = vault.ports.credentials.items();
    const refused = await ask('vault.create-api-key', {
      key: 'vk_shop_east',
      ...(text !== undefined && { text }),
    });
    expect(refused.status).toBe(status);
    expect(vault.ports.credentials.items()).toEqual(before);
  });

  it('an API key of the vault is listed the newest first, revoked or not, and only to its own tenant', async () => {
    const { ask, clock, tenantKey } = vaultInMemory();
    await tenantKey('shop_east');
    const ids: string[] = [];
    for (const minute of [1, 2, 3]) {
      clock.now = new Date(`2030-01-31T10:0${minute}:00.000Z`);
      const made = await ask('vault.create-api-key', { key: 'vk_shop_east', body: body() });
      ids.unshift(made.body.data.id);
    }
    await ask('vault.revoke-api-key', { key: 'vk_shop_east', params: { id: ids[1] ?? '' } });
    const listed = await ask('vault.list-api-keys', { key: 'vk_shop_east' });
    const found = listed.body.data.map(({ id }: { id: string }) => id);
    expect(found.slice(0, 3)).toEqual(ids);
    // The fourth is the key that asked, which is older than these.
    expect(found).toHaveLength(4);
    const statuses = listed.body.data.map(
      ({ attributes }: { attributes: { status: string } }) => attributes.status,
    );
    expect(statuses).toEqual(['active', 'revoked', 'active', 'active']);
    const west = await ask('vault.list-api-keys', { key: 'vk_shop_west' });
    expect(west.body.data).toHaveLength(1);
  });

  it('an API key of the vault is refused from the next request on when it is revoked, on every route that accepts one', async () => {
    const world = vaultInMemory();
    const made = await world.ask('vault.create-api-key', { key: 'vk_shop_east', body: body() });
    const { id, api_key: key } = attributesOf(made);
    expect((await world.ask('vault.list-api-keys', { key })).status).toBe(200);

    const revoked = await world.ask('vault.revoke-api-key', { key, params: { id } });
    expect([revoked.status, revoked.text]).toEqual([204, '']);
    const refused = await world.ask('vault.list-api-keys', { key });
    expect(refused.status).toBe(401);
    expect(withoutHelp(refused.body)).toEqual(unauthorized);

    const first = await world.ask('vault.retrieve-api-key', {
      key: 'vk_shop_east',
      params: { id },
    });
    expect(attributesOf(first)).toMatchObject({
      status: 'revoked',
      revoked_at: '2030-01-31T10:00:00.000Z',
    });
    world.clock.now = new Date('2030-01-31T11:00:00.000Z');
    const again = await world.ask('vault.revoke-api-key', { key: 'vk_shop_east', params: { id } });
    expect(again.status).toBe(204);
    const later = await world.ask('vault.retrieve-api-key', {
      key: 'vk_shop_east',
      params: { id },
    });
    expect(later.body).toEqual(first.body);

    expect(typesIn(world).sort()).toEqual([
      'shop_east access.refused',
      'shop_east api_key.created',
      'shop_east api_key.revoked',
    ]);
  });

  it('an API key of the vault is not revoked when it is the last one, also when two are revoked at once', async () => {
    const { ask } = vaultInMemory();
    const made = await ask('vault.create-api-key', { key: 'vk_shop_east', body: body() });
    const listed = await ask('vault.list-api-keys', { key: 'vk_shop_east' });
    const ids: string[] = listed.body.data.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(2);
    const answers = await Promise.all(
      ids.map((id) => ask('vault.revoke-api-key', { key: 'vk_shop_east', params: { id } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
    expect(withoutHelp(answers.find(({ status }) => status === 422)?.body)).toEqual({
      errors: { code: 'last_active_key', title: 'Last Active Key' },
    });
    const states = await Promise.all(
      ['vk_shop_east', attributesOf(made).api_key].map((key) =>
        ask('vault.list-api-keys', { key }),
      ),
    );
    expect(states.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it("another tenant's API key gets the same answer as an unknown one", async () => {
    const { ask } = vaultInMemory();
    const made = await ask('vault.create-api-key', { key: 'vk_shop_east', body: body() });
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const name of ['vault.retrieve-api-key', 'vault.revoke-api-key']) {
      const answers = await Promise.all(
        [made.body.data.id, unknown, 'no-uuid'].map((id) =>
          ask(name, { key: 'vk_shop_west', params: { id } }),
        ),
      );
      const texts = answers.map(({ status, body: { errors } }) =>
        JSON.stringify([status, { ...errors, request_id: '' }]),
      );
      expect(new Set(texts).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    }
    const { api_key: key } = attributesOf(made);
    expect((await ask('vault.list-api-keys', { key })).status).toBe(200);
  });
});

describe('the first key of a tenant', () => {
  it("a tenant's first key is created by the operator, for the named merchant or for the deployment", async () => {
    const world = vaultInMemory();
    const make = (more = {}) =>
      world.ask('vault.create-api-key', {
        headers: { 'api-key': vaultAdminKey },
        body: body('first', more),
      });
    const east = await make({ merchant_id: 'shop_east' });
    const own = await make();
    expect([east.status, own.status]).toEqual([200, 200]);
    expect(typesIn(world).sort()).toEqual([
      'own.deployment api_key.created',
      'shop_east api_key.created',
    ]);
    const listed = await world.ask('vault.list-api-keys', { key: attributesOf(east).api_key });
    expect(listed.body.data).toHaveLength(1);
    // Beside it there is the deployment's master key.
    const ours = await world.ask('vault.list-api-keys', { key: attributesOf(own).api_key });
    expect(ours.body.data).toHaveLength(2);
    expect((await make({ merchant_id: 'no merchant!' })).status).toBe(422);
  });

  it("a tenant's first key is not created with the admin key in a URL", async () => {
    const { ask } = vaultInMemory();
    const headers = { 'api-key': vaultAdminKey };
    for (const given of [{ key: vaultAdminKey }, { key: vaultAdminKey, headers }]) {
      const refused = await ask('vault.create-api-key', { ...given, body: body() });
      expect([refused.status, withoutHelp(refused.body)]).toEqual([401, unauthorized]);
    }
  });

  it("a tenant's first key is the only operation for the admin key", async () => {
    const { ask } = vaultInMemory();
    const headers = { 'api-key': vaultAdminKey };
    expect((await ask('vault.list-api-keys', { headers })).status).toBe(401);
    expect(
      (await ask('vault.create-session-token', { headers, body: { scope: 'card' } })).status,
    ).toBe(401);
  });

  it("a tenant's first key is not created by another tenant, which may name only itself", async () => {
    const { ask } = vaultInMemory();
    const make = (key: string, merchant_id: string) =>
      ask('vault.create-api-key', { key, body: body('mine', { merchant_id }) });
    expect((await make('vk_shop_east', 'shop_east')).status).toBe(200);
    for (const [key, merchant] of [
      ['vk_shop_east', 'shop_west'],
      [laptopMasterKey, 'shop_east'],
    ] as const) {
      const refused = await make(key, merchant);
      expect([refused.status, refused.body.errors.code]).toEqual([403, 'forbidden']);
    }
  });
});

describe('the answers that show a key', () => {
  const statusOf = async (given: Parameters<ReturnType<typeof vaultInMemory>['ask']>[1]) => {
    const { ask } = vaultInMemory();
    return (await ask('vault.list-api-keys', given)).status;
  };
  it.each([
    ['in the query', { key: 'vk_shop_east' }, 200],
    ['in the header', { headers: { 'api-key': 'vk_shop_east' } }, 200],
    ['in both, the same', { key: 'vk_shop_east', headers: { 'api-key': 'vk_shop_east' } }, 200],
    ['in both, different', { key: 'vk_shop_east', headers: { 'api-key': 'vk_shop_west' } }, 400],
    ['nowhere', {}, 401],
    ['empty', { key: '' }, 401],
    ['as a bearer', { headers: { authorization: 'Bearer vk_shop_east' } }, 401],
    ['as a cookie', { headers: { cookie: 'api_key=vk_shop_east' } }, 401],
    ['under an old name', { query: { apikey: 'vk_shop_east' } }, 401],
    ['unknown', { key: `vk_${'A'.repeat(43)}` }, 401],
  ])('an API key of the vault is given %s', async (_, given, status) => {
    expect(await statusOf(given)).toBe(status);
  });
});

it('no key is created or revoked without an audit record', async () => {
  const vault = aVault();
  const world = vaultInMemory(vault);
  await world.ask('vault.list-api-keys', { key: 'vk_shop_east' });
  const before = vault.ports.credentials.items();
  vault.ports.audit.put = async () => {
    throw new Error('away');
  };
  const refused = await world.ask('vault.create-api-key', { key: 'vk_shop_east', body: body() });
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('1');
  expect(vault.ports.credentials.items()).toEqual(before);
});
