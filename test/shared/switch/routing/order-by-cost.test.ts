import fc from 'fast-check';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import type { ProcessingFee } from '#merchants/connector-accounts/processing-fees.ts';
import { orderByCost } from '#switch/routing/order-by-cost.ts';
import { accountName, keptDecision } from '#switch/routing/route-decision.ts';

const fee = (changes: Partial<ProcessingFee> = {}): ProcessingFee => ({
  card_networks: null,
  card_types: null,
  region: null,
  payment_methods: null,
  currency: null,
  fixed: 0,
  per_mille: 0,
  ...changes,
});

const account = (id: string, ...processing_fees: readonly ProcessingFee[]): ConnectorAccount => ({
  id,
  merchantId: 'shop',
  profileId: 'pro_1',
  connectorName: 'fauxpay',
  connectorType: 'payment_processor',
  label: id,
  status: 'active',
  disabled: false,
  settings: { processing_fees },
  sealed: new Uint8Array(),
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
});

const terms = {
  facts: {
    payment_method: 'card',
    card_network: 'Visa',
    card_type: 'credit',
    issuer_country: 'France',
  },
  amountMinor: 10_000,
  currency: 'EUR',
  businessCountry: 'DE',
  tolerance: 0.02,
};

const cost = (fees: readonly ProcessingFee[], changes: object = {}): number | undefined =>
  orderByCost([account('one', ...fees)], { ...terms, ...changes }).costs['fauxpay:one'];

const order = (accounts: readonly ConnectorAccount[], rates?: Readonly<Record<string, number>>) =>
  orderByCost(accounts, {
    ...terms,
    ...(rates && { successRateOf: (id: string) => rates[id] }),
  }).accounts.map(({ id }) => id);

describe('the cost of a payment', () => {
  it("a payment's cost is the fixed part and the thousandths of the amount, exactly", () => {
    expect(cost([fee({ fixed: 25, per_mille: 14 })])).toBe(165);
    expect(cost([fee({ per_mille: 0.001 })], { amountMinor: 1 })).toBe(0.000001);
    expect(cost([fee({ fixed: 1, per_mille: 2.9 })], { amountMinor: 333 })).toBe(1.9657);
    expect(cost([fee({ fixed: 7, per_mille: 14 })], { amountMinor: 0 })).toBe(7);
  });

  it("a payment's cost distinguishes values that a floating number could not", () => {
    const dearer = account('dearer', fee({ fixed: 1, per_mille: 1_000 }));
    const cheaper = account('cheaper', fee({ per_mille: 1_000 }));
    const { accounts } = orderByCost([dearer, cheaper], {
      ...terms,
      amountMinor: Number.MAX_SAFE_INTEGER,
    });
    expect(accounts[0]?.id).toBe('cheaper');
  });

  it("a payment's cost is by the first entry whose stated members all match", () => {
    const fees = [
      fee({ card_networks: ['Mastercard'], fixed: 1 }),
      fee({ card_networks: ['Visa'], card_types: ['debit'], fixed: 2 }),
      fee({ currency: 'USD', fixed: 3 }),
      fee({ payment_methods: ['wallet'], fixed: 4 }),
      fee({ card_networks: ['JCB', 'Visa'], card_types: ['credit'], currency: 'EUR', fixed: 5 }),
      fee({ fixed: 6 }),
    ];
    expect(cost(fees)).toBe(5);
    expect(cost(fees, { currency: 'CHF' })).toBe(6);
    expect(cost(fees.slice(0, 4))).toBeUndefined();
  });

  it.each([
    ['DE', 'Germany', 1],
    ['DE', 'France', 2],
    ['NO', 'Iceland', 2],
    ['DE', 'Switzerland', 3],
    ['GB', 'France', 3],
    ['US', 'UnitedStatesOfAmerica', 1],
    ['DE', undefined, 9],
    [undefined, 'Germany', 9],
    ['not a country', 'Germany', 9],
  ])(
    "a payment's cost is by the region: business in %s, issuer in %s",
    (businessCountry, issuer_country, fixed) => {
      const fees = [
        fee({ region: 'domestic', fixed: 1 }),
        fee({ region: 'intra_eea', fixed: 2 }),
        fee({ region: 'international', fixed: 3 }),
        fee({ fixed: 9 }),
      ];
      expect(cost(fees, { businessCountry, facts: { issuer_country } })).toBe(fixed);
    },
  );

  it("a payment's cost follows the account's own country before that of its profile", () => {
    const one = account('one', fee({ region: 'domestic', fixed: 1 }), fee({ fixed: 2 }));
    const french = { ...one, settings: { ...one.settings, business_country: 'FR' } };
    expect(orderByCost([french], terms).costs).toEqual({ 'fauxpay:one': 1 });
  });

  it("a payment's cost is unknown for fees that cannot be read", () => {
    const one = { ...account('one'), settings: { processing_fees: 'of tomorrow' } };
    expect(orderByCost([one], terms)).toEqual({ accounts: [one], costs: {} });
  });
});

describe('the order by cost', () => {
  const cheap = account('cheap', fee({ fixed: 10 }));
  const dear = account('dear', fee({ fixed: 20 }));
  const unknown = account('unknown');

  it('the order by cost is the cheapest first, and accounts without known fees last', () => {
    expect(order([unknown, dear, cheap])).toEqual(['cheap', 'dear', 'unknown']);
  });

  it('the order by cost is unchanged among accounts with equal or unknown cost', () => {
    const same = account('same', fee({ fixed: 10 }));
    const other = account('other');
    expect(order([other, same, unknown, cheap])).toEqual(['same', 'cheap', 'other', 'unknown']);
  });

  it('the order by cost puts a cheap account that succeeds less often behind, but not within the tolerance', () => {
    expect(order([dear, cheap], { cheap: 0.9, dear: 0.95 })).toEqual(['dear', 'cheap']);
    expect(order([dear, cheap], { cheap: 0.96, dear: 0.98 })).toEqual(['cheap', 'dear']);
    expect(order([dear, cheap], { dear: 0.98 })).toEqual(['cheap', 'dear']);
  });

  it('the order by cost is by success rate among those outside of the tolerance', () => {
    const middle = account('middle', fee({ fixed: 15 }));
    const rates = { dear: 0.99, cheap: 0.5, middle: 0.7, unknown: 0.8 };
    expect(order([cheap, unknown, middle, dear], rates)).toEqual([
      ...['dear', 'middle', 'cheap', 'unknown'],
    ]);
  });

  it('the order by cost never puts an account first that is dearer than another within the tolerance', () => {
    const aRate = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
    const aFee = fc.record({
      fixed: fc.nat(100),
      per_mille: fc.nat(50_000).map((thousandths) => thousandths / 1_000),
    });
    const anAccount = fc.record({ fees: fc.array(aFee, { maxLength: 1 }), rate: aRate });
    const all = fc.record({
      stated: fc.array(anAccount, { minLength: 1, maxLength: 8 }),
      tolerance: fc.double({ min: 0, max: 1, noNaN: true }),
      amountMinor: fc.nat(1_000_000),
    });
    fc.assert(
      fc.property(all, ({ stated, tolerance, amountMinor }) => {
        const accounts = stated.map(({ fees }, at) => account(`${at}`, ...fees.map(fee)));
        const successRateOf = (id: string) => stated[Number(id)]?.rate;
        const ordered = orderByCost(accounts, { ...terms, tolerance, amountMinor, successRateOf });
        expect(new Set(ordered.accounts)).toEqual(new Set(accounts));
        const best = Math.max(0, ...stated.map(({ rate }) => rate ?? 0));
        const costOf = (one: ConnectorAccount | undefined) =>
          (one && ordered.costs[accountName(one)]) ?? Number.POSITIVE_INFINITY;
        const clearlyWithin = accounts.filter(
          ({ id }) => (successRateOf(id) ?? best) > best - tolerance + 0.000_01,
        );
        for (const one of clearlyWithin) {
          expect(costOf(ordered.accounts[0])).toBeLessThanOrEqual(costOf(one));
        }
      }),
    );
  });
});

describe('a decision by cost', () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, at) => `fauxpay:mca_${String(at).padStart(20, '0')}`);
  const decision = (count: number) => ({
    approach: 'least_cost',
    accounts: names(count),
    costs: Object.fromEntries(names(count).map((name) => [name, 165])),
  });

  it('a decision by cost is stored with its costs while space is left, and loses them before accounts', () => {
    expect(keptDecision(decision(3))).toEqual(decision(3));
    const { costs: _, ...others } = decision(9);
    expect(keptDecision(decision(9))).toEqual(others);
  });
});
