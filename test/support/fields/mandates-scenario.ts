import { paid } from '../../scenarios/steps.ts';
import { fieldContext } from './field-context.ts';
import { aStatedCard } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';

const customer_id = 'customer_example';
const limits = {
  amount: 50_000,
  currency: 'USD',
  start_date: '2020-01-01T00:00:00Z',
  end_date: '2099-01-01T00:00:00Z',
  metadata: { contract: '1' },
};
const customer_acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-01T08:30:00Z',
  online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
};
const described = {
  payment_method_type: 'credit',
  payment_method_data: { card: aStatedCard },
};

/** Mandates of both kinds, with all that is stated of them. */
export async function mandatesScenario(observed: ObservedAnswers): Promise<void> {
  const { good, list, shop } = await fieldContext(observed);
  const mandateIds: string[] = [];
  for (const mandate_type of [{ single_use: limits }, { multi_use: limits }]) {
    const { mandate_id } = await paid(shop, undefined, {
      customer_id,
      setup_future_usage: 'off_session',
      mandate_data: { customer_acceptance, mandate_type },
      ...described,
    });
    await good('mandates.retrieve', { params: { mandate_id } });
    mandateIds.push(mandate_id);
  }
  await paid(shop, undefined, {
    customer_id,
    setup_future_usage: 'off_session',
    mandate_data: { customer_acceptance, update_mandate_id: mandateIds[1] },
    ...described,
  });
  await list('mandates.list');
  await good('mandates.list-of-customer', { params: { customer_id } });
}
