import { paysOut } from '../../scenarios/payouts.ts';
import { aDecisionRule, ownChoice, relayOf } from '../../scenarios/routing.ts';
import { cards, connected, paid } from '../../scenarios/steps.ts';
import { comparing } from '../entities/decision-programs.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Algorithms of every kind, the decisions by them, and relays. */
export async function routingScenario(observed: ObservedAnswers): Promise<void> {
  const context = await fieldContext(observed);
  await algorithms(context);
  await relays(context);
  await explanations(context);
  await costs(context);
}

/** A program with a comparison of every kind. */
const program = (priority: object, split: object) => {
  const condition = [
    comparing('amount', 'greater_than', 'number', 1_000),
    comparing('currency', 'equal', 'enum_variant', 'EUR'),
    comparing('metadata', 'equal', 'metadata_variant', { key: 'tier', value: 'gold' }),
    comparing('card_bin', 'equal', 'str_value', '424242'),
    comparing('amount', 'equal', 'number_array', [100, 200]),
    comparing('payment_method', 'equal', 'enum_variant_array', ['card', 'wallet']),
    comparing('amount', 'equal', 'number_comparison_array', [
      { comparisonType: 'greater_than', number: 100 },
    ]),
  ];
  return {
    rules: [
      {
        name: 'first',
        connectorSelection: split,
        statements: [{ condition, nested: [{ condition }] }],
      },
      { name: 'second', connectorSelection: priority, statements: [{ condition }] },
    ],
    metadata: { since: '2026' },
  };
};

/** Creates an algorithm of the shop's profile; returns the request about it. */
async function anAlgorithm({ good, shop }: FieldContext, algorithm: object) {
  const { id: routing_algorithm_id } = await good('routing.create', {
    body: {
      name: shop.newId('algorithm'),
      description: 'All of them',
      profile_id: shop.merchant.profileId,
      algorithm,
    },
  });
  return { params: { routing_algorithm_id: String(routing_algorithm_id) }, body: {} };
}

async function algorithms(context: FieldContext) {
  const { good, list, ofProfile, pass, shop } = context;
  await paysOut(shop);
  await pass();
  const choice = await ownChoice(shop);
  const priority = { type: 'priority', data: [choice] };
  const split = { type: 'volume_split', data: [{ connector: choice, split: 100 }] };
  const rules = program(priority, split);
  for (const algorithm of [
    { type: 'least_cost', data: { connectors: [choice, choice.connector] } },
    priority,
    split,
    { type: 'advanced', data: { ...rules, defaultSelection: priority } },
    { type: 'advanced', data: { ...rules, defaultSelection: split } },
  ]) {
    const request = await anAlgorithm(context, algorithm);
    await good('routing.retrieve', request);
    await good('routing.activate', request);
  }
  const { id } = await good('routing.create', aDecisionRule(shop));
  await good('routing.retrieve', { params: { routing_algorithm_id: id } });
  await list('routing.list');
  await good('routing.retrieve-default-for-payouts-of-profiles');
  for (const name of ['profiles.retrieve', 'profiles.list', 'profiles.list-own'])
    await good(name, ofProfile);
}

/** About payments whose money is reserved, and a refund of more than was paid. */
async function relays({ good, shop }: FieldContext) {
  const currency = 'USD';
  for (const [type, data] of [
    ['refund', { amount: 600, currency, reason: 'late' }],
    ['refund', { amount: 1_000_000, currency }],
    [
      'capture',
      { authorized_amount: 6_540, amount_to_capture: 6_000, currency, capture_method: 'manual' },
    ],
    ['void', { amount: 6_540, currency, cancellation_reason: 'late' }],
    ['incremental_authorization', { total_amount: 7_000, additional_amount: 460, currency }],
  ] as const) {
    const payment = await paid(shop, undefined, {
      capture_method: type === 'refund' ? 'automatic' : 'manual',
    });
    await good('relays.create', await relayOf(shop, type, data, payment));
  }
}

/** Payments by a program, around a disabled account, and by a program that cannot be used. */
async function explanations(context: FieldContext) {
  const { good, list, ofProfile, services, shop } = context;
  const { id: merchantId, profileId } = shop.merchant;
  const choice = await ownChoice(shop);
  const fauxpay = { connector_type: 'payment_processor', connector_name: 'fauxpay' };
  const merchant_connector_id = await connected(shop, fauxpay, { disabled: true });
  const selection = {
    type: 'priority',
    data: [{ connector: 'fauxpay', merchant_connector_id }, choice],
  };
  const isDollars = comparing('currency', 'equal', 'enum_variant', 'USD');
  const byCurrency = await anAlgorithm(context, {
    type: 'advanced',
    data: {
      defaultSelection: selection,
      rules: [
        {
          name: 'dollars',
          connectorSelection: selection,
          statements: [{ condition: [isDollars] }],
        },
      ],
      metadata: {},
    },
  });
  await good('routing.activate', byCurrency);
  const noShares = { type: 'volume_split', data: [{ connector: choice, split: 0 }] };
  for (const payment of [
    await paid(shop, cards.declined),
    await paid(shop, undefined, { routing: noShares }),
  ])
    await good('routing.explain', { params: { payment_id: payment.payment_id } });
  const currency = { type: 'enum_variant', value: 'USD' };
  const question = { body: { created_by: profileId, parameters: { currency } } };
  await good('routing.evaluate-rules', question);

  // Stored by a version that knows kinds of algorithms that this one does not.
  const { profiles } = await services.configurations.read(merchantId);
  const profile = profiles.find(({ id }) => id === profileId);
  const active = profile?.activeRouting?.payment;
  if (!profile || !active) throw new Error('The profile has no active algorithm.');
  const unknown = { ...active, algorithm: { type: 'of tomorrow' } };
  await services.configurations.saveProfile(
    { ...profile, activeRouting: { payment: unknown } },
    profile,
  );
  await good('routing.evaluate-rules', question);

  const { algorithm: _, ...facts } = active;
  const split = {
    type: 'volume_split' as const,
    data: [{ connector: 'fauxpay' as const, split: 0 }],
  };
  const id = 'routing_no_shares';
  await services.algorithms.add(merchantId, { ...facts, id, algorithm: split });
  await good('connector-accounts.update', {
    params: { ...ofProfile.params, merchant_connector_id },
    body: { connector_type: 'payment_processor', disabled: false },
  });
  await list('routing.simulate', { params: { routing_algorithm_id: id }, body: {} });
  const data = { connector: 'fauxpay', merchant_connector_id };
  await good('routing.simulate', await anAlgorithm(context, { type: 'single', data }));
}

/** A payment at the cheapest account, by stated fees. */
async function costs(context: FieldContext) {
  const { good, ofProfile, shop } = context;
  const { merchant_connector_id } = await ownChoice(shop);
  await good('connector-accounts.update', {
    params: { ...ofProfile.params, merchant_connector_id },
    body: {
      connector_type: 'payment_processor',
      processing_fees: [{ fixed: 25, per_mille: 14.5 }],
    },
  });
  const data = { success_rate_tolerance: 0.05 };
  await good('routing.activate', await anAlgorithm(context, { type: 'least_cost', data }));
  const { payment_id } = await paid(shop);
  await good('routing.explain', { params: { payment_id } });
}
