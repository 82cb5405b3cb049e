import { percentile } from '../../../bench/statistics.ts';
import {
  delaysOnVirtualClock,
  pollMs,
} from '../../support/receivers/deliveries-on-virtual-clock.ts';

describe('W11: a receiver that hangs on a thousand events', () => {
  it('W11: a receiver that hangs delays the events of no other merchant, from the first one on', async () => {
    const [without, within] = [
      await delaysOnVirtualClock(0),
      await delaysOnVirtualClock(1_000, true),
    ];
    expect(within.ms).toHaveLength(without.ms.length);
    for (const percent of [50, 99]) {
      const limit = Math.max(1.2 * percentile(without.ms, percent), pollMs);
      expect([percent, percentile(within.ms, percent) <= limit]).toEqual([percent, true]);
    }
    expect(Math.max(...within.ms)).toBeLessThan(1_000);
  });

  it('W11: a receiver that hangs gets its own events as quickly as it answers', async () => {
    const { tries } = await delaysOnVirtualClock(1_000);
    expect(tries).toBe(1_000);
  });
});
