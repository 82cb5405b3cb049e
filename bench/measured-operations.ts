import { adminKey } from './stubs.ts';

/** Earlier responses about the same token, by the bundle that answered. */
export type Earlier = ReadonlyMap<string, unknown>;

/** A request, and the bundle that serves it. */
export interface BenchRequest {
  readonly bundle: string;
  /** Requests about the same object contain the same token. */
  request(token: string, merchant: Merchant, earlier: Earlier): ApiRequest;
}

/** A request that is measured. */
export interface MeasuredOperation extends BenchRequest {
  readonly name: string;
  /** Requests that must precede it, repeated for each measurement. */
  readonly after?: readonly BenchRequest[];
  /**
   * Texts, besides the token, that identify the same object in each request's calls, such as an id
   * from an earlier response. Every request has the same number of them, in the same order.
   */
  names?(token: string, earlier: Earlier): Promise<readonly string[]>;
  /** Our target in ms. */
  readonly aimMs?: { readonly p50: number; readonly p99: number };
}

/** The caller of the requests. */
export interface Merchant {
  readonly id: string;
  readonly apiKey: string;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Header names in lower case, added to those of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests for pages are sent without an API key. */
  readonly apiKey?: string;
  /** The caller's IP address; this machine's by default. */
  readonly sourceIp?: string;
  readonly body?: unknown;
}

const address = {
  line1: '1467',
  line2: 'Harrison Street',
  city: 'San Francisco',
  state: 'California',
  zip: '94122',
  country: 'US',
  first_name: 'Test',
  last_name: 'Payer',
};

/** A payment as a shop would ask for it. */
const payment = (token: string) => ({
  payment_id: `pay_${token}`,
  amount: 6_540,
  currency: 'USD',
  capture_method: 'automatic',
  email: 'payer@example.com',
  name: 'Test Payer',
  description: 'Order 1042 of the bench',
  return_url: 'https://shop.example/thanks',
  billing: { address, phone: { number: '8056594427', country_code: '+1' } },
  shipping: { address },
  metadata: { order: '1042', basket: 'two shirts, one hat' },
});

const paidByCard = {
  payment_method: 'card',
  payment_method_type: 'credit',
  payment_method_data: {
    card: {
      card_number: '4242424242424242',
      card_exp_month: '12',
      card_exp_year: '2039',
      card_holder_name: 'Test Payer',
      card_cvc: '314',
    },
  },
};

const customerFields = {
  name: 'Test Payer',
  email: 'payer@example.com',
  phone: '8056594427',
  phone_country_code: '+1',
  description: 'A customer of the bench',
  address,
  metadata: { group: 'regulars' },
};

export const connectorAccount = {
  connector_type: 'payment_processor',
  connector_name: 'fauxpay',
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'bench_processor_key' },
  payment_methods_enabled: [
    {
      payment_method: 'card',
      payment_method_types: [
        {
          payment_method_type: 'credit',
          card_networks: ['Visa', 'Mastercard'],
          minimum_amount: 1,
          maximum_amount: 68_607_706,
          recurring_enabled: true,
          installment_payment_enabled: true,
        },
      ],
    },
  ],
};

const createCustomer: BenchRequest = {
  bundle: 'customers/create',
  request: (token, { apiKey }) => ({
    method: 'POST',
    apiKey,
    body: { ...customerFields, customer_id: `cus_${token}` },
  }),
};

const creating = (changes: object): BenchRequest => ({
  bundle: 'payments/create',
  request: (token, { apiKey }) => ({
    method: 'POST',
    apiKey,
    body: { ...payment(token), ...changes },
  }),
});

const createPayment = creating({});
export const createAndConfirm = creating({ ...paidByCard, confirm: true });
/** An authorized payment that waits for its capture. */
const createAndReserve = creating({ ...paidByCard, confirm: true, capture_method: 'manual' });

const confirmPayment: BenchRequest = {
  bundle: 'payments/confirm',
  request: (token, { apiKey }) => ({
    method: 'POST',
    apiKey,
    params: { payment_id: `pay_${token}` },
    body: paidByCard,
  }),
};

const retrievePayment: BenchRequest = {
  bundle: 'payments/retrieve',
  request: (token, { apiKey }) => ({
    method: 'GET',
    apiKey,
    params: { payment_id: `pay_${token}` },
  }),
};

const updatePayment: BenchRequest = {
  bundle: 'payments/update',
  request: (token, { apiKey }) => ({
    method: 'POST',
    apiKey,
    params: { payment_id: `pay_${token}` },
    body: { amount: 6_040, description: 'Order 1042 of the bench, one hat less' },
  }),
};

const capturePayment: BenchRequest = {
  bundle: 'payments/capture',
  request: (token, { apiKey }) => ({
    method: 'POST',
    apiKey,
    params: { payment_id: `pay_${token}` },
    body: { amount_to_capture: 6_540 },
  }),
};

const cancelPayment: BenchRequest = {
  bundle: 'payments/cancel',
  request: (token, { apiKey }) => ({
    method: 'POST',
    apiKey,
    params: { payment_id: `pay_${token}` },
    body: { cancellation_reason: 'requested_by_customer' },
  }),
};

const createRefund: BenchRequest = {
  bundle: 'refunds/create',
  request: (token, { apiKey }) => ({
    method: 'POST',
    apiKey,
    body: {
      payment_id: `pay_${token}`,
      refund_id: `ref_${token}`,
      amount: 600,
      reason: 'One hat came back',
    },
  }),
};

const retrieveRefund: BenchRequest = {
  bundle: 'refunds/retrieve',
  request: (token, { apiKey }) => ({
    method: 'GET',
    apiKey,
    params: { refund_id: `ref_${token}` },
  }),
};

const createAccount: BenchRequest = {
  bundle: 'accounts/create',
  request: (token) => ({
    method: 'POST',
    apiKey: adminKey,
    body: { merchant_id: `mer_${token}`, merchant_name: 'Example Retail' },
  }),
};

/** The course of an ordinary payment whose goods are shipped later and partly returned. */
export const lifecycle: readonly BenchRequest[] = [
  creating({ capture_method: 'manual' }),
  confirmPayment,
  capturePayment,
  createRefund,
  retrievePayment,
];

/** In the order in which they are measured. */
export const measuredOperations: readonly MeasuredOperation[] = [
  { name: 'customers.create', ...createCustomer },
  {
    name: 'customers.retrieve',
    bundle: 'customers/retrieve',
    after: [createCustomer],
    request: (token, { apiKey }) => ({
      method: 'GET',
      apiKey,
      params: { customer_id: `cus_${token}` },
    }),
  },
  {
    name: 'customers.update',
    bundle: 'customers/update',
    after: [createCustomer],
    request: (token, { apiKey }) => ({
      method: 'POST',
      apiKey,
      params: { customer_id: `cus_${token}` },
      body: { name: 'Another Payer' },
    }),
  },
  { name: 'payments.create', ...createPayment },
  { name: 'payments.retrieve', after: [createPayment], ...retrievePayment },
  { name: 'payments.update', after: [createPayment], ...updatePayment },
  { name: 'payments.confirm', after: [createPayment], ...confirmPayment },
  { name: 'payments.create with confirm', ...createAndConfirm },
  { name: 'payments.capture', after: [createAndReserve], ...capturePayment },
  { name: 'payments.cancel', after: [createAndReserve], ...cancelPayment },
  { name: 'refunds.create', after: [createAndConfirm], ...createRefund },
  { name: 'refunds.retrieve', after: [createAndConfirm, createRefund], ...retrieveRefund },
  { name: 'accounts.create', ...createAccount },
  {
    name: 'accounts.retrieve',
    bundle: 'accounts/retrieve',
    request: (_, { id }) => ({ method: 'GET', apiKey: adminKey, params: { account_id: id } }),
  },
  {
    name: 'api-keys.create',
    bundle: 'api-keys/create',
    request: (_, { id }) => ({
      method: 'POST',
      apiKey: adminKey,
      params: { merchant_id: id },
      body: { name: 'Till backend', expiration: 'never' },
    }),
  },
  {
    name: 'connector-accounts.create',
    bundle: 'connector-accounts/create',
    after: [createAccount],
    request: (token) => ({
      method: 'POST',
      apiKey: adminKey,
      params: { account_id: `mer_${token}` },
      body: connectorAccount,
    }),
  },
];
