import { connectForPayouts, payoutCards, toBank, toCard } from '../a-payout.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import { anAddress, aPayment } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';
import { ofThisYear } from './of-this-year.ts';

const order = { amount: 6_540, currency: 'USD', customer_id: 'customer_example' };

/** Payouts to every kind of destination, and in every way that they can end. */
export async function payoutsScenario(observed: ObservedAnswers): Promise<void> {
  const stage = await fieldContext(observed);
  await connectForPayouts(stage.world, stage.merchant);
  await stage.pass(600);
  await goEverywhere(stage);
  await goToSaved(stage);
  await end(stage);
  for (const name of ['payouts.list', 'payouts.list-of-profile'])
    await stage.list(name, { query: { limit: '20' } });
  for (const name of ['payouts.filter', 'payouts.filter-of-profile']) {
    await stage.list(name, { body: { limit: 20 } });
  }
  for (const name of ['payouts.filter-values', 'payouts.filter-values-of-profile'])
    await stage.list(name, { body: ofThisYear });
  for (const name of ['payouts.filters', 'payouts.filters-of-profile']) await stage.list(name);
  for (const name of ['payouts.aggregate', 'payouts.aggregate-of-profile']) {
    await stage.list(name, { query: ofThisYear });
  }
}

async function goEverywhere({ good }: FieldContext) {
  const { customer_id: _, ...named } = order;
  await good('payouts.create', {
    body: {
      ...named,
      ...toCard(),
      confirm: true,
      auto_fulfill: true,
      recurring: true,
      customer: aPayment.customer,
      merchant_order_reference_id: 'order_10017',
      description: 'Commission',
      metadata: { order_id: '10017' },
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
    },
  });
  const destinations = [
    toBank().payout_method_data,
    { wallet: { paypal: { email: 'joseph.doe@example.com' } } },
    { bank_redirect: { interac: { email: 'joseph.doe@example.com' } } },
    { passthrough: { psp_token: 'token_at_processor', token_type: 'credit' } },
  ];
  for (const payout_method_data of destinations) {
    await good('payouts.create', { body: { ...order, payout_method_data } });
  }
}

/** To a card that was saved before, of which more is known. */
async function goToSaved({ good }: FieldContext) {
  const { customer_id } = order;
  const { payment_method_id: payout_method_id } = await good('payment-methods.create', {
    body: {
      customer_id,
      payment_method: 'card',
      card: {
        card_number: payoutCards.comesBack,
        card_exp_month: '10',
        card_exp_year: '2035',
        card_holder_name: 'Joseph Doe',
        card_issuer: 'EXAMPLE BANK',
        card_type: 'DEBIT',
        card_issuing_country: 'UNITEDKINGDOM',
      },
    },
  });
  await good('payouts.create', { body: { ...order, payout_method_id, confirm: true } });
}

async function end({ good, byAdmin, merchant }: FieldContext) {
  const query = { expand_attempts: 'true' };
  for (const number of [payoutCards.declined, payoutCards.usual]) {
    const { payout_id } = await good('payouts.create', {
      body: {
        ...order,
        ...toCard(number),
        confirm: true,
        auto_fulfill: number === payoutCards.declined,
      },
    });
    const params = { payout_id };
    await good('payouts.retrieve', { params, query });
    if (number === payoutCards.declined) continue;
    await good('payouts.cancel', { params, body: {} });
    await good('payouts.retrieve', { params, query });
  }
  const given = await good('payouts.create', { body: { ...order, ...toCard() } });
  await good('payouts.cancel', { params: { payout_id: given.payout_id }, body: {} });
  await good('payouts.retrieve', { params: { payout_id: given.payout_id }, query });
  const { payout_id } = await good('payouts.create', {
    body: { ...order, ...toCard(payoutCards.later), confirm: true, auto_fulfill: true },
  });
  await byAdmin('payouts.manual-update', {
    params: { payout_id },
    body: {
      merchant_id: merchant.id,
      status: 'failed',
      error_code: 'lost',
      error_message: 'The processor lost it',
    },
  });
}
