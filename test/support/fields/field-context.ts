import { listedInMemory } from '../listed-in-memory.ts';
import { byCard } from '../payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  container,
  type SwitchDependencies,
  switchDependencies,
} from '../switch-in-memory.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/**
 * A merchant with all that a scenario may need, in memory: what it asks for is noted, and the sandbox
 * processor's webhooks come as soon as they are due.
 *
 * @param account what the merchant account states beside its identifier
 */
export async function fieldContext(
  observed: ObservedAnswers,
  {
    account = {},
    dependencies: given = {},
  }: { account?: object; dependencies?: Partial<SwitchDependencies> } = {},
) {
  const dependencies: SwitchDependencies = { ...switchDependencies(), ...given };
  const { processor } = dependencies;
  processor.clock.now = dependencies.clock.now;
  const stream = listedInMemory();
  const world = container(stream.memory, dependencies);

  const ask: typeof world.ask = async (name, request) => {
    const answer = await world.ask(name, request);
    observed.note(name, answer);
    return answer;
  };
  const merchant = await aMerchant({ ...world, ask }, 'merchant_example', {
    primary_business_details: [{ country: 'US', business: 'shoes' }],
    ...account,
  });
  processor.hooks.onNotification = async ({ body: text = '', headers }) => {
    const params = { merchant_id: merchant.id, connector: 'stripe_test' };
    return ask('incoming-webhooks.receive', { params, text, headers });
  };

  /** A merchant's request, and its answer. */
  async function good(name: string, request: Ask = {}) {
    const answer = await ask(name, { key: merchant.key, ...request });
    // Whoever comes from a page is sent on.
    if (![200, 302].includes(answer.status))
      throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Lets the time pass, for the switch and for the processor. */
  async function pass(seconds: number) {
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
    processor.clock.now = dependencies.clock.now;
    await processor.sendNotifications();
  }

  return {
    dependencies,
    merchant,
    memory: stream.memory,
    services: world.services,
    world: { ...world, ask, port: stream.memory, dependencies },
    params: { account_id: merchant.id, profile_id: merchant.profileId },
    good,
    pass,
    /** The same by the operator. */
    byAdmin: (name: string, request: Ask = {}) => good(name, { key: adminKey, ...request }),
    /** Another connector account, with its relevant fields. */
    connects: (body: object) =>
      good('connector-accounts.create', {
        params: { account_id: merchant.id },
        body: {
          connector_type: 'payment_processor',
          connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of another' },
          ...body,
        },
      }),
    /** A payment of 65.40 USD that is confirmed at once by card. */
    pays: (changes: object = {}, number?: string) =>
      good('payments.create', {
        body: { amount: 6_540, currency: 'USD', confirm: true, ...byCard(number), ...changes },
      }),
    /** A payment as it is now, with all that belongs to it. */
    shown: (payment_id: string, query: Readonly<Record<string, string>> = {}) =>
      good('payments.retrieve', {
        params: { payment_id },
        query: { expand_attempts: 'true', expand_captures: 'true', ...query },
      }),
    /** A list, once everything until now is on it. */
    async list(name: string, request: Ask = {}) {
      await stream.catchUp();
      return good(name, request);
    },
  };
}

export type FieldContext = Awaited<ReturnType<typeof fieldContext>>;
