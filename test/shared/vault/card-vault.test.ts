import { countedIn, writtenBy } from '../../support/documents/written-lines.ts';
import { aVault } from '../../support/vault/a-vault.ts';

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
  holderName: 'ANA LIMA',
  expiryMonth: '08',
  expiryYear: '2031',
  cvc: Buffer.from('737'),
});

describe('a card in the vault', () => {
  it('a card in the vault is shown masked, used whole, and its code is taken once', async () => {
    const vault = aVault();
    const stored = await vault.cards.store(request, aCard());
    expect(stored).toMatchObject({
      maskedNumber: '555555******4444',
      holderName: 'ANA LIMA',
      cvcExpiresAt: '2030-01-31T11:00:00.000Z',
    });
    const { token } = stored;
    const again = vault.another();
    expect(await again.cards.describe('shop_east', token, now)).toEqual(stored);
    const use = { ...request, token, as: 'card.used', cvc: 'take' } as const;
    const used = await again.cards.use(use);
    expect(used?.number.toString()).toBe('5555555555554444');
    expect(used?.cvc?.toString()).toBe('737');
    expect((await again.cards.use(use))?.cvc).toBeUndefined();
    expect(await again.cards.describe('shop_west', token, now)).toBeUndefined();
    expect(await again.cards.use({ ...use, tenant: 'shop_west' })).toBeUndefined();
    expect(
      vault.ports.audit
        .items()
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...['card.stored', 'card.used', 'card.used', 'cvc.stored', 'cvc.taken']]);
  });

  it('a card in the vault is gone when it is removed, but for its token', async () => {
    const vault = aVault();
    const { token } = await vault.cards.store(request, aCard());
    expect(await vault.cards.remove({ ...request, token })).toBe(true);
    expect(await vault.cards.remove({ ...request, token })).toBe(false);
    expect(await vault.cards.describe('shop_east', token, now)).toBeUndefined();
    expect(vault.ports.codes.items().filter(({ sk }) => sk === 'CODE')).toEqual([]);
  });

  it('a card in the vault is used all the same when its use cannot be recorded, which is logged and counted', async () => {
    const vault = aVault();
    const { token } = await vault.cards.store(request, aCard());
    vault.ports.cards.updateWhere = async () =>
      Promise.reject(new Error('The table is throttled.'));
    const later = new Date(now.getTime() + 2 * 86_400_000);
    const use = { ...request, now: later, token, as: 'card.used', cvc: 'leave' } as const;
    const lines = await writtenBy(async () =>
      expect((await vault.cards.use(use))?.number.toString()).toBe('5555555555554444'),
    );
    expect(countedIn(lines, 'UseNotRecorded')).toBe(1);
    expect(lines.filter((line) => line.includes('use not recorded'))).toHaveLength(1);
  });
});
