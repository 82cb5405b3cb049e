import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { successful } from '../support/switch/merchant.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({
  merchant: {
    account: {
      merchant_name: 'Shoes & Sons',
      merchant_details: {
        address: { line1: '1 Harbour Street', city: 'Cork', zip: 'T12 X70A', country: 'IE' },
      },
    },
  },
});

/** The link of a payment that was paid by card, and refunded in part. */
async function paidLink(more: object = {}): Promise<string> {
  const { key } = live.merchant;
  const { call } = live.running;
  const body = {
    amount: 12 * 1_299,
    currency: 'EUR',
    payment_link: true,
    statement_descriptor_name: 'SHOES AND SONS',
    order_details: Array.from({ length: 6 }, (_, at) => ({
      product_name: `Shoes, size ${40 + at}`,
      quantity: 2,
      amount: 1_299,
    })),
    ...more,
  };
  const payment = successful(await call('POST', '/payments', { key, body }));
  const payment_id = textAt(payment, 'payment_id');
  successful(
    await call('POST', `/payments/${payment_id}/confirm`, {
      key,
      body: byCard('4242424242424242'),
    }),
  );
  successful(await call('POST', '/refunds', { key, body: { payment_id, amount: 500 } }));
  return textAt(payment, 'payment_link.link');
}

inBrowser('receipts in a browser', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(() => context?.close());

  async function open(locale: string, url: string, timezoneId = 'Europe/London') {
    context = await browser.newContext({ locale, timezoneId });
    page = await context.newPage();
    await page.goto(url);
    await page.locator('#receipt').waitFor();
  }

  /** The colour of a text, and the ground of the page behind it. */
  const coloursOf = (selector: string) =>
    page.evaluate(`(() => {
      const ground = getComputedStyle(document.body);
      const { color } = getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
      return [color, ground.backgroundColor, ground.backgroundImage];
    })()`);

  it.each([
    ['dark', { theme: 'dark' }],
    ['light', { theme: 'light' }],
    ["the device's", {}],
  ])(
    'a receipt in %s theme is printed in black on white, without its controls and with its unit prices',
    async (_, appearance) => {
      const payment_link_config = {
        appearance,
        background_image: { url: 'https://cdn.example/a.png' },
        background_colour: '#223344',
      };
      await open('en-GB', await paidLink({ payment_link_config }));
      await page.emulateMedia({ colorScheme: 'dark' });
      const print = page.getByRole('button', { name: 'Print' });
      expect(await print.isVisible()).toBe(true);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await print.isVisible()).toBe(false);
      expect(await page.getByText('Powered by Turnout').isVisible()).toBe(false);
      for (const text of ['(€12.99)', 'Visa •••• 4242', 'SHOES AND SONS', '1 Harbour Street']) {
        expect([text, await page.getByText(text).first().isVisible()]).toEqual([text, true]);
      }
      for (const selector of ['h1', 'dd', 'li', '#sums dd']) {
        const paper = ['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)', 'none'];
        expect([selector, await coloursOf(selector)]).toEqual([selector, paper]);
      }
    },
  );

  it.each(['A4', 'Letter'])('a receipt fits on one page of %s', async (format) => {
    await open('en-GB', await paidLink());
    const paper = (await page.pdf({ format })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  it.each([
    ['en-GB', 'Europe/London', /^\d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d$/],
    ['en-US', 'America/New_York', /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d\s[AP]M$/],
    ['de-AT', 'Europe/Vienna', /^\d{1,2}\. \p{L}+ \d{4} um \d\d:\d\d$/u],
    ['pt-BR', 'America/Sao_Paulo', /^\d{1,2} de \p{L}+ de \d{4} às \d\d:\d\d$/u],
    ['zh-TW', 'Asia/Taipei', /^\d{4}年\d{1,2}月\d{1,2}日 \p{L}{2}\d{1,2}:\d\d$/u],
    ['ar-EG', 'Africa/Cairo', /^[٠-٩]{1,2} \p{L}+ [٠-٩]{4} في [٠-٩]{1,2}:[٠-٩]{2} [صم]$/u],
  ])(
    'a receipt in %s has the dates of the region, in the time zone %s',
    async (locale, zone, format) => {
      await open(locale, await paidLink(), zone);
      const times = page.locator('time');
      expect(await times.count()).toBe(2);
      const at = (await times.first().getAttribute('datetime')) ?? '';
      const shown = (await times.allTextContents()).map((one) => one.replaceAll('\u202f', ' '));
      for (const one of shown) expect(one).toMatch(format);
      // The browser's own data agree with those of Node.js.
      const options = { dateStyle: 'long', timeStyle: 'short', timeZone: zone } as const;
      const expected = new Intl.DateTimeFormat(locale, options).format(new Date(at));
      expect(shown[0]).toBe(expected.replaceAll('\u202f', ' '));
      expect(await axeFindings(page)).toEqual([]);
    },
  );
});
