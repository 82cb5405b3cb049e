import { byCard, card } from '../a-shop.ts';
import { otherMethods } from '../other-methods.ts';
import { adminKey } from '../switch-in-memory.ts';
import { aStage, type Stage } from './a-stage.ts';
import { anAddress, aPayment, installment_options } from './everything-stated.ts';
import type { ObservedAnswers } from './observed-answers.ts';

const challenged = '4000003800000446';
const declined = '4000000000000002';
const held = { capture_method: 'manual' };
const cardWith = (more: object) => ({
  payment_method: 'card',
  payment_method_data: { card: { ...card(), ...more }, billing: anAddress },
});

/** Payments in all ways that they can go. */
export async function paymentsScenario(observed: ObservedAnswers): Promise<void> {
  const stage = await aStage(observed, {
    account: {
      ...{ enable_payment_response_hash: true, payment_response_hash_key: 'key of the hashes' },
      return_url: 'https://shop.example/return',
    },
  });
  await statesEverything(stage);
  await fails(stage);
  await isCaptured(stage);
  await isRaised(stage);
  await isGivenBack(stage);
  await isChallenged(stage);
  await isPaidOtherwise(stage);
  await isLookedInto(stage);
  for (const name of ['payments.list', 'payments.list-of-profile']) await stage.list(name);
  for (const name of ['payments.filter', 'payments.filter-of-profile']) {
    await stage.list(name, { body: {} });
  }
}

async function statesEverything({ good, pays, shown }: Stage) {
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
  const split = { stripe_split_payment: { charge_type: 'direct', application_fees: 1 } };
  await pays({ split_payments: split, off_session: true });
}

async function fails(stage: Stage) {
  const { byAdmin, pass, pays, shown, good, params } = stage;
  await good('profiles.update', { params, body: { is_manual_retry_enabled: true } });
  await byAdmin('gsm.create', { body: aRule });
  await pass(600);
  const { payment_id } = await pays({ order_tax_amount: 1, payment_experience: 'redirect_to_url' }, declined);
  await good('payments.confirm', { params: { payment_id }, body: byCard(declined) });
  await shown(payment_id);
}

/** What an operator wants a declined card to be called, with every word. */
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

async function isCaptured({ good, pays, shown }: Stage) {
  for (const number of [undefined, '4000000000000101']) {
    const { payment_id } = await pays({ capture_method: 'manual_multiple' }, number);
    const body = { amount_to_capture: 600 };
    await good('payments.capture', { params: { payment_id }, body });
    await shown(payment_id);
  }
  const { payment_id } = await pays(held);
  const body = { cancellation_reason: 'requested_by_customer' };
  await good('payments.cancel', { params: { payment_id }, body });
  await shown(payment_id);
}

async function isRaised({ good, pays }: Stage) {
  const wishes = {
    request_incremental_authorization: true,
    request_extended_authorization: true,
    enable_overcapture: true,
  };
  for (const number of [undefined, '4000000000000036']) {
    const { payment_id } = await pays({ ...held, ...wishes }, number);
    const params = { payment_id };
    await good('payments.incremental-authorization', { params, body: { amount: 7_000 } });
    await good('payments.extend-authorization', { params, body: {} });
  }
}

async function isGivenBack({ good, pays, shown }: Stage) {
  const { payment_id } = await pays();
  const body = { cancellation_reason: 'requested_by_customer' };
  await good('payments.cancel-post-capture', { params: { payment_id }, body });
  await shown(payment_id);
}

async function isChallenged(stage: Stage) {
  const { good, pays, shown, merchant, around } = stage;
  const { payment_id } = await pays({ is_iframe_redirection_enabled: true }, challenged);
  await pays({}, challenged);
  const { attempt } = await stage.services.payments.get(merchant.id, payment_id);
  await around.processor.visit(`${attempt.redirectUrl}/complete?confirm=true`);
  const params = { payment_id, merchant_id: merchant.id, connector: 'stripe_test' };
  await good('payments.return', { params, key: undefined });
  await shown(payment_id);
}

/** With every method that there is, and the pages, codes and accounts that belong to it. */
async function isPaidOtherwise({ pays, connects, pass }: Stage) {
  void connects;
  void pass;
  for (const [method] of otherMethods) await pays({ ...method, return_url: aPayment.return_url });
}

async function isLookedInto({ good, byAdmin, pays, merchant }: Stage) {
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
  void good;
  void adminKey;
}
