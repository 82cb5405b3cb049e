import { scenarios } from '../../scenarios/all-scenarios.ts';
import { operationOf, type Shop } from '../../scenarios/scenario.ts';
import { shopInMemory } from '../../scenarios/shop-in-memory.ts';
import { aMerchant } from '../switch/switch-in-memory.ts';
import { observedSwitch } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Plays every scenario with a merchant of its own, and notes all answers. */
export async function everyScenario(observed: ObservedAnswers): Promise<void> {
  for (const [name, { prepare, request }] of Object.entries(scenarios)) {
    const world = observedSwitch(observed);
    const shop = shopInMemory(world, await aMerchant(world));
    await prepare?.(shop);
    const { clock } = world.dependencies;
    clock.now = new Date(clock.now.getTime() + 3_000);
    const { body } = await shop.ask(operationOf(name), await request(shop));
    if (body?.payment_id) await wholePayment(shop, body.payment_id);
  }
}

/** The payment as it is now, with its attempts and captures. */
export const wholePayment = (shop: Shop, payment_id: string) =>
  shop.ask('payments.retrieve', {
    params: { payment_id },
    query: { expand_attempts: 'true', expand_captures: 'true' },
  });
