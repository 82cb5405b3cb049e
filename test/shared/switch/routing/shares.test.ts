import { drawFor } from '#switch/routing/draw.ts';
import { selectAccounts } from '#switch/routing/select-accounts.ts';
import { anAccount } from '../../../support/entities/routing-accounts.ts';

const shares = { fauxpay: 70, phonypay: 25, pretendpay: 5, stripe_test: 0 } as const;
const names = ['fauxpay', 'phonypay', 'pretendpay', 'stripe_test'] as const;
const accounts = names.map((name) => anAccount(name));
const data = names.map((connector) => ({ connector, split: shares[connector] }));

const takerOf = (attemptId: string): string => {
  const draw = drawFor('split', attemptId);
  const [first] = selectAccounts(accounts, { type: 'volume_split', data }, draw).accounts;
  return first?.connectorName ?? 'nobody';
};

describe('a volume split', () => {
  // The ids are fixed, so that this holds always or never. Chance leaves four standard deviations
  // once in 15,000 times.
  it('a volume split gives each account its share of 100,000 payments, within random variation', () => {
    const payments = 100_000;
    const counts = new Map<string, number>();
    for (let number = 0; number < payments; number += 1) {
      const taker = takerOf(`pay_${number}_1`);
      counts.set(taker, (counts.get(taker) ?? 0) + 1);
    }
    for (const name of names) {
      const share = shares[name] / 100;
      const deviation = Math.sqrt(payments * share * (1 - share));
      const off = Math.abs((counts.get(name) ?? 0) - payments * share);
      expect(off).toBeLessThanOrEqual(4 * deviation);
    }
  });

  it('a volume split draws the same again, and for each attempt of a payment by itself', () => {
    const attempts = Array.from({ length: 100 }, (_, index) => `pay_1_${index + 1}`);
    const drawn = attempts.map(takerOf);
    expect(attempts.map(takerOf)).toEqual(drawn);
    expect(new Set(drawn).size).toBeGreaterThan(1);
  });

  it('a volume split draws its purposes independently', () => {
    expect(drawFor('split', 'pay_1_1')).not.toBe(drawFor('exploration', 'pay_1_1'));
  });
});
