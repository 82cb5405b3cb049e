import { done, type Shop } from '../../scenarios/scenario.ts';
import { shopInMemory } from '../../scenarios/shop-in-memory.ts';
import {
  type Ask,
  aMerchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from '../switch/switch-in-memory.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/**
 * The switch of one merchant, in memory: each answer is noted, and the sandbox processor's webhooks
 * come as soon as they are due.
 *
 * @param account fields of the merchant account beside its identifier
 */
export async function fieldContext(
  observed: ObservedAnswers,
  {
    account = {},
    dependencies: given = {},
  }: { account?: object; dependencies?: Partial<SwitchDependencies> } = {},
) {
  const dependencies: SwitchDependencies = { ...switchDependencies(), ...given };
  const { clock, processor } = dependencies;
  processor.clock.now = clock.now;
  const world = observedSwitch(observed, dependencies);
  const merchant = await aMerchant(world, 'merchant_example', {
    primary_business_details: [{ country: 'US', business: 'shoes' }],
    ...account,
  });
  processor.hooks.onNotification = async ({ body: text = '', headers }) => {
    const params = { merchant_id: merchant.id, connector: 'stripe_test' };
    return world.ask('incoming-webhooks.receive', { params, text, headers });
  };
  const shop: Shop = shopInMemory(world, merchant);

  return {
    shop,
    dependencies,
    services: world.services,
    ofProfile: { params: { account_id: merchant.id, profile_id: merchant.profileId } },
    /** The body of an answer that is a success. */
    good: (name: string, request?: Ask) => done(shop, name, request),
    /** Lets time pass for the switch and for the processor: changed settings apply. */
    async pass(seconds = 600) {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
      processor.clock.now = clock.now;
      await processor.sendNotifications();
    },
    /** A list with everything until now. */
    async list(name: string, request?: Ask) {
      await shop.listed(name);
      return done(shop, name, request);
    },
  };
}

export type FieldContext = Awaited<ReturnType<typeof fieldContext>>;

/** A switch in memory whose answers are noted. */
export function observedSwitch(observed: ObservedAnswers, dependencies?: SwitchDependencies) {
  const world = switchInMemory([], dependencies);
  const ask: typeof world.ask = async (name, request) => {
    const answer = await world.ask(name, request);
    // A blocked card is refused with a status of 200.
    if (!answer.body?.error?.type) observed.note(name, answer);
    return answer;
  };
  return { ...world, ask };
}
