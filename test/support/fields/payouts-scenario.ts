import { thisYear } from '../../scenarios/lists.ts';
import { aCard } from '../../scenarios/payment-methods.ts';
import { aPayout, paysOut } from '../../scenarios/payouts.ts';
import { payoutCards, toBank, toCard } from '../entities/a-payout.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import { anAddress, aPayment } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Payouts to every kind of destination, and in every way that they can end. */
export async function payoutsScenario(observed: ObservedAnswers): Promise<void> {
  const context = await fieldContext(observed);
  const { list, pass, shop } = context;
  await paysOut(shop);
  await pass();
  await destinations(context);
  await savedCard(context);
  await ends(context);
  await list('payouts.list', { query: { limit: '20' } });
  await list('payouts.filter-values', { body: thisYear });
  await list('payouts.filters');
}

async function destinations({ shop }: FieldContext) {
  await aPayout(shop, {
    ...toCard(),
    confirm: true,
    auto_fulfill: true,
    recurring: true,
    customer_id: undefined,
    customer: aPayment.customer,
    merchant_order_reference_id: 'order_10017',
    return_url: 'https://shop.example/return',
    business_country: 'US',
    business_label: 'shoes',
    billing: anAddress,
    entity_type: 'Individual',
    priority: 'instant',
    source_bank_data: {
      payout_method_type: 'sepa',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFF',
    },
  });
  for (const payout_method_data of [
    toBank().payout_method_data,
    { wallet: { paypal: { email: 'joseph.doe@example.com' } } },
    { bank_redirect: { interac: { email: 'joseph.doe@example.com' } } },
    { passthrough: { psp_token: 'token_at_processor', token_type: 'credit' } },
  ])
    await aPayout(shop, { payout_method_data });
}

/** To a card that was saved before, of which more is known. */
async function savedCard({ good, shop }: FieldContext) {
  const customer_id = 'customer_paid';
  const card = aCard(customer_id, {
    card_number: payoutCards.comesBack,
    card_type: 'DEBIT',
    card_issuing_country: 'UNITEDKINGDOM',
  });
  const { payment_method_id: payout_method_id } = await good('payment-methods.create', card);
  await aPayout(shop, { customer_id, payout_method_id, confirm: true });
}

async function ends({ good, shop }: FieldContext) {
  const query = { expand_attempts: 'true' };
  const declined = { ...toCard(payoutCards.declined), confirm: true, auto_fulfill: true };
  const { payout_id } = await aPayout(shop, declined);
  await good('payouts.retrieve', { params: { payout_id }, query });
  await aPayout(shop, { payout_link: true, payout_link_config: { test_mode: true } });
  const waiting = await aPayout(shop, toCard());
  const params = { payout_id: waiting.payout_id };
  await good('payouts.cancel', { params, body: {} });
  await good('payouts.retrieve', { params, query });
}
