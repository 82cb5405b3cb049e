import { card } from '../switch/payments-in-memory.ts';
import { aPaymentRequest } from '../switch/switch-in-memory.ts';

/*
 * Requests that state everything that can be stated of something: members that are answered as stated
 * has a value then.
 */

const { billing, browser_info } = aPaymentRequest();

/** An address with every member. */
export const anAddress = {
  ...billing,
  address: { ...billing.address, origin_zip: '94121' },
} as const;

/** What a payment, too, states of its customer. */
export const aPayer = {
  name: 'Joseph Doe',
  email: 'joseph.doe@example.com',
  phone: '8056594427',
  phone_country_code: '+1',
  tax_registration_id: '12-3456789',
  document_details: { document_type: 'cpf', document_number: '52998224725' },
} as const;

/** A customer, but for the identifier. */
export const aCustomer = {
  ...aPayer,
  description: 'Buys shoes',
  address: anAddress.address,
  metadata: { size: '44' },
} as const;

/** A browser with every member. */
export const aBrowser = {
  ...browser_info,
  os_type: 'Linux',
  os_version: '6',
  device_model: 'Example',
  accept_language: 'en',
  referer: 'https://shop.example/',
} as const;

/** A card with every member that can be stated of it. */
export const aStatedCard = {
  ...card(),
  card_holder_name: 'Joseph Doe',
  nick_name: 'mine',
  card_issuer: 'EXAMPLE BANK',
  card_network: 'Visa',
  card_type: 'credit',
  card_issuing_country: 'UNITEDKINGDOM',
} as const;

/** Fields of a payment beside its method, its capture and those that every request states. */
export const aPayment = {
  order_tax_amount: 500,
  shipping_cost: 400,
  surcharge_details: { surcharge_amount: 100, tax_amount: 10 },
  merchant_order_reference_id: 'order_10017',
  connector_metadata: {
    apple_pay: {
      session_token_data: {
        payment_processing_details_at: 'Connector',
        certificate: 'a certificate',
        certificate_keys: 'a key',
        merchant_identifier: 'merchant.example',
        display_name: 'Example Retail',
        initiative: 'web',
      },
    },
    airwallex: { payload: 'a payload' },
    noon: { order_category: 'shoes' },
    braintree: { merchant_account_id: 'account_1', merchant_config_currency: 'USD' },
    adyen: { testing: { holder_name: 'CAPTURED' } },
    peachpayments: { rrn: '1' },
    santander: { boleto: { document_kind: 'receipt' } },
  },
  feature_metadata: {
    redirect_response: { param: 'a=1', json_payload: { a: '1' } },
    search_tags: ['shoes'],
    apple_pay_recurring_details: {
      payment_description: 'Shoes',
      regular_billing: { label: 'Shoes' },
      management_url: 'https://shop.example/subscriptions',
    },
    pix_additional_details: { immediate: { time: 60 } },
    boleto_additional_details: { due_date: '2026-12-01' },
    pix_automatico_additional_details: { type: 'pix_automatico_push', time: 60 },
    finix_additional_details: { fraud_session_id: 'session_1' },
  },
  frm_metadata: { order: '10017' },
  billing_descriptor: {
    name: 'Shoes',
    city: 'San Francisco',
    phone: '8056594427',
    statement_descriptor: 'Shoes',
    statement_descriptor_suffix: 'Example',
    reference: '10017',
  },
  allowed_payment_method_types: ['credit'],
  business_country: 'US',
  business_label: 'shoes',
  business_sub_label: 'running',
  is_iframe_redirection_enabled: true,
  payment_channel: { other: 'a fair' },
  partner_merchant_identifier_details: {
    partner_details: { name: 'Partner', version: '1', integrator: 'Example Integrator' },
    merchant_details: { name: 'Example Retail', version: '2' },
  },
  tokenization: 'tokenize_at_psp',
  customer: {
    id: 'customer_example',
    ...aPayer,
  },
  billing: anAddress,
  shipping: anAddress,
  order_details: [
    {
      product_name: 'Shoes',
      quantity: 2,
      amount: 3_270,
      tax_rate: 7.5,
      total_tax_amount: 500,
      requires_shipping: true,
      product_img_link: 'https://shop.example/shoes.png',
      product_id: 'shoes_44',
      category: 'clothing',
      sub_category: 'shoes',
      brand: 'Example',
      product_type: 'physical',
      product_tax_code: '20010',
      description: 'Running shoes',
      sku: 'S44',
      upc: '012345678905',
      commodity_code: '5311',
      unit_of_measure: 'pair',
      total_amount: 6_540,
      unit_discount_amount: 100,
    },
  ],
  browser_info: aBrowser,
  payment_experience: 'redirect_to_url',
  setup_future_usage: 'off_session',
  is_stored_credential: true,
  mit_category: 'unscheduled',
  force_3ds_challenge: true,
  request_external_three_ds_authentication: true,
  enable_partial_authorization: true,
} as const;

/** The plans of paying in parts that it offers; not while it is confirmed. */
export const installment_options = [
  {
    payment_method: 'card',
    installments: [
      { number_of_installments: [3, 6], billing_frequency: 'month', interest_rate: 1 },
    ],
  },
] as const;
