import { median, percentile } from '../../bench/statistics.ts';

const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);

it('finds percentiles among the measured values, whatever their order', () => {
  expect(percentile(oneToHundred, 99)).toBe(99);
  expect(percentile(oneToHundred, 50)).toBe(50);
  expect(percentile([7, 1, 3], 99)).toBe(7);
});

it('the median of several measurements is the one in the middle', () => {
  expect(median([5, 1, 9])).toBe(5);
  expect(median([4])).toBe(4);
});

it('says so when nothing was measured, rather than to show a figure', () => {
  expect(() => median([])).toThrow('Nothing was measured.');
});
