import { sessionTokens } from '#vault/credentials/session-tokens.ts';
import { withoutRandom } from '../../../support/runner/without-random.ts';
import { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';
import { aSession, typeCard, typed } from './a-session.ts';

/** A vault with a session token for the code of a saved card, as the switch makes it. */
async function aCodeForm() {
  const world = vaultInMemory();
  const { value } = await sessionTokens(() => world.vault.table('credentials')).create({
    tenant: 'shop',
    scope: 'card',
    onlyCode: true,
    seconds: 900,
    now: world.clock.now,
  });
  const send = (card: object, token = value) =>
    world.ask('vault.capture-card', {
      headers: { authorization: `Bearer ${token}` },
      body: { card },
    });
  return { world, value, send };
}

describe('the form for the code of a saved card', () => {
  it('the form for a code has no field for a number', async () => {
    const { world, value } = await aCodeForm();
    const { text } = await world.ask('vault.capture-form', { query: { session_token: value } });
    expect(text).toContain('id="service_code"');
    expect(text).not.toMatch(/id="(?:card_number|expiry|cardholder_name)"/);
  });

  it('the form for a code stores it once, under a token of its own', async () => {
    const { world, send } = await aCodeForm();
    const { status, body, text } = await send({ service_code: '737' });
    expect([status, withoutRandom(text).includes('737')]).toEqual([200, false]);
    const { card_token } = body.data.attributes;
    const held = await world.vault.codes.expiryOf('shop', [card_token], world.clock.now);
    expect([...held.keys()]).toEqual([card_token]);
    expect((await send({ service_code: '737' })).body).toEqual(body);
    expect((await send({ service_code: '738' })).status).toBe(401);
  });

  it('the form for a code never restores a code that was taken', async () => {
    const { world, send } = await aCodeForm();
    const { body } = await send({ service_code: '737' });
    const { card_token: cardToken } = body.data.attributes;
    const { now } = world.clock;
    const taking = {
      tenant: 'shop',
      cardToken,
      reason: 'test',
      origin: 'test',
      requestId: 'r',
      now,
    };
    await world.vault.codes.remove({ ...taking, actor: { kind: 'job', id: 'test' } });
    expect((await send({ service_code: '737' })).body).toEqual(body);
    expect((await world.vault.codes.expiryOf('shop', [cardToken], now)).size).toBe(0);
  });

  it('a code that cannot be one is refused, and the session token stays valid', async () => {
    const { send } = await aCodeForm();
    const refused = await send({ service_code: '73' });
    expect([refused.status, refused.body.errors.details]).toEqual([
      422,
      { service_code: ['is invalid'] },
    ]);
    expect((await send({ service_code: '737' })).status).toBe(200);
  });

  it('a session token for a code stores no card, and one for a card stores no code', async () => {
    const { world, value, send } = await aCodeForm();
    expect((await typeCard(world, value)).status).toBe(403);
    const forCards = await aSession(world, { scope: 'card' });
    expect((await send({ service_code: typed.service_code }, forCards)).status).toBe(403);
    expect((await typeCard(world, forCards)).status).toBe(200);
  });
});
