import type { CollectionRequest } from './request.ts';

/** The name of the folder, as Bruno shows it. */
export const firstPayment = 'First payment';

/** Requests that lead from an empty switch to a payment and its refund, in their order. */
export const firstPaymentRequests: readonly CollectionRequest[] = [
  {
    name: '1 Create a merchant account',
    method: 'post',
    url: '{{base_url}}/accounts',
    key: '{{admin_key}}',
    body: { merchant_id: 'shop_{{$timestamp}}' },
    stores: {
      merchant_id: 'merchant_id',
      profile_id: 'default_profile',
      publishable_key: 'publishable_key',
    },
    docs: 'The operator takes on a merchant. The identifier has the time in it, so this request works each time.',
  },
  {
    name: '2 Create an API key',
    method: 'post',
    url: '{{base_url}}/api_keys/{{merchant_id}}',
    key: '{{admin_key}}',
    body: { name: 'till', expiration: 'never' },
    stores: { secret_key: 'api_key' },
    docs: 'The switch returns the secret key once, in this answer.',
  },
  {
    name: '3 Create a connector account',
    method: 'post',
    url: '{{base_url}}/account/{{merchant_id}}/connectors',
    key: '{{secret_key}}',
    body: {
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'anything' },
    },
    stores: { merchant_connector_id: 'merchant_connector_id' },
    docs: 'A simulated processor, which accepts every key.',
  },
  {
    name: '4 Create a payment',
    method: 'post',
    url: '{{base_url}}/payments',
    key: '{{secret_key}}',
    body: {
      amount: 2599,
      currency: 'EUR',
      confirm: true,
      payment_method: 'card',
      payment_method_data: {
        card: {
          card_number: '4242424242424242',
          card_exp_month: '12',
          card_exp_year: '2039',
          card_cvc: '314',
        },
      },
    },
    stores: { payment_id: 'payment_id' },
    expects: { status: 'succeeded' },
    docs: 'A payment of 25.99 euros by a test card. The card 4000000000000002 is declined.',
  },
  {
    name: '5 Create a refund',
    method: 'post',
    url: '{{base_url}}/refunds',
    key: '{{secret_key}}',
    body: { payment_id: '{{payment_id}}', amount: 500 },
    stores: { refund_id: 'refund_id' },
    expects: { status: 'succeeded' },
    docs: 'Five euros of the payment go back to the customer.',
  },
];
