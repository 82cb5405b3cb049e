import type { Shop } from '../../scenarios/scenario.ts';
import { shopOver } from '../../scenarios/shop-in-memory.ts';
import type { SimulatedMerchant, SimulatedSwitch } from './simulated-switch.ts';

/** A merchant of the simulated switch, as scenarios reach it. Its time passes while it is asked. */
export function simulatedShop(world: SimulatedSwitch, merchant: SimulatedMerchant): Shop {
  const { time, table, vault } = world;
  const pass = (ms: number) => time.pass(time.now() + ms);
  const shop = shopOver(
    {
      ask: (name, request) => time.during(world.ask(merchant, name, request)),
      port: table,
      vault,
      now: () => new Date(time.now()),
    },
    merchant,
  );
  return {
    ...shop,
    merchant: { ...shop.merchant, processorKey: merchant.processorKey },
    visit: (url) => time.during(world.visit(url)),
    // The stream is read as time passes.
    listed: () => pass(10_000),
    async enterDispute() {
      throw new Error('The ledger of a simulated processor has no disputes.');
    },
    aMoment: () => pass(500),
    laterAtProcessor: (seconds) => pass(seconds * 1_000),
  };
}
