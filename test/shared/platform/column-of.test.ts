import { columnOf } from '#platform/column-of.ts';

const table = {
  first: { name: 'one', size: 1 },
  second: { name: 'two', size: 2 },
} as const;

describe('a column', () => {
  it('a column has the value of each row, in the order of the rows', () => {
    expect(Object.entries(columnOf(table, 'size'))).toEqual([
      ['first', 1],
      ['second', 2],
    ]);
  });

  it('a column makes only its own values', () => {
    const lazily = {
      first: {
        name: 'one',
        get size(): number {
          throw new Error('made too early');
        },
      },
    };
    expect(columnOf(lazily, 'name')).toEqual({ first: 'one' });
  });
});
