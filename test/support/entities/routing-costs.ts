import type { RoutingAlgorithm } from '#merchants/routing-settings/algorithm.ts';
import type { DynamicRouting } from '#merchants/routing-settings/dynamic-settings.ts';
import { tableOver } from '#platform/table/table.ts';
import { algorithmStore } from '#switch/routing/algorithm-store.ts';
import { noScores } from '#switch/routing/dynamic/scores.ts';
import { scoresKey } from '#switch/routing/dynamic/scores-key.ts';
import { byCard } from '../switch/payments-in-memory.ts';
import { aMerchant, container, switchDependencies } from '../switch/switch-in-memory.ts';
import { type Count, countedPort } from '../table/counted-port.ts';
import { memoryPort } from '../table/memory-table.ts';

/** A merchant's routing while the cost of a payment is counted. */
export interface RoutingSetup {
  /** Algorithms on file that are not active. */
  readonly onFile?: number;
  /** The active algorithm, made for the merchant's only account; none without it. */
  active?(choice: OwnChoice): RoutingAlgorithm;
  /** The scores that the profile learns, and routes by. */
  readonly learns?: DynamicRouting;
}
type OwnChoice = { readonly connector: 'stripe_test'; readonly merchant_connector_id: string };

/**
 * The cost of a create with confirm in the table, in a warm container, counted by our own calculator.
 *
 * @throws Error when the payment does not succeed
 */
export async function costOfRoutedPayment({
  onFile = 0,
  active,
  learns,
}: RoutingSetup): Promise<Count> {
  const memory = memoryPort();
  const counted = countedPort(memory, (key) => memory.get(key));
  const dependencies = switchDependencies();
  const shop = container(counted, dependencies);
  const merchant = await aMerchant(shop);
  const ask = async (name: string, request: object) => {
    const { status, body } = await shop.ask(name, { key: merchant.key, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  const [own] = await ask('routing.retrieve-default', {});
  const facts = { name: 'one', description: 'of many', profile_id: merchant.profileId };
  const algorithms = algorithmStore(tableOver(memory));
  for (let number = 0; number < onFile; number += 1) {
    await algorithms.add(merchant.id, {
      id: `routing_on_file_${number}`,
      name: 'one',
      description: 'of many',
      profileId: merchant.profileId,
      transactionType: 'payment',
      algorithm: { type: 'single', data: own },
      createdAt: new Date().toISOString(),
    });
  }
  if (active) {
    const { id } = await ask('routing.create', { body: { ...facts, algorithm: active(own) } });
    await ask('routing.activate', { params: { routing_algorithm_id: id }, body: {} });
  }
  if (learns) {
    const { configurations } = shop.services;
    const { profiles } = await configurations.read(merchant.id);
    const profile = profiles.find(({ id }) => id === merchant.profileId);
    if (!profile) throw new Error('The merchant has no profile.');
    await configurations.saveProfile({ ...profile, dynamicRouting: learns }, profile);
    await memory.put(
      { ...noScores(merchant.id, profile.id), version: 1, ...scoresKey(merchant.id, profile.id) },
      'absent',
    );
  }
  const body = { amount: 6_540, currency: 'USD', confirm: true, ...byCard() };
  await ask('payments.create', { body });
  // Scores are read again once they are five seconds old.
  dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 6_000);
  counted.restart();
  const { status } = await ask('payments.create', { body });
  if (status !== 'succeeded') throw new Error(`The payment is ${status}.`);
  return counted.count();
}

/** A program of so many rules, of which only the last can be true for a payment of 65.40 dollars. */
export const longProgram = (rules: number, choice: OwnChoice | 'stripe_test') => ({
  type: 'advanced' as const,
  data: {
    defaultSelection: { type: 'priority' as const, data: [choice] },
    rules: Array.from({ length: rules }, (_, index) => ({
      name: `rule ${index + 1}`,
      connectorSelection: { type: 'priority' as const, data: [choice] },
      statements: [
        {
          condition: [
            {
              lhs: 'currency',
              comparison: 'equal' as const,
              value: { type: 'enum_variant' as const, value: index + 1 < rules ? 'EUR' : 'USD' },
              metadata: {},
            },
            {
              lhs: 'amount',
              comparison: 'greater_than' as const,
              value: { type: 'number' as const, value: 100 },
              metadata: {},
            },
          ],
          nested: null,
        },
      ],
    })),
    metadata: {},
  },
});
