import { payInNewAccount } from '../support/deployment/new-account.ts';

/** How many of a thousand such moments have a shopper who is refused, and the most functions at once. */
async function moments(shoppers: number) {
  const all = [];
  for (let seed = 1; seed <= 1_000; seed += 1) all.push(await payInNewAccount(shoppers, { seed }));
  return {
    withRefused: all.filter(({ refused }) => refused > 0).length,
    most: Math.max(...all.map(({ most }) => most)),
  };
}

describe('an account of Lambda that may run ten functions at once', () => {
  it('an account of ten functions has one for each request of two shoppers who pay at the same moment', async () => {
    const { withRefused, most } = await moments(2);
    expect(withRefused).toBe(0);
    expect(most).toBeLessThan(10);
  });

  it('an account of ten functions refuses some of six shoppers at the same moment', async () => {
    expect((await moments(6)).withRefused).toBeGreaterThan(300);
  });
});
