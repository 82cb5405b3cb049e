import { newCardBin } from '#operator/card-bins/card-bin.ts';
import { cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import type { CreateCardBinRequest } from '#operator/card-bins/operations.ts';
import { coBadgedRanges } from '#vault/cards/co-badged-ranges.ts';
import { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';
import { aSession, typeCard } from './a-session.ts';

/** Published: Cartes Bancaires with Visa at Stripe, and a Visa card at Adyen. */
const coBadged = { card_number: '4000002500001001' };
const visa = { card_number: '4988438843884305' };

/** A vault whose operator has entered the range of a card. */
async function aVaultWithRange(range: object = {}) {
  const vault = vaultInMemory();
  const stated: CreateCardBinRequest = {
    card_iin: visa.card_number.slice(0, 8),
    card_network: 'Visa',
    co_badged_card_networks: ['CartesBancaires'],
    ...range,
  };
  await cardBinStore(vault.operators).add(newCardBin(stated, vault.clock.now));
  return vault;
}

/** Asks for the brands of a range, as the form does. */
const lookUp = (vault: ReturnType<typeof vaultInMemory>, token: string, card_start: unknown) =>
  vault.ask('vault.capture-card', {
    headers: { authorization: `Bearer ${token}` },
    body: { card: { card_start } },
  });

describe('a brand that the form sends', () => {
  it.each([
    ['cartes_bancaires', coBadged],
    ['visa', coBadged],
    ['cartes_bancaires', visa],
    ['visa', visa],
  ])('the brand %s of a range that has it is stored with the card', async (card_type, card) => {
    const vault = await aVaultWithRange();
    const stored = await typeCard(vault, await aSession(vault, { scope: 'card' }), {
      ...card,
      card_type,
    });
    expect(stored.status).toBe(200);
    expect(stored.body.data.attributes).toMatchObject({ card_type });
    const { card_token } = stored.body.data.attributes;
    const { now } = vault.clock;
    expect(await vault.vault.cards.describe('shop', card_token, now)).toMatchObject({
      brand: card_type,
    });
    const shown = await vault.ask('vault.retrieve-card', {
      key: 'vk_shop',
      params: { card_token },
    });
    expect(shown.body.data.attributes).toMatchObject({ card_type });
  });

  it.each([
    ['mastercard', coBadged, 'does not match the card number'],
    ['bancontact', coBadged, 'does not match the card number'],
    ['cartes_bancaires', { card_number: '4242424242424242' }, 'does not match the card number'],
    ['dankort', visa, 'does not match the card number'],
    ['toString', coBadged, 'is invalid'],
  ])(
    'the brand %s that the range does not have is refused, and the token stays valid',
    async (card_type, card, flaw) => {
      const vault = await aVaultWithRange();
      const token = await aSession(vault, { scope: 'card' });
      const refused = await typeCard(vault, token, { ...card, card_type });
      expect(refused.status).toBe(422);
      expect(refused.body.errors.details).toEqual({ card_type: [flaw] });
      expect((await typeCard(vault, token)).status).toBe(200);
    },
  );

  it("a card's own brand is no choice where its range has no other", async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    const stored = await typeCard(vault, token, { ...visa, card_type: 'visa' });
    expect(stored.body.data.attributes).toMatchObject({ card_type: 'visa' });
    const [item] = vault.vault.ports.cards.items().filter(({ sk }) => sk === 'CARD');
    expect(item).not.toHaveProperty('isBrandChosen');
  });

  it('the chosen brand must be one that the merchant accepts', async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    const card = { ...coBadged, card_type: 'cartes_bancaires' };
    const refused = await typeCard(vault, token, card, { only: 'visa' });
    expect(refused.body.errors.details).toEqual({ card_number: ['is not accepted'] });
    expect((await typeCard(vault, token, card, { only: 'cartes_bancaires' })).status).toBe(200);
  });

  it('a card of Bancontact is stored without a service code', async () => {
    const vault = vaultInMemory();
    const card = { card_number: '6703444444444449', service_code: undefined };
    const store = async (card_type: string) =>
      typeCard(vault, await aSession(vault, { scope: 'card' }), { ...card, card_type });
    expect((await store('bancontact')).status).toBe(200);
    expect((await store('maestro')).body.errors.details).toEqual({ service_code: ['is missing'] });
  });
});

describe("a look-up of a range's brands", () => {
  it("a look-up answers with the operator's networks, the default first, and stores nothing", async () => {
    const vault = await aVaultWithRange();
    const token = await aSession(vault, { scope: 'card' });
    const found = await lookUp(vault, token, visa.card_number.slice(0, 8));
    expect([found.status, found.body]).toEqual([
      200,
      { data: { card_types: ['visa', 'cartes_bancaires'] } },
    ]);
    expect(vault.vault.ports.cards.items()).toEqual([]);
    expect((await typeCard(vault, token)).status).toBe(200);
  });

  it('a look-up of a card of one brand, and of an unknown range, answers with none', async () => {
    const vault = await aVaultWithRange({ co_badged_card_networks: undefined });
    const token = await aSession(vault, { scope: 'card' });
    for (const start of [visa.card_number.slice(0, 8), '40000000']) {
      expect((await lookUp(vault, token, start)).body).toEqual({ data: { card_types: [] } });
    }
  });

  it.each(['4000002', '400000250', '4000002500001001', 'abcdefgh', 40000025, null])(
    'a look-up needs exactly eight digits, and not %j',
    async (start) => {
      const vault = vaultInMemory();
      const refused = await lookUp(vault, await aSession(vault, { scope: 'card' }), start);
      expect(refused.status).toBe(422);
      expect(refused.body.errors.details).toEqual({ card_start: ['is invalid'] });
      expect(refused.text).not.toContain('4000002500001001');
    },
  );

  it('a token looks up twenty ranges and no more, and still stores its card', async () => {
    const vault = vaultInMemory();
    const token = await aSession(vault, { scope: 'card' });
    const found = await Promise.all(
      Array.from({ length: 25 }, (_, index) => lookUp(vault, token, `400000${10 + index}`)),
    );
    expect(found.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(found.filter(({ status }) => status === 401)).toHaveLength(5);
    expect((await typeCard(vault, token)).status).toBe(200);
  });

  it.each(['', 'stk_unknown'])('a look-up with the token %j is refused', async (token) => {
    expect((await lookUp(vaultInMemory(), token, '40000025')).status).toBe(401);
  });

  it("a vault that does not reach the switch's table knows test cards only", async () => {
    const ranges = coBadgedRanges(undefined);
    expect(await ranges.brandsOf('4000002500001')).toEqual(['cartes_bancaires', 'visa']);
    expect(await ranges.brandsOf(visa.card_number.slice(0, 8))).toEqual([]);
  });

  it('the range of eight digits comes before that of six', async () => {
    const vault = await aVaultWithRange({
      card_iin: visa.card_number.slice(0, 6),
      co_badged_card_networks: ['Dankort'],
    });
    const ranges = coBadgedRanges(() => vault.operators);
    const eight = visa.card_number.slice(0, 8);
    expect(await ranges.brandsOf(eight)).toEqual(['visa', 'dankort']);
    const narrow = { card_iin: eight, card_network: 'CartesBancaires' } as const;
    await cardBinStore(vault.operators).add(
      newCardBin({ ...narrow, co_badged_card_networks: ['Visa'] }, vault.clock.now),
    );
    expect(await ranges.brandsOf(eight)).toEqual(['cartes_bancaires', 'visa']);
  });
});
