import { scenarios } from '../../scenarios/all-scenarios.ts';
import { operationOf } from '../../scenarios/scenario.ts';
import { shopInMemory } from '../../scenarios/shop-in-memory.ts';
import { aMerchant, switchInMemory } from '../switch-in-memory.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Plays every scenario with a merchant of its own, and notes what is answered on the way. */
export async function everyScenario(observed: ObservedAnswers): Promise<void> {
  for (const [name, { prepare, request }] of Object.entries(scenarios)) {
    const world = observedSwitch(observed);
    const shop = shopInMemory(world, await aMerchant(world));
    await prepare?.(shop);
    const { clock } = world.dependencies;
    clock.now = new Date(clock.now.getTime() + 3_000);
    await shop.ask(operationOf(name), await request(shop));
  }
}

function observedSwitch(observed: ObservedAnswers): ReturnType<typeof switchInMemory> {
  const world = switchInMemory();
  return {
    ...world,
    async ask(name, request) {
      const answer = await world.ask(name, request);
      // A blocked card is refused with a status of 200.
      if (answer.body?.error === undefined) observed.note(name, answer);
      return answer;
    },
  };
}
