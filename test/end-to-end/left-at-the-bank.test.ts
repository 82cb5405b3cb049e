import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { createMerchant, type Merchant, successful } from '../support/switch/merchant.ts';
import { type Answer, textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch();

inBrowser('a payer who leaves the bank in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
  });
  afterEach(() => context.close());

  async function linked(more: object = {}) {
    const merchant = await createMerchant(live.running);
    const body = { amount: 2_599, currency: 'EUR', payment_link: true, ...more };
    const payment = successful(
      await live.running.call('POST', '/payments', { key: merchant.key, body }),
    );
    return { merchant, payment, link: textAt(payment, 'payment_link.link') };
  }

  async function payByCard(number: string) {
    const form = page.frameLocator('iframe[title="Card details"]');
    await form.getByLabel('Card number').fill(number);
    await form.getByLabel('Expiry date').fill('12 / 39');
    await form.getByLabel('Security code').fill('123');
    await pay();
  }
  const pay = () => page.getByRole('button', { name: 'Pay €25.99' }).click();
  const atTheBank = () => page.getByRole('button', { name: 'Complete Payment' });
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();

  const attemptsOf = async ({ merchant, payment }: { merchant: Merchant; payment: Answer }) => {
    const query = { expand_attempts: 'true', force_sync: 'true' };
    const path = `/payments/${textAt(payment, 'payment_id')}`;
    const { body } = successful(await live.running.call('GET', path, { key: merchant.key, query }));
    const { status, amount_received, attempts } = Object(body);
    return [status, amount_received, attempts.map(({ status }: { status: string }) => status)];
  };

  /** The charges in the processor's own books, in minor units. */
  const chargesOf = async ({ payment }: { payment: Answer }) =>
    (await live.running.items('SANDBOX#'))
      .filter(({ pk }) => pk.includes(`#PAYMENT#${textAt(payment, 'payment_id')}_`))
      .flatMap(({ value }): { kind: string; amountMinor: number }[] => Object(value).movements)
      .filter(({ kind }) => kind === 'charged')
      .map(({ amountMinor }) => amountMinor);

  it('a payer back from iDEAL by the browser’s button pays by card, and is charged once', async () => {
    const one = await linked();
    await page.goto(one.link);
    await page.getByRole('button', { name: 'Other methods' }).click();
    await page.getByLabel('iDEAL').check();
    await pay();
    await atTheBank().waitFor();
    const bank = page.url();
    await page.goBack();
    await page.getByRole('link', { name: 'Continue with iDEAL' }).waitFor();
    await page.getByText('Your payment is not finished yet: iDEAL.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Card', exact: true }).check();
    await payByCard('4242424242424242');
    await heading('Payment successful');
    expect(await attemptsOf(one)).toEqual(['succeeded', 2_599, ['voided', 'charged']]);
    expect(await chargesOf(one)).toEqual([2_599]);
    // The bank's page of the attempt that was given up takes nothing any more.
    await page.goto(bank);
    expect(await atTheBank().count()).toBe(0);
    expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });

  it('a payer back from 3-D Secure goes on there, or pays with another card', async () => {
    const one = await linked();
    await page.goto(one.link);
    await payByCard('4000003800000446');
    await atTheBank().waitFor();
    await page.goto(one.link);
    await page.getByRole('link', { name: 'Continue with Visa •••• 0446' }).click();
    await atTheBank().waitFor();
    await page.goto(one.link);
    await payByCard('4000003800000446');
    await atTheBank().click();
    await heading('Payment successful');
    expect(await attemptsOf(one)).toEqual(['succeeded', 2_599, ['voided', 'charged']]);
    expect(complaints).toEqual([]);
  });

  it.each(['en', 'ar', 'ja'])(
    'the page with an open attempt in %s has no finding of axe, in both themes, also on a small screen',
    async (locale) => {
      const one = await linked({ payment_link_config: { appearance: { theme: 'system' } } });
      await page.goto(one.link);
      await payByCard('4000003800000446');
      await atTheBank().waitFor();
      const link = new URL(one.link);
      link.searchParams.set('locale', locale);
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [320, 1_280]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await page.goto(link.href);
          await page.locator('#open a').waitFor();
          expect(await axeFindings(page)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        }
      }
    },
  );

  it('a payer who pays at the bank in another tab sees the receipt in this one by itself, and is charged once', async () => {
    const one = await linked();
    await page.goto(one.link);
    await payByCard('4000003800000446');
    await atTheBank().waitFor();
    const bank = page.url();
    await page.goto(one.link);
    await page.getByRole('link', { name: 'Continue with Visa •••• 0446' }).waitFor();
    const other = await context.newPage();
    await other.goto(bank);
    await other.getByRole('button', { name: 'Complete Payment' }).click();
    await other.getByRole('heading', { name: 'Payment successful' }).waitFor();
    // The page asks by itself.
    await heading('Payment successful');
    expect(await attemptsOf(one)).toEqual(['succeeded', 2_599, ['charged']]);
  });
});
