import { aCard, ofOtherSystem } from '../../scenarios/payment-methods.ts';
import { connected, created } from '../../scenarios/steps.ts';
import { isNetwork, ofFixed, ofRate, programWhere } from '../entities/decision-programs.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import { aCustomer, anAddress, aPayment, installment_options } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';

const customer_id = 'customer_example';

/** Customers and their stored methods, and the offers of a page. */
export async function cardsScenario(observed: ObservedAnswers): Promise<void> {
  const context = await fieldContext(observed, { account: { merchant_name: 'Example Retail' } });
  await savedCards(context);
  await migratedCards(context);
  await offers(context);
  await blockedCards(context);
}

async function savedCards({ good, list }: FieldContext) {
  await good('customers.create', { body: { customer_id, ...aCustomer } });
  const { body } = aCard(customer_id, {
    card_type: 'CREDIT',
    card_network: 'Visa',
    card_issuing_country: 'UNITEDKINGDOM',
    card_issuing_country_code: 'GB',
  });
  await good('payment-methods.create', {
    body: {
      ...body,
      payment_method_issuer: 'Example Bank',
      payment_method_issuer_code: 'jp_applepay',
      billing: anAddress,
    },
  });
  const ofCustomer = { params: { customer_id } };
  await good('payment-methods.list', ofCustomer);
  await good('customers.retrieve', ofCustomer);
  for (const name of ['customers.list', 'customers.list-with-count']) await list(name);
}

async function migratedCards({ good, shop }: FieldContext) {
  const { id: merchant_id } = shop.merchant;
  const accounts = await good('connector-accounts.list', { params: { account_id: merchant_id } });
  const { merchant_connector_id } = accounts[0];
  const masked = '555555******4444';
  const { payment_method_response } = await good('payment-methods.migrate', {
    body: {
      ...ofOtherSystem(shop).body,
      payment_method_issuer: 'Example Bank',
      network_token: {
        network_token_data: {
          network_token_number: '5555555555554444',
          ...{ network_token_exp_month: '10', network_token_exp_year: '2035' },
        },
        network_token_requestor_ref_id: 'ref_1',
      },
      connector_mandate_details: {
        payments: {
          [merchant_connector_id]: {
            connector_mandate_id: 'mandate_1',
            payment_method_type: 'credit',
            original_payment_authorized_amount: 1_000,
            original_payment_authorized_currency: 'USD',
            connector_customer_id: 'cus_there',
          },
        },
      },
    },
  });
  const send = (name: string, rows: readonly (readonly string[])[], form: object = {}) => {
    const file = new File([rows.map((row) => row.join(',')).join('\n')], 'rows.csv');
    return good(name, { form: { merchant_id, file, ...form } });
  };
  const who = [payment_method_response.customer_id, 'credit', '10', '2035'];
  await send(
    'payment-methods.migrate-batch',
    [
      [
        ...['customer_id', 'payment_method_type', 'card_expiry_month', 'card_expiry_year'],
        ...['card_number_masked', 'raw_card_number', 'payment_instrument_id'],
        ...['original_transaction_id', 'network_token_number'],
      ],
      [...who, masked, '', 'mandate_2', '', ''],
      [...who, '', '5105105105105100', '', '016153570198202', '5555555555554444'],
      [...who, masked, '', '', '', ''],
    ],
    { merchant_connector_id },
  );
  const { payment_method_id } = payment_method_response;
  await send('payment-methods.update-batch', [
    ['payment_method_id', 'card_expiry_year', 'network_transaction_id', 'status'],
    [payment_method_id, '2036', '016153570198201', 'active'],
    ['pm_unknown', '', '', 'active'],
  ]);
}

async function offers({ good, pass, shop }: FieldContext) {
  const enabled = (payment_method: string, payment_method_type: string, more: object = {}) => ({
    payment_method,
    payment_method_types: [{ payment_method_type, recurring_enabled: true, ...more }],
  });
  await connected(
    shop,
    { connector_type: 'payment_processor', connector_name: 'adyen_test' },
    {
      payment_methods_enabled: [
        enabled('card', 'credit', { card_networks: ['Visa', 'Mastercard'] }),
        enabled('wallet', 'paypal'),
        enabled('bank_redirect', 'ideal'),
        enabled('bank_debit', 'sepa'),
        enabled('bank_transfer', 'ach'),
      ],
    },
  );
  await pass();
  // Visa costs an amount, and everything else a share.
  await good('routing.save-surcharge', {
    body: {
      merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
      algorithm: programWhere([isNetwork('Visa')], ofFixed(120), ofRate(1.5, 19)),
    },
  });
  const { allowed_payment_method_types: _, surcharge_details: __, ...stated } = aPayment;
  const { payment_id, client_secret } = await created(shop, {
    ...stated,
    installment_options,
    mandate_data: { mandate_type: { single_use: { amount: 6_540, currency: 'USD' } } },
  });
  const key = shop.merchant.publishableKey;
  const query = { client_secret };
  await good('payment-methods.list-for-merchant', { key, query });
  await good('payments.list-payment-methods', { key, params: { payment_id }, query });
  await good('payments.retrieve-sdk-config', { key, params: { platform: 'web' }, query });
  for (const number of ['4242424242424242', '5555555555554444'])
    await good('payments.eligibility', eligibilityOf(payment_id, number));
  await good('routing.delete-surcharge');
}

const eligibilityOf = (payment_id: string, card_number: string) => ({
  params: { payment_id },
  body: { payment_method_type: 'card', payment_method_data: { card: { card_number } } },
});

async function blockedCards({ good, pass, shop }: FieldContext) {
  await good('blocklist.toggle', { query: { status: 'true' } });
  await good('blocklist.create', { body: { type: 'card_bin', data: '424242' } });
  await pass();
  const { payment_id, client_secret } = await created(shop);
  for (const name of ['payments.eligibility-check', 'payments.eligibility']) {
    const { params, body } = eligibilityOf(payment_id, '4242424242424242');
    const key = shop.merchant.publishableKey;
    await good(name, { key, params, body: { client_secret, ...body } });
  }
}
