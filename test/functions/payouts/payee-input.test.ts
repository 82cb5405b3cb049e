import type { ChangeRule } from '#switch/callers/access-rules.ts';
import { payeeChangeRules, payeeReadRules } from '#switch/payouts/client-rights.ts';
import { PayoutRequest } from '#switch/payouts/request.ts';
import { payoutCards, payoutMerchant, toBank, toCard } from '../../support/entities/a-payout.ts';

type Field = keyof PayoutRequest;

const routingTo = (connector: string) => ({ type: 'single', data: { connector } });
const pix = (pix_key: string) => ({ payout_method_type: 'pix_key', pix_key });

/** A value of every field, and another one. */
const samples: Record<Field, readonly [value: unknown, other: unknown]> = {
  amount: [6_540, 6_541],
  currency: ['USD', 'EUR'],
  merchant_order_reference_id: ['order-1', 'order-2'],
  description: ['Commission', 'Salary'],
  metadata: [{ order: 1 }, { order: 2 }],
  return_url: ['https://shop.example/return', 'https://other.example/return'],
  business_country: ['US', 'DE'],
  business_label: ['default', 'other'],
  // Its merchant has no other.
  profile_id: [undefined, 'pro_other'],
  billing: [{ address: { country: 'US' } }, { address: { country: 'DE' } }],
  browser_info: [{ language: 'en' }, { language: 'de' }],
  customer: [{ email: 'joseph@example.com' }, { email: 'other@example.com' }],
  customer_id: ['cus_1', 'cus_2'],
  email: ['joseph@example.com', 'other@example.com'],
  name: ['Joseph Doe', 'Other Doe'],
  phone: ['8056594427', '8056594428'],
  phone_country_code: ['+1', '+49'],
  auto_fulfill: [false, true],
  payout_type: ['card', 'bank'],
  payout_method_data: [toCard().payout_method_data, toBank().payout_method_data],
  payout_token: [undefined, 'token_aaaaaaaaaaaaaaaaaaaa'],
  payout_method_id: [undefined, 'pm_other'],
  recurring: [false, true],
  entity_type: ['Individual', 'Company'],
  priority: ['fast', 'instant'],
  connector: [['adyen_test'], ['stripe_test']],
  routing: [routingTo('adyen_test'), routingTo('stripe_test')],
  payout_link: [undefined, true],
  payout_link_config: [undefined, { theme: '#112233' }],
  session_expiry: [undefined, 9_000],
  source_bank_data: [undefined, pix('other')],
  confirm: [undefined, true],
  client_secret: [undefined, undefined],
};

const fields = Object.keys(PayoutRequest.entries) as Field[];
const under = (...rules: readonly ChangeRule[]) =>
  fields.filter((field) => rules.includes(payeeChangeRules[field]));
const guarded = under('where open', 'where open, by member', "merchant's", 'by its own rule');

const refusal = (field: string) => ({
  status: 401,
  body: {
    error: { code: 'IR_18', message: `${field} cannot be changed with a publishable key` },
  },
});

/** A payout to a card of which the merchant has stated this besides. */
async function aPayee(stated: object = {}) {
  const payer = await payoutMerchant();
  const { status, body } = await payer.create({ ...toCard(), ...stated });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { payout_id: id, client_secret } = body;
  return {
    payer,
    stored: () => payer.stored(id),
    confirm: (more: object = {}) =>
      payer.confirm(id, { client_secret, ...more }, { key: payer.merchant.publishableKey }),
  };
}

describe('a payee’s confirm with a field that the merchant stated', () => {
  it.each(guarded)(
    "a payee's confirm with another %s than the merchant's is refused by that field's name",
    async (field) => {
      const [value, other] = samples[field];
      const { payer, confirm } = await aPayee(value === undefined ? {} : { [field]: value });
      const before = payer.memory.items();
      const name = field === 'customer' ? 'email' : field;
      expect(await confirm({ [field]: other })).toMatchObject(refusal(name));
      expect(payer.memory.items()).toEqual(before);
    },
  );

  const comparable = guarded.filter(
    (field) => samples[field][0] !== undefined && payeeChangeRules[field] !== 'by its own rule',
  );
  it.each(comparable)(
    "a payee's confirm that repeats the merchant's %s continues",
    async (field) => {
      const stated = { [field]: samples[field][0] };
      const { confirm } = await aPayee(stated);
      expect((await confirm(stated)).body.status).toBe('requires_fulfillment');
    },
  );

  it("a payee's confirm pays to the destination that the merchant stated", async () => {
    const { payer, confirm } = await aPayee();
    for (const request of [toCard(), toCard(payoutCards.later), toBank()]) {
      expect(await confirm(request)).toMatchObject(refusal('payout_method_data'));
    }
    expect((await confirm()).body).toMatchObject({
      payout_method_data: { card: { last4: payoutCards.usual.slice(-4) } },
    });
    expect(await payer.dependencies.processor.payoutLedger()).toHaveLength(1);
  });
});

describe('a payee’s confirm with a field that the merchant left open', () => {
  it.each(under("merchant's"))(
    "a payee's confirm with %s, which the merchant left open, is refused by that field's name",
    async (field) => {
      const { payer, confirm } = await aPayee();
      const before = payer.memory.items();
      expect(await confirm({ [field]: samples[field][1] })).toMatchObject(refusal(field));
      expect(payer.memory.items()).toEqual(before);
    },
  );

  it.each(under('where open', 'where open, by member', "payer's own"))(
    "a payee's confirm may state %s that the merchant left open",
    async (field) => {
      const { confirm } = await aPayee();
      expect((await confirm({ [field]: samples[field][0] })).body.status).toBe(
        'requires_fulfillment',
      );
    },
  );

  it("a payee's confirm states the destination", async () => {
    const payer = await payoutMerchant();
    const { payout_id: id, client_secret } = (await payer.create()).body;
    const by = { key: payer.merchant.publishableKey };
    const { body } = await payer.confirm(id, { client_secret, ...toBank() }, by);
    expect(body).toMatchObject({ status: 'requires_fulfillment', payout_type: 'bank' });
  });

  it("a payee's confirm must agree with the merchant’s record of the customer", async () => {
    const { payer, confirm } = await aPayee();
    await payer.shop.ask('customers.update', {
      key: payer.merchant.key,
      params: { customer_id: 'cus_1' },
      body: { email: 'joseph@example.com' },
    });
    expect(await confirm({ email: 'other@example.com' })).toMatchObject(refusal('email'));
    expect((await confirm({ email: 'joseph@example.com' })).status).toBe(200);
  });
});

it('the confirm of a payee says first that a cancelled payout cannot be confirmed', async () => {
  const { payer, stored, confirm } = await aPayee({ description: 'Winnings' });
  const { id } = await stored();
  const { key } = payer.merchant;
  await payer.shop.ask('payouts.cancel', { key, params: { payout_id: id }, body: {} });
  const { body } = await confirm({ description: 'Other' });
  expect(body.error.message).toMatch(/status cancelled/);
});

it('a payee reads the listed fields of a payout, and its merchant reads all', async () => {
  const stated = {
    metadata: { margin: 7 },
    priority: 'fast',
    source_bank_data: pix('merchant'),
  };
  const { payer, confirm } = await aPayee(stated);
  const shown = (await confirm()).body;
  const { body: whole } = await payer.show(shown.payout_id);
  expect(Object.keys(shown)).toEqual(Object.keys(whole));
  for (const [field, rule] of Object.entries(payeeReadRules)) {
    expect([field, shown[field]]).toEqual([field, rule === 'shown' ? whole[field] : null]);
  }
  expect(whole).toMatchObject({ metadata: { margin: 7 }, priority: 'fast' });
});
