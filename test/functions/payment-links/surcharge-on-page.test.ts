import { isNetwork, ofFixed, programWhere } from '../../support/decision-programs.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { aPayPage } from './a-pay-page.ts';

const visa = '4242 4242 4242 4242';
const mastercard = '5555 5555 5555 4444';
const typed = (number: string) => ({ number, expiry: '12/39', code: '123' });

/** A customer at the page of a payment of 25.99 EUR, which Visa cards make 1.20 EUR dearer. */
async function aCustomer(terms: object = {}) {
  const world = await aSwitchWithLinks();
  const algorithm = programWhere([isNetwork('Visa')], ofFixed(120));
  await world.answered('routing.save-surcharge', {
    body: { merchant_surcharge_configs: {}, algorithm },
  });
  await world.linked(terms);
  const asked: string[] = [];
  const open = async () => {
    const { text } = await world.show('pay_1');
    return aPayPage(text, async (url, key, body) => {
      const verb = url.split('/').at(-1) ?? '';
      asked.push(verb);
      return world.ask(`payments.${verb}`, { key, params: { payment_id: 'pay_1' }, body });
    });
  };
  const payment = () => world.answered('payments.retrieve', { params: { payment_id: 'pay_1' } });
  return { world, asked, open, payment };
}

describe('a page on which a card may cost a surcharge', () => {
  it('a page on which a card may cost a surcharge shows it for the card’s number, and charges the shown price', async () => {
    const { open, payment } = await aCustomer();
    const page = await open();
    expect(page.textOf('pay')).toBe('Pay €25.99');
    await page.types(typed(visa));
    expect(page.textOf('pay')).toBe('Pay €27.19');
    await page.presses();
    expect(page.textOf('surcharge')).toBe('Surcharge €1.20');
    expect(page.textOf('amount')).toBe('€27.19');
    expect(await payment()).toMatchObject({ status: 'succeeded', net_amount: 2_719 });
  });

  it('a page on which a card may cost a surcharge charges a customer who presses at once only after showing it', async () => {
    const { asked, open, payment } = await aCustomer();
    const page = await open();
    page.fills(typed(visa));
    await page.presses();
    expect(asked).toEqual(['eligibility']);
    expect(page.textOf('problem')).toBe('Surcharge €1.20. Total €27.19');
    await page.presses();
    expect(asked).toEqual(['eligibility', 'confirm']);
    expect(await payment()).toMatchObject({ status: 'succeeded', net_amount: 2_719 });
  });

  it('a page on which a card may cost a surcharge charges nothing while the price is unknown', async () => {
    const { world, asked, open, payment } = await aCustomer();
    const page = await open();
    // The session of the payment ends.
    world.passes(100_000);
    page.fills(typed(visa));
    await page.presses();
    expect(asked).toEqual(['eligibility']);
    expect(page.textOf('problem')).toContain('You have not been charged');
    expect((await payment()).status).toBe('requires_payment_method');
  });

  it('a page on which a card may cost a surcharge shows none for a card without one', async () => {
    const { open, payment } = await aCustomer();
    const page = await open();
    await page.types(typed(mastercard));
    await page.presses();
    expect(page.textOf('surcharge')).toBe('');
    expect(await payment()).toMatchObject({ status: 'succeeded', net_amount: 2_599 });
  });

  it('a page on which a card may cost a surcharge requests no price when the merchant states the surcharge', async () => {
    const { asked, open, payment } = await aCustomer({
      surcharge_details: { surcharge_amount: 1 },
    });
    const page = await open();
    await page.types(typed(visa));
    await page.presses();
    expect(asked).toEqual(['confirm']);
    expect(await payment()).toMatchObject({ net_amount: 2_600 });
  });

  it('a page on which a card may cost a surcharge begins with the stated price again after a decline', async () => {
    const { world, open } = await aCustomer();
    await world.answered('payments.confirm', {
      params: { payment_id: 'pay_1' },
      body: {
        payment_method: 'card',
        payment_method_data: {
          card: {
            card_number: '4000000000000002',
            card_exp_month: '12',
            card_exp_year: '2039',
            card_cvc: '123',
          },
        },
      },
    });
    expect((await open()).textOf('pay')).toBe('Pay €25.99');
  });
});
