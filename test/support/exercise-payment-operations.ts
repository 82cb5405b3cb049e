import { parsePayment } from '../../shared/payments/payment-store.ts';
import { processorPage } from './customer.ts';
import { cardsLeft } from './exercise-cards.ts';
import { type Exercise, withoutWebhooks } from './exercise-functions.ts';
import { aSale, createMerchant, type Merchant, newId, newSecret, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from './switch.ts';

/** What merchants do with payments beside taking, capturing and cancelling them. */

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status >= 500) return false;
  throw new Error(`${status}: ${text}`);
}

interface APayment {
  readonly merchant: Merchant;
  readonly answer: Answer;
  /** Where it is changed. */
  readonly path: string;
}

async function aPayment({ call }: RunningSwitch, merchant: Merchant, body: object) {
  const answer = successful(await call('POST', '/payments', { key: merchant.key, body }));
  return { merchant, answer, path: `/payments/${textAt(answer, 'payment_id')}` };
}

const itsStatus = (answer: Answer, status: string) =>
  done(answer) && textAt(answer, 'status') === status;

/** A payment whose reservation can be raised and kept for longer. */
const incrementable = async (running: RunningSwitch): Promise<APayment> =>
  aPayment(running, await createMerchant(running), {
    ...aSale(),
    capture_method: 'manual',
    request_incremental_authorization: true,
    request_extended_authorization: true,
  });

/** A payment that a fraud check left to its merchant. */
async function heldForReview(running: RunningSwitch): Promise<APayment> {
  const merchant = await createMerchant(running);
  const { id, key, profileId } = merchant;
  const checker = {
    connector_type: 'payment_vas',
    connector_name: 'signifyd',
    connector_account_details: { auth_type: 'HeaderKey', api_key: newSecret() },
  };
  successful(await running.call('POST', `/account/${id}/connectors`, { key, body: checker }));
  const frm_routing_algorithm = { type: 'single', data: 'signifyd' };
  const path = `/account/${id}/business_profile/${profileId}`;
  successful(await running.call('POST', path, { key, body: { frm_routing_algorithm } }));
  return aPayment(running, merchant, { ...aSale(), email: 'review@example.com' });
}

/** Asks after a payment whose customer has paid with a first card, which nobody but the processor knows. */
const receivingWebhook =
  (ask: (running: RunningSwitch, payment: APayment) => Promise<Answer>): Exercise =>
  async ({ running }) => {
    const customer_id = newId('cus');
    const payment = await aPayment(running, await createMerchant(running), {
      ...aSale('4000003800000446'),
      customer_id,
      setup_future_usage: 'on_session',
      customer_acceptance: { acceptance_type: 'offline' },
    });
    const { key } = payment.merchant;
    const page = await processorPage(running, payment.answer);
    return withoutWebhooks(running, async () => {
      successful(await running.call('GET', `${page}/complete?confirm=true`));
      const heard = itsStatus(await ask(running, payment), 'succeeded');
      const found = successful(await running.call('GET', `/customers/${customer_id}`, { key }));
      return heard && /"default_payment_method_id":"pm_/.test(found.text);
    });
  };

/** A payment whose customer is to be authenticated by a server beside the processor. */
async function authenticating(running: RunningSwitch): Promise<APayment> {
  const merchant = await createMerchant(running);
  const { id, key, profileId } = merchant;
  const server = {
    connector_type: 'authentication_processor',
    connector_name: 'threedsecureio',
    connector_account_details: { auth_type: 'HeaderKey', api_key: newSecret() },
  };
  successful(await running.call('POST', `/account/${id}/connectors`, { key, body: server }));
  const authentication_connector_details = {
    authentication_connectors: ['threedsecureio'],
    three_ds_requestor_url: 'https://shop.example/about',
  };
  const path = `/account/${id}/business_profile/${profileId}`;
  successful(await running.call('POST', path, { key, body: { authentication_connector_details } }));
  return aPayment(running, merchant, {
    ...aSale(),
    authentication_type: 'three_ds',
    request_external_three_ds_authentication: true,
    return_url: 'https://shop.example/return',
  });
}

/** The customer comes from the bank; afterwards the vault has no card of the merchant's any more. */
const completingAuthentication =
  (method: 'GET' | 'POST'): Exercise =>
  async ({ running }) => {
    const { merchant, answer } = await authenticating(running);
    const address = textAt(answer, 'next_action.three_ds_data.three_ds_authorize_url');
    return async () => {
      const back = await running.call(method, address);
      const isPaid = back.headers.get('location')?.includes('status=succeeded') ?? false;
      return done(back) && isPaid && (await cardsLeft(running, merchant)) === 0;
    };
  };

export const paymentOperationExercises: Readonly<Record<string, Exercise>> = {
  'payments.incremental-authorization': async ({ running }) => {
    const { merchant, path } = await incrementable(running);
    const request = { key: merchant.key, body: { amount: 999_999 } };
    return async () => {
      const answer = await running.call('POST', `${path}/incremental_authorization`, request);
      return done(answer) && /"status":"success"/.test(answer.text);
    };
  },

  'payments.extend-authorization': async ({ running }) => {
    const { merchant, path } = await incrementable(running);
    const { key } = merchant;
    return async () => {
      const answer = await running.call('POST', `${path}/extend_authorization`, { key });
      return done(answer) && /"extended_authorization_last_applied_at":"2/.test(answer.text);
    };
  },

  'payments.sync': receivingWebhook(({ call }, { merchant: { key }, answer }) =>
    call('POST', '/payments/sync', {
      key,
      body: { payment_id: textAt(answer, 'payment_id'), force_sync: true },
    }),
  ),

  'payments.complete-authorize': receivingWebhook(({ call }, { merchant: { key }, path }) =>
    call('POST', `${path}/complete_authorize`, { key, body: {} }),
  ),

  'payments.update-metadata': async ({ running }) => {
    const { merchant, path } = await aPayment(running, await createMerchant(running), aSale());
    const { key, profileId } = merchant;
    const headers = { 'x-profile-id': profileId };
    const request = { key, headers, body: { metadata: { order: '7' } } };
    return async () => done(await running.call('POST', `${path}/update_metadata`, request));
  },

  'payments.approve': async ({ running }) => {
    const { merchant, path } = await heldForReview(running);
    const request = { key: merchant.key, body: {} };
    return async () =>
      itsStatus(await running.call('POST', `${path}/approve`, request), 'succeeded');
  },

  'payments.reject': async ({ running }) => {
    const { merchant, path } = await heldForReview(running);
    const request = { key: merchant.key, body: {} };
    return async () => {
      const answer = await running.call('POST', `${path}/reject`, request);
      return itsStatus(answer, 'failed') && textAt(answer, 'merchant_decision') === 'rejected';
    };
  },

  'payments.manual-status-update': async ({ running }) => {
    const { merchant, path } = await aPayment(running, await createMerchant(running), aSale());
    const stored = await running.items(`MERCHANT#${merchant.id}#PAYMENT#`);
    const item = stored.find(({ sk }) => sk === 'PAYMENT');
    if (!item) throw new Error('There is no payment.');
    const attempt = { ...parsePayment(item.value).attempt, status: 'capture_review' };
    await running.rewrite(item, { status: 'review', attempt });
    const body = { merchant_id: merchant.id, intent_status: 'succeeded' };
    return async () =>
      done(await running.call('POST', `${path}/manual-status-update`, { key: adminKey, body }));
  },

  'payments.authenticate': async ({ running }) => {
    const { merchant, answer, path } = await authenticating(running);
    const request = {
      key: merchant.publishableKey,
      body: {
        client_secret: textAt(answer, 'client_secret'),
        device_channel: 'BRW',
        threeds_method_comp_ind: 'U',
      },
    };
    return async () => {
      const told = await running.call('POST', `${path}/3ds/authentication`, request);
      if (!done(told) || textAt(told, 'trans_status') !== 'Y') return false;
      const shown = successful(await running.call('GET', path, { key: merchant.key }));
      return /"authentication_flow":"frictionless"/.test(shown.text);
    };
  },

  'payments.session-tokens': async ({ running }) => {
    const merchant = await createMerchant(running);
    const { id, key, publishableKey, profileId } = merchant;
    const wallets = [{ payment_method_type: 'apple_pay' }];
    const account = {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_account_details: { auth_type: 'HeaderKey', api_key: newSecret() },
      metadata: { apple_pay: { payment_request_data: { label: 'Shop' } } },
      payment_methods_enabled: [{ payment_method: 'wallet', payment_method_types: wallets }],
    };
    successful(await running.call('POST', `/account/${id}/connectors`, { key, body: account }));
    const { answer } = await aPayment(running, merchant, { amount: 100, currency: 'USD' });
    const [payment_id, client_secret] = ['payment_id', 'client_secret'].map((name) =>
      textAt(answer, name),
    );
    const headers = { 'x-profile-id': profileId };
    const body = { payment_id, client_secret, wallets: ['apple_pay'] };
    const request = { key: publishableKey, headers, body };
    return async () => {
      const opened = await running.call('POST', '/payments/session_tokens', request);
      return done(opened) && /"wallet_name":"apple_pay"/.test(opened.text);
    };
  },

  'payments.authenticate-return': completingAuthentication('GET'),
  'payments.authenticate-return-posted': completingAuthentication('POST'),

  'sandbox.authenticate': async ({ running }) => {
    const { url, ...request } = anAuthentication(running);
    return async () => done(await running.call('PUT', url, request));
  },

  'sandbox.retrieve-authentication': async ({ running }) => {
    const { url, ...request } = anAuthentication(running);
    successful(await running.call('PUT', url, request));
    return async () => done(await running.call('GET', url, { key: request.key }));
  },

  'sandbox.increment': async ({ running }) => {
    const { url, key } = await aSandboxReservation(running);
    const body = { amount: 7_000 };
    return async () =>
      done(await running.call('PUT', `${url}/increments/${newId('auth')}`, { key, body }));
  },

  'sandbox.extend': async ({ running }) => {
    const { url, key } = await aSandboxReservation(running);
    return async () => done(await running.call('PUT', `${url}/extension`, { key, body: {} }));
  },

  'payments.calculate-tax': async ({ running }) => {
    const merchant = await createMerchant(running);
    const { id, key, publishableKey, profileId } = merchant;
    const calculator = {
      connector_type: 'tax_processor',
      connector_name: 'taxjar',
      connector_account_details: { auth_type: 'HeaderKey', api_key: newSecret() },
    };
    const made = successful(
      await running.call('POST', `/account/${id}/connectors`, { key, body: calculator }),
    );
    const settings = {
      tax_connector_id: textAt(made, 'merchant_connector_id'),
      is_tax_connector_enabled: true,
    };
    const profile = `/account/${id}/business_profile/${profileId}`;
    successful(await running.call('POST', profile, { key, body: settings }));
    const sale = { amount: 10_000, currency: 'EUR' };
    const { answer, path } = await aPayment(running, merchant, sale);
    const body = {
      client_secret: textAt(answer, 'client_secret'),
      shipping: { address: { country: 'DE' } },
      payment_method_type: 'paypal',
    };
    return async () => {
      const request = { key: publishableKey, body };
      const told = await running.call('POST', `${path}/calculate_tax`, request);
      return done(told) && /"order_tax_amount":1900/.test(told.text);
    };
  },

  'sandbox.calculate-tax': async ({ running }) => {
    const url = `${running.sandboxUrl}/tax-calculations/${newId('ref')}`;
    const body = { amount: 6_540, shipping_cost: 0, currency: 'USD', country: 'US' };
    return async () => done(await running.call('PUT', url, { key: newSecret(), body }));
  },

  'sandbox.check-risk': async ({ running }) => {
    const url = `${running.sandboxUrl}/risk-checks/${newId('ref')}`;
    const body = { checker: 'signifyd', amount: 6_540, currency: 'USD' };
    return async () => done(await running.call('PUT', url, { key: newSecret(), body }));
  },
};

/** A payment at the sandbox processor that can be raised and kept for longer, and whose news are sent. */
async function aSandboxReservation({ call, sandboxUrl }: RunningSwitch) {
  const [url, key] = [`${sandboxUrl}/payments/${newId('ref')}`, newSecret()];
  const body = {
    processor: 'fauxpay',
    amount: 6_540,
    currency: 'USD',
    capture_method: 'manual',
    card: { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' },
    notification_url: 'http://127.0.0.1:9/news',
    incremental_authorization: true,
    extended_authorization: true,
  };
  successful(await call('PUT', url, { key, body }));
  return { url, key };
}

const anAuthentication = ({ sandboxUrl }: RunningSwitch) => ({
  url: `${sandboxUrl}/authentications/${newId('ref')}`,
  key: newSecret(),
  body: {
    amount: 6_540,
    currency: 'USD',
    card: { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' },
    return_url: 'https://shop.example/return',
  },
});
