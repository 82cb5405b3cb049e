export const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
