import type { Exercise, GrantExercise } from './exercise.ts';
import { aSale, createMerchant, type Merchant, newId, newSecret, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from './switch.ts';

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status >= 500) return false;
  throw new Error(`${status}: ${text}`);
}

const itsStatus = (answer: Answer, status: string) =>
  done(answer) && textAt(answer, 'status') === status;

interface Consent {
  readonly merchant: Merchant;
  readonly customerId: string;
  readonly mandateId: string;
  /** Charges it. */
  charge(more?: object): Promise<Answer>;
}

/** A customer who has agreed to be charged again, by a payment with this card. */
async function aConsent(
  running: RunningSwitch,
  prepare: (merchant: Merchant) => Promise<void> = async () => {},
): Promise<Consent> {
  const merchant = await createMerchant(running);
  await prepare(merchant);
  const { key } = merchant;
  const customerId = newId('cus');
  const body = {
    ...aSale(),
    customer_id: customerId,
    setup_future_usage: 'off_session',
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline' },
      mandate_type: { multi_use: { amount: 50_000, currency: 'USD' } },
    },
  };
  const paid = successful(await running.call('POST', '/payments', { key, body }));
  const query = { force_sync: 'true' };
  const path = `/payments/${textAt(paid, 'payment_id')}`;
  const known = successful(await running.call('GET', path, { key, query }));
  const mandateId = textAt(known, 'mandate_id');
  return {
    merchant,
    customerId,
    mandateId,
    charge: async (more = {}) => {
      const { amount, currency, confirm } = aSale();
      const recurring_details = { type: 'mandate_id', data: mandateId };
      const asked = { amount, currency, confirm, customer_id: customerId, off_session: true };
      const request = { key, body: { ...asked, recurring_details, ...more } };
      return successful(await running.call('POST', '/payments', request));
    },
  };
}

export const mandateExercises: Readonly<Record<string, Exercise>> = {
  'mandates.retrieve': async ({ running }) => {
    const { merchant, mandateId } = await aConsent(running);
    const { key, profileId } = merchant;
    const headers = { 'x-profile-id': profileId };
    return async () => done(await running.call('GET', `/mandates/${mandateId}`, { key, headers }));
  },

  'mandates.list': async ({ running }) => {
    const { merchant } = await aConsent(running);
    const { key, profileId } = merchant;
    const headers = { 'x-profile-id': profileId };
    return async () => {
      for (let tries = 0; tries < 60; tries++) {
        const answer = await running.call('GET', '/mandates/list', { key, headers });
        if (!done(answer)) return false;
        // The stream is some moments behind.
        if (answer.text.includes('man_')) return true;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return false;
    };
  },

  'mandates.list-of-customer': async ({ running }) => {
    const { merchant, customerId } = await aConsent(running);
    const { key, profileId } = merchant;
    const headers = { 'x-profile-id': profileId };
    const path = `/customers/${customerId}/mandates`;
    return async () => done(await running.call('GET', path, { key, headers }));
  },

  'mandates.revoke': async ({ running }) => {
    const { merchant, mandateId } = await aConsent(running);
    const { key, profileId } = merchant;
    const headers = { 'x-profile-id': profileId };
    const path = `/mandates/revoke/${mandateId}`;
    return async () => itsStatus(await running.call('POST', path, { key, headers }), 'revoked');
  },
};

/** What a payment took from its mandate is settled in the same write as the payment. */
const settles = (name: string, exercise: Exercise): GrantExercise => ({
  name,
  action: 'dynamodb:UpdateItem',
  resource: /-data-/,
  exercise,
});

/** What one grant is there for, where the function's usual work does not show that it is missing. */
export const grantSpecificForMandates: readonly GrantExercise[] = [
  settles('payments.capture', async ({ running }) => {
    const { merchant, charge } = await aConsent(running);
    const { key } = merchant;
    const path = `/payments/${textAt(await charge({ capture_method: 'manual' }), 'payment_id')}`;
    return async () =>
      itsStatus(await running.call('POST', `${path}/capture`, { key, body: {} }), 'succeeded');
  }),
  settles('payments.cancel', async ({ running }) => {
    const { merchant, charge } = await aConsent(running);
    const { key } = merchant;
    const path = `/payments/${textAt(await charge({ capture_method: 'manual' }), 'payment_id')}`;
    return async () =>
      itsStatus(await running.call('POST', `${path}/cancel`, { key, body: {} }), 'cancelled');
  }),
  settles('payments.manual-update', async ({ running }) => {
    const { merchant, charge } = await aConsent(running);
    const id = textAt(await charge({ capture_method: 'manual' }), 'payment_id');
    const stored = await running.items(`MERCHANT#${merchant.id}#PAYMENT#${id}`);
    const item = stored.find(({ sk }) => sk === 'PAYMENT');
    if (!item) throw new Error('There is no payment.');
    // It waits for an answer, and nobody but the operator looks after it.
    const attempt = { ...Object(item.value.attempt), status: 'pending' };
    await running.rewrite(item, { status: 'processing', attempt });
    const path = `/payments/${id}/manual-update`;
    const body = { merchant_id: merchant.id, attempt_status: 'failure' };
    return async () => done(await running.call('PUT', path, { key: adminKey, body }));
  }),
  settles('payments.approve', async ({ running }) => {
    const { merchant, path } = await heldForReview(running);
    const { key } = merchant;
    return async () =>
      itsStatus(await running.call('POST', `${path}/approve`, { key, body: {} }), 'succeeded');
  }),
  settles('payments.reject', async ({ running }) => {
    const { merchant, path } = await heldForReview(running);
    const { key } = merchant;
    return async () =>
      itsStatus(await running.call('POST', `${path}/reject`, { key, body: {} }), 'failed');
  }),
];

/** A charge by a mandate that a fraud check left to its merchant: nobody else decides about it. */
async function heldForReview(running: RunningSwitch) {
  const { call } = running;
  const { merchant, charge } = await aConsent(running, async (one) => {
    // Before its first payment: functions keep for a while what they have read of a merchant.
    const { id, key, profileId } = one;
    const checker = {
      connector_type: 'payment_vas',
      connector_name: 'signifyd',
      connector_account_details: { auth_type: 'HeaderKey', api_key: newSecret() },
    };
    successful(await call('POST', `/account/${id}/connectors`, { key, body: checker }));
    const body = { frm_routing_algorithm: { type: 'single', data: 'signifyd' } };
    successful(await call('POST', `/account/${id}/business_profile/${profileId}`, { key, body }));
  });
  const held = await charge({ email: 'review@example.com' });
  return { merchant, path: `/payments/${textAt(held, 'payment_id')}` };
}
