import { connectForPayouts } from '../a-payout.ts';
import { aRelay, createdWithConnector, ownChoice } from '../routing-requests.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';
import { aRule } from './payments-scenario.ts';

/** Rules of every kind, algorithms, and wishes about payments that were made elsewhere. */
export async function routingScenario(observed: ObservedAnswers): Promise<void> {
  const stage = await fieldContext(observed);
  await connectForPayouts(stage.world, stage.merchant);
  await stage.pass(600);
  await areSpread(stage);
  await fallBack(stage);
  await areDecided(stage);
  await areRequested(stage);
  await areExplained(stage);
  await areLearned(stage);
  await areCheapest(stage);
  const { byAdmin } = stage;
  await byAdmin('gsm.create', { body: aRule });
  const { connector, flow, sub_flow, code, message } = aRule;
  await byAdmin('gsm.delete', { body: { connector, flow, sub_flow, code, message } });
}

/** A program with a comparison of every kind. */
const program = (choice: object) => {
  const priority = { type: 'priority', data: [choice] };
  const split = { type: 'volume_split', data: [{ connector: choice, split: 100 }] };
  const when = (lhs: string, comparison: string, type: string, value: unknown) => ({
    lhs,
    comparison,
    value: { type, value },
    metadata: {},
  });
  const condition = [
    when('amount', 'greater_than', 'number', 1_000),
    when('currency', 'equal', 'enum_variant', 'EUR'),
    when('metadata', 'equal', 'metadata_variant', { key: 'tier', value: 'gold' }),
    when('card_bin', 'equal', 'str_value', '424242'),
    when('amount', 'equal', 'number_array', [100, 200]),
    when('payment_method', 'equal', 'enum_variant_array', ['card', 'wallet']),
    when('amount', 'equal', 'number_comparison_array', [
      { comparisonType: 'greater_than', number: 100 },
    ]),
  ];
  return {
    defaultSelection: priority,
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

async function areSpread({ good, list, merchant, params, world }: FieldContext) {
  const choice = await ownChoice({ world, merchant });
  const { profile_id } = params;
  const split = [{ connector: choice, split: 100 }];
  const algorithms = [
    { type: 'least_cost', data: { connectors: [choice, choice.connector] } },
    { type: 'single', data: choice },
    { type: 'priority', data: [choice] },
    { type: 'volume_split', data: split },
    { type: 'advanced', data: program(choice) },
    {
      type: 'advanced',
      data: { ...program(choice), defaultSelection: { type: 'volume_split', data: split } },
    },
  ];
  for (const [index, algorithm] of algorithms.entries()) {
    const { id } = await good('routing.create', {
      body: { name: `algorithm ${index}`, description: 'All of them', profile_id, algorithm },
    });
    await good('routing.retrieve', { params: { routing_algorithm_id: id } });
    await good('routing.activate', { params: { routing_algorithm_id: id }, body: {} });
  }
  await list('routing.list');
  await list('routing.active');
  await good('profiles.retrieve', { params });
  await good('profiles.list', { params });
  await good('profiles.list-own', { params });
}

async function areDecided({ good, params: { profile_id } }: FieldContext) {
  const algorithm = { defaultSelection: {}, rules: [], metadata: {} };
  await good('routing.save-decision', { body: { name: 'none', algorithm } });
  await good('routing.retrieve-decision');
  await good('routing.delete-decision');
  const merchant_surcharge_configs = { show_surcharge_breakup_screen: false };
  await good('routing.save-surcharge', { body: { merchant_surcharge_configs, algorithm } });
  await good('routing.save-surcharge', { body: { merchant_surcharge_configs: {}, algorithm } });
  await good('routing.retrieve-surcharge');
  await good('routing.delete-surcharge');
  const always = { name: 'always', connectorSelection: { decision: 'no_three_ds' } };
  const data = {
    ...algorithm,
    defaultSelection: { decision: 'challenge_requested' },
    rules: [{ ...always, statements: [{ condition: [] }] }],
  };
  const { id: routing_id } = await good('routing.create', {
    body: {
      name: 'authentication',
      description: 'All of them',
      profile_id,
      transaction_type: 'three_ds_authentication',
      algorithm: { type: 'three_ds_decision_rule', data },
    },
  });
  await good('routing.retrieve', { params: { routing_algorithm_id: routing_id } });
  const payment = { amount: 6_540, currency: 'EUR' };
  await good('routing.execute-three-ds-decision', { body: { routing_id, payment } });
}

/** Payments by a program, around a disabled account, and by a program that cannot be used. */
async function areExplained(stage: FieldContext) {
  const { connects, good, list, merchant, params, pays, services, world } = stage;
  const choice = await ownChoice({ world, merchant });
  const { profile_id } = params;
  const { merchant_connector_id } = await connects({ connector_name: 'fauxpay', disabled: true });
  const disabled = { connector: 'fauxpay', merchant_connector_id };
  const isDollars = {
    condition: [
      {
        lhs: 'currency',
        comparison: 'equal',
        value: { type: 'enum_variant', value: 'USD' },
        metadata: {},
      },
    ],
  };
  const selection = { type: 'priority', data: [disabled, choice] };
  const algorithm = {
    type: 'advanced',
    data: {
      defaultSelection: selection,
      rules: [{ name: 'dollars', connectorSelection: selection, statements: [isDollars] }],
      metadata: {},
    },
  };
  const body = { name: 'by currency', description: 'All of them', profile_id, algorithm };
  const { id } = await good('routing.create', { body });
  const routing_algorithm_id: string = id;
  await good('routing.activate', { params: { routing_algorithm_id }, body: {} });
  const declined = await pays({}, '4000000000000002');
  const noShares = {
    type: 'volume_split',
    data: [{ connector: choice, split: 0 }],
  };
  const astray = await pays({ routing: noShares });
  for (const { payment_id } of [declined, astray]) {
    await good('routing.explain', { params: { payment_id } });
  }
  const currency = { type: 'enum_variant', value: 'USD' };
  const asked = { created_by: profile_id, parameters: { currency } };
  await good('routing.evaluate-rules', { body: asked });

  // Stored by a version that knows kinds of algorithms that this one does not.
  const { profiles } = await services.configurations.read(merchant.id);
  const profile = profiles.find((one) => one.id === profile_id);
  const active = profile?.activeRouting?.payment;
  if (!profile || !active) throw new Error('The profile has no active algorithm.');
  const unknown = { ...active, algorithm: { type: 'of tomorrow' } };
  await services.configurations.saveProfile(
    { ...profile, activeRouting: { payment: unknown } },
    profile,
  );
  await good('routing.evaluate-rules', { body: asked });

  const { algorithm: _, ...facts } = active;
  const split = {
    type: 'volume_split' as const,
    data: [{ connector: 'fauxpay' as const, split: 0 }],
  };
  await services.algorithms.add(merchant.id, {
    ...facts,
    id: 'routing_no_shares',
    algorithm: split,
  });
  await good('connector-accounts.update', {
    params: { account_id: merchant.id, merchant_connector_id },
    body: { connector_type: 'payment_processor', disabled: false },
  });
  const toFauxpay = { type: 'single', data: { connector: 'fauxpay', merchant_connector_id } };
  const made = await good('routing.create', { body: { ...body, algorithm: toFauxpay } });
  for (const one of ['routing_no_shares', made.id]) {
    await list('routing.simulate', { params: { routing_algorithm_id: one }, body: {} });
  }
}

/** A payment by its cost at an account that states a fee of every kind. */
async function areCheapest({ good, list, merchant, params, pays, world }: FieldContext) {
  const { merchant_connector_id } = await ownChoice({ world, merchant });
  const fees = { fixed: 25, per_mille: 14.5 };
  const processing_fees = [
    {
      card_networks: ['Visa'],
      card_types: ['debit'],
      region: 'domestic',
      payment_methods: ['card'],
      currency: 'EUR',
      ...fees,
    },
    fees,
  ];
  const account = { account_id: merchant.id, merchant_connector_id };
  await good('connector-accounts.update', {
    params: account,
    body: { connector_type: 'payment_processor', processing_fees },
  });
  await good('connector-accounts.retrieve', { params: account });
  await list('connector-accounts.list', { params });
  await list('connector-accounts.list-of-profile', { params });
  const { id: routing_algorithm_id } = await good('routing.create', {
    body: {
      name: 'cheapest',
      description: 'All of them',
      profile_id: params.profile_id,
      algorithm: { type: 'least_cost', data: { success_rate_tolerance: 0.05 } },
    },
  });
  await good('routing.activate', { params: { routing_algorithm_id }, body: {} });
  const { payment_id } = await pays();
  await good('routing.explain', { params: { payment_id } });
}

/** The learned rates of a profile, and its decisions by them. */
async function areLearned({ good, params, pays }: FieldContext) {
  await good('routing.create-success-based', {
    params,
    query: { enable: 'metrics' },
    body: {},
  });
  const { payment_id: paymentId, connector: gateway } = await pays();
  const merchantId = params.profile_id;
  await good('routing.feedback', { body: { merchantId, gateway, status: 'CHARGED', paymentId } });
  const paymentInfo = {
    paymentId,
    amount: 6_540,
    currency: 'USD',
    paymentType: 'ORDER_PAYMENT',
    metadata: '{}',
    paymentMethodType: 'credit',
    paymentMethod: 'card',
    cardIsin: '424242',
  };
  await good('routing.evaluate', { body: { merchantId, paymentInfo } });
}

async function fallBack({ good, list, merchant, params, world }: FieldContext) {
  const body = [await ownChoice({ world, merchant })];
  await list('routing.retrieve-default');
  await good('routing.update-default-of-profile', { params, body });
  await list('routing.retrieve-default-for-payouts-of-profiles');
}

async function areRequested({ good, merchant, world }: FieldContext) {
  const context = { world, merchant, round: 1 };
  await good('relays.create', await aRelay(context));
  await good('relays.create', await aRelay({ ...context, round: 2 }, 1_000_000));
  const { merchant_connector_id: connector_id } = await ownChoice(context);
  const currency = 'EUR';
  const requests = [
    ['refund', { amount: 600, currency, reason: 'late' }],
    [
      'capture',
      { authorized_amount: 6_540, amount_to_capture: 6_000, currency, capture_method: 'manual' },
    ],
    ['void', { amount: 6_540, currency, cancellation_reason: 'late' }],
    ['incremental_authorization', { total_amount: 7_000, additional_amount: 460, currency }],
  ] as const;
  for (const [index, [type, data]] of requests.entries()) {
    const capture = type === 'refund' ? 'automatic' : 'manual';
    const resource = await createdWithConnector({ ...context, round: index + 3 }, capture);
    await good('relays.create', {
      body: { connector_resource_id: resource, connector_id, type, data: { [type]: data } },
    });
  }
}
