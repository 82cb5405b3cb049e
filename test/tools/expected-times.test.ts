import { slowestFirst } from '../../tools/tests/expected-times.ts';

const suite = (name: string, duration?: number) => ({
  path: `/clone/test/${name}.test.ts`,
  duration,
});

it('suites that failed run first, then the slowest by their last run or else by estimates', () => {
  const broken = suite('shared/broken', 5);
  const crash = suite('prove/faults/crash');
  const slow = suite('shared/slow', 100_000);
  const unknown = suite('shared/unknown');
  const quick = suite('end-to-end/quick', 10);
  const sorted = slowestFirst([quick, unknown, broken, slow, crash], (one) => one === broken);
  expect(sorted).toEqual([broken, crash, slow, unknown, quick]);
});
