import { scopes, sessionTokens } from '#vault/credentials/session-tokens.ts';
import { withoutRandom } from '../../../support/runner/without-random.ts';
import { laptopMasterKey, vaultInMemory } from '../../../support/vault/vault-in-memory.ts';
import { withoutHelp } from '../../../support/vault/without-help.ts';

const key = 'vk_shop_east';
const operation = 'vault.create-session-token';
const start = new Date('2030-01-31T10:00:00.000Z');
const startPlus = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

function servedVault() {
  const world = vaultInMemory();
  const tokens = sessionTokens(() => world.vault.table('credentials'));
  const make = async (wanted: object, by = key) => {
    const made = await world.ask(operation, { key: by, body: { session_token: wanted } });
    expect(made.status).toBe(200);
    return made.body.data.attributes;
  };
  return { ...world, tokens, make };
}

async function aCard({ vault }: ReturnType<typeof servedVault>, tenant = 'shop_east') {
  const card = {
    number: Buffer.from('4111111111111111'),
    brand: 'visa' as const,
    expiryMonth: '08',
    expiryYear: '2031',
  };
  const request = {
    tenant,
    actor: { kind: 'api key', id: 'key' },
    reason: 'test',
    origin: '203.0.113.7',
    requestId: 'req',
    now: start,
  } as const;
  const { token } = await vault.cards.store(request, card);
  return { token, remove: () => vault.cards.remove({ ...request, token }) };
}

const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'good',
    ({ code }: { code: string }) => code,
  );

describe('making a session token', () => {
  it('a session token is shown once, with its scope', async () => {
    const world = servedVault();
    const { token: card_token } = await aCard(world);
    const wanted = {
      scope: 'show_card',
      card_token,
      origin: 'https://shop.example',
      expires_in: 60,
    };
    const made = await world.ask(operation, { key, body: { session_token: wanted } });
    const { id, attributes } = made.body.data;
    expect(made.status).toBe(200);
    expect(attributes.session_token).toMatch(/^stk_[\w-]{43}$/);
    expect(made.body).toEqual({
      data: {
        id,
        type: 'session_token',
        attributes: {
          id,
          session_token: attributes.session_token,
          scope: 'show_card',
          card_token,
          origin: 'https://shop.example',
          expires_at: '2030-01-31T10:01:00.000Z',
          created_at: '2030-01-31T10:00:00.000Z',
        },
      },
    });
    const kept = JSON.stringify(Object.values(world.vault.ports).map((port) => port.items()));
    expect(kept + world.logged.join('\n')).not.toContain(attributes.session_token);
    const [line] = world.vault.ports.audit
      .items()
      .filter(({ type }) => type === 'session_token.created');
    expect(line).toMatchObject({ tenant: 'shop_east', cardToken: card_token, result: 'allowed' });
  });

  it.each([
    ['card', 900],
    ['show_card', 120],
    ['show_service_code', 300],
  ])(
    'a session token of scope %s lasts %i seconds, and a shorter time on request',
    async (scope, seconds) => {
      const world = servedVault();
      expect(await world.make({ scope })).toMatchObject({
        scope,
        expires_at: startPlus(seconds).toISOString(),
      });
      expect(await world.make({ scope, expires_in: seconds })).toMatchObject({ scope });
      expect((await world.make({ scope, expires_in: 30 })).expires_at).toBe(
        startPlus(30).toISOString(),
      );
      const refusedOf = async (expires_in: unknown) => {
        const { status, body } = await world.ask(operation, { key, body: { scope, expires_in } });
        return [status, Object.keys(body.errors.details)];
      };
      for (const wrong of [seconds + 1, 29, 0, -1, 30.5, '60']) {
        expect(await refusedOf(wrong)).toEqual([422, ['expires_in']]);
      }
    },
  );

  it('a new session token accepts only the scope as its body', async () => {
    const { ask } = servedVault();
    const made = await ask(operation, { key, body: { scope: 'card' } });
    expect([made.status, made.body.data.attributes.scope]).toEqual([200, 'card']);
  });

  it.each([
    ['an unknown scope', { session_token: { scope: 'service_code' } }, 'scope'],
    ['no scope', { session_token: {} }, 'scope'],
    ['scope null', { scope: null }, 'scope'],
    ['two scopes', { scope: ['card', 'show_card'] }, 'scope'],
    ['a scope in capitals', { scope: 'CARD' }, 'scope'],
    ['an unknown member', { scope: 'card', uses: 2 }, 'uses'],
    ['an unknown member inside', { session_token: { scope: 'card', uses: 2 } }, 'uses'],
    ['one beside the body key', { session_token: { scope: 'card' }, uses: 2 }, 'uses'],
    ['both forms', { session_token: { scope: 'card' }, scope: 'card' }, 'session_token'],
    ['a card for the form', { scope: 'card', card_token: 'a'.repeat(32) }, 'card_token'],
    ['no card token', { scope: 'show_card', card_token: 'tok' }, 'card_token'],
    ['an unknown card', { scope: 'show_card', card_token: 'a'.repeat(32) }, 'card_token'],
    ['a number for a card', { scope: 'show_card', card_token: 4111111111111111 }, 'card_token'],
  ])('a new session token refuses %s by its name', async (_, body, field) => {
    const { ask, vault } = servedVault();
    const refused = await ask(operation, { key, body });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject({
      code: 'validation_error',
      details: { [field]: [expect.any(String)] },
    });
    // The hint lists the scopes, and one of them has the sent word in it.
    expect(withoutRandom(JSON.stringify(withoutHelp(refused.body)))).not.toMatch(
      /4111|service_code/,
    );
    expect(withoutRandom(refused.text)).not.toMatch(/4111|(?<!show_)service_code/);
    const written = vault.ports.credentials.items().filter(({ sk }) => sk === 'SESSION_TOKEN');
    expect(written).toEqual([]);
  });

  it('a new session token refuses a body without its key as a bad request', async () => {
    const { ask } = servedVault();
    for (const body of [{}, { expires_in: 60 }, [], 'card', undefined]) {
      const refused = await ask(operation, { key, body });
      expect([refused.status, refused.body.errors.code]).toEqual([400, 'bad_request']);
    }
  });

  it('a new session token is bound to no card of another tenant, nor to a deleted one', async () => {
    const world = servedVault();
    const east = await aCard(world);
    const ask = (by: string) =>
      world.ask(operation, { key: by, body: { scope: 'show_card', card_token: east.token } });
    expect((await ask(key)).status).toBe(200);
    expect((await ask('vk_shop_west')).status).toBe(422);
    await east.remove();
    expect((await ask(key)).status).toBe(422);
  });

  it.each([
    ['https://shop.example', 200],
    ['https://shop.example:8443', 200],
    ['https://[2001:db8::1]:8443', 200],
    ['https://shop.example/', 422],
    ['https://shop.example/pay', 422],
    ['https://shop.example:443', 422],
    ['https://SHOP.example', 422],
    ['https://user@shop.example', 422],
    ["https://a;script-src'none'", 422],
    ['https://*.shop.example', 422],
    ['https://shop.example https://evil.example', 422],
    ['http://shop.example', 422],
    ['http://localhost:8080', 422],
    ['null', 422],
    ['*', 422],
    ['', 422],
  ])('a new session token answers the origin %j with %i', async (origin, status) => {
    const { ask } = servedVault();
    const answer = await ask(operation, { key, body: { scope: 'card', origin } });
    expect(answer.status).toBe(status);
  });

  it('a new session token accepts an origin of this machine on a laptop', async () => {
    const { ask } = servedVault();
    process.env.LOOPBACK_ALLOWED = 'true';
    try {
      const status = async (origin: string) =>
        (await ask(operation, { key, body: { scope: 'card', origin } })).status;
      for (const own of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
        expect([own, await status(own)]).toEqual([own, 200]);
      }
      expect(await status('http://shop.example')).toBe(422);
      expect(await status('http://127.0.0.1.evil.example')).toBe(422);
    } finally {
      delete process.env.LOOPBACK_ALLOWED;
    }
  });
});

describe('using a session token', () => {
  it('a session token works once, for one of fifty that use it at the same time', async () => {
    const { tokens, make } = servedVault();
    for (const scope of scopes) {
      const { session_token: value } = await make({ scope });
      const use = { scope, now: start };
      const codes = await Promise.all(
        Array.from({ length: 50 }, () => codeOf(tokens.consume(value, use))),
      );
      expect(codes.filter((code) => code === 'good')).toHaveLength(1);
      expect(new Set(codes)).toEqual(new Set(['good', 'session_expired']));
      expect(await codeOf(tokens.consume(value, use))).toBe('session_expired');
      expect(await codeOf(tokens.open(value, use))).toBe('session_expired');
    }
  });

  it('a session token gives its tenant and its bound item', async () => {
    const world = servedVault();
    const { token: cardToken } = await aCard(world);
    const made = await world.make({
      scope: 'show_card',
      card_token: cardToken,
      origin: 'https://shop.example',
    });
    const use = { scope: 'show_card', cardToken, now: start } as const;
    const used = await world.tokens.consume(made.session_token, use);
    expect(used).toMatchObject({
      id: made.id,
      tenant: 'shop_east',
      scope: 'show_card',
      cardToken,
      origin: 'https://shop.example',
    });
    expect(used).not.toHaveProperty('usedAt');
  });

  it('a session token opens the form five times and stays valid', async () => {
    const { tokens, make } = servedVault();
    const { session_token: value } = await make({ scope: 'card' });
    const use = { scope: 'card', now: start } as const;
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(tokens.open(value, use))),
    );
    expect(codes.filter((code) => code === 'good')).toHaveLength(5);
    expect(await codeOf(tokens.consume(value, use))).toBe('good');
  });

  it('a session token has nine cells of scopes, of which three work, and a wrong one uses nothing up', async () => {
    const { tokens, make } = servedVault();
    for (const scope of scopes) {
      const { session_token: value } = await make({ scope });
      for (const other of scopes.filter((one) => one !== scope)) {
        const use = { scope: other, now: start };
        expect(await codeOf(tokens.consume(value, use))).toBe('scope_mismatch');
        expect(await codeOf(tokens.open(value, use))).toBe('scope_mismatch');
      }
      expect(await codeOf(tokens.consume(value, { scope, now: start }))).toBe('good');
    }
  });

  it('a session token shows the card that it is bound to and no other', async () => {
    const world = servedVault();
    const [one, other] = [await aCard(world), await aCard(world)];
    const { session_token: value } = await world.make({
      scope: 'show_card',
      card_token: one.token,
    });
    const shown = (cardToken?: string) =>
      codeOf(world.tokens.consume(value, { scope: 'show_card', cardToken, now: start }));
    expect(await shown(other.token)).toBe('scope_mismatch');
    expect(await shown()).toBe('scope_mismatch');
    expect(await shown(one.token)).toBe('good');
  });

  it.each(scopes)(
    'a session token of scope %s ends with its time, to the millisecond',
    async (scope) => {
      const { tokens, make } = servedVault();
      const [one, other] = [
        await make({ scope, expires_in: 60 }),
        await make({ scope, expires_in: 60 }),
      ];
      const last = new Date(startPlus(60).getTime() - 1);
      expect(await codeOf(tokens.consume(one.session_token, { scope, now: last }))).toBe('good');
      expect(await codeOf(tokens.consume(other.session_token, { scope, now: startPlus(60) }))).toBe(
        'session_expired',
      );
      expect(await codeOf(tokens.open(other.session_token, { scope, now: startPlus(60) }))).toBe(
        'session_expired',
      );
    },
  );

  it('a session token is refused in the same way when it does not exist', async () => {
    const { tokens } = servedVault();
    for (const unknown of ['', 'stk_', `stk_${'A'.repeat(43)}`, key, 'x'.repeat(5_000)]) {
      expect(await codeOf(tokens.consume(unknown, { scope: 'card', now: start }))).toBe(
        'session_expired',
      );
    }
  });

  it('a session token ends when the API key that created it is revoked', async () => {
    const world = servedVault();
    const made = await world.ask('vault.create-api-key', { key, body: { api_key: {} } });
    const { id, api_key } = made.body.data.attributes;
    const [one, other] = [
      await world.make({ scope: 'card' }, api_key),
      await world.make({ scope: 'card' }),
    ];
    await world.ask('vault.revoke-api-key', { key, params: { id } });
    const use = { scope: 'card', now: start } as const;
    expect(await codeOf(world.tokens.open(one.session_token, use))).toBe('session_expired');
    expect(await codeOf(world.tokens.consume(one.session_token, use))).toBe('session_expired');
    expect(await codeOf(world.tokens.consume(other.session_token, use))).toBe('good');
  });

  it('a session token works with the master key too, and ends with it', async () => {
    const world = servedVault();
    const use = { scope: 'card', now: start } as const;
    const [one, other] = [
      await world.make({ scope: 'card' }, laptopMasterKey),
      await world.make({ scope: 'card' }, laptopMasterKey),
    ];
    expect(await world.tokens.consume(one.session_token, use)).toMatchObject({
      tenant: 'own.deployment',
    });
    const made = await world.ask('vault.create-api-key', {
      key: laptopMasterKey,
      body: { api_key: {} },
    });
    const working = made.body.data.attributes.api_key;
    const { apiKeyId: id = '' } = await world.tokens.open(other.session_token, use);
    const revoked = await world.ask('vault.revoke-api-key', { key: working, params: { id } });
    expect(revoked.status).toBe(204);
    expect(await codeOf(world.tokens.consume(other.session_token, use))).toBe('session_expired');
  });
});
