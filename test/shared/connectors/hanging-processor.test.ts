import { ownGuards, sharedGuards } from '../../support/processors/guards.ts';
import { outages, sizes } from '../../support/processors/outages.ts';
import { shareOf, simulateFleet } from '../../support/processors/simulated-fleet.ts';

describe.each(sizes)('an account that may run $quota functions at once', (size) => {
  it.each(outages)(
    'an account keeps its functions for healthy processors where one $name',
    async ({ traffic, releaseAt }) => {
      const result = await simulateFleet({
        quota: size.quota,
        seconds: 600,
        traffic: traffic(size),
        ...(releaseAt !== undefined && { releaseAt }),
        guardOf: sharedGuards(size.quota),
      });
      expect(shareOf(result, 'elsewhere', 'refused')).toBeLessThan(0.001);
      expect(shareOf(result, 'elsewhere', 'notSent')).toBe(0);
      expect(shareOf(result, 'other merchants there', 'refused')).toBeLessThan(0.001);
      expect(shareOf(result, 'other merchants there', 'notSent')).toBeLessThan(0.01);
      expect(result.mostWaiting.troubled).toBeLessThanOrEqual(size.quota / 2);
    },
  );

  it('an account loses many payments at healthy processors where each container learns by itself of one that hangs', async () => {
    const [hangs] = outages;
    const { quota } = size;
    const traffic = hangs?.traffic(size) ?? [];
    const result = await simulateFleet({ quota, seconds: 600, traffic, guardOf: ownGuards() });
    expect(shareOf(result, 'elsewhere', 'refused', { from: 1, until: 3 })).toBeGreaterThan(0.1);
  });
});

describe('a processor that was in trouble', () => {
  const [size] = sizes;
  const playing = (name: string) => {
    const { quota } = size;
    const outage = outages.find((one) => one.name === name);
    const traffic = outage?.traffic(size) ?? [];
    return simulateFleet({ quota, seconds: 600, traffic, guardOf: sharedGuards(quota) });
  };

  it('a processor that was in trouble takes payments again a minute after it answers', async () => {
    const result = await playing('hangs for five minutes');
    expect(shareOf(result, 'troubled', 'answered', { from: 7, until: 9 })).toBe(1);
  });

  it('a processor that begins to answer slowly takes most payments after two minutes', async () => {
    const result = await playing('answers after eight seconds');
    expect(shareOf(result, 'troubled', 'answered', { from: 3, until: 9 })).toBeGreaterThan(0.75);
  });
});
