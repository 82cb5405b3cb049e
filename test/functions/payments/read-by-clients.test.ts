import { clientReadRules } from '#switch/payments/response/client-rights.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

/** Data that only the merchant reads. */
const notes = {
  metadata: { margin: 'metadata-of-the-merchant' },
  frm_metadata: { risk: 'frm-of-the-merchant' },
  connector_metadata: { noon: { order_category: 'connector-metadata-of-the-merchant' } },
  feature_metadata: { search_tags: ['tag-of-the-merchant'] },
};

async function aPage(terms: object = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const { body } = await world.ask('payments.create', {
    key: merchant.key,
    body: aPaymentRequest({ ...notes, ...terms }),
  });
  const { payment_id, client_secret } = body;
  const params = { payment_id };
  const key = merchant.publishableKey;
  const { ask } = world;
  return {
    world,
    merchant,
    whole: async () =>
      (
        await ask('payments.retrieve', {
          key: merchant.key,
          params,
          query: { expand_attempts: 'true' },
        })
      ).body,
    /** Every answer that a browser gets with the secret of the payment. */
    answers: {
      confirm: () => ask('payments.confirm', { key, params, body: { client_secret, ...byCard() } }),
      retrieve: () =>
        ask('payments.retrieve', {
          key,
          params,
          query: { client_secret, expand_attempts: 'true', expand_captures: 'true' },
        }),
      sync: () =>
        ask('payments.sync', { key, body: { payment_id, client_secret, expand_attempts: true } }),
      complete_authorize: () =>
        ask('payments.complete-authorize', { key, params, body: { client_secret } }),
      'list for the payment': () =>
        ask('payments.list-payment-methods', { key, params, query: { client_secret } }),
      'list for the merchant': () =>
        ask('payment-methods.list-for-merchant', { key, query: { client_secret } }),
    },
  };
}

describe('a customer’s browser', () => {
  it('a customer’s browser reads the listed fields of a payment, and its merchant reads all', async () => {
    const { answers, whole } = await aPage();
    await answers.confirm();
    const { body: shown } = await answers.retrieve();
    const all = await whole();
    expect(all).toMatchObject({ ...notes, attempts: [{ status: 'charged' }] });
    for (const [field, rule] of Object.entries(clientReadRules)) {
      if (field === 'attempts' || field === 'captures') expect(shown).not.toHaveProperty(field);
      else expect([field, shown[field]]).toEqual([field, rule === 'shown' ? all[field] : null]);
    }
  });

  it("a customer’s browser reads neither the merchant's connector account nor our reference at the processor, whose mark names the account", async () => {
    const { answers, whole } = await aPage();
    const own = ({ reference_id, merchant_connector_id }: Record<string, unknown>) => [
      reference_id,
      merchant_connector_id,
    ];
    const { body } = await answers.confirm();
    expect(own(await whole())).toEqual([expect.any(String), expect.any(String)]);
    const { body: read } = await answers.retrieve();
    const { body: synced } = await answers.sync();
    expect([body, read, synced].map(own)).toEqual(Array(3).fill([null, null]));
  });

  it('a customer’s browser reads the ids by which its confirm can be charged again, at the processor and in the card network', async () => {
    const { answers, whole } = await aPage({
      customer_id: 'cus_1',
      setup_future_usage: 'off_session',
      customer_acceptance: { acceptance_type: 'offline' },
    });
    const { body } = await answers.confirm();
    const ids = ({ connector_mandate_id, network_transaction_id }: typeof body) => [
      connector_mandate_id,
      network_transaction_id,
    ];
    expect(ids(body)).toEqual([expect.any(String), expect.any(String)]);
    expect(ids(await whole())).toEqual(ids(body));
  });

  it.each([
    'list for the payment',
    'list for the merchant',
    'complete_authorize',
    'confirm',
    'retrieve',
    'sync',
  ] as const)(
    "a customer’s browser can't read the merchant's private fields: %s",
    async (answer) => {
      const { answers } = await aPage({ capture_method: 'manual' });
      if (answer === 'retrieve' || answer === 'sync') await answers.confirm();
      const { status, body } = await answers[answer]();
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/of-the-merchant/);
    },
  );

  it("a customer’s browser can't read blocking details", async () => {
    const { world, merchant } = await aPage();
    const body = { type: 'card_bin', data: '400000' };
    await world.ask('blocklist.create', { key: merchant.key, body });
    const query = { data_kind: 'card_bin' };
    const { body: listed } = await world.ask('blocklist.list', { key: merchant.key, query });
    expect(listed.total_count).toBe(1);
    const refused = await world.ask('blocklist.list', { key: merchant.publishableKey, query });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'IR_01']);
  });
});

it("a customer’s app reads the customer's details, and not the merchant's notes", async () => {
  const { world, merchant } = await aPage();
  const noted = { description: 'note-of-the-merchant', metadata: { rank: 'of-the-merchant' } };
  const known = { customer_id: 'cus_1', email: 'payer@example.com' };
  await world.ask('customers.create', { key: merchant.key, body: { ...known, ...noted } });
  const made = await world.ask('ephemeral-keys.create', {
    key: merchant.key,
    body: { customer_id: 'cus_1' },
  });
  const params = { customer_id: 'cus_1' };
  const whole = await world.ask('customers.retrieve', { key: merchant.key, params });
  expect(whole.body).toMatchObject({ ...known, ...noted });
  const shown = await world.ask('customers.retrieve', { key: made.body.secret, params });
  expect(shown.body).toEqual({ ...whole.body, description: null, metadata: null });
});
