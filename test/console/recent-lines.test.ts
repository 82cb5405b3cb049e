import { recentLines } from '../../console/recent-lines.ts';

const line = (message: string) => ({ level: 'info', source: 'payments.create', message }) as const;

describe('the recent lines of the log', () => {
  it('are the newest, in order, however many were logged', () => {
    const lines = recentLines(3);
    for (const message of ['a', 'b', 'c', 'd', 'e']) lines.add(line(message));
    expect(lines.newest(10).map(({ message }) => message)).toEqual(['c', 'd', 'e']);
    expect(lines.newest(2).map(({ message }) => message)).toEqual(['d', 'e']);
    expect(lines.count).toBe(5);
  });

  it('are found by a text that they contain', () => {
    const lines = recentLines();
    lines.add(line('{"payment_id":"pay_1"}'));
    lines.add(line('{"payment_id":"pay_2"}'));
    expect(lines.containing('pay_2')).toMatchObject([{ message: '{"payment_id":"pay_2"}' }]);
  });

  it('have the time when they were written, or else when they came', () => {
    const lines = recentLines();
    lines.add({ ...line('written before it came'), at: 1 });
    const before = Date.now();
    lines.add(line('came'));
    const [written, came] = lines.newest(2);
    expect(written?.at).toBe(1);
    expect(came?.at).toBeGreaterThanOrEqual(before);
  });

  it('are cut where they are long', () => {
    const lines = recentLines();
    lines.add(line('x'.repeat(100_000)));
    expect(lines.newest(1)[0]?.message).toHaveLength(4_096);
  });
});
