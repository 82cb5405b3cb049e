import type { CheckoutData } from '#switch/checkout/checkout-data.ts';
import { savedMethodsIn } from '#switch/checkout/saved-methods.ts';
import { isNetwork, ofFixed, programWhere } from '../../support/entities/decision-programs.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { aPayer } from './a-payer.ts';

type World = Awaited<ReturnType<typeof aSwitchWithLinks>>;

const visa = '4242424242424242';
const mastercard = '5555555555554444';

/** A payer at the page of a payment of 25.99 EUR, which Visa cards make 1.20 EUR dearer. */
async function aCustomer(terms: object = {}) {
  const world = await aSwitchWithLinks();
  const algorithm = programWhere([isNetwork('Visa')], ofFixed(120));
  await world.answered('routing.save-surcharge', {
    body: { merchant_surcharge_configs: {}, algorithm },
  });
  await world.linked(terms);
  const payment = () => world.answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
  return { world, payer: aPayer(world), payment };
}

/** A card that the payment's customer saved with an earlier payment, as the page lists it. */
async function aSavedVisa(world: World, { key, secret: client_secret, methods }: CheckoutData) {
  await world.answered('payments.create', {
    body: {
      ...byCard(visa),
      amount: 100,
      currency: 'EUR',
      confirm: true,
      customer_id: 'cus_1',
      setup_future_usage: 'on_session',
      customer_acceptance: { acceptance_type: 'offline' },
    },
  });
  const query = { client_secret };
  const { body } = await world.ask('payment-methods.list-for-customer', { key, query });
  const [saved] = savedMethodsIn(body, methods, world.dependencies.clock.now);
  if (!saved) throw new Error('No card was saved.');
  return saved;
}

describe('a page on which a card may cost a surcharge', () => {
  it('a page on which a card may cost a surcharge charges the card only after showing it', async () => {
    const { payer, payment } = await aCustomer();
    const page = await payer.opens();
    expect(payer.priceOn(page)).toBe('€25.99');
    const card = await payer.card(visa);
    expect(await payer.presses(page, card)).toEqual({ kind: 'priced', surcharge: 1.2 });
    expect(payer.asked).toEqual(['eligibility']);
    expect(payer.priceOn(page, 1.2)).toBe('€27.19');
    await payer.presses(page, card, 1.2);
    expect(payer.asked).toEqual(['eligibility', 'eligibility', 'confirm']);
    expect(await payment()).toMatchObject({ status: 'succeeded', net_amount: 2_719 });
  });

  it("a page on which a card may cost a surcharge stores a saved card's code only after showing it", async () => {
    const { world, payer } = await aCustomer({ customer_id: 'cus_1' });
    const page = await payer.opens();
    const saved = await aSavedVisa(world, page);
    let stored = 0;
    const storeCode = async () => {
      stored += 1;
      return { kind: 'refused' } as const;
    };
    const choice = { kind: 'saved', saved, storeCode } as const;
    expect(await payer.presses(page, choice)).toEqual({ kind: 'priced', surcharge: 1.2 });
    expect(stored).toBe(0);
    // The form shows why it stored no code, and nothing is confirmed.
    expect(await payer.presses(page, choice, 1.2)).toEqual({
      kind: 'nothing',
      text: 'Please check your details.',
    });
    expect(stored).toBe(1);
    expect(payer.asked).toEqual(['eligibility', 'eligibility']);
  });

  it('a page on which a card may cost a surcharge charges nothing while the price is unknown', async () => {
    const { world, payer, payment } = await aCustomer();
    const page = await payer.opens();
    const card = await payer.card(visa);
    // The session of the payment ends.
    world.passes(100_000);
    expect(await payer.presses(page, card)).toEqual({ kind: 'problem', text: page.texts.notNow });
    expect(payer.asked).toEqual(['eligibility']);
    expect((await payment()).status).toBe('requires_payment_method');
  });

  it('a page on which a card may cost a surcharge shows none for a card without one', async () => {
    const { payer, payment } = await aCustomer();
    await payer.presses(await payer.opens(), await payer.card(mastercard));
    expect(await payment()).toMatchObject({ status: 'succeeded', net_amount: 2_599 });
  });

  it('a page on which a card may cost a surcharge requests no price when the merchant states the surcharge', async () => {
    const { payer, payment } = await aCustomer({ surcharge_details: { surcharge_amount: 1 } });
    await payer.presses(await payer.opens(), await payer.card(visa));
    expect(payer.asked).toEqual(['confirm']);
    expect(await payment()).toMatchObject({ net_amount: 2_600 });
  });

  it('a page on which a card may cost a surcharge begins with the stated price again after a decline', async () => {
    const { world, payer } = await aCustomer();
    const params = { payment_id: 'pay_1' };
    await world.answered('payments.confirm', { params, body: byCard('4000000000000002') });
    expect(payer.priceOn(await payer.opens())).toBe('€25.99');
  });
});
