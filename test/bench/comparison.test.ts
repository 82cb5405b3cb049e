import { compare, inTurn, resultOf } from '../../bench/comparison.ts';

it("a contest's order lets each of three contestants follow each of the others equally often", () => {
  const followers = Array.from({ length: 6 }, (_, turn) => inTurn(['a', 'b', 'c'], turn)).flatMap(
    (order) => order.slice(1).map((one, index) => `${order[index]}${one}`),
  );
  const times = (pair: string) => followers.filter((one) => one === pair).length;
  expect(['ab', 'ac', 'ba', 'bc', 'ca', 'cb'].map(times)).toEqual([2, 2, 2, 2, 2, 2]);
});

describe('a contest', () => {
  it('a contest counts its failed requests and runs no more callers at once than asked for', async () => {
    let [atWork, most, done] = [0, 0, 0];
    const prepare = () => async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise((resolve) => setImmediate(resolve));
      atWork -= 1;
      done += 1;
      if (done % 10 === 0) throw new Error('One in ten.');
    };
    const results = await compare({
      candidates: [{ name: 'bare', prepare }],
      callers: 4,
      perTurn: 20,
      turns: 5,
      maxMs: 60_000,
    });
    const { errors, ms, perSecond } = resultOf(results, 'bare');
    expect({ errors: errors.length, succeeded: ms.length, most }).toEqual({
      errors: 10,
      succeeded: 90,
      most: 4,
    });
    expect(perSecond).toBeGreaterThan(0);
    expect(() => resultOf(results, 'handler')).toThrow('handler did not take part.');
  });

  it('a contest takes at least three turns of each contestant, however slow the machine is', async () => {
    const results = await compare({
      candidates: [{ name: 'bare', prepare: () => async () => undefined }],
      callers: 1,
      perTurn: 2,
      turns: 50,
      maxMs: 0,
    });
    expect(resultOf(results, 'bare').ms).toHaveLength(6);
  });
});
