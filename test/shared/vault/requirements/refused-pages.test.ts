import * as v from 'valibot';
import { AuditRecord } from '#vault/audit/audit-trail.ts';
import { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';
import { aSession, aTypedCard, typeCard } from '../pages/a-session.ts';

/** A page whose opening costs its token, with the scope that it takes. */
const showing = [
  ['vault.show-card', 'show_card'],
  ['vault.show-cvc-page', 'show_service_code'],
] as const;

/** A vault with a card, and all records of refusals in its audit trail. */
async function aVaultWithACard() {
  const vault = vaultInMemory();
  const card_token = await aTypedCard(vault);
  const refusals = () =>
    vault.vault.ports.audit
      .items()
      .filter(({ type }) => type === 'access.refused')
      .map((item) => v.parse(AuditRecord, item));
  return { ...vault, card_token, refusals };
}

describe('a refused page request', () => {
  it.each(showing)(
    'a page request with a used token is recorded in the audit trail: %s',
    async (name, scope) => {
      const vault = await aVaultWithACard();
      const { card_token } = vault;
      const session_token = await aSession(vault, { scope, card_token });
      const query = { card_token, session_token };
      expect((await vault.ask(name, { query })).status).toBe(200);
      expect(vault.refusals()).toEqual([]);

      const page = await vault.ask(name, { query, sourceIp: '198.51.100.7' });
      expect(page.status).toBe(401);
      expect(vault.refusals()).toEqual([
        expect.objectContaining({
          at: vault.clock.now.toISOString(),
          tenant: '',
          actor: { kind: 'anyone', id: '' },
          reason: 'a page, with a session token that is used, expired or unknown',
          result: 'refused',
          cardToken: card_token,
          origin: '198.51.100.7',
          requestId: page.headers['x-request-id'],
        }),
      ]);
      expect(JSON.stringify(vault.refusals())).not.toContain(session_token);
    },
  );

  it('a page request with an expired or unknown token has an audit record', async () => {
    const vault = await aVaultWithACard();
    const session_token = await aSession(vault, { scope: 'card' });
    vault.clock.now = new Date(vault.clock.now.getTime() + 900_000);
    await vault.ask('vault.capture-form', { query: { session_token } });
    await vault.ask('vault.capture-form', { query: { session_token: 'stk_nobody_made_this' } });
    expect(vault.refusals().map(({ tenant }) => tenant)).toEqual(['', '']);
  });

  it.each(showing)(
    "a refused page request for another tenant's card is a record of the caller's tenant: %s",
    async (name, scope) => {
      const vault = await aVaultWithACard();
      const foreign = await aTypedCard(vault, {}, 'other');
      const session_token = await aSession(vault, { scope });
      const page = await vault.ask(name, { query: { card_token: foreign, session_token } });
      expect(page.status).toBe(404);
      expect(vault.refusals()).toEqual([
        expect.objectContaining({
          tenant: 'shop',
          actor: { kind: 'session token', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
          cardToken: foreign,
          reason: 'a page, for what the tenant of the session token does not have',
        }),
      ]);
    },
  );

  it("a refused page request from another page than the token's is a record of the token’s tenant", async () => {
    const vault = await aVaultWithACard();
    const session_token = await aSession(vault, { scope: 'card', origin: 'https://shop.example' });
    const headers = { referer: 'https://evil.example/' };
    const page = await vault.ask('vault.capture-form', { query: { session_token }, headers });
    expect(page.status).toBe(403);
    expect(vault.refusals()).toEqual([
      expect.objectContaining({
        tenant: 'shop',
        reason: 'a page, with a session token for something else',
      }),
    ]);
  });

  it('a refused page request has the same answer when the audit record cannot be written', async () => {
    const vault = await aVaultWithACard();
    let tries = 0;
    vault.vault.ports.audit.put = async () => {
      tries += 1;
      throw new Error('The table of the trail is away.');
    };
    const query = { session_token: 'stk_nobody_made_this', card_token: vault.card_token };
    for (const name of ['vault.capture-form', 'vault.show-card', 'vault.show-cvc-page']) {
      expect((await vault.ask(name, { query })).status).toBe(401);
    }
    expect(tries).toBe(3);
  });

  it('a refused page request records no text that was put in place of a card token', async () => {
    const vault = await aVaultWithACard();
    const query = { session_token: 'stk_nobody_made_this', card_token: '4242424242424242' };
    expect((await vault.ask('vault.show-card', { query })).status).toBe(401);
    expect(vault.refusals()).toHaveLength(1);
    expect(JSON.stringify(vault.refusals())).not.toContain('4242424242424242');
    expect(vault.refusals()[0]?.cardToken).toBeUndefined();
  });

  it('a refused page request has no audit record without a token: a browser that reloads its page sends none', async () => {
    const vault = await aVaultWithACard();
    for (const name of ['vault.capture-form', 'vault.show-card', 'vault.show-cvc-page']) {
      expect((await vault.ask(name)).status).toBe(401);
    }
    expect(vault.refusals()).toEqual([]);
  });

  it("a refused request of a page's script is recorded too, with the token's known part", async () => {
    const vault = await aVaultWithACard();
    const { card_token } = vault;
    expect((await typeCard(vault, 'stk_nobody_made_this')).status).toBe(401);
    const take = (token: string) =>
      vault.ask('vault.take-cvc', {
        headers: { authorization: `Bearer ${token}` },
        body: { card_token },
      });
    const session = () => aSession(vault, { scope: 'show_service_code', card_token });
    const used = await session();
    expect((await take(used)).status).toBe(200);
    expect(vault.refusals()).toHaveLength(1);
    expect((await take(used)).status).toBe(401);
    expect((await take(await aSession(vault, { scope: 'card' }))).status).toBe(403);
    expect((await take(await session())).status).toBe(404);

    const over = 'a page, with a session token that is used, expired or unknown';
    expect(vault.refusals().map(({ reason, tenant }) => [reason, tenant])).toEqual([
      [over, ''],
      [over, ''],
      ['a page, with a session token for something else', ''],
      ['a page, for what the tenant of the session token does not have', 'shop'],
    ]);
    expect(JSON.stringify(vault.refusals())).not.toContain(used);
    expect(vault.refusals()[1]?.cardToken).toBe(card_token);

    for (let time = 0; time < 15; time += 1) {
      expect((await take('stk_nobody_made_this')).status).toBe(401);
    }
    expect(vault.refusals()).toHaveLength(10);
  });

  it('a refused page request that repeats adds at most ten lines a minute to the trail', async () => {
    const vault = await aVaultWithACard();
    const query = { session_token: 'stk_nobody_made_this' };
    for (let time = 0; time < 15; time += 1) await vault.ask('vault.capture-form', { query });
    expect(vault.refusals()).toHaveLength(10);
  });
});
