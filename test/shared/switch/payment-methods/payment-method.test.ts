import { SwitchError } from '#platform/errors.ts';
import type { SaveCard } from '#switch/payment-methods/payment-method.ts';
import {
  awaitedPaymentMethod,
  changedCard,
  checkPaymentMethodSecret,
  completedPaymentMethod,
  hasNewDetails,
  type PaymentMethod,
  savedPaymentMethod,
  statusAt,
  usedPaymentMethod,
  withEffectiveStatus,
  withNewDetails,
} from '#switch/payment-methods/payment-method.ts';

const now = new Date('2030-01-31T10:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const names = { id: 'pm_1', secret: 'abc' };

const saving = (changes: Partial<SaveCard> = {}, card: object = {}): SaveCard => ({
  merchantId: 'shop_east',
  customerId: 'cus_1',
  card: {
    tenant: 'shop_east',
    token: 'token_1',
    maskedNumber: '555555******4444',
    brand: 'mastercard',
    fingerprint: 'f1_one',
    holderName: 'Test Payer',
    expiryMonth: '12',
    expiryYear: '2031',
    createdAt: now.toISOString(),
    ...card,
  },
  facts: { nick_name: 'work' },
  status: 'active',
  now,
  ...changes,
});
const saved = (changes: Partial<SaveCard> = {}, card: object = {}) =>
  savedPaymentMethod(saving(changes, card), names);

describe('a saved card', () => {
  it("a saved card is identified by the vault's display fields and the merchant's fields", () => {
    expect(saved({ facts: { card_issuer: 'EXAMPLE BANK', card_network: null } }).card).toEqual({
      token: 'token_1',
      fingerprint: 'f1_one',
      brand: 'mastercard',
      last4: '4444',
      expiryMonth: '12',
      expiryYear: '2031',
      holderName: 'Test Payer',
      isin: '555555',
      network: 'Mastercard',
      issuer: 'EXAMPLE BANK',
    });
  });

  it('a saved card of few digits shows fewer of them', () => {
    const { card } = saved({}, { maskedNumber: '********0005', brand: 'unknown' });
    expect(card).toMatchObject({ last4: '0005' });
    expect(card).not.toHaveProperty('isin');
    expect(card).not.toHaveProperty('network');
  });

  it.each([
    [{}, {}, false],
    [{ facts: {} }, { holderName: undefined }, false],
    [{ facts: { nick_name: 'home' } }, {}, true],
    [{}, { holderName: 'Another' }, true],
    [{}, { expiryMonth: '11' }, true],
    [{}, { expiryYear: '2032' }, true],
    [{ facts: { nick_name: 'work', card_issuer: 'Another Bank' } }, { token: 'token_2' }, false],
  ])('a saved card is changed by an update or not: %j %j', (changes, card, isNews) => {
    expect(hasNewDetails(saved(), saving(changes, card))).toBe(isNews);
  });

  it('a saved card keeps members that the update leaves out', () => {
    const anew = saving({ facts: {} }, { token: 'token_2', holderName: undefined });
    expect(withNewDetails(saved(), anew).card).toMatchObject({
      token: 'token_2',
      nickName: 'work',
      holderName: 'Test Payer',
    });
  });

  it.each([
    [{}, 'nothing'],
    [{ nickName: 'work', expiryMonth: '12', holderName: 'Test Payer' }, 'nothing'],
    [{ nickName: 'home' }, 'outside the vault'],
    [{ nickName: 'home', expiryYear: '2032' }, 'in the vault'],
    [{ expiryMonth: '11' }, 'in the vault'],
    [{ holderName: 'Another' }, 'in the vault'],
  ])("a saved card's update by %j changes %s", (change, changes) => {
    const { card } = saved();
    if (!card) throw new Error('It has a card.');
    expect(changedCard(card, change)).toEqual({ card: { ...card, ...change }, changes });
  });
});

describe('the state of a payment method', () => {
  const ofStatus = (status: PaymentMethod['status']) => ({ ...saved(), status });

  it.each<[PaymentMethod['status'], PaymentMethod['status'] | undefined, string]>([
    ['inactive', 'active', 'active'],
    ['inactive', 'inactive', 'inactive'],
    ['inactive', undefined, 'inactive'],
    ['active', 'inactive', 'active'],
    ['processing', 'active', 'processing'],
    ['awaiting_data', 'active', 'awaiting_data'],
    ['redacted', 'active', 'redacted'],
  ])('%s, after a payment that makes it %s: %s', (before, news, after) => {
    expect(withEffectiveStatus(ofStatus(before), news).status).toBe(after);
  });

  it('a payment method without a payment source never becomes active', () => {
    const { card: _, ...bare } = ofStatus('inactive');
    expect(withEffectiveStatus(bare, 'active').status).toBe('inactive');
  });

  it('a payment method was last used at the latest of all times', () => {
    const used = usedPaymentMethod(saved(), { now: later(1) });
    expect(used.lastUsedAt).toBe(later(1).toISOString());
    expect(usedPaymentMethod(used, { now })).toBe(used);
  });
});

describe('a payment method that awaits its data', () => {
  const owner = { merchantId: 'shop_east', customerId: 'cus_1' };
  const awaited = awaitedPaymentMethod(owner, { metadata: { a: 'b' }, type: 'debit' }, names, now);
  const refusal = (secret: string, at: Date) => {
    try {
      checkPaymentMethodSecret(awaited, secret, at);
      return 'none';
    } catch (error) {
      return error instanceof SwitchError ? error.kind : error;
    }
  };

  it('a pending payment method waits for a quarter of an hour, to the millisecond', () => {
    expect(statusAt(awaited, later(900_000))).toBe('awaiting_data');
    expect(statusAt(awaited, later(900_001))).toBe('inactive');
    expect(refusal('pm_1_secret_abc', later(900_000))).toBe('none');
    expect(refusal('pm_1_secret_abc', later(900_001))).toBe('client_secret_expired');
    // The holder of another secret gets no information about times.
    expect(refusal('pm_1_secret_abd', later(900_001))).toBe('client_secret_mismatch');
  });

  it("a pending payment method gets the completing request's type, and keeps its earlier fields", () => {
    const done = completedPaymentMethod(awaited, saving({ type: 'credit' }));
    expect(done).toMatchObject({
      id: 'pm_1',
      status: 'active',
      method: 'card',
      type: 'credit',
      metadata: { a: 'b' },
      createdAt: awaited.createdAt,
      clientSecret: awaited.clientSecret,
    });
  });
});
