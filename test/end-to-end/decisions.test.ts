import {
  comparing,
  isNetwork,
  ofFixed,
  ofRate,
  programWhere,
} from '../support/entities/decision-programs.ts';
import { firstReference } from '../support/processors/processor-webhooks.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, newSecret, successful } from '../support/switch/merchant.ts';
import { sentIn, textAt } from '../support/switch/switch.ts';

const processorKey = newSecret();
const live = aRunningSwitch({ merchant: { processorKey } });

const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  live.running.call(method, path, { key: live.merchant.key, ...(body !== undefined && { body }) });

/** A sale that states neither 3-D Secure nor a surcharge, waiting for its confirm. */
async function begun() {
  const { confirm: _, payment_method, payment_method_data, ...sale } = aSale();
  const created = successful(
    await ask('POST', '/payments', { ...sale, amount: 10_000, authentication_type: undefined }),
  );
  const id = textAt(created, 'payment_id');
  return { id, at: `/payments/${id}`, byCard: { payment_method, payment_method_data } };
}

it('a surcharge of the merchant’s program is shown, charged, and given back', async () => {
  const algorithm = programWhere([isNetwork('Visa')], ofRate(2.5, 10), ofFixed(50));
  const merchant_surcharge_configs = { show_surcharge_breakup_screen: true };
  const path = '/routing/decision/surcharge';
  const saved = successful(await ask('PUT', path, { merchant_surcharge_configs, algorithm }));
  expect((await ask('GET', path)).body).toEqual(saved.body);

  const { id, at, byCard } = await begun();
  const eligible = await ask('POST', `${at}/eligibility`, {
    payment_method_type: 'card',
    payment_method_data: { card: { card_number: '4242424242424242' } },
  });
  expect(eligible.body).toMatchObject({
    surcharge_details: { display_total_surcharge_amount: 2.75 },
  });
  const paid = successful(await ask('POST', `${at}/confirm`, byCard));
  expect(paid.body).toMatchObject({
    status: 'succeeded',
    amount: 10_000,
    net_amount: 10_275,
    amount_received: 10_275,
    surcharge_details: { surcharge_amount: 250, tax_amount: 25 },
  });
  const books = await live.running.call(
    'GET',
    `${live.running.sandboxUrl}/payments/${firstReference(sentIn(paid))}`,
    {
      key: processorKey,
    },
  );
  expect(successful(books).body).toMatchObject({ amount_captured: 10_275 });
  const refund = successful(await ask('POST', '/refunds', { payment_id: id }));
  expect(refund.body).toMatchObject({ amount: 10_275 });

  expect(await ask('DELETE', path)).toMatchObject({ status: 200, text: '' });
  expect(await ask('GET', path)).toMatchObject({ status: 404 });
  const later = await begun();
  const without = successful(await ask('POST', `${later.at}/confirm`, later.byCard));
  expect(without.body).toMatchObject({ net_amount: 10_000, surcharge_details: null });
});

it('3-D Secure is used where the merchant’s program says so', async () => {
  const isLarge = comparing('amount', 'greater_than_equal', 'number', 10_000);
  const algorithm = programWhere([isLarge], { override_3ds: 'three_ds' });
  successful(await ask('PUT', '/routing/decision', { algorithm }));
  const { at, byCard } = await begun();
  const paid = successful(await ask('POST', `${at}/confirm`, byCard));
  expect(paid.body).toMatchObject({ authentication_type: 'three_ds' });
  expect(await ask('DELETE', '/routing/decision')).toMatchObject({ status: 200 });
});

it('an algorithm tells how to authenticate the customer of a payment', async () => {
  const algorithm = {
    type: 'three_ds_decision_rule',
    data: programWhere(
      [comparing('issuer_country', 'equal', 'enum_variant', 'Germany')],
      { decision: 'challenge_requested' },
      { decision: 'no_three_ds' },
    ),
  };
  const created = await ask('POST', '/routing', {
    name: 'authentication',
    description: 'Of cards from Germany',
    profile_id: live.merchant.profileId,
    transaction_type: 'three_ds_authentication',
    algorithm,
  });
  const routing_id = textAt(successful(created), 'id');
  const execute = async (country: string) =>
    (
      await ask('POST', '/three_ds_decision/execute', {
        routing_id,
        payment: { amount: 10_000, currency: 'EUR' },
        issuer: { country },
      })
    ).body;
  expect(await execute('Germany')).toEqual({ decision: 'challenge_requested' });
  expect(await execute('France')).toEqual({ decision: 'no_three_ds' });
});
