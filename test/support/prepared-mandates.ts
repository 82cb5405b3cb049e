import { decide } from '#sandbox/ledger.ts';
import { exampleMandateReference } from '#sandbox/mandate-operations.ts';
import { chargeOf } from '#sandbox/operations.ts';
import { putMandate } from '#switch/mandates/mandate-store.ts';
import { byCard } from './payments-in-memory.ts';
import type { Merchant, switchInMemory } from './switch-in-memory.ts';

/** What the examples of mandates are about: a customer's, and what the sandbox processor keeps. */
export async function prepareMandates(
  { ask, port, services, dependencies }: ReturnType<typeof switchInMemory>,
  merchant: Merchant,
  keyHash: string,
): Promise<void> {
  const { body } = await ask('payments.create', {
    key: merchant.key,
    body: {
      amount: 100,
      currency: 'EUR',
      confirm: true,
      ...byCard('4111111111111111'),
      customer_id: 'customer_example',
      setup_future_usage: 'off_session',
      mandate_data: {
        customer_acceptance: { acceptance_type: 'offline' },
        mandate_type: { multi_use: null },
      },
    },
  });
  const made = await services.mandates.get(merchant.id, body.mandate_id);
  // The processor knows nothing of the example's, so nobody is asked.
  const { connectorMandateId: _, ...example } = { ...made, id: 'man_00000000000000000000' };
  for (const write of putMandate(example)) {
    if (write.kind === 'put') await port.put(write.item, write.condition);
  }
  const charge = chargeOf(keyHash, 'pay_kept_1', {
    processor: 'fauxpay',
    amount: 6_540,
    currency: 'USD',
    capture_method: 'automatic',
    card: { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' },
    store: 'off_session',
  });
  const ids = { id: 'pay_00000000000000000kept', challengeId: 'ch_unused' };
  const kept = decide(charge, ids, dependencies.clock.now);
  await services.ledger.enter({ ...kept, mandateReference: exampleMandateReference });
}
