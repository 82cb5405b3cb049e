import type { Page } from 'playwright-core';
import { inBrowser } from '../shared/vault/pages/a-browser.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { aPayerBrowser, createPayment, linkedPayment } from '../support/browser/payer-browser.ts';
import { scan } from '../support/browser/scan-code.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  cardData,
  createMerchant,
  type Merchant,
  newId,
  successful,
} from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch();

inBrowser('the methods of a payment link in a browser', () => {
  const payer = aPayerBrowser();
  let page: Page;
  beforeEach(() => {
    ({ page } = payer);
  });

  /** A payment by a customer with these cards, which the customer has given names. */
  async function linked(merchant: Merchant, names: readonly string[], terms: object = {}) {
    const customer_id = newId('cus');
    for (const [at, nick_name] of names.entries()) {
      const { payment_method, payment_method_data } = cardData(
        ['4242424242424242', '5555555555554444'][at],
      );
      await createPayment(live.running, merchant, {
        payment_method,
        payment_method_data: { card: { ...payment_method_data.card, nick_name } },
        customer_id,
        confirm: true,
        setup_future_usage: 'on_session',
        customer_acceptance: { acceptance_type: 'offline' },
      });
    }
    const return_url = payer.shop.url;
    const one = await linkedPayment(live.running, merchant, { customer_id, return_url, ...terms });
    return { ...one, customer_id };
  }

  /** The page that the element frames, for a customer whom the shop lets remove saved methods. */
  async function elementOf(
    merchant: Merchant,
    { id, customer_id }: Awaited<ReturnType<typeof linked>>,
  ) {
    const { url, call } = live.running;
    const { key, publishableKey = '' } = merchant;
    const made = successful(await call('POST', '/ephemeral_keys', { key, body: { customer_id } }));
    const payment = successful(await call('GET', `/payments/${id}`, { key }));
    const query = new URLSearchParams({
      publishable_key: publishableKey,
      client_secret: textAt(payment, 'client_secret'),
      ephemeral_key: textAt(made, 'secret'),
      origin: new URL(payer.shop.url).origin,
      locale: 'en-IE',
    });
    return `${url}/checkout?${query}`;
  }
  const focused = () => page.evaluate('document.activeElement?.closest(".way")?.textContent');
  const radios = () => page.getByRole('radio');

  it.each([320, 1_280])(
    'a page with marks, saved cards and all methods has no finding of axe and its own width at %i px, in both themes',
    async (width) => {
      const one = await linked(await createMerchant(live.running), ['Work', 'Home'], {
        payment_link_config: { appearance: { theme: 'system' } },
      });
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(one.link);
        await page.getByLabel('Work').check();
        await page.getByRole('button', { name: 'Other methods' }).click();
        expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
        expect(await page.locator('.way img.mark').count()).toBeGreaterThan(15);
        const broken = 'Array.from(document.images).filter((one) => !one.naturalWidth).length';
        await eventually(async () => expect(await page.evaluate(broken)).toBe(0));
        expect([colorScheme, await axeFindings(page)]).toEqual([colorScheme, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    },
  );

  it('a payer with a keyboard opens the other methods, and goes on at the first new one', async () => {
    const one = await linked(await createMerchant(live.running), []);
    await page.goto(one.link);
    await radios().first().waitFor();
    expect(await radios().count()).toBe(5);
    await page.getByRole('button', { name: 'Other methods' }).focus();
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await radios().count()).toBeGreaterThan(10));
    const sixth = await page.locator('.way').nth(5).textContent();
    await eventually(async () => expect(await focused()).toBe(sixth));
    // The focus alone chooses nothing; the space bar does.
    expect(await radios().first().isChecked()).toBe(true);
    await page.keyboard.press('Space');
    expect(await radios().nth(5).isChecked()).toBe(true);
  });

  it('a radio button of cards is named by its method and described by the accepted networks', async () => {
    const one = await linked(await createMerchant(live.running), []);
    await page.goto(one.link);
    const card = page.getByRole('radio', { name: 'Card', exact: true });
    await card.waitFor();
    const id = await card.getAttribute('aria-describedby');
    const names = await page
      .locator(`#${id} img`)
      .evaluateAll((all) => all.map((mark) => mark.getAttribute('alt')));
    expect(names.slice(0, 2)).toEqual(['Visa', 'Mastercard']);
  });

  it('a customer removes a saved card with the keyboard, after a question', async () => {
    const merchant = await createMerchant(live.running);
    await page.goto(await elementOf(merchant, await linked(merchant, ['Work', 'Home'])));
    await page.getByLabel('Work').check();
    await page.getByRole('button', { name: 'Remove Work' }).focus();
    const question = page.getByText('Remove this saved payment method?');
    const isFocused = (name: string) => page.locator('button:focus', { hasText: name }).waitFor();
    await page.keyboard.press('Enter');
    await isFocused('Cancel');
    await page.keyboard.press('Enter');
    await isFocused('Remove Work');
    expect(await question.count()).toBe(0);

    await page.keyboard.press('Enter');
    await isFocused('Cancel');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The payment method was removed.').waitFor();
    expect(await page.getByLabel('Work').count()).toBe(0);
    expect(await page.getByLabel('Home').isChecked()).toBe(true);
    await page.reload();
    await page.getByLabel('Home').waitFor();
    expect(await page.getByLabel('Work').count()).toBe(0);
  });

  it('a saved card whose removal fails stays, with a text about it', async () => {
    const merchant = await createMerchant(live.running);
    await page.goto(await elementOf(merchant, await linked(merchant, ['Work'])));
    await page.getByLabel('Work').check();
    await page.route('**/payment_methods/pm_*', (route) => route.abort());
    await page.getByRole('button', { name: 'Remove Work' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('It could not be removed. Please try again.').waitFor();
    await page.unroute('**/payment_methods/pm_*');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The payment method was removed.').waitFor();
    expect(await page.getByLabel('Work').count()).toBe(0);
  });

  it('a saved card that has expired is shown as such, cannot be chosen and can be removed', async () => {
    const merchant = await createMerchant(live.running);
    const one = await linked(merchant, ['Work'], {
      allowed_payment_method_types: ['credit', 'debit', 'ideal'],
    });
    const element = await elementOf(merchant, one);
    await page.clock.setFixedTime('2035-11-01T12:00:00Z');
    await page.goto(element);
    await page.getByText('Expired 10/35').waitFor();
    expect(await page.getByLabel('Work').count()).toBe(0);
    expect(await page.getByRole('radio', { name: 'Card', exact: true }).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove Work Visa •••• 4242' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The payment method was removed.').waitFor();
    expect(await page.getByText('Expired 10/35').count()).toBe(0);
  });

  /** A customer's payment, and a saved account of theirs that a verifier confirmed. */
  async function withSavedAccount() {
    const merchant = await createMerchant(live.running, { connectors: [] });
    const { key, id: account } = merchant;
    const ask = async (path: string, body: object) =>
      successful(await live.running.call('POST', path, { key, body }));
    const verifier = await ask(`/account/${account}/connectors`, {
      connector_type: 'payment_method_auth',
      connector_name: 'plaid',
      connector_account_details: { auth_type: 'BodyKey', api_key: 'client', key1: 'secret' },
    });
    const debit = { payment_method: 'bank_debit', payment_method_type: 'sepa' };
    const mca_id = textAt(verifier, 'merchant_connector_id');
    await ask(`/account/${account}/connectors`, {
      connector_type: 'payment_processor',
      connector_name: 'adyen_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of saved accounts' },
      pm_auth_config: { enabled_payment_methods: [{ ...debit, connector_name: 'plaid', mca_id }] },
    });
    const one = await linked(merchant, []);
    const public_token = 'public-sandbox-sepa';
    await ask('/payment_methods/auth/exchange', { payment_id: one.id, public_token, ...debit });
    return one;
  }

  it('a payer with a saved account agrees to its mandate, and the confirm has the consent', async () => {
    const one = await withSavedAccount();
    await page.goto(one.link);
    await page.getByRole('radio', { name: 'Direct debit (SEPA) •••• 3000' }).check();
    await page.getByRole('heading', { name: 'SEPA Direct Debit Mandate' }).waitFor();
    await page.getByText('you authorise (A)').waitFor();
    expect(await page.getByRole('textbox', { name: 'IBAN' }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    // The verifier knows the account, and not its holder.
    await page.getByLabel('Full name').fill('Anna Payer');
    await page.getByLabel('E-mail address').fill('anna@example.com');
    const confirmed = page.waitForRequest((request) => request.url().endsWith('/confirm'));
    await page.getByRole('button', { name: 'Pay €25.99' }).click();
    expect((await confirmed).postDataJSON()).toMatchObject({
      payment_method: 'bank_debit',
      payment_method_type: 'sepa',
      payment_token: expect.any(String),
      customer_acceptance: { acceptance_type: 'online' },
    });
    await page.getByText('Accepted on').waitFor();
    await page.getByText('Will be communicated separately').waitFor();
    expect(await one.status()).toBe('processing');
  });

  it('a desktop shows a code with the address of the page, and a phone does not', async () => {
    const one = await linked(await createMerchant(live.running), []);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).origin));
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.goto(one.link);
    await page.getByText('Pay on your phone').click();
    const code = page.getByRole('img', { name: 'QR' });
    const address = new URL(scan((await code.getAttribute('src')) ?? ''));
    expect(address.searchParams.get('page_token')).toBe(
      new URL(one.link).searchParams.get('page_token'),
    );
    expect(await axeFindings(page)).toEqual([]);
    const known = [new URL(one.link).origin, new URL(live.running.vaultUrl).origin, 'null'];
    expect(requests.filter((origin) => !known.includes(origin))).toEqual([]);
    await page.goto(address.href);
    await page.getByRole('radio').first().waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.getByText('Pay on your phone').isVisible()).toBe(false);
  });

  it('a desktop whose code is open shows the outcome once the phone has paid', async () => {
    const one = await linked(await createMerchant(live.running), []);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.goto(one.link);
    await page.getByText('Pay on your phone').click();
    const phone = await payer.context.newPage();
    await phone.goto(one.link);
    const form = phone.frameLocator('iframe[title="Card details"]');
    await form.getByLabel('Card number').fill('4242424242424242');
    await form.getByLabel('Expiry date').fill('12 / 39');
    await form.getByLabel('Security code').fill('123');
    await phone.getByRole('button', { name: 'Pay €25.99' }).click();
    await phone.getByRole('heading', { name: 'Payment successful' }).waitFor();
    await page.bringToFront();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  });
});
