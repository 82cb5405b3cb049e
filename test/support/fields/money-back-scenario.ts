import { ofLostDispute } from '../../scenarios/disputes.ts';
import { cards, paid } from '../../scenarios/steps.ts';
import { wholePayment } from './every-scenario.ts';
import { fieldContext } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';
import { aRule } from './payments-scenario.ts';

/** Refunds, one of them refused by the processor, and a lost dispute. */
export async function moneyBackScenario(observed: ObservedAnswers): Promise<void> {
  const { good, list, pass, shop } = await fieldContext(observed);
  await good('gsm.create', {
    body: { ...aRule, flow: 'Refund', sub_flow: 'Execute', code: 'DC_07' },
  });
  await pass();
  for (const number of [undefined, cards.refusesRefunds]) {
    const { payment_id } = await paid(shop, number);
    await good('refunds.create', {
      body: { payment_id, amount: 600, reason: 'late', metadata: { shelf: 'left' } },
    });
    await wholePayment(shop, payment_id);
  }
  await list('refunds.list', { body: {} });
  await good('disputes.accept', await ofLostDispute(shop));
  await list('payments.list');
  await list('payments.filter', { body: {} });
}
