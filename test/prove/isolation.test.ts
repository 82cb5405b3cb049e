import { operations } from '../../shared/operations.ts';
import { scenarios } from '../scenarios/all-scenarios.ts';
import { withoutClientSecret } from '../scenarios/played.ts';
import { operationNamed } from '../scenarios/request-keys.ts';
import { operationOf } from '../scenarios/scenario.ts';
import { shopInMemory } from '../scenarios/shop-in-memory.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { aMerchant, switchInMemory } from '../support/switch/switch-in-memory.ts';

const { each } = drawnByDay('isolation');

const byMerchants = ['merchant of the path', 'secret key', 'secret key or client secret'];

/** Ranges of cards are the same for every merchant. */
const isForAll = (operation: string) => operation === 'card-bins.retrieve';

/** These name their object in the body. */
const inBody = ['disputes.submit-evidence', 'refunds.create', 'refunds.sync'];

const about = Object.entries(scenarios).filter(([name]) => {
  const { auth, params } = operationNamed(operationOf(name));
  const namesOne = params || inBody.includes(operationOf(name));
  return namesOne && byMerchants.includes(auth) && !isForAll(operationOf(name));
});

describe('another merchant’s secret key reaches nothing that a scenario has made, and changes nothing', () => {
  it('every operation on one item of a merchant with a scenario is tested for isolation', () => {
    const asked = new Set(about.map(([name]) => operationOf(name)));
    const wanted = operations
      .filter(({ name, auth, params }) => name in scenarios && params && byMerchants.includes(auth))
      .map(({ name }) => name)
      .filter((name) => !isForAll(name));
    expect(wanted.filter((name) => !asked.has(name))).toEqual([]);
  });

  each(about)('%s', async (name, { prepare, request, status = 200 }) => {
    const world = switchInMemory();
    const shop = shopInMemory(world, await aMerchant(world));
    const other = await aMerchant(world, 'merchant_other');
    await prepare?.(shop);
    const { clock } = world.dependencies;
    clock.now = new Date(clock.now.getTime() + 3_000);
    const asked = await request(shop);
    // A container of its own over the same items: it has cached nothing of the preparation.
    const before = world.port.items();
    const container = switchInMemory(before, world.dependencies);
    // A secret key is refused beside a client secret.
    const body = withoutClientSecret(asked.body);
    // Without its idempotency key, under which a refusal would be stored.
    const byOther = { ...asked, body, headers: undefined, key: other.key };
    const refused = await container.ask(operationOf(name), byOther);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect(container.port.unlike(before)).toEqual([]);
    // The very same request by its own merchant is the one that succeeds.
    const taken = await shop.ask(operationOf(name), asked);
    expect(taken.status).toBe(status);
  });
});
