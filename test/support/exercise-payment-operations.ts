import type { Exercise } from './exercise.ts';
import { newId, newSecret, successful } from './merchant.ts';
import type { Answer, RunningSwitch } from './switch.ts';

/** What merchants do with payments beside taking, capturing and cancelling them. */

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status >= 500) return false;
  throw new Error(`${status}: ${text}`);
}

export const paymentOperationExercises: Readonly<Record<string, Exercise>> = {
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

  'sandbox.calculate-tax': async ({ running }) => {
    const url = `${running.sandboxUrl}/tax-calculations/${newId('ref')}`;
    const body = { amount: 6_540, shipping_cost: 0, currency: 'USD', country: 'US' };
    return async () => done(await running.call('PUT', url, { key: newSecret(), body }));
  },

  'sandbox.open-wallet-session': async ({ running }) => {
    const url = `${running.sandboxUrl}/wallet-sessions/${newId('ref')}`;
    const body = { wallet: 'paypal', amount: 6_540, currency: 'USD' };
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
    repeat_answers: true,
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
