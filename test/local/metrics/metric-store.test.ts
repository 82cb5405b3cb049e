import { metricStore } from '../../../local/metrics/metric-store.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 0, 1, 12);

function aStore() {
  let now = noon;
  const store = metricStore(() => now);
  const series = { namespace: 'Turnout/laptop', name: 'Ms', dimensions: { route: 'GET /a' } };
  return {
    store,
    series,
    add(...values: number[]) {
      for (const value of values) store.add(series, value);
    },
    pass: (ms: number) => {
      now += ms;
    },
    value: (statistic: string, from = noon, until = noon + minute) =>
      store.value(series, statistic, { from, until }),
  };
}

describe('the samples of a machine', () => {
  it("a machine's samples have the statistics of the requested minutes, and none without a sample", () => {
    const { add, pass, value } = aStore();
    add(1, 2, 9);
    pass(minute);
    add(100);
    const statistics = ['Sum', 'SampleCount', 'Average', 'Minimum', 'Maximum', 'p50', 'p99'];
    expect(statistics.map((one) => value(one))).toEqual([12, 3, 4, 1, 9, 2, 9]);
    expect(value('Sum', noon, noon + 2 * minute)).toBe(112);
    expect(value('Sum', noon - minute, noon)).toBeUndefined();
  });

  it("a machine's samples are distinguished by all of their dimensions, in whatever order", () => {
    const { store } = aStore();
    const of = (dimensions: Record<string, string>) => ({ namespace: 'N', name: 'M', dimensions });
    store.add(of({ a: '1', b: '2' }), 1);
    store.add(of({ b: '2', a: '1' }), 2);
    store.add(of({ a: '1' }), 4);
    expect(store.find('N', 'M')).toHaveLength(2);
    expect(store.find('N', 'M', ['b', 'a'])).toEqual([of({ a: '1', b: '2' })]);
    const all = { from: noon, until: noon + minute };
    expect(store.value(of({ a: '1', b: '2' }), 'Sum', all)).toBe(3);
  });

  it("a machine's samples are exact in sum and number however many there are, and bounded in memory", () => {
    const { add, value } = aStore();
    for (let count = 0; count < 5_000; count += 1) add(count);
    expect([value('SampleCount'), value('Sum'), value('Maximum')]).toEqual([
      5_000, 12_497_500, 4_999,
    ]);
    expect(value('p50')).toBeGreaterThan(1_000);
  });

  it("a machine's samples end after a day, and one that is not a number is left out", () => {
    const { add, pass, value } = aStore();
    add(Number.NaN);
    expect(value('Sum')).toBeUndefined();
    add(7);
    pass(25 * 60 * minute);
    add(8);
    expect(value('Sum')).toBeUndefined();
  });

  it("a machine's samples of endlessly invented series are not stored", () => {
    const { store } = aStore();
    for (let count = 0; count < 6_000; count += 1) {
      store.add({ namespace: 'N', name: 'M', dimensions: { id: String(count) } }, 1);
    }
    expect(store.find('N', 'M')).toHaveLength(5_000);
  });
});
