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

  it('a recent log line is found by a text in it', () => {
    const lines = recentLines();
    lines.add(line('{"payment_id":"pay_1"}'));
    lines.add(line('{"payment_id":"pay_2"}'));
    expect(lines.containing('pay_2')).toMatchObject([{ message: '{"payment_id":"pay_2"}' }]);
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
