import { isNetwork, ofFixed, ofRate, programWhere } from '../decision-programs.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import { aCustomer, anAddress, aPayment, installment_options } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';

const customer_id = 'customer_example';
const params = { customer_id };

/** Customers' stored methods, the offers of a page, and the facts about cards. */
export async function cardsScenario(observed: ObservedAnswers): Promise<void> {
  const stage = await fieldContext(observed, { account: { merchant_name: 'Example Retail' } });
  await areKnown(stage);
  await areSaved(stage);
  await areOffered(stage);
  await areBlocked(stage);
}

async function areKnown({ byAdmin, good }: FieldContext) {
  const range = {
    card_iin: '400000',
    card_issuer: 'EXAMPLE BANK',
    card_network: 'Visa',
    card_type: 'CREDIT',
    card_subtype: 'CLASSIC',
    card_issuing_country: 'UNITEDKINGDOM',
    country_code: 'GB',
  };
  await byAdmin('card-bins.create', { body: range });
  await good('card-bins.retrieve', { params: { bin: '400000' } });
  const file = [
    'card_iin,card_issuer,card_network,card_type,card_subtype,card_issuing_country,country_code',
    '400000,OTHER BANK,Visa,DEBIT,CLASSIC,UNITEDKINGDOM,GB',
    '400009,OTHER BANK,Visa,DEBIT,CLASSIC,UNITEDKINGDOM,GB',
    'no digits,OTHER BANK,Visa,DEBIT,CLASSIC,UNITEDKINGDOM,GB',
  ].join('\n');
  await byAdmin('card-bins.update-batch', { form: { file: new File([file], 'cards.csv') } });
}

async function areSaved({ good }: FieldContext) {
  await good('customers.create', { body: { customer_id, ...aCustomer } });
  const saved = await good('payment-methods.create', {
    body: {
      customer_id,
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_issuer: 'Example Bank',
      payment_method_issuer_code: 'jp_applepay',
      metadata: { shelf: 'left' },
      billing: anAddress,
      card: {
        card_number: '4242424242424242',
        card_exp_month: '10',
        card_exp_year: '2035',
        card_holder_name: 'Joseph Doe',
        nick_name: 'mine',
        card_issuer: 'EXAMPLE BANK',
        card_type: 'CREDIT',
        card_network: 'Visa',
        card_issuing_country: 'UNITEDKINGDOM',
        card_issuing_country_code: 'GB',
      },
    },
  });
  const method_id = saved.payment_method_id;
  await good('payment-methods.update', {
    params: { method_id },
    body: { card: { nick_name: 'x' } },
  });
  await good('payment-methods.list', { params });
  const other = await good('payment-methods.create', {
    body: {
      customer_id,
      payment_method: 'card',
      payment_method_type: 'credit',
      card: { card_number: '5555555555554444', card_exp_month: '10', card_exp_year: '2035' },
    },
  });
  const { payment_method_id } = other;
  await good('payment-methods.set-default', { params: { customer_id, payment_method_id } });
  await good('payment-methods.delete', { params: { method_id: payment_method_id } });
}

async function areOffered({ good, connects, merchant, pass, pays }: FieldContext) {
  const types = (payment_method: string, type: string, more: object = {}) => ({
    payment_method,
    payment_method_types: [{ payment_method_type: type, recurring_enabled: true, ...more }],
  });
  await connects({
    connector_name: 'adyen_test',
    payment_methods_enabled: [
      types('card', 'credit', { card_networks: ['Visa', 'Mastercard'] }),
      types('wallet', 'paypal'),
      types('bank_redirect', 'ideal'),
      types('bank_debit', 'sepa'),
      types('bank_transfer', 'ach'),
    ],
  });
  await pass(600);
  const { allowed_payment_method_types: _, ...stated } = aPayment;
  // Visa costs an amount, and everything else a share.
  await good('routing.save-surcharge', {
    body: {
      merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
      algorithm: programWhere([isNetwork('Visa')], ofFixed(120), ofRate(1.5, 19)),
    },
  });
  const offered = await pays({
    ...stated,
    surcharge_details: undefined,
    installment_options,
    confirm: false,
    payment_method: undefined,
    payment_method_data: undefined,
    mandate_data: { mandate_type: { single_use: { amount: 6_540, currency: 'USD' } } },
  });
  const query = { client_secret: offered.client_secret };
  const key = merchant.publishableKey;
  await good('payment-methods.list-for-merchant', { key, query });
  await good('payment-methods.list-for-customer', { key, query });
  for (const number of ['4242424242424242', '5555555555554444']) {
    await good('payments.eligibility', {
      params: { payment_id: offered.payment_id },
      body: {
        payment_method_type: 'card',
        payment_method_data: { card: { card_number: number } },
      },
    });
  }
  await good('routing.delete-surcharge');
}

async function areBlocked({ good, list, merchant, pass, pays }: FieldContext) {
  await good('blocklist.toggle', { query: { status: 'true' } });
  await good('blocklist.create', { body: { type: 'card_bin', data: '424242' } });
  await list('blocklist.list', { query: { data_kind: 'card_bin' } });
  await pass(600);
  // Where cards are blocked, payments say which card they are made with.
  await pays({}, '5555555555554444');
  const { payment_id, client_secret } = await pays({ confirm: false });
  for (const name of ['payments.eligibility-check', 'payments.eligibility']) {
    await good(name, {
      key: merchant.publishableKey,
      params: { payment_id },
      body: {
        client_secret,
        payment_method_type: 'card',
        payment_method_data: { card: { card_number: '4242424242424242' } },
      },
    });
  }
}
