import fc from 'fast-check';
import { aVault } from '../../../support/vault/a-vault.ts';

const now = new Date('2030-01-31T10:00:00.000Z');
const request = {
  tenant: 'shop_east',
  actor: { kind: 'switch', id: 'shop_east' },
  reason: 'payment pay_1',
  origin: 'switch',
  requestId: 'req_1',
  now,
} as const;
const aCard = () => ({
  number: Buffer.from('5555555555554444'),
  brand: 'mastercard' as const,
  expiryMonth: '08',
  expiryYear: '2031',
  cvc: Buffer.from('737'),
});

/** A vault with a card in it, whose audit trail can be made to refuse. */
async function aVaultWithACard() {
  const vault = aVault();
  const { token } = await vault.cards.store(request, aCard());
  const audit = { refuses: false };
  const { put } = vault.ports.audit;
  vault.ports.audit.put = async (...given) => {
    if (audit.refuses) throw new Error('The table of the trail is away.');
    return put(...given);
  };
  const use = (as: 'card.used' | 'card.shown', cvc: 'take' | 'leave') =>
    vault.cards.use({ ...request, token, as, cvc });
  const lines = (...types: readonly string[]) =>
    vault.ports.audit.items().filter(({ type }) => types.includes(String(type))).length;
  return { vault, token, audit, use, lines, of: { ...request, cardToken: token } };
}

const unavailable = { code: 'service_unavailable' };

describe('work without an audit record', () => {
  it('no card is used or shown without an audit record, and no cvc given, leased or stored', async () => {
    const { vault, audit, use, of } = await aVaultWithACard();
    audit.refuses = true;
    await expect(use('card.used', 'leave')).rejects.toMatchObject(unavailable);
    await expect(use('card.shown', 'leave')).rejects.toMatchObject(unavailable);
    await expect(vault.codes.lease(of)).rejects.toMatchObject(unavailable);
    const code = Buffer.from('424');
    await expect(vault.codes.store({ ...of, cvc: code, seconds: 60 })).rejects.toMatchObject(
      unavailable,
    );
    await expect(vault.cards.store(request, aCard())).rejects.toMatchObject(unavailable);
    expect(vault.ports.cards.items()).toHaveLength(1);
  });

  it('a cvc that is taken is not returned, and is deleted all the same', async () => {
    const { vault, audit, of } = await aVaultWithACard();
    audit.refuses = true;
    await expect(vault.codes.take(of)).rejects.toMatchObject(unavailable);
    audit.refuses = false;
    expect(await vault.codes.take(of)).toBeUndefined();
  });

  it('no card is deleted without an audit record, and it can be once the trail is back', async () => {
    const { vault, audit, token } = await aVaultWithACard();
    audit.refuses = true;
    const removing = { ...request, token };
    await expect(vault.cards.remove(removing)).rejects.toMatchObject(unavailable);
    expect(await vault.cards.describe('shop_east', token, now)).toBeDefined();
    audit.refuses = false;
    expect(await vault.cards.remove(removing)).toBe(true);
  });

  it('a number or cvc is never revealed without an audit record, whatever fails', async () => {
    const step = fc.record({
      what: fc.constantFrom('used', 'shown', 'used with its code', 'taken', 'lent', 'stored'),
      trailIsAway: fc.boolean(),
      keysAreAway: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { vault, audit, use, lines, of } = await aVaultWithACard();
        const fresh = vault.another();
        const revealed = { numbers: 0, codes: 0 };
        const numberOf = async (using: ReturnType<typeof use>) => {
          const card = await using;
          if (card) revealed.numbers += 1;
          if (card?.cvc) revealed.codes += 1;
        };
        for (const { what, trailIsAway, keysAreAway } of steps) {
          audit.refuses = trailIsAway;
          vault.provider.denied = keysAreAway;
          const steppings: Record<typeof what, () => Promise<unknown>> = {
            used: () => numberOf(use('card.used', 'leave')),
            shown: () => numberOf(use('card.shown', 'leave')),
            'used with its code': () => numberOf(use('card.used', 'take')),
            taken: async () => {
              if (await fresh.codes.take(of)) revealed.codes += 1;
            },
            lent: async () => {
              const lease = await vault.codes.lease(of);
              if (lease.kind !== 'leased') return;
              revealed.codes += 1;
              await lease.release();
            },
            stored: () => vault.codes.store({ ...of, cvc: Buffer.from('737'), seconds: 60 }),
          };
          await steppings[what]().catch((error: unknown) => {
            expect(error).toMatchObject(unavailable);
          });
        }
        // A record may exist for a use that then failed; never the other way round.
        expect(revealed.numbers).toBeLessThanOrEqual(lines('card.used', 'card.shown'));
        expect(revealed.codes).toBeLessThanOrEqual(lines('cvc.taken', 'cvc.leased'));
        if (steps.every(({ trailIsAway, keysAreAway }) => !trailIsAway && !keysAreAway)) {
          expect(revealed.numbers).toBe(lines('card.used', 'card.shown'));
          expect(revealed.codes).toBe(lines('cvc.taken', 'cvc.leased'));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('an audit record', () => {
  it('an audit record names caller, action, card, tenant, time, address and result', async () => {
    const { vault, token, use } = await aVaultWithACard();
    await use('card.used', 'take');
    const lines = vault.ports.audit.items();
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line).toMatchObject({
        tenant: 'shop_east',
        actor: request.actor,
        reason: 'payment pay_1',
        result: 'allowed',
        cardToken: token,
        origin: 'switch',
        requestId: 'req_1',
        at: now.toISOString(),
        listPk: 'TENANT#shop_east#AUDIT',
      });
      // Thirteen months.
      expect(Number(line.expiresAtSeconds) - now.getTime() / 1_000).toBeGreaterThan(395 * 86_400);
    }
    const [stored, taken] = ['cvc.stored', 'cvc.taken'].map((type) =>
      lines.find((line) => line.type === type),
    );
    expect(stored?.cvcId).toBe(taken?.cvcId);
  });
});
