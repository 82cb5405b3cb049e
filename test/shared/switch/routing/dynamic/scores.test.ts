import fc from 'fast-check';
import * as v from 'valibot';
import type { DynamicRouting } from '#merchants/routing-settings/dynamic-settings.ts';
import { countOutcomes, levelNow } from '#switch/routing/dynamic/count-outcomes.ts';
import { outcomesIn } from '#switch/routing/dynamic/learn-outcomes.ts';
import { rankAccounts } from '#switch/routing/dynamic/rank-accounts.ts';
import {
  everyGroup,
  type LearnedOutcome,
  noScores,
  Scores,
} from '#switch/routing/dynamic/scores.ts';
import { anAccount } from '../../../../support/entities/routing-accounts.ts';

const now = new Date('2026-03-05T10:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const common = {
  id: 'routing_1',
  features: 'dynamic_connector_selection' as const,
  stated: {},
  createdAt: now.toISOString(),
  modifiedAt: now.toISOString(),
};
const successBased = {
  ...common,
  params: ['PaymentMethod' as const],
  minOutcomes: 3,
  maxOutcomes: 20,
  defaultRate: 1,
  exploration: 0.2,
};
const elimination = { ...common, bucketSize: 4, leakSeconds: 60, threshold: 0.5 };
const settings: DynamicRouting = { successBased, elimination };

let number = 0;
const outcome = (
  accountId: string,
  result: LearnedOutcome['result'],
  group = 'card',
): LearnedOutcome => {
  number += 1;
  return { attemptId: `pay_${number}_1`, accountId, group, result };
};
const times = (count: number, make: () => LearnedOutcome) => Array.from({ length: count }, make);
const none = noScores('shop', 'pro_1');
const nameless = noScores('s'.repeat(64), 'p'.repeat(64));

const [fauxpay, phonypay, pretendpay] = ['fauxpay', 'phonypay', 'pretendpay'].map((name) =>
  anAccount(name),
) as [ReturnType<typeof anAccount>, ReturnType<typeof anAccount>, ReturnType<typeof anAccount>];
const accounts = [fauxpay, phonypay, pretendpay];

const ranked = (scores: Scores, changes: Partial<Parameters<typeof rankAccounts>[1]> = {}) =>
  rankAccounts(accounts, {
    settings,
    scores,
    group: 'card',
    draw: 0.9,
    now,
    isFixed: false,
    ...changes,
  });

describe('the scores of a profile', () => {
  it("a profile's scores count an attempt once, however often the stream delivers it", () => {
    const one = outcome('mca_fauxpay', 'success');
    const once = countOutcomes(none, [one], settings, now);
    expect(once.rates[everyGroup]?.mca_fauxpay?.slice(0, 2)).toEqual([1, 1]);
    expect(countOutcomes(once, [one, one], settings, later(60))).toBe(once);
  });

  it("a profile's scores keep each group of payments apart, and their total", () => {
    const scores = countOutcomes(
      none,
      [outcome('mca_fauxpay', 'success', 'card'), outcome('mca_fauxpay', 'decline', 'wallet')],
      settings,
      now,
    );
    expect(scores.rates.card?.mca_fauxpay?.slice(0, 2)).toEqual([1, 1]);
    expect(scores.rates.wallet?.mca_fauxpay?.slice(0, 2)).toEqual([0, 1]);
    expect(scores.rates[everyGroup]?.mca_fauxpay?.slice(0, 2)).toEqual([1, 2]);
  });

  it("a profile's scores fade old outcomes, so that a recovered processor is noticed", () => {
    const bad = times(100, () => outcome('mca_fauxpay', 'decline'));
    const good = times(60, () => outcome('mca_fauxpay', 'success'));
    const before = countOutcomes(none, bad, settings, now);
    const [, total = 0] = before.rates.card?.mca_fauxpay ?? [];
    expect(total).toBeCloseTo(successBased.maxOutcomes, 0);
    const [successes = 0, all = 1] =
      countOutcomes(before, good, settings, now).rates.card?.mca_fauxpay ?? [];
    expect(successes / all).toBeGreaterThan(0.9);
  });

  it("a profile's scores fill a bucket with technical failures, which leak away", () => {
    const failures = times(3, () => outcome('mca_fauxpay', 'technical failure'));
    const { failures: levels, rates } = countOutcomes(none, failures, settings, now);
    expect(levelNow(levels.mca_fauxpay, elimination, now)).toBe(3);
    expect(levelNow(levels.mca_fauxpay, elimination, later(120))).toBe(1);
    expect(levelNow(levels.mca_fauxpay, elimination, later(600))).toBe(0);
    // They count nothing for the rates of cards.
    expect(rates).toEqual({});
  });

  it("a profile's scores fit into four kilobytes, and can be read, whatever was counted", () => {
    const outcomes = fc.record({
      attemptId: fc.string({ minLength: 1 }),
      accountId: fc.nat(200).map((account) => `mca_${'x'.repeat(16)}${account}`),
      group: fc.nat(5_000).map((group) => `card|credit|EUR|${group}`),
      result: fc.constantFrom('success' as const, 'decline' as const, 'technical failure' as const),
    });
    const contracts = { ...common, timeScale: 'day' as const, promises: [] };
    fc.assert(
      fc.property(fc.array(outcomes, { minLength: 300, maxLength: 600 }), (all) => {
        const scores = countOutcomes(nameless, all, { ...settings, contracts }, now);
        expect(Buffer.byteLength(JSON.stringify(scores))).toBeLessThanOrEqual(3_700);
        expect(v.parse(Scores, JSON.parse(JSON.stringify(scores)))).toEqual(scores);
      }),
      { numRuns: 20 },
    );
  });
});

describe('accounts in the order of learned scores', () => {
  const learned = countOutcomes(
    none,
    [
      ...times(6, () => outcome('mca_fauxpay', 'decline')),
      ...times(6, () => outcome('mca_phonypay', 'success')),
      ...times(3, () => outcome('mca_pretendpay', 'success')),
      ...times(3, () => outcome('mca_pretendpay', 'decline')),
    ],
    settings,
    now,
  );

  it('accounts in the learned order begin with the best success rate', () => {
    expect(ranked(learned)).toEqual({
      accounts: [phonypay, pretendpay, fauxpay],
      approach: 'success_rate_exploitation',
      failing: [],
    });
  });

  it('accounts in the learned order stay unchanged while too little is known', () => {
    expect(ranked(none).accounts).toEqual(accounts);
    const little = countOutcomes(none, [outcome('mca_fauxpay', 'decline')], settings, now);
    expect(ranked(little).accounts).toEqual(accounts);
  });

  it('accounts in the learned order begin with another for the exploring share, each equally often', () => {
    const tried = new Map<string, number>();
    for (let draw = 0; draw < 1; draw += 0.001) {
      const { accounts: order, approach } = ranked(learned, { draw });
      if (approach !== 'success_rate_exploration') continue;
      const name = order[0]?.connectorName ?? '';
      tried.set(name, (tried.get(name) ?? 0) + 1);
      expect(order).toHaveLength(3);
    }
    expect(tried).toEqual(
      new Map([
        ['pretendpay', 100],
        ['fauxpay', 100],
      ]),
    );
  });

  it('accounts in the learned order end with those that fail technically, until they have recovered', () => {
    const outage = countOutcomes(
      learned,
      times(3, () => outcome('mca_phonypay', 'technical failure')),
      settings,
      now,
    );
    expect(ranked(outage)).toMatchObject({
      accounts: [pretendpay, fauxpay, phonypay],
      failing: [phonypay],
    });
    expect(ranked(outage, { isFixed: true }).accounts).toEqual([fauxpay, pretendpay, phonypay]);
    expect(ranked(outage, { now: later(120) }).accounts[0]).toBe(phonypay);
  });

  it('accounts in the learned order begin with a volume promise that is not met in this period', () => {
    const until = later(30 * 86_400).getTime() / 1_000;
    const contracts = {
      ...common,
      timeScale: 'day' as const,
      promises: [
        { accountId: 'mca_fauxpay', targetCount: 2, until },
        { accountId: 'mca_pretendpay', targetCount: 4, until },
      ],
    };
    const promised = { ...settings, contracts };
    const rank = (scores: Scores, at: Date = now) => {
      const input = { settings: promised, scores, group: 'card', draw: 0.9, now: at };
      const { accounts: [first] = [], approach } = rankAccounts(accounts, {
        ...input,
        isFixed: false,
      });
      return [first?.connectorName, approach];
    };
    let scores = learned;
    const order: unknown[] = [];
    for (let payment = 0; payment < 6; payment += 1) {
      const [first] = rank(scores);
      order.push(first);
      scores = countOutcomes(scores, [outcome(`mca_${first}`, 'success')], promised, now);
    }
    expect(order.filter((name) => name === 'fauxpay')).toHaveLength(2);
    expect(order.filter((name) => name === 'pretendpay')).toHaveLength(4);
    expect(rank(scores)).toEqual(['phonypay', 'success_rate_exploitation']);
    // The next day it is counted anew.
    expect(rank(scores, later(86_400))[1]).toBe('contract_based_routing');
  });
});

describe('a change of a payment', () => {
  const learning = { profileId: 'pro_1', group: 'card' };
  const payment = (status: string, changes: object = {}) => ({
    pk: 'MERCHANT#shop#PAYMENT#pay_1',
    sk: 'PAYMENT',
    merchantId: 'shop',
    id: 'pay_1',
    attempt: { id: 'pay_1_1', status, connectorAccountId: 'mca_1', learning, ...changes },
  });
  const told = (before: object | undefined, after: object) =>
    outcomesIn({ before: before && { ...before }, after: { ...after } }).map(
      ({ result }) => result,
    );

  it.each([
    ['charged', ['success']],
    ['authorized', ['success']],
    ['failure', ['decline']],
    ['authentication_pending', []],
    ['voided', []],
    ['expired', []],
    ['started', []],
  ])('a change of a payment to %s scores %j', (status, results) => {
    expect(told(payment('started'), payment(status))).toEqual(results);
  });

  it('a change of a payment scores an outcome once: a capture after the authorization is no other', () => {
    expect(told(payment('authorized'), payment('charged'))).toEqual([]);
    expect(told(undefined, payment('charged'))).toEqual(['success']);
  });

  it('a change of a payment scores nothing where nothing is learned', () => {
    expect(told(payment('started'), payment('charged', { learning: undefined }))).toEqual([]);
  });

  it('a change of a payment scores an attempt that was followed by another', () => {
    const { attempt } = payment('failure', { learning: { ...learning, isTechnical: true } });
    const earlier = { ...attempt, pk: 'MERCHANT#shop#PAYMENT#pay_1', sk: 'ATTEMPT#000001' };
    expect(outcomesIn({ before: undefined, after: earlier })).toEqual([
      {
        merchantId: 'shop',
        profileId: 'pro_1',
        group: 'card',
        attemptId: 'pay_1_1',
        accountId: 'mca_1',
        result: 'technical failure',
      },
    ]);
  });
});
