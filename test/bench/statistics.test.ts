import { median, percentile } from '../../bench/statistics.ts';

const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);

it('a percentile is one of the measured values, whatever their order', () => {
  expect(percentile(oneToHundred, 99)).toBe(99);
  expect(percentile(oneToHundred, 50)).toBe(50);
  expect(percentile([7, 1, 3], 99)).toBe(7);
});

it('the median of several measurements is the one in the middle', () => {
  expect(median([5, 1, 9])).toBe(5);
  expect(median([4])).toBe(4);
});

it('a statistic without measurements is reported as missing, not as a figure', () => {
  expect(() => median([])).toThrow('Nothing was measured.');
});
