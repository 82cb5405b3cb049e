import * as v from 'valibot';
import { tableOver } from '#platform/table/table.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { confirmPayment } from '#switch/payments/operations.ts';
import { VaultError } from '#vault/vault-error.ts';
import { failingCalls } from '../../support/runner/faults.ts';
import {
  byCard,
  card,
  merchantId,
  paymentsInMemory,
} from '../../support/switch/payments-in-memory.ts';
import {
  anotherCard,
  auditedActions,
  cardsIn,
  leftIn,
  noDigitsIn,
  shownTo,
} from './vault-witnesses.ts';

type Faults = NonNullable<Parameters<typeof paymentsInMemory>[0]>;

/**
 * A saved card: its customer, and the data of its first payment for charges without the customer.
 */
interface Saved {
  readonly customerId: string;
  readonly status: 'active' | 'inactive';
  readonly networkTransactionId: string;
}

async function aShopWithCustomer(faults: Faults = {}) {
  const shown = shownTo();
  const shop = await paymentsInMemory({
    ...faults,
    send: (send) => shown.by(faults.send?.(send) ?? send),
  });
  const store = paymentMethodStore(tableOver(shop.memory));
  const about = (tenant: string) => ({
    tenant,
    actor: { kind: 'switch', id: tenant } as const,
    reason: 'a test',
    origin: 'switch',
    requestId: 'req_1',
    now: shop.clock.now,
  });

  /** A card in the vault, as the page of the vault captures it. */
  async function captured({ tenant = merchantId, number = '4242424242424242', code = '737' } = {}) {
    const stored = await shop.vault.cards.store(about(tenant), {
      number: Buffer.from(number),
      brand: number === anotherCard ? 'mastercard' : 'visa',
      holderName: 'ANA LIMA',
      expiryMonth: '08',
      expiryYear: '2031',
      ...(code && { cvc: Buffer.from(code) }),
    });
    return stored;
  }

  /** A customer's saved card, with a payment token of a list. */
  async function saved(given: Partial<Saved> = {}) {
    const { customerId = 'cus_1', status = 'active', networkTransactionId } = given;
    await customer(customerId);
    const { paymentMethod } = await store.saveCard({
      merchantId,
      customerId,
      status,
      now: shop.clock.now,
      type: 'credit',
      card: await captured({ code: '' }),
      facts: { nick_name: 'work', card_issuer: 'EXAMPLE BANK' },
    });
    if (networkTransactionId) {
      const use = { now: shop.clock.now, networkTransactionId };
      await store.recordUse(merchantId, paymentMethod.id, use);
    }
    const until = new Date(shop.clock.now.getTime() + 900_000);
    const [token = ''] = await store.issueTokens(merchantId, [paymentMethod], until);
    return { paymentMethod, token };
  }

  async function customer(customerId: string) {
    const at = shop.clock.now.toISOString();
    await shop.services.customers.createIfAbsent({
      merchantId,
      id: customerId,
      createdAt: at,
      modifiedAt: at,
      version: 1,
    });
  }

  const begun = async (more: object = {}) => {
    const { payment_id } = await paying({ confirm: false, ...more });
    return payment_id;
  };

  async function paying(more: object) {
    const body = v.parse(confirmPayment.body, {
      amount: 2_599,
      currency: 'EUR',
      confirm: true,
      ...more,
    });
    const response = await shop.create(body);
    if (!('payment_id' in response)) throw new Error('A payment was to be made.');
    return response;
  }

  return { shop, store, captured, saved, begun, paying, shown: shown.cards };
}

const byToken = (payment_token: string, more: object = {}) => ({
  payment_method: 'card',
  payment_token,
  ...more,
});

describe('a payment token of a customer’s list', () => {
  it('a payment token of a customer’s list pays with the saved card, and the answer names it', async () => {
    const { shop, saved, begun, shown } = await aShopWithCustomer();
    const { paymentMethod, token } = await saved();
    const payment = await begun({ customer_id: 'cus_1' });
    shop.passes(60);
    expect(await shop.confirm(payment, byToken(token, { card_cvc: '737' }))).toMatchObject({
      status: 'succeeded',
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_id: paymentMethod.id,
      payment_method_status: 'active',
      payment_token: token,
      card_discovery: 'saved_card',
      payment_method_data: {
        card: { last4: '4242', card_network: 'Visa', card_issuer: 'EXAMPLE BANK' },
      },
    });
    expect(shown).toEqual([
      {
        number: '4242424242424242',
        expiry_month: '08',
        expiry_year: '2031',
        cvc: '737',
        holder_name: 'ANA LIMA',
      },
    ]);
    expect(auditedActions(shop.vault)).toEqual(['card.stored', 'card.used']);
    expect(cardsIn(shop.vault)).toHaveLength(1);
    noDigitsIn(shop);
  });

  it('a payment token in a create that confirms pays, with its code in the card token or without one', async () => {
    const { saved, paying, shown } = await aShopWithCustomer();
    const [one, other] = [await saved(), await saved()];
    const payment_method_data = { card_token: { card_cvc: '737', card_holder_name: 'A. LIMA' } };
    const more = { customer_id: 'cus_1', payment_method_data };
    expect(await paying(byToken(one.token, more))).toMatchObject({
      status: 'succeeded',
      payment_method_data: { card: { card_holder_name: 'A. LIMA' } },
    });
    expect(await paying(byToken(other.token, { customer_id: 'cus_1' }))).toMatchObject({
      status: 'succeeded',
    });
    expect(shown).toMatchObject([
      { cvc: '737', holder_name: 'A. LIMA' },
      { holder_name: 'ANA LIMA' },
    ]);
    expect(shown[1]).not.toHaveProperty('cvc');
  });

  it('a payment token pays with a code that only the vault has seen, and the vault forgets it', async () => {
    const { shop, saved, begun, shown } = await aShopWithCustomer();
    const { token } = await saved();
    const payment = await begun({ customer_id: 'cus_1' });
    const card_cvc_token = 'c0de'.repeat(8);
    await shop.vault.codes.store({
      tenant: merchantId,
      cardToken: card_cvc_token,
      cvc: Buffer.from('737'),
      seconds: 900,
      actor: { kind: 'session token', id: 'a token' },
      reason: 'a test',
      origin: '192.0.2.7',
      requestId: 'req_1',
      now: shop.clock.now,
    });
    const payment_method_data = { card_token: { card_cvc_token } };
    expect(await shop.confirm(payment, byToken(token, { payment_method_data }))).toMatchObject({
      status: 'succeeded',
      card_discovery: 'saved_card',
    });
    expect(shown).toMatchObject([{ number: '4242424242424242', cvc: '737' }]);
    const left = await shop.vault.codes.expiryOf(merchantId, [card_cvc_token], shop.clock.now);
    expect(left.size).toBe(0);
    noDigitsIn(shop);
  });

  it('a payment token is attached by a create without confirm', async () => {
    const { shop, saved, begun } = await aShopWithCustomer();
    const { token } = await saved();
    const payment = await begun(byToken(token, { customer_id: 'cus_1' }));
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'requires_payment_method' });
    expect(await shop.confirm(payment)).toMatchObject({ status: 'succeeded' });
  });

  it('a payment token of a customer’s list serves once, and its payment method becomes the last used', async () => {
    const { shop, store, saved, paying } = await aShopWithCustomer();
    const { paymentMethod, token } = await saved();
    shop.passes(60);
    await paying(byToken(token, { customer_id: 'cus_1' }));
    const { lastUsedAt } = await store.get(merchantId, paymentMethod.id);
    expect(lastUsedAt).toBe(shop.clock.now.toISOString());
    await expect(paying(byToken(token, { customer_id: 'cus_1' }))).rejects.toMatchObject({
      kind: 'token_expired',
    });
  });

  it('a payment token is refused after its time', async () => {
    const { shop, saved, begun } = await aShopWithCustomer();
    const { token } = await saved();
    const payment = await begun({ customer_id: 'cus_1' });
    shop.passes(899);
    const other = await begun({ customer_id: 'cus_1' });
    expect(await shop.confirm(other, byToken(token))).toMatchObject({ status: 'succeeded' });
    const { token: another } = await saved();
    shop.passes(900);
    await expect(shop.confirm(payment, byToken(another))).rejects.toMatchObject({
      kind: 'token_expired',
    });
  });

  it.each([
    ['nobody’s', { payment_token: 'token_0123456789abcdefghij' }, 'token_expired'],
    ['no token at all', { payment_token: 'anything' }, 'token_expired'],
    ['of another customer', { customer_id: 'cus_2' }, 'precondition_failed'],
    ['without a customer', { customer_id: null }, 'precondition_failed'],
    ['without a payment method', { payment_method: null }, 'missing_param'],
    [
      'with another payment method',
      { payment_method: 'wallet', payment_method_type: 'google_pay' },
      'token_expired',
    ],
    ['with a code that cannot be one', { card_cvc: '12' }, 'precondition_failed'],
    ['with letters as a code', { card_cvc: 'abc' }, 'invalid_value'],
    [
      'with something else besides',
      { recurring_details: { type: 'payment_method_id', data: 'pm_1' }, off_session: true },
      'precondition_failed',
    ],
  ])('a payment token is refused, and nothing is written: %s', async (_, more, kind) => {
    const { shop, saved, paying } = await aShopWithCustomer();
    const { token } = await saved();
    await saved({ customerId: 'cus_2' });
    const before = JSON.stringify(shop.memory.items());
    const body = { ...byToken(token, { customer_id: 'cus_1' }), ...more };
    await expect(paying(body)).rejects.toMatchObject({ kind });
    expect(JSON.stringify(shop.memory.items())).toBe(before);
    expect(shop.asked).toEqual([]);
  });

  it("a payment token of another customer is refused with Hyperswitch's message", async () => {
    const { saved, paying } = await aShopWithCustomer();
    const { token } = await saved();
    const message =
      'customer associated with payment method and customer passed in payment are not same';
    await expect(paying(byToken(token, { customer_id: 'cus_2' }))).rejects.toMatchObject({
      details: { message },
    });
  });

  it('a payment token pays nothing when the vault cannot be used, and pays when it can', async () => {
    let isDown = true;
    const { shop, saved, begun } = await aShopWithCustomer({
      cards: ({ cards }) => ({
        ...cards,
        use: (request) =>
          isDown ? Promise.reject(new VaultError('service_unavailable')) : cards.use(request),
      }),
    });
    const { token } = await saved();
    const payment = await begun({ customer_id: 'cus_1' });
    const before = JSON.stringify(shop.memory.items());
    await expect(shop.confirm(payment, byToken(token))).rejects.toMatchObject({
      kind: 'temporarily_unavailable',
    });
    expect(JSON.stringify(shop.memory.items())).toBe(before);
    isDown = false;
    expect(await shop.confirm(payment, byToken(token))).toMatchObject({ status: 'succeeded' });
  });
});

describe('a card that was captured in the vault', () => {
  const ways = [
    ['as the payment token', (token: string) => byToken(token)],
    [
      'in the payment method data',
      (vault_token: string) => ({
        payment_method: 'card',
        payment_method_data: { card_token: { vault_token } },
      }),
    ],
  ] as const;

  it.each(ways)(
    'a captured card pays with the code that was captured with it: %s',
    async (_, by) => {
      const { shop, captured, paying, shown } = await aShopWithCustomer();
      const { token } = await captured();
      expect(await paying(by(token))).toMatchObject({
        status: 'succeeded',
        card_discovery: 'manual',
        payment_method_id: null,
        payment_method_data: {
          card: {
            last4: '4242',
            card_isin: '424242',
            card_network: 'Visa',
            card_exp_month: '08',
            card_exp_year: '2031',
            card_holder_name: 'ANA LIMA',
          },
        },
      });
      expect(shown).toMatchObject([{ number: '4242424242424242', cvc: '737' }]);
      // The merchant's own card stays; its code may not.
      expect(leftIn(shop.vault)).toMatchObject([{ token }]);
      noDigitsIn(shop);
    },
  );

  it.each(ways)('a captured card pays an existing payment: %s', async (_, by) => {
    const { shop, captured, begun, shown } = await aShopWithCustomer();
    const { token } = await captured({ number: anotherCard });
    const payment = await begun();
    expect(await shop.confirm(payment, { ...by(token), card_cvc: '999' })).toMatchObject({
      status: 'succeeded',
      payment_method_data: { card: { last4: '4444', card_network: 'Mastercard' } },
    });
    expect(shown).toMatchObject([{ number: anotherCard, cvc: '999' }]);
    expect(leftIn(shop.vault)).toMatchObject([{ token }]);
  });

  it('a captured card waits for the confirm in the vault', async () => {
    const { shop, captured, begun, shown } = await aShopWithCustomer();
    const { token } = await captured();
    const payment = await begun({
      payment_method: 'card',
      payment_method_data: { card_token: { vault_token: token } },
    });
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'requires_confirmation',
      payment_method_data: { card: { last4: '4242' } },
    });
    expect(await shop.confirm(payment)).toMatchObject({ status: 'succeeded' });
    expect(shown).toMatchObject([{ cvc: '737' }]);
    expect(leftIn(shop.vault)).toMatchObject([{ token }]);
  });

  it.each(ways)('a captured card of another merchant answers not found: %s', async (_, by) => {
    const { shop, captured, paying } = await aShopWithCustomer();
    const { token } = await captured({ tenant: 'shop_2' });
    const unknown = 'f'.repeat(32);
    for (const one of [token, unknown]) {
      await expect(paying(by(one))).rejects.toMatchObject({ kind: 'token_expired', details: {} });
    }
    await expect(paying({ ...by(token), confirm: false, payment_token: null })).rejects.toThrow();
    expect(shop.asked).toEqual([]);
    expect(auditedActions(shop.vault)).not.toContain('card.used');
  });

  it('a captured card is one charge when several confirms race, and its code is used once', async () => {
    const { shop, captured, begun, shown } = await aShopWithCustomer();
    const { token } = await captured();
    const payment = await begun();
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => shop.confirm(payment, byToken(token))),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(shown).toMatchObject([{ cvc: '737' }]);
    expect(auditedActions(shop.vault).filter((type) => type === 'cvc.taken')).toHaveLength(1);
  });
});

const recurring = (data: string) => ({ type: 'payment_method_id', data });

describe('charging a saved payment method while the customer is away', () => {
  const charge = (data: string, more: object = {}) => ({
    customer_id: 'cus_1',
    off_session: true,
    recurring_details: { type: 'payment_method_id', data },
    ...more,
  });

  it('an off-session charge of a saved payment method is a payment like any other, without a code', async () => {
    const profile = { is_connector_agnostic_mit_enabled: true };
    const { saved, paying, shown } = await aShopWithCustomer({ profile });
    const { paymentMethod } = await saved({ networkTransactionId: 'nti_of_the_first' });
    expect(await paying(charge(paymentMethod.id))).toMatchObject({
      status: 'succeeded',
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_id: paymentMethod.id,
      payment_method_status: 'active',
      card_discovery: 'saved_card',
      off_session: true,
    });
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toHaveProperty('cvc');
  });

  const withText = (message: string) => ({ kind: 'precondition_failed', details: { message } });
  it.each([
    [
      'nobody’s',
      { recurring_details: recurring('pm_of_nobody') },
      { kind: 'payment_method_not_found' },
    ],
    [
      'no customer',
      { customer_id: null },
      { kind: 'missing_param', details: { field: 'customer_id' } },
    ],
    [
      'no off_session',
      { off_session: null },
      { kind: 'missing_param', details: { field: 'off_session' } },
    ],
    ['on session', { off_session: false }, withText('`off_session` should be `true` for mandates')],
    ['no confirm', { confirm: null }, { kind: 'missing_param', details: { field: 'confirm' } }],
    ['not confirmed', { confirm: false }, withText('`confirm` must be `true` for mandates')],
    [
      'another payment method',
      { payment_method: 'wallet', payment_method_type: 'google_pay' },
      withText(
        'payment method in request does not match previously provided payment method information',
      ),
    ],
    [
      'another customer',
      { customer_id: 'cus_2' },
      withText(
        'customer associated with payment method and customer passed in payment are not same',
      ),
    ],
    [
      'a mandate besides',
      { mandate_id: 'man_1' },
      withText('Expected one out of recurring_details and mandate_id but got both'),
    ],
  ])('an off-session charge is refused: %s', async (_, more, refusal) => {
    const { shop, saved, paying } = await aShopWithCustomer();
    const { paymentMethod } = await saved();
    await expect(paying(charge(paymentMethod.id, more))).rejects.toMatchObject(refusal);
    expect(shop.asked).toEqual([]);
  });

  it('an off-session charge is refused for a payment method that has never paid', async () => {
    const { saved, paying } = await aShopWithCustomer();
    const { paymentMethod } = await saved({ status: 'inactive' });
    await expect(paying(charge(paymentMethod.id))).rejects.toMatchObject(
      withText('payment method is not active'),
    );
  });
});

describe('saving a card with a payment', () => {
  const acceptance = {
    acceptance_type: 'online',
    online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
  };
  const saving = (more: object = {}) => ({
    customer_id: 'cus_1',
    setup_future_usage: 'off_session',
    customer_acceptance: acceptance,
    ...byCard(),
    ...more,
  });
  const named = (nick_name: string, number?: string) => ({
    payment_method: 'card',
    payment_method_data: { card: { ...card(number), nick_name, card_issuer: 'EXAMPLE BANK' } },
  });

  it.each(['on_session', 'off_session'])(
    'saving a card with a payment is done for %s',
    async (usage) => {
      const { shop, store, paying, shown } = await aShopWithCustomer();
      const first = await paying(saving({ setup_future_usage: usage, ...named('work') }));
      expect(first).toMatchObject({
        status: 'succeeded',
        payment_method_id: expect.stringMatching(/^pm_\w{20}$/),
        payment_method_status: 'active',
        card_discovery: 'manual',
      });
      const id = String(first.payment_method_id);
      const [stored] = cardsIn(shop.vault);
      expect(await store.get(merchantId, id)).toMatchObject({
        status: 'active',
        customerId: 'cus_1',
        card: { token: stored?.token, nickName: 'work', issuer: 'EXAMPLE BANK', last4: '4242' },
      });
      expect(shop.vault.ports.codes.items().filter(({ sk }) => sk === 'CODE')).toEqual([]);
      const again = {
        customer_id: 'cus_1',
        off_session: true,
        recurring_details: { type: 'payment_method_id', data: id },
      };
      if (usage === 'off_session') {
        expect(await paying(again)).toMatchObject({ status: 'succeeded', payment_method_id: id });
      } else {
        // The customer never agreed to charges without the customer.
        await expect(paying(again)).rejects.toMatchObject({ kind: 'no_eligible_connector' });
      }
      // The processor stores the credential for charges without the customer: the vault is not
      // called.
      expect(shown.map(({ number }) => number)).toEqual(['4242424242424242']);
      noDigitsIn(shop);
    },
  );

  it('saving a card with a payment happens at the confirm, as the create stated', async () => {
    const { shop, begun, store } = await aShopWithCustomer();
    const payment = await begun(saving(named('work')));
    const { payment_method_id: id, ...rest } = await shop.confirm(payment);
    expect(rest).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
    expect(await store.get(merchantId, String(id))).toMatchObject({ card: { nickName: 'work' } });
    // The attached card is deleted, and the saved card stays for as long as cards do.
    const day = 86_400_000;
    expect(cardsIn(shop.vault)).toMatchObject([
      { retainUntil: new Date(shop.clock.now.getTime() + 540 * day).toISOString() },
    ]);
  });

  it('saving a card with a payment is done with a captured card, which stays the merchant’s', async () => {
    const { shop, captured, paying } = await aShopWithCustomer();
    const { token } = await captured();
    const by = { payment_method_data: { card_token: { vault_token: token } } };
    expect(await paying(saving(by))).toMatchObject({ payment_method_status: 'active' });
    expect(cardsIn(shop.vault)).toHaveLength(2);
  });

  it.each([
    ['nobody has agreed', { customer_acceptance: null }],
    ['there is no customer', { customer_id: null, setup_future_usage: null }],
  ])('saving a card with a payment is not done when %s', async (_, more) => {
    const { shop, paying } = await aShopWithCustomer();
    expect(await paying(saving(more))).toMatchObject({
      status: 'succeeded',
      payment_method_id: null,
    });
    expect(leftIn(shop.vault)).toEqual([]);
  });

  it('saving a card with a payment needs the consent of the customer, and no stated use', async () => {
    const { shop, paying } = await aShopWithCustomer();
    expect(await paying(saving({ setup_future_usage: null }))).toMatchObject({
      setup_future_usage: null,
      payment_method_id: expect.stringMatching(/^pm_/),
      payment_method_status: 'active',
    });
    expect(cardsIn(shop.vault)).toHaveLength(1);
  });

  it('saving a card with a declined payment leaves a payment method without an active card', async () => {
    const { store, paying } = await aShopWithCustomer();
    const response = await paying(saving(byCard('4000000000000002')));
    expect(response).toMatchObject({ status: 'failed', payment_method_status: 'inactive' });
    const id = String(response.payment_method_id);
    expect(await store.get(merchantId, id)).toMatchObject({ status: 'inactive' });
  });

  it('saving a card with a payment makes one payment method of one number, and the vault has one card', async () => {
    const { shop, paying } = await aShopWithCustomer();
    const [first, second] = [await paying(saving()), await paying(saving())];
    expect(second.payment_method_id).toBe(first.payment_method_id);
    expect(cardsIn(shop.vault)).toHaveLength(1);
  });

  it('saving a renewed card with a payment keeps the newest in the vault', async () => {
    const { shop, store, paying } = await aShopWithCustomer();
    await paying(saving());
    const renewed = { card: { ...card(), card_exp_year: '2042' } };
    const { payment_method_id } = await paying(saving({ payment_method_data: renewed }));
    const [kept, ...others] = cardsIn(shop.vault);
    expect(others).toEqual([]);
    expect(await store.get(merchantId, String(payment_method_id))).toMatchObject({
      card: { token: kept?.token, expiryYear: '2042' },
    });
  });

  it('saving a card with a payment makes it usable from the moment that a customer’s challenge is done', async () => {
    const { shop, store, paying } = await aShopWithCustomer();
    const begun = await paying(saving(byCard('4000003800000446')));
    expect(begun).toMatchObject({
      status: 'requires_customer_action',
      payment_method_status: 'inactive',
    });
    const { redirectUrl } = (await shop.services.payments.get(merchantId, begun.payment_id))
      .attempt;
    await shop.processor.visit(`${redirectUrl}/complete?confirm=true`);
    expect(await shop.sync(begun.payment_id)).toMatchObject({
      status: 'succeeded',
      payment_method_status: 'active',
    });
    const id = String(begun.payment_method_id);
    expect(await store.get(merchantId, id)).toMatchObject({ status: 'active' });
  });

  it('saving a card with a payment makes it usable when the answer was lost and the charge is found later', async () => {
    const { shop, store, paying } = await aShopWithCustomer({
      send: failingCalls(/^PUT .*\/payments\/[^/]+$/, 'lost'),
    });
    const begun = await paying(saving());
    expect(begun).toMatchObject({ status: 'processing', payment_method_status: 'inactive' });
    await shop.sync(begun.payment_id);
    const id = String(begun.payment_method_id);
    expect(await store.get(merchantId, id)).toMatchObject({ status: 'active' });
  });

  it('saving a card with a payment writes no payment when the vault does not accept the card', async () => {
    const { shop, paying } = await aShopWithCustomer({
      cards: ({ cards }) => ({
        ...cards,
        store: () => Promise.reject(new VaultError('service_unavailable')),
      }),
    });
    await expect(paying(saving())).rejects.toMatchObject({ kind: 'temporarily_unavailable' });
    expect(shop.memory.items().filter(({ sk }) => sk === 'PAYMENT')).toEqual([]);
    expect(shop.asked).toEqual([]);
  });
});
