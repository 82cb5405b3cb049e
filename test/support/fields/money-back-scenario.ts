import { aPdf, disputedCards } from '../switch-with-disputes.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';
import { ofThisYear } from './of-this-year.ts';
import { aRule } from './payments-scenario.ts';

/** Refunds, disputes with their files, and requests about payments that were made elsewhere. */
export async function moneyBackScenario(observed: ObservedAnswers): Promise<void> {
  const stage = await fieldContext(observed);
  await isRefunded(stage);
  await isDisputed(stage);
}

async function isRefunded({ byAdmin, good, list, pass, pays, shown }: FieldContext) {
  await byAdmin('gsm.create', {
    body: { ...aRule, flow: 'Refund', sub_flow: 'Execute', code: 'DC_07' },
  });
  await pass(600);
  for (const number of [undefined, '4000000000009235']) {
    const { payment_id } = await pays({}, number);
    await good('refunds.create', {
      body: { payment_id, amount: 600, reason: 'late', metadata: { shelf: 'left' } },
    });
    await shown(payment_id);
  }
  for (const name of ['refunds.list', 'refunds.list-of-profile']) await list(name, { body: {} });
  for (const name of ['refunds.filter-values']) await list(name, { body: ofThisYear });
  for (const name of ['refunds.filters', 'refunds.filters-of-profile']) await list(name);
  for (const name of ['refunds.aggregate', 'refunds.aggregate-of-profile'])
    await list(name, { query: ofThisYear });
}

async function isDisputed({ good, list, pass, pays, shown }: FieldContext) {
  for (const number of [disputedCards.disputed, disputedCards.twice]) {
    const { payment_id } = await pays({ amount: 10_000 }, number);
    await pass(6);
    const { disputes } = await shown(payment_id);
    const [{ dispute_id }] = disputes;
    await good('disputes.attach-evidence', {
      form: { dispute_id, evidence_type: 'receipt', file: aPdf() },
    });
    await good('disputes.list-evidence', { params: { dispute_id } });
    const losing = { dispute_id, uncategorized_text: 'losing_evidence' };
    await good('disputes.submit-evidence', { body: losing });
    await pass(600);
    await shown(payment_id);
  }
  await list('payments.list');
  await list('payments.filter', { body: {} });
  for (const name of ['disputes.list', 'disputes.list-of-profile']) await list(name);
  for (const name of ['disputes.filter', 'disputes.filter-of-profile']) await list(name);
  for (const name of ['disputes.aggregate', 'disputes.aggregate-of-profile']) await list(name);
}
