import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type MerchantPage, startMerchantPage } from '../../scripts/start/merchant-page.ts';
import { browserOptions, inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { successful } from '../support/switch/merchant.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';

const good4242 = '4242424242424242';
const challenged = '4000003800000446';

const live = aRunningSwitch({ merchant: { account: { merchant_name: 'Shoes & Sons' } } });

/** A payment link of the merchant's, whose shop has no page of its own. */
async function newLink(more: object = {}) {
  const body = { amount: 2_599, currency: 'EUR', payment_link: true, ...more };
  const { key } = live.merchant;
  const payment = successful(await live.running.call('POST', '/payments', { key, body }));
  return { id: textAt(payment, 'payment_id'), url: textAt(payment, 'payment_link.link') };
}

const statusOf = async (id: string) => {
  const { key } = live.merchant;
  return textAt(successful(await live.running.call('GET', `/payments/${id}`, { key })), 'status');
};

/** The address that redirects the payer of a challenged card to the bank. */
async function redirected(id: string): Promise<string> {
  const { key } = live.merchant;
  const path = `/payments/${id}/confirm`;
  const payment = await live.running.call('POST', path, { key, body: byCard(challenged) });
  return textAt(successful(payment), 'next_action.redirect_to_url');
}

/** Checks a page in both themes, on a small phone and on a desktop. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [320, 1_280]) {
      await page.setViewportSize({ width, height: 700 });
      const place = [page.url(), colorScheme, width];
      expect([...place, await axeFindings(page)]).toEqual([...place, []]);
      expect([...place, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
        ...place,
        width,
      ]);
    }
  }
}

inBrowser('pages for payers in a browser', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(() => context?.close());

  async function open(locale: string, opener = browser): Promise<Page> {
    context = await opener.newContext({ locale });
    page = await context.newPage();
    return page;
  }

  async function payByCard(number: string) {
    const form = page.frameLocator('iframe[title="Card details"]');
    await form.getByLabel('Card number').fill(number);
    await form.getByLabel('Expiry date').fill('12 / 39');
    await form.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay €25.99' }).click();
  }

  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  const press = (name: string) => page.getByRole('button', { name }).click();
  const goOn = () => page.getByRole('link', { name: 'Continue' }).click();
  const receipt = async () => {
    await heading('Payment successful');
    await heading('Receipt');
    expect(await page.getByRole('link').count()).toBe(0);
  };

  it.each([
    ['en', 'Test Payment Page', 'This page is closed', 'This payment has ended'],
    ['de', 'Testseite für Zahlungen', 'Diese Seite ist geschlossen', 'Diese Zahlung ist beendet'],
    ['ar', 'صفحة دفع تجريبية', 'هذه الصفحة مغلقة', 'انتهت عملية الدفع هذه'],
    ['ja', 'テスト決済ページ', 'このページは終了しました', 'このお支払いは終了しました'],
  ])(
    'the pages between shop and bank in %s have no finding of axe, in both themes, on a small phone and on a desktop',
    async (locale, bank, closed, ended) => {
      await open(locale);
      const { id, url } = await newLink({ return_url: 'https://shop.example/thanks' });
      const start = await redirected(id);
      // The page that redirects stays where the bank does not answer.
      const atBank = (address: URL) => address.pathname.includes('/challenges/');
      await page.route(atBank, (route) => route.fulfill({ status: 204 }));
      await page.goto(start, { waitUntil: 'commit' });
      await page.locator('#payment_form').waitFor();
      await expectAccessible(page);
      await page.unroute(atBank);

      await page.goto(start);
      await heading(bank);
      expect(await page.evaluate('document.documentElement.dir')).toBe(
        locale === 'ar' ? 'rtl' : '',
      );
      await expectAccessible(page);
      const challenge = page.url();
      await page.locator('.reject').click();
      await page.locator('#problem').waitFor();
      expect(await statusOf(id)).toBe('failed');

      await page.goto(challenge);
      await heading(bank);
      await expectAccessible(page);
      await page.goto(start);
      await heading(ended);
      await expectAccessible(page);
      await page.goto(url.replace(/page_token=.*/, ''));
      await heading(closed);
      await expectAccessible(page);
    },
  );

  it('a payment link without a return URL ends at its own receipt, after the bank too', async () => {
    await open('en-IE');
    for (const number of [good4242, challenged]) {
      const { id, url } = await newLink();
      await page.goto(url);
      await payByCard(number);
      if (number === challenged) await press('Complete Payment');
      await receipt();
      expect(await statusOf(id)).toBe('succeeded');
      await page.goto(url);
      await receipt();
    }
    const { id, url } = await newLink({ allowed_payment_method_types: ['ideal'] });
    await page.goto(url);
    await press('Pay €25.99');
    await press('Complete Payment');
    await receipt();
    expect(await statusOf(id)).toBe('succeeded');
  });

  it("a payer who closed the bank's page continues there from the link", async () => {
    await open('en-IE');
    const { id, url } = await newLink();
    await page.goto(url);
    await payByCard(challenged);
    await heading('Test Payment Page');
    await page.close();
    page = await context.newPage();
    await page.goto(url);
    await page.getByText('Your payment is not finished yet').waitFor();
    await goOn();
    await press('Complete Payment');
    await receipt();
    expect(await statusOf(id)).toBe('succeeded');
  });

  it.each([
    ['new', false],
    ['stored', true],
  ])(
    "a payer who goes back from the bank finds the link's page alive, where the browser opens a %s page",
    async (_, isStored) => {
      const opener = isStored
        ? await chromium.launch({
            ...browserOptions,
            ignoreDefaultArgs: ['--disable-back-forward-cache'],
          })
        : browser;
      try {
        await open('en-IE', opener);
        const { id, url } = await newLink();
        await page.goto(url);
        await payByCard(challenged);
        await heading('Test Payment Page');
        await page.goBack();
        await page.getByText('Your payment is not finished yet').waitFor();
        await goOn();
        await press('Reject Payment');
        const problem = page.getByText('You can pay with another card.');
        await problem.waitFor();
        expect(await problem.textContent()).toContain('Your bank could not confirm');
        expect(await statusOf(id)).toBe('failed');
        // The bank's page is over now. A stored page is not loaded, so there is no wait for that.
        await page.goBack({ waitUntil: 'commit' });
        await page.goto(url);
        await payByCard(challenged);
        await press('Complete Payment');
        await receipt();
        expect(await statusOf(id)).toBe('succeeded');
      } finally {
        if (isStored) await opener.close();
      }
    },
  );

  describe('the example shop', () => {
    let shop: MerchantPage;
    beforeAll(async () => {
      const { url: switchUrl, vaultUrl } = live.running;
      shop = await startMerchantPage({ port: 0, switchUrl, vaultUrl, adminKey });
    });
    afterAll(() => shop?.stop());

    it('the example shop has no finding of axe, in both themes, on a small phone and on a desktop', async () => {
      await open('en-IE');
      await page.goto(shop.url);
      await page.frameLocator('iframe').locator('#card_number').waitFor();
      await expectAccessible(page);
    });
  });
});
