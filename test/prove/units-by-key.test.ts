import { busiestKeys } from '../support/table/busiest-keys.ts';

const [alone, spread] = [await busiestKeys(1), await busiestKeys(8)];
const perSecond = (keys: typeof alone, name: string) =>
  keys.find(({ key }) => key === name)?.perSecond ?? Number.NaN;

describe('the keys that all payments of one merchant share', () => {
  it("the list of events ends first while a merchant's lists have one partition, above 300 journeys a second", () => {
    expect(alone[0]?.key).toBe('MERCHANT#LIST#events');
    expect(alone[0]?.perSecond).toBeGreaterThan(300);
    // By then `project-lists` has spread the lists: 300 journeys list 900 events a second.
    expect(alone[0]?.writeUnits).toBeGreaterThanOrEqual(3);
  });

  it('every key takes more than a thousand journeys a second once the lists have eight partitions', () => {
    expect(spread.filter((one) => one.perSecond < 1_000)).toEqual([]);
  });

  it("a journey reads two and a half units of its API key, and one of its merchant's stamp", () => {
    expect(perSecond(spread, 'API_KEY')).toBeGreaterThanOrEqual(1_190);
    expect(perSecond(spread, 'MERCHANT#STAMP')).toBeGreaterThan(2_000);
  });

  it('the due index takes more than two thousand journeys a second', () => {
    expect(perSecond(spread, 'by-due DUE')).toBeGreaterThan(2_000);
  });
});
