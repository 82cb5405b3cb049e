import { otherMethods } from '../other-methods.ts';
import { queryOf } from '../page-queries.ts';
import { byCard, card } from '../payments-in-memory.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import { anAddress, aPayment, installment_options } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';
import { ofThisYear } from './of-this-year.ts';

const challenged = '4000003800000446';
const declined = '4000000000000002';
const held = { capture_method: 'manual' };
const cardWith = (more: object) => ({
  payment_method: 'card',
  payment_method_data: { card: { ...card(), ...more }, billing: anAddress },
});

/** Payments in all ways that they can go. */
export async function paymentsScenario(observed: ObservedAnswers): Promise<void> {
  const stage = await fieldContext(observed, {
    account: {
      enable_payment_response_hash: true,
      payment_response_hash_key: 'key of the hashes',
      return_url: 'https://shop.example/return',
    },
  });
  await statesEverything(stage);
  await isPaidBySaved(stage);
  await fails(stage);
  await isCaptured(stage);
  await isIncremented(stage);
  await isGivenBack(stage);
  await isChallenged(stage);
  await isInspected(stage);
  await isUnderReview(stage);
  await areListed(stage);
  await isPaidOtherwise(stage);
}

/** The latest hundred of them: nothing lists more at once. */
async function areListed(stage: FieldContext) {
  const query = { limit: '100' };
  for (const name of ['payments.list', 'payments.list-of-profile']) {
    await stage.list(name, { query });
  }
  for (const offset of [0, 20, 40, 60, 80]) {
    await stage.list('payments.filter', { body: { limit: 20, offset } });
  }
  await stage.list('payments.filter-of-profile', { body: {} });
  for (const name of ['payments.filter-values']) await stage.list(name, { body: ofThisYear });
  for (const name of ['payments.filters', 'payments.filters-of-profile']) await stage.list(name);
  for (const name of ['payments.aggregate', 'payments.aggregate-of-profile']) {
    await stage.list(name, { query: ofThisYear });
  }
}

async function statesEverything({ good, pays, shown }: FieldContext) {
  const whole = cardWith({
    card_holder_name: 'Joseph Doe',
    card_issuer: 'EXAMPLE BANK',
    card_network: 'Visa',
    card_type: 'credit',
    card_issuing_country: 'UNITEDKINGDOM',
    bank_code: 'EXAMPLE',
    nick_name: 'mine',
  });
  const { payment_id } = await pays({ ...aPayment, ...whole });
  await shown(payment_id, { all_keys_required: 'true' });
  await good('payments.update-metadata', {
    params: { payment_id },
    body: { metadata: { order_id: '10018' }, feature_metadata: aPayment.feature_metadata },
  });
  const offered = { amount: 6_540, currency: 'USD', installment_options, confirm: false };
  const waiting = await good('payments.create', { body: offered });
  const installment_data = { number_of_installments: 3, billing_frequency: 'month' };
  await good('payments.confirm', {
    params: { payment_id: waiting.payment_id },
    body: { ...byCard(), installment_data },
  });
  const split = {
    stripe_split_payment: {
      charge_type: { Stripe: 'direct' },
      application_fees: 1,
      transfer_account_id: 'acct_1',
    },
  };
  await pays({ split_payments: split, off_session: true });
}

/** By what a customer has saved, by a name that it has from a list, and by what somebody else keeps. */
async function isPaidBySaved({ good, pays, shown }: FieldContext) {
  const customer_id = 'customer_example';
  await pays({
    customer_id,
    setup_future_usage: 'off_session',
    customer_acceptance: { acceptance_type: 'offline' },
  });
  const { customer_payment_methods } = await good('payment-methods.list', {
    params: { customer_id },
  });
  const [{ payment_token, payment_method_id }] = customer_payment_methods;
  const { payment_id } = await pays({
    customer_id,
    payment_token,
    payment_method: 'card',
    payment_method_data: { card_token: { card_holder_name: 'Joseph Doe', card_cvc: '314' } },
  });
  await shown(payment_id);
  await pays({
    customer_id,
    off_session: true,
    recurring_details: { type: 'payment_method_id', data: payment_method_id },
    payment_method_data: 'mandate_payment',
  });
}

async function fails(stage: FieldContext) {
  const { byAdmin, pass, pays, shown, good, params } = stage;
  await good('profiles.update', { params, body: { is_manual_retry_enabled: true } });
  await byAdmin('gsm.create', { body: aRule });
  await pass(600);
  const { payment_id } = await pays(
    { order_tax_amount: 1, payment_experience: 'redirect_to_url' },
    declined,
  );
  await good('payments.confirm', { params: { payment_id }, body: byCard(declined) });
  await shown(payment_id);
}

/** The operator's texts for a declined card, with every word. */
export const aRule = {
  connector: 'stripe_test',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: 'DC_08',
  message: 'Payment declined: Card declined',
  status: 'Failure',
  router_error: 'declined',
  decision: 'do_default',
  step_up_possible: false,
  clear_pan_possible: false,
  unified_code: 'UE_1000',
  unified_message: 'The card was declined',
  error_category: 'issue_with_payment_method',
  feature: 'retry',
  feature_data: {
    retry: {
      step_up_possible: false,
      clear_pan_possible: false,
      alternate_network_possible: false,
      decision: 'do_default',
    },
  },
  standardised_code: 'do_not_honor',
  description: 'The bank said no',
  user_guidance_message: 'Try another card',
};

async function isCaptured({ dependencies, good, pays, shown }: FieldContext) {
  const { hooks } = dependencies.processor;
  // The answer says why a capture failed; news that overtake it say only that.
  hooks.holdNotifications = true;
  for (const number of [undefined, '4000000000000101']) {
    const { payment_id } = await pays({ capture_method: 'manual_multiple' }, number);
    const body = { amount_to_capture: 600 };
    await good('payments.capture', { params: { payment_id }, body });
    await shown(payment_id);
  }
  hooks.holdNotifications = false;
  const { payment_id } = await pays(held);
  const body = { cancellation_reason: 'requested_by_customer' };
  await good('payments.cancel', { params: { payment_id }, body });
  await shown(payment_id);
}

async function isIncremented({ good, pays }: FieldContext) {
  const requests = {
    request_incremental_authorization: true,
    request_extended_authorization: true,
    enable_overcapture: true,
  };
  for (const number of [undefined, '4000000000000036']) {
    const { payment_id } = await pays({ ...held, ...requests }, number);
    const params = { payment_id };
    await good('payments.incremental-authorization', { params, body: { amount: 7_000 } });
    await good('payments.extend-authorization', { params, body: {} });
  }
}

async function isGivenBack({ good, pays, shown }: FieldContext) {
  for (const number of [undefined, '4000000000000127']) {
    const { payment_id } = await pays({}, number);
    const body = { cancellation_reason: 'requested_by_customer' };
    await good('payments.cancel-post-capture', { params: { payment_id }, body });
    await shown(payment_id);
  }
}

async function isChallenged(stage: FieldContext) {
  const { good, pays, shown, merchant, dependencies } = stage;
  const { payment_id } = await pays({ is_iframe_redirection_enabled: true }, challenged);
  await pays({}, challenged);
  const stored = await stage.services.payments.get(merchant.id, payment_id);
  await dependencies.processor.visit(`${stored.attempt.redirectUrl}/complete?confirm=true`);
  const params = { payment_id, merchant_id: merchant.id, connector: 'stripe_test' };
  await good('payments.return', { params, query: queryOf(stored, 'back'), key: undefined });
  await shown(payment_id);
}

/** With every method that there is, and the pages, codes and accounts that belong to it. */
async function isPaidOtherwise(stage: FieldContext) {
  const { connects, pass, pays } = stage;
  await connects({ connector_name: 'fauxpay' });
  await pass(600);
  const inApp = {
    payment_method: 'wallet',
    payment_method_type: 'amazon_pay',
    payment_method_data: { wallet: { amazon_pay: {} } },
  };
  await pays(inApp);
  for (const [index, [method]] of otherMethods.entries()) {
    await pays({ ...method, return_url: aPayment.return_url });
    // Payments of one moment are listed in any order.
    await pass(1);
    if (index % 50 === 49) await areListed(stage);
  }
  await areListed(stage);
}

/** The sandbox processor looks into no capture again, so the payment is put where one would be. */
async function isUnderReview({ byAdmin, merchant, pays, services }: FieldContext) {
  const { payment_id } = await pays(held);
  const payment = await services.payments.get(merchant.id, payment_id);
  const attempt = { ...payment.attempt, status: 'capture_review' as const };
  await services.payments.save({ ...payment, status: 'review', attempt });
  await byAdmin('payments.manual-status-update', {
    params: { payment_id },
    body: { merchant_id: merchant.id, intent_status: 'succeeded' },
  });
}

async function isInspected({ byAdmin, pays, merchant }: FieldContext) {
  const { payment_id } = await pays({}, challenged);
  await byAdmin('payments.manual-update', {
    params: { payment_id },
    body: {
      merchant_id: merchant.id,
      attempt_status: 'failure',
      error_code: 'lost',
      error_message: 'The processor lost it',
      reason: 'It said so',
    },
  });
}
