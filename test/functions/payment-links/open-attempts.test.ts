import { pageTexts } from '#vocabulary/page-texts/all-texts.ts';
import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { aPayer, checkoutIn } from './a-payer.ts';

type Switch = Awaited<ReturnType<typeof aSwitchWithLinks>>;

let world: Switch;
let payer: ReturnType<typeof aPayer>;
beforeEach(async () => {
  world = await aSwitchWithLinks();
  payer = aPayer(world);
  await world.answered('connector-accounts.create', {
    key: adminKey,
    params: { account_id: world.merchant.id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'a key' },
      payment_methods_enabled: [
        enabled('bank_redirect', 'ideal'),
        enabled('bank_transfer', 'sepa_bank_transfer'),
        enabled('voucher', 'oxxo'),
      ],
    },
  });
  world.passes(5);
  await world.linked({ session_expiry: 3_600 });
});

const enabled = (payment_method: string, payment_method_type: string) => ({
  payment_method,
  payment_method_types: [{ payment_method_type }],
});

const params = { payment_id: 'pay_1' };
const payment = () =>
  world.answered('payments.retrieve', { params, query: { force_sync: 'true' } });
const books = () => world.dependencies.processor.ledger();
const charges = async () =>
  (await books()).reduce((sum, { chargedTimes }) => sum + chargedTimes, 0);

const leavesTheBank = async () => {
  const page = await payer.opens();
  await payer.presses(page, await payer.card('4000003800000446'));
  return page;
};
const byMethod = (id: string, page: Awaited<ReturnType<typeof payer.opens>>) => {
  const method = page.methods.find((one) => one.id === id);
  if (!method) throw new Error(`The page has no ${id}.`);
  const values = method.fields.map(({ label }, at) => method.known[at] || `${label}@shop.example`);
  return { kind: 'method', method, values } as const;
};
const paysAtTheBank = async () => {
  const item = world.port.items().find(({ sk }) => sk === 'PAYMENT');
  const { attempt } = Object(item);
  await world.dependencies.processor.visit(`${attempt.redirectUrl}/complete?confirm=true`);
};
const pressesWith = async (page: Parameters<typeof payer.presses>[0]) =>
  payer.presses(page, await payer.card('4242424242424242'));

describe('a payer who comes back from the bank without having paid', () => {
  it('a payer back from the bank finds the form, with the open attempt above it', async () => {
    expect((await leavesTheBank()).open).toBeUndefined();
    const page = await payer.opens();
    expect(page.open).toMatchObject({
      id: 'pay_1_1',
      name: 'Visa •••• 0446',
      url: expect.stringContaining('/payments/redirect/pay_1/'),
    });
    expect(page.open).not.toHaveProperty('keptUntil');
    expect(page.methods.map(({ id }) => id)).toContain('card');
    expect(page.problem).toBe('');
  });

  it('a payer back from the bank pays with another card, and is charged once', async () => {
    await leavesTheBank();
    const next = await pressesWith(await payer.opens());
    expect(next).toEqual({ kind: 'open', url: expect.stringContaining('/payment_link/status/') });
    expect(await payment()).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    expect(await charges()).toBe(1);
  });

  it('a payer back from iDEAL finds its name, and pays by card', async () => {
    const page = await payer.opens();
    await payer.presses(page, byMethod('bank_redirect.ideal', page));
    const again = await payer.opens();
    expect(again.open?.name).toBe('iDEAL');
    await pressesWith(again);
    expect(await payment()).toMatchObject({ status: 'succeeded', payment_method: 'card' });
    expect(await charges()).toBe(1);
  });

  it('a payer whose other tab has paid meanwhile finds the receipt', async () => {
    await leavesTheBank();
    const page = await payer.opens();
    await paysAtTheBank();
    expect(await pressesWith(page)).toEqual({
      kind: 'open',
      url: expect.stringContaining('/payment_link/status/'),
    });
    const { text } = await world.show('pay_1');
    expect(text).toContain('id="receipt"');
    expect(text).not.toContain('data-checkout');
    expect(await charges()).toBe(1);
  });

  it('a stale tab does not cancel the attempt of another tab', async () => {
    const stale = await leavesTheBank().then(() => payer.opens());
    await payer.presses(await payer.opens(), await payer.card('4000003800000446'));
    expect(await pressesWith(stale)).toEqual({ kind: 'refresh', text: '' });
    expect((await payer.opens()).open?.id).toBe('pay_1_2');
    expect((await books()).map(({ state }) => state)).toEqual(['voided', 'challenged']);
  });

  it('a page that was left open until the payment expired pays nothing, and shows that it has expired', async () => {
    const old = await payer.opens();
    world.passes(7 * 86_400);
    expect(await pressesWith(old)).toEqual({
      kind: 'open',
      url: expect.stringContaining('/payment_link/status/'),
    });
    expect((await world.status('pay_1')).text).toContain(pageTexts.en.checkout.outcome.expired[1]);
    expect(await books()).toEqual([]);
  });

  it('an open attempt beyond the time of its payment offers no other way', async () => {
    await leavesTheBank();
    world.passes(3_601);
    const { text } = await world.show('pay_1');
    expect(text).not.toContain('data-checkout');
    expect(text).toContain('/payments/redirect/pay_1/');
  });

  it('a processor that does not void keeps the attempt, and the page says until when', async () => {
    await leavesTheBank();
    const page = await payer.opens();
    const { send } = world.dependencies.processor;
    jest
      .spyOn(world.dependencies, 'send')
      .mockImplementation((request, options) =>
        request.url.endsWith('/void')
          ? Promise.resolve({ kind: 'answered', response: refusal })
          : send(request, options),
      );
    expect(await pressesWith(page)).toEqual({ kind: 'refresh', text: '' });
    const { open } = await payer.opens();
    expect(open?.keptUntil).toBe((await payment()).expires_on);
    await paysAtTheBank();
    expect(await payment()).toMatchObject({ status: 'succeeded', attempt_count: 1 });
    expect(await charges()).toBe(1);
  });

  it('a payer who got a voucher sees it first, with the other ways to pay below', async () => {
    await world.linked({ payment_id: 'pay_2', currency: 'MXN', session_expiry: 3_600 });
    await world.answered('payments.confirm', {
      params: { payment_id: 'pay_2' },
      body: {
        payment_method: 'voucher',
        payment_method_type: 'oxxo',
        payment_method_data: { voucher: 'oxxo' },
      },
    });
    const { text } = await world.show('pay_2');
    expect(text.indexOf('<dt>Reference</dt>')).toBeGreaterThan(0);
    expect(text.indexOf('<dt>Reference</dt>')).toBeLessThan(text.indexOf('data-checkout'));
    expect(checkoutIn(text).open).toMatchObject({ name: 'OXXO' });
    expect(checkoutIn(text).open).not.toHaveProperty('url');
  });

  it('a payer whose bank transfer may be under way sees until when it is awaited, and no other way', async () => {
    const page = await payer.opens();
    await payer.presses(page, byMethod('bank_transfer.sepa_bank_transfer', page));
    const { text } = await world.show('pay_1');
    expect(text).not.toContain('data-checkout');
    const [before = ''] = pageTexts.en.checkout.openAttempt.kept.split('{date}');
    expect(text).toContain(`${before}<time datetime="${(await payment()).expires_on}"`);
  });

  it('the status page of an open attempt leads to the other ways to pay', async () => {
    await leavesTheBank();
    const { text } = await world.status('pay_1');
    const { openAttempt, goOn } = pageTexts.en.checkout;
    expect(text).toContain(`>${goOn}</a>`);
    expect(text).toContain(`>${openAttempt.other}</a>`);
    const framed = await world.status('pay_1', { headers: { 'sec-fetch-dest': 'iframe' } });
    expect(framed.text).not.toContain(openAttempt.other);
  });
});

const refusal = { status: 429, headers: {}, body: '' };
