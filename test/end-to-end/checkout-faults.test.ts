import type { Page } from 'playwright-core';
import { inBrowser } from '../shared/vault/pages/a-browser.ts';
import { googlePaySheet } from '../support/browser/google-pay-sheet.ts';
import { aPayerBrowser, linkedPayment, withGooglePay } from '../support/browser/payer-browser.ts';
import { chargesOf, disturb, type FaultName } from '../support/browser/payer-network.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { newId, successful } from '../support/switch/merchant.ts';

/*
 * Each way to pay, each moment at which the connection breaks off, and each time after which it is
 * back; and each fate of a confirm. However it ends, the books of the processor have one charge at
 * most, and a payer who goes on as the page says has paid.
 */

const methods = [
  'card',
  'challenged card',
  'saved card',
  'iDEAL',
  'SEPA debit',
  'Google Pay',
] as const;
type Method = (typeof methods)[number];

const moments = [
  'before the form',
  'typing',
  'storing',
  'confirming',
  'at the bank',
  'coming back',
] as const;
type Moment = (typeof moments)[number];

const absences = { 'a second': 1_000, 'a minute': 60_000, 'an hour': 3_600_000 };
type Absence = keyof typeof absences;

const fates = [
  ...(['request lost', 'answer lost', 'sent twice', 'arrives late'] as const),
  ...(['answered 503', 'done, answered 503', 'answered "changing"'] as const),
] satisfies readonly FaultName[];

/** The methods whose payers go to a bank. */
const withBank: readonly Method[] = ['challenged card', 'iDEAL'];
/** The methods whose payers type or store nothing in a form of the vault. */
const withoutForm: readonly Method[] = ['iDEAL', 'SEPA debit', 'Google Pay'];

const happens = (method: Method, moment: Moment) => {
  if (moment === 'at the bank' || moment === 'coming back') return withBank.includes(method);
  if (moment === 'before the form') return !withoutForm.includes(method);
  return moment !== 'typing' || method !== 'Google Pay';
};

const pairs = methods.flatMap((method) =>
  moments
    .filter((moment) => happens(method, moment))
    .flatMap((moment) =>
      Object.keys(absences).map((absence) => ({
        name: `${method}, offline ${moment}, for ${absence}`,
        method,
        moment,
        absence: absence as Absence,
      })),
    ),
);

const fated = methods.flatMap((method) =>
  fates.map((fate) => ({ name: `${method}, confirm: ${fate}`, method, fate })),
);

const types: Readonly<Record<Method, readonly string[]>> = {
  card: ['credit', 'debit'],
  'challenged card': ['credit', 'debit'],
  'saved card': ['credit', 'debit'],
  iDEAL: ['ideal'],
  'SEPA debit': ['sepa'],
  'Google Pay': ['google_pay'],
};

const live = aRunningSwitch({ merchant: withGooglePay });

inBrowser('a payment under faults of the network', () => {
  const cases = drawnByDay('pages');
  const payer = aPayerBrowser();

  /** A customer with a saved card. */
  async function aCustomer(): Promise<string> {
    const customer_id = newId('cus');
    const body = {
      amount: 100,
      currency: 'EUR',
      confirm: true,
      customer_id,
      setup_future_usage: 'on_session',
      customer_acceptance: { acceptance_type: 'offline' },
      payment_method: 'card',
      payment_method_data: { card: aCard('4242424242424242') },
    };
    successful(await live.running.call('POST', '/payments', { key: live.merchant.key, body }));
    return customer_id;
  }

  async function open(method: Method) {
    const { page, context, shop } = payer;
    const one = await linkedPayment(live.running, live.merchant, {
      return_url: shop.url,
      allowed_payment_method_types: types[method],
      ...(method === 'saved card' && { customer_id: await aCustomer() }),
    });
    await page.clock.install();
    if (method === 'Google Pay') await page.addInitScript(googlePaySheet('approves'));
    return { ...one, page, context };
  }

  /** Types all that the method needs, and returns how the payer presses its button. */
  async function fill(page: Page, method: Method): Promise<() => Promise<void>> {
    if (method === 'Google Pay') return () => page.getByRole('button', { name: method }).click();
    if (!withoutForm.includes(method)) await fillCard(page, method);
    if (method === 'SEPA debit') {
      for (const field of await page.locator('#payment input:visible').all()) {
        const kind = await field.getAttribute('autocomplete');
        const isRadio = (await field.getAttribute('type')) === 'radio';
        if (!isRadio)
          await field.fill(
            kind?.endsWith('email')
              ? 'anna@shop.example'
              : (typed[kind?.split(' ').at(-1) ?? ''] ?? 'DE89370400440532013000'),
          );
      }
    }
    return () => page.locator('#pay').click();
  }

  /** Waits until the payment is over; presses again what the page offers then. */
  async function finish(page: Page, press: () => Promise<void>) {
    const bank = page.getByRole('button', { name: 'Complete Payment' });
    await eventually(async () => {
      if (await page.getByRole('heading', { name: /^Payment (?:successful|is being)/ }).count())
        return;
      const goOn = page.getByRole('link', { name: 'Continue' });
      if (await bank.count()) await bank.click();
      else if (await goOn.count()) await goOn.click();
      else if (await page.locator('#pay:enabled, .wallets button:enabled').count()) await press();
      await page.clock.fastForward(2_000);
      throw new Error(`The payment is not over: ${await page.locator('body').innerText()}`);
    }, 60_000);
  }

  async function hasOneCharge({ id, status }: Awaited<ReturnType<typeof open>>) {
    const charges = await chargesOf(live.running, id);
    const isPaid = (await status()) === 'succeeded';
    expect({ charges, isPaid }).toEqual({ charges: isPaid ? 1 : 0, isPaid });
  }

  cases.it.each(pairs)('a payment is charged once: $name', async ({ method, moment, absence }) => {
    const one = await open(method);
    const { page, context, link } = one;
    const away = async () => {
      await context.setOffline(true);
      await page.clock.fastForward(absences[absence]);
      await context.setOffline(false);
    };
    await page.goto(link, { waitUntil: moment === 'before the form' ? 'commit' : 'load' });
    if (moment === 'before the form') await away();
    const press = await fill(page, method);
    if (moment === 'typing') await away();
    if (moment === 'storing') {
      await context.setOffline(true);
      await press();
      await page.getByText('No connection. Nothing was charged.').waitFor();
      await away();
    } else if (moment === 'confirming') {
      await disturb(context, 'confirm', 'answer lost offline');
      await press();
      await page.getByText('We do not know yet').waitFor();
      await away();
    } else await press();
    if (moment === 'at the bank' || moment === 'coming back') {
      const bank = page.getByRole('button', { name: 'Complete Payment' });
      await bank.waitFor();
      if (moment === 'at the bank') await away();
      else await comeBackOffline(one, () => bank.click(), away);
    }
    await finish(page, press);
    await hasOneCharge(one);
  });

  cases.it.each(fated)('a payment is charged once: $name', async ({ method, fate }) => {
    const one = await open(method);
    await one.page.goto(one.link);
    const press = await fill(one.page, method);
    await disturb(one.context, 'confirm', fate);
    await press();
    await finish(one.page, press);
    await hasOneCharge(one);
  });

  /** On the way back the browser shows an error page of its own; the payer opens the link again. */
  async function comeBackOffline(
    { page, context, link }: Awaited<ReturnType<typeof open>>,
    leave: () => Promise<void>,
    away: () => Promise<void>,
  ) {
    await context.setOffline(true);
    const failed = page.waitForEvent('requestfailed');
    await Promise.all([failed, leave()]);
    await away();
    await page.goto(link);
  }
});

const aCard = (card_number: string) => ({
  card_number,
  card_exp_month: '12',
  card_exp_year: '39',
  card_cvc: '123',
});

const typed: Readonly<Record<string, string>> = { name: 'Anna Payer' };

/** Fills the vault's form, which the payer opens again where it did not load. */
async function fillCard(page: Page, method: Method) {
  const isSaved = method === 'saved card';
  const form = page.frameLocator(`iframe[title="${isSaved ? 'Security code' : 'Card details'}"]`);
  const code = form.getByLabel('Security code');
  await eventually(async () => {
    const again = page.getByRole('button', { name: 'Load again' });
    if (await again.count()) await again.click();
    await code.waitFor({ timeout: 3_000 });
  }, 60_000);
  await code.fill('123');
  if (isSaved) return;
  await form
    .getByLabel('Card number')
    .fill(method === 'card' ? '4242424242424242' : '4000003800000446');
  await form.getByLabel('Expiry date').fill('12 / 39');
}
