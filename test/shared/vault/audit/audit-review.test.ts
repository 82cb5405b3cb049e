import { reviewMinute } from '#vault/audit/audit-review.ts';

type Line = Parameters<typeof reviewMinute>[0][number];
const lines = (count: number, line: (at: number) => Partial<Line>): Line[] =>
  Array.from({ length: count }, (_, at) => ({
    tenant: 'shop_east',
    type: 'card.shown',
    origin: '203.0.113.7',
    ...line(at),
  }));

describe('the review of a minute of the audit trail', () => {
  it('the review of the audit trail finds nothing in a busy minute of payments and single views', () => {
    expect(
      reviewMinute([
        ...lines(5_000, () => ({ type: 'card.used', origin: 'switch' })),
        ...lines(5_000, () => ({ type: 'cvc.stored' })),
        ...lines(9, () => ({})),
        ...lines(19, () => ({ type: 'access.refused' })),
      ]),
    ).toEqual([]);
  });

  it.each([
    ['many cards shown from one address', lines(10, () => ({})), 10],
    ['many cards shown of one tenant', lines(60, (at) => ({ origin: `203.0.113.${at % 20}` })), 60],
    [
      'cards of one tenant shown at many addresses',
      lines(25, (at) => ({ type: 'cvc.taken', origin: `203.0.113.${at}` })),
      25,
    ],
    ['many refusals of one address', lines(20, () => ({ type: 'access.refused' })), 20],
  ])('the review of the audit trail finds %s', (rule, some, count) => {
    expect(reviewMinute(some)).toEqual([{ rule, tenant: 'shop_east', count }]);
    expect(reviewMinute(some.slice(1))).toEqual([]);
    const halfEach = some.map((line, at) => ({ ...line, tenant: `shop_${at % 2}` }));
    expect(reviewMinute(halfEach)).toEqual([]);
  });
});
