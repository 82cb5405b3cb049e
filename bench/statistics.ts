/**
 * The nearest-rank percentile: the smallest measured value that at least `percent` of all values do
 * not exceed. Throws when nothing was measured.
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1];
  if (value === undefined) throw new Error('Nothing was measured.');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 50);
