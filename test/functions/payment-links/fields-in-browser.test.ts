import type { Browser, BrowserContext, Page } from 'playwright-core';
import { languages } from '#vocabulary/page-texts/languages.ts';
import { inBrowser, launchBrowser } from '../../shared/vault/pages/a-browser.ts';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { aShop } from './a-shop-at-stripe.ts';

const origin = 'https://switch.test';

inBrowser('the fields of a payment page in a browser', () => {
  const { it: drawn } = drawnByDay('pages');
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let shop: Awaited<ReturnType<typeof aShop>>;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    [shop, context] = await Promise.all([aShop(), browser.newContext({ locale: 'en-GB' })]);
    page = await context.newPage();
  });
  afterEach(() => context.close());

  /** Opens the page of a payment, as the switch in memory serves it. */
  async function open(more: object = {}, locale = 'en') {
    await shop.linked(more);
    await page.route(`${origin}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const query = { locale };
      if (pathname.endsWith('/confirm')) {
        const body: unknown = route.request().postDataJSON();
        const { publishableKey: key } = shop.merchant;
        const params = { payment_id: 'pay_1' };
        const { status, text } = await shop.ask('payments.confirm', { key, params, body });
        return route.fulfill({ status, body: text, contentType: 'application/json' });
      }
      if (pathname.endsWith('/payments/pay_1')) {
        const { publishableKey: key } = shop.merchant;
        const client_secret =
          new URL(route.request().url()).searchParams.get('client_secret') ?? '';
        const asked = { key, params: { payment_id: 'pay_1' }, query: { client_secret } };
        const { status, text } = await shop.ask('payments.retrieve', asked);
        return route.fulfill({ status, body: text, contentType: 'application/json' });
      }
      const show = pathname.includes('/status/') ? shop.status : shop.show;
      const { status, headers, text } = await show('pay_1', { query });
      return route.fulfill({ status, headers, body: text });
    });
    await page.goto(`${origin}/payment_link/merchant_example/pay_1`);
  }

  it('a payer fills in the billing address that the account needs', async () => {
    await open({ currency: 'USD', allowed_payment_method_types: ['afterpay_clearpay'] });
    const country = page.getByLabel('Country');
    expect(await country.getAttribute('autocomplete')).toBe('billing country');
    await country.selectOption({ label: 'United Kingdom' });
    await page.getByLabel('Full name').fill('Anna Weber');
    await page.getByLabel('E-mail address').fill('anna@example.com');
    await page.getByLabel('Address', { exact: true }).fill('Street 1');
    await page.getByLabel('City').fill('London');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('Please fill this in.').waitFor();
    const postalCode = page.locator(':focus');
    expect(await postalCode.getAttribute('autocomplete')).toBe('billing postal-code');
    expect(await axeFindings(page)).toEqual([]);
    await postalCode.fill('sw1a 1aa');
    const asked = page.waitForRequest(/\/confirm$/);
    await page.getByRole('button', { name: 'Pay' }).click();
    expect((await asked).postDataJSON()).toMatchObject({
      payment_method_type: 'afterpay_clearpay',
      payment_method_data: {
        billing: {
          email: 'anna@example.com',
          address: {
            first_name: 'Anna',
            last_name: 'Weber',
            country: 'GB',
            line1: 'Street 1',
            zip: 'sw1a 1aa',
            city: 'London',
          },
        },
      },
    });
  });

  it('a payer who leaves a wrong field by pressing the button presses it', async () => {
    await open({ allowed_payment_method_types: ['sepa'] });
    await page.getByLabel('E-mail address').fill('anna');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('name@example.com').waitFor();
    await page.getByText('Please fill this in.').first().waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe('bank_debit.sepa-0');
  });

  it('a phone shows the keyboard of each field, and its key leads to the next field', async () => {
    await context.close();
    context = await browser.newContext({ locale: 'en-GB', hasTouch: true, isMobile: true });
    page = await context.newPage();
    await open({ currency: 'GBP', allowed_payment_method_types: ['bacs'] });
    const keyboards = `[...document.querySelectorAll('.below input')].map(
      ({ inputMode, enterKeyHint, autocomplete }) => [inputMode, enterKeyHint, autocomplete])`;
    expect(await page.evaluate(keyboards)).toMatchObject([
      ['numeric', 'next', 'off'],
      ['numeric', 'next', 'off'],
      ['', 'next', 'billing name'],
      ['email', 'next', 'billing email'],
      ['', 'next', 'billing address-line1'],
      ['', 'next', 'billing postal-code'],
      ['', 'go', 'billing address-level2'],
    ]);
    const sortCode = page.getByLabel('Sort code');
    await sortCode.pressSequentially('108800');
    expect(await sortCode.inputValue()).toBe('10-88-00');
    await sortCode.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('bank_debit.bacs-1');
  });

  drawn.each(languages)(
    'a debit and its errors are accessible and fit 320 px in %s',
    async (one) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await open({ allowed_payment_method_types: ['sepa'] }, one);
      const iban = page.locator('[id="bank_debit.sepa-0"]');
      await iban.fill('de001234');
      await page.locator('[inputmode=email]').fill('anna');
      await page.locator('#pay').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      expect(await page.locator('.flaw:not(:empty)').count()).toBe(3);
      expect(await page.locator('.mandate').textContent()).toContain('Shoes');
      expect(await axeFindings(page)).toEqual([]);
      const isTooWide = 'document.documentElement.scrollWidth > innerWidth';
      expect(await page.evaluate(isTooWide)).toBe(false);
    },
  );
});
