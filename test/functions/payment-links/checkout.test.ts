import { catalogue } from '#platform/http/response/error-catalogue.ts';
import type { CheckoutMethod } from '#switch/checkout/checkout-data.ts';
import { methodData } from '#switch/checkout/checkout-flow.ts';
import { afterRefusal } from '#switch/checkout/refusal-texts.ts';
import { savedMethodsIn } from '#switch/checkout/saved-methods.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { aPayer } from './a-payer.ts';

type Switch = Awaited<ReturnType<typeof aSwitchWithLinks>>;

let world: Switch;
let payer: ReturnType<typeof aPayer>;
beforeEach(async () => {
  world = await aSwitchWithLinks();
  payer = aPayer(world);
});

const params = { payment_id: 'pay_1' };
const payment = () => world.answered('payments.retrieve', { params });
const status = async () => (await payment()).status;
const toStatusPage = { kind: 'open', url: expect.stringContaining('/payment_link/status/') };

describe('a payer at the page of a payment link', () => {
  it('a payer pays with a card that only the vault has seen', async () => {
    await world.linked();
    const page = await payer.opens();
    expect(page.methods.map(({ id }) => id)).toContain('card');
    expect(await payer.presses(page, await payer.card('4242424242424242'))).toEqual(toStatusPage);
    expect(await status()).toBe('succeeded');
  });

  it('a payer whose card is declined goes on with new data, which has the reason and a new session', async () => {
    await world.linked();
    const page = await payer.opens();
    const next = await payer.presses(page, await payer.card('4000000000000002'));
    expect(next).toEqual({ kind: 'refresh', text: '' });
    const again = await payer.opens();
    expect(again.problem).toMatch(/You have not been charged/);
    expect(again.cardForm).not.toBe(page.cardForm);
  });

  it('a payer whose bank challenges the card goes to the bank', async () => {
    await world.linked();
    const next = await payer.presses(await payer.opens(), await payer.card('4000003800000446'));
    expect(next).toEqual({ kind: 'open', url: expect.stringContaining('/payments/redirect/') });
  });

  it('a payer who consents saves the card, and pays the next time with it', async () => {
    const customer = { customer_id: 'cus_1', setup_future_usage: 'off_session' };
    await world.linked(customer);
    const page = await payer.opens();
    expect(page.asksToSave).toBe(true);
    expect(await payer.presses(page, await payer.card('4242424242424242', true))).toEqual(
      toStatusPage,
    );
    expect(await status()).toBe('succeeded');
    const { customer_payment_methods: saved } = await world.answered('payment-methods.list', {
      params: { customer_id: 'cus_1' },
    });
    expect(saved).toHaveLength(1);

    const next = await world.linked({ payment_id: 'pay_1b', customer_id: 'cus_1' });
    const listed = await world.ask('payment-methods.list-for-customer', {
      key: world.merchant.publishableKey,
      query: { client_secret: next.client_secret },
    });
    const [savedCard] = savedMethodsIn(listed.body, page.methods, world.dependencies.clock.now);
    expect(savedCard).toMatchObject({ name: 'Visa', last4: '4242', expiry: '12/39' });
    const again = aPayer(world, 'pay_1b');
    if (!savedCard) throw new Error('No card was saved.');
    expect(await again.presses(await again.opens(), { kind: 'saved', saved: savedCard })).toEqual(
      toStatusPage,
    );
    const retrieved = { params: { payment_id: 'pay_1b' } };
    expect(await world.answered('payments.retrieve', retrieved)).toMatchObject({
      status: 'succeeded',
    });
  });

  it('a payer with a saved bank account is asked no price of a card', async () => {
    await world.linked();
    const page = await payer.opens();
    const ach = {
      id: 'token_1',
      name: 'ACH',
      method: 'bank_debit',
      type: 'ach',
      mark: '',
    } as const;
    const method = { ...ach, fields: [], known: [], surcharge: 0 };
    const dearer = { ...page, price: { ...page.price, mayRise: true } };
    await payer.presses(dearer, { kind: 'method', method, values: [], token: 'token_1' });
    expect(payer.asked).toEqual(['confirm']);
  });

  it('a payer in a second tab is led to the status page of a paid payment', async () => {
    await world.linked();
    const [one, other] = [await payer.opens(), await payer.opens()];
    await payer.presses(one, await payer.card('4242424242424242'));
    const next = await payer.presses(other, await payer.card('5555555555554444'));
    expect(next).toEqual(toStatusPage);
    expect((await payment()).attempt_count).toBe(1);
  });

  it('a payer with a card token that the vault no longer has types the card again', async () => {
    await world.linked();
    const page = await payer.opens();
    const next = await payer.presses(page, {
      kind: 'card',
      store: async () => ({ kind: 'stored', token: '0'.repeat(32) }),
      keeps: false,
    });
    expect(next).toEqual({ kind: 'refresh', text: page.texts.checkAgain });
    expect(await status()).toBe('requires_payment_method');
  });
});

describe('a payment that changes while its page is open', () => {
  it('a payer of another amount than the page shows gets the page again, and is not charged', async () => {
    await world.linked();
    const page = await payer.opens();
    await world.answered('payments.update', { params, body: { amount: 3_000 } });
    const next = await payer.presses(page, await payer.card('4242424242424242'));
    expect(next).toEqual({ kind: 'reload', text: 'priceChanged' });
    expect(payer.asked).toEqual([]);
  });

  it('a payer whose card the shop blocks reads the reason, and may use another card', async () => {
    await world.answered('blocklist.toggle', { query: { status: 'true' } });
    const body = { type: 'card_bin', data: '424242' };
    await world.answered('blocklist.create', { body });
    world.passes(5);
    await world.linked();
    const page = await payer.opens();
    const next = await payer.presses(page, await payer.card('4242424242424242'));
    expect(next).toEqual({ kind: 'refresh', text: '' });
    expect((await payer.opens()).problem).toMatch(/another card/);
    expect(payer.asked).toEqual(['confirm']);
  });

  it('a payer whose second card is declined without an answer reads the reason, and is asked once', async () => {
    await world.linked();
    await payer.presses(await payer.opens(), await payer.card('4000000000000002'));
    const again = aPayer(world, 'pay_1', async (request, deliver) => {
      const answer = await deliver();
      return request === 'confirm' ? 'no answer' : answer;
    });
    const next = await again.presses(await again.opens(), await again.card('4000000000000002'));
    expect(next).toEqual({ kind: 'refresh', text: '' });
    expect(again.asked).toEqual(['confirm']);
    expect((await payment()).attempt_count).toBe(2);
  });
});

describe('the card form of a payment page', () => {
  const tokens = () => world.dependencies.vault.ports.credentials.items();

  it("a card form's session token is bound to the origin of the link", async () => {
    await world.linked();
    const { cardForm = '' } = await payer.opens();
    const address = new URL(cardForm);
    expect(`${address.origin}${address.pathname}`).toBe('https://vault.test/api/v1/capture_form');
    expect(address.searchParams.get('session_token')).toMatch(/^stk_/);
    expect(tokens()).toMatchObject([
      { tenant: 'merchant_example', scope: 'card', origin: 'https://switch.test' },
    ]);
  });

  it('a page that shows no form makes no session token', async () => {
    await world.linked();
    await world.answered('payments.confirm', { params, body: byCard() });
    await world.show('pay_1');
    await world.status('pay_1');
    expect(tokens()).toEqual([]);
  });

  it('a payment page in a frame lets the shop frame the card form in it', async () => {
    await world.setProfile({ payment_link_config: { allowed_domains: ['*.shop.example'] } });
    await world.linked();
    const headers = { 'sec-fetch-dest': 'iframe', origin: 'https://www.shop.example' };
    await world.embedded('pay_1', { headers });
    expect(tokens()).toMatchObject([
      { origin: 'https://switch.test', ancestors: ['https://www.shop.example'] },
    ]);
  });

  it('a payment page that loads itself anew in a frame lets the allowed domains frame its card form', async () => {
    const allowed_domains = ['*.shop.example', 'shop.*.example'];
    await world.setProfile({ payment_link_config: { allowed_domains } });
    await world.linked();
    const headers = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
    await world.embedded('pay_1', { headers });
    expect(tokens()).toMatchObject([
      { origin: 'https://switch.test', ancestors: ['*.shop.example'] },
    ]);
  });
});

describe('the data of an open payment page', () => {
  const accept = 'application/json';

  it('a page gets its data anew as JSON, which no cache stores, with another session', async () => {
    await world.linked();
    const { cardForm } = await payer.opens();
    const { body, headers } = await world.show('pay_1', { headers: { accept } });
    expect(body).toMatchObject({ madeAt: expect.any(String), state: { attempts: 1 } });
    expect(body.cardForm).not.toBe(cardForm);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('a page in a frame gets its data anew, and a page of another site does not', async () => {
    await world.setProfile({ payment_link_config: { allowed_domains: ['*.shop.example'] } });
    await world.linked();
    const asking = { accept, 'sec-fetch-dest': 'empty' };
    const own = { ...asking, 'sec-fetch-site': 'same-origin' };
    expect((await world.embedded('pay_1', { headers: own })).status).toBe(200);
    const other = { ...asking, 'sec-fetch-site': 'cross-site', origin: 'https://www.shop.example' };
    expect((await world.embedded('pay_1', { headers: other })).status).toBe(403);
  });

  it('a page of a paid payment gets the status page instead of data', async () => {
    await world.linked();
    await world.answered('payments.confirm', { params, body: byCard() });
    const { headers } = await world.show('pay_1', { headers: { accept } });
    expect(headers['content-type']).toMatch(/^text\/html/);
  });
});

describe('the words of a payment page', () => {
  it('an API refusal becomes a text for payers, the status page or new data', async () => {
    await world.linked();
    const { texts } = await payer.opens();
    for (const [, code] of Object.values(catalogue)) {
      const after = afterRefusal(code);
      if (after !== 'status' && after !== 'refresh') expect(texts[after]).toMatch(/\.$/);
    }
  });

  it('payment method data has each typed value at its path', () => {
    const field = { label: '', autocomplete: 'off' };
    const method: CheckoutMethod = {
      id: 'bank_debit.sepa',
      name: 'SEPA',
      method: 'bank_debit',
      type: 'sepa' as const,
      mark: 'sepa',
      variant: 'sepa_bank_debit',
      surcharge: 0,
      fields: [
        { ...field, kind: 'iban', path: ['bank_debit', 'sepa_bank_debit', 'iban'] },
        { ...field, kind: 'email', path: ['billing', 'email'] },
      ],
      known: [],
    };
    expect(methodData(method, [' de89 3704 0044 0532 0130 00 ', 'a@b.example'])).toEqual({
      bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } },
      billing: { email: 'a@b.example' },
    });
  });
});
