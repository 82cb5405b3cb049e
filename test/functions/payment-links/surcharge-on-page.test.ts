import { isNetwork, ofFixed, programWhere } from '../../support/decision-programs.ts';
import { byCard } from '../../support/payments-in-memory.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { aPayer } from './a-payer.ts';

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
