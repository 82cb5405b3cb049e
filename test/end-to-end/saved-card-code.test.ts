import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { aRunningSwitch } from '../support/a-running-switch.ts';
import { cardData, createMerchant, type Merchant, newId, successful } from '../support/merchant.ts';
import { type ShopSite, startShopSite } from '../support/shop-site.ts';
import { textAt } from '../support/switch.ts';

/** A code that no other text of the requests has. */
const code = '8391';

const live = aRunningSwitch();

inBrowser('the code of a saved card on a payment link in a browser', () => {
  let shop: ShopSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** The addresses that got the code, without their queries. */
  let told: string[];

  beforeAll(async () => {
    [shop, browser] = await Promise.all([startShopSite(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    told = [];
    await page.route(`${shop.url}**`, (route) => route.fulfill({ status: 204 }));
    context.on('request', (request) => {
      const { origin, pathname, search } = new URL(request.url());
      const all = `${search} ${request.postData() ?? ''}`;
      if (all.includes(`"${code}"`) || search.includes(code)) told.push(origin + pathname);
    });
  });
  afterEach(() => context.close());

  /** A payment by a customer with a saved card of American Express. */
  async function linked(merchant: Merchant) {
    const customer_id = newId('cus');
    const body = { amount: 2_599, currency: 'EUR', customer_id };
    const ask = (more: object) =>
      live.running.call('POST', '/payments', {
        key: merchant.key,
        body: { ...body, ...more },
        headers: { 'accept-language': 'en-IE' },
      });
    successful(
      await ask({
        ...cardData('378282246310005', '1234'),
        confirm: true,
        setup_future_usage: 'on_session',
        customer_acceptance: { acceptance_type: 'offline' },
      }),
    );
    const payment = successful(await ask({ payment_link: true, return_url: shop.url }));
    const path = `/payments/${textAt(payment, 'payment_id')}`;
    return {
      link: textAt(payment, 'payment_link.link'),
      status: async () =>
        textAt(successful(await live.running.call('GET', path, { key: merchant.key })), 'status'),
    };
  }
  const codeField = () =>
    page.frameLocator('iframe[title="Security code"]').getByLabel('Security code');
  const pay = () => page.getByRole('button', { name: 'Pay €25.99' }).click();

  it("a saved card's code is asked for by the vault's form, and only the vault receives it", async () => {
    const one = await linked(await createMerchant(live.running));
    await page.goto(one.link);
    await codeField().waitFor();
    await pay();
    await page
      .frameLocator('iframe[title="Security code"]')
      .locator('.error:not(:empty)')
      .waitFor();
    expect(await one.status()).toBe('requires_payment_method');

    await codeField().fill(code);
    await pay();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await one.status()).toBe('succeeded');
    expect(told).toEqual([`${live.running.vaultUrl}/api/v1/capture_form`]);
  });
});
