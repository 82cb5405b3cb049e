import { recentLines } from '../../console/recent-lines.ts';

const line = (message: string) => ({ level: 'info', source: 'payments.create', message }) as const;

describe('the recent lines of the log', () => {
  it('the recent log lines are the newest, in order, however many were logged', () => {
    const lines = recentLines(3);
    for (const message of ['a', 'b', 'c', 'd', 'e']) lines.add(line(message));
    expect(lines.newest(10).map(({ message }) => message)).toEqual(['c', 'd', 'e']);
    expect(lines.newest(2).map(({ message }) => message)).toEqual(['d', 'e']);
    expect(lines.count).toBe(5);
  });

  it('the recent log lines of a payment are those of its merchant and its whole identifier', () => {
    const lines = recentLines();
    const mine = [
      '{"merchant_id":"shop","payment_id":"order_1","message":"request"}',
      '{"payment_id":"order_1","message":"processor webhook"}',
    ];
    const others = [
      '{"merchant_id":"shop","payment_id":"order_1_page"}',
      '{"merchant_id":"other","payment_id":"order_1"}',
      '{"merchant_id":"shop","order":"order_1"}',
    ];
    for (const message of [...others, ...mine]) lines.add(line(message));
    const found = lines.ofPayment('shop', 'order_1');
    expect(found.map(({ message }) => message)).toEqual(mine);
  });

  it('a recent log line has the time of its writing, or else of its arrival', () => {
    const lines = recentLines();
    lines.add({ ...line('written before it came'), at: 1 });
    const before = Date.now();
    lines.add(line('came'));
    const [written, came] = lines.newest(2);
    expect(written?.at).toBe(1);
    expect(came?.at).toBeGreaterThanOrEqual(before);
  });

  it('a long recent log line is cut', () => {
    const lines = recentLines();
    lines.add(line('x'.repeat(100_000)));
    expect(lines.newest(1)[0]?.message).toHaveLength(4_096);
  });
});
