import {
  type Browser,
  type BrowserContext,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core';
import { browserOptions, inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { serveSite } from '../shared/vault/pages/served-vault.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { createMerchant, newId, successful } from '../support/switch/merchant.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({ merchant: { account: { merchant_name: 'Shoes & Sons' } } });

const phone = { width: 390, height: 844 };
const smallPhone = { width: 320, height: 640 };
const desktop = { width: 1_280, height: 800 };

const cardTypes = ['credit', 'debit'];
const several = [...cardTypes, 'klarna', 'paypal', 'ideal', 'sepa'];

async function newPayment(config: object = {}, more: object = {}, key = live.merchant.key) {
  const body = {
    amount: 2_599,
    currency: 'EUR',
    payment_link: true,
    description: 'Order 7',
    order_details: [
      { product_name: 'Shoes', quantity: 2, amount: 1_299 },
      { product_name: 'Laces', quantity: 1, amount: 1 },
    ],
    allowed_payment_method_types: several,
    payment_link_config: { appearance: { theme: 'system' }, ...config },
    ...more,
  };
  return successful(await live.running.call('POST', '/payments', { key, body }));
}

/** An order at the highest amount, in a currency that is written with three letters. */
const longAmount = {
  amount: 999_999_999,
  currency: 'IDR',
  order_details: [{ product_name: 'Boat', quantity: 3, amount: 333_333_333 }],
};

const newLink = async (config: object = {}, more: object = {}) =>
  textAt(await newPayment(config, more), 'payment_link.link');

/** The link of a customer with two saved cards. */
async function linkWithSavedCards(): Promise<string> {
  const customer_id = newId('cus');
  for (const number of ['4242424242424242', '5555555555554444']) {
    const payment = await newPayment(
      {},
      {
        customer_id,
        setup_future_usage: 'off_session',
        customer_acceptance: { acceptance_type: 'offline' },
      },
    );
    const path = `/payments/${textAt(payment, 'payment_id')}/confirm`;
    const { key } = live.merchant;
    successful(await live.running.call('POST', path, { key, body: byCard(number) }));
  }
  return newLink({}, { customer_id });
}

const links: Readonly<Record<string, () => Promise<string>>> = {
  'an accordion': () => newLink(),
  tabs: () => newLink({ sdk_layout: 'tabs' }),
  'one method': () => newLink({}, { allowed_payment_method_types: cardTypes }),
  'saved cards': linkWithSavedCards,
};

/** The layout shifts of a page without the payer's input, summed up. */
const shiftsOf = (page: Page): Promise<number> => page.evaluate('shifts');
const observeShifts = `globalThis.shifts = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value;
}).observe({ type: 'layout-shift', buffered: true });`;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The boxes of all elements below a place that have the selector. */
const boxesOf = (page: Page | Frame, selector: string): Promise<readonly Box[]> =>
  page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
    })`,
  );

async function boxOf(page: Page | Frame, selector: string): Promise<Box> {
  const [box] = await boxesOf(page, selector);
  if (!box) throw new Error(`The page has no ${selector}.`);
  return box;
}

const launchWith = (argument: string): Promise<Browser> =>
  chromium.launch({ ...browserOptions, args: [...(browserOptions.args ?? []), argument] });

const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth');

inBrowser('the layout of payment links in a browser', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-IE' });
    page = await context.newPage();
  });
  afterEach(() => context?.close());

  const formIsThere = (on = page) => on.frameLocator('iframe').locator('#expiry').waitFor();

  it.each(
    Object.keys(links).flatMap((name) =>
      [phone, desktop].map((size) => [name, `${size.width} pixels`, size] as const),
    ),
  )(
    'a payment page with %s moves nothing while it loads slowly, on a screen of %s',
    async (name, _, size) => {
      const url = (await links[name]?.()) ?? '';
      await page.setViewportSize(size);
      await page.addInitScript(observeShifts);
      for (const late of ['**/capture_form**', '**/customers/payment_methods**']) {
        await page.route(late, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 600));
          await route.continue();
        });
      }
      await page.goto(url);
      if (name === 'saved cards') await page.getByText('•••• 4242').waitFor();
      else await formIsThere();
      await page.locator('.opening').waitFor({ state: 'detached' });
      expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
    },
  );

  it.each([
    ['an accordion', {}, several],
    ['tabs', { sdk_layout: 'tabs' }, several],
    ['one method', {}, cardTypes],
    ['hidden labels', { appearance: { theme: 'light', labels: 'hidden' } }, several],
  ])(
    'a payment page with %s has the places of the whole form before its script runs',
    async (_, config, allowed_payment_method_types) => {
      const url = await newLink(config, { allowed_payment_method_types });
      const parts = ['h2:not(#summary)', '.choice', '.below', 'button:not(.link)', '.brand'];
      for (const size of [phone, desktop]) {
        await page.setViewportSize(size);
        await page.goto(url);
        await formIsThere();
        await page.locator('.opening').waitFor({ state: 'detached' });
        expect(await page.locator('#sketch').count()).toBe(0);
        const drawn = await Promise.all(parts.map((part) => boxesOf(page, `.payment ${part}`)));

        await page.route(url, async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace(/<script>.*<\/script>/s, '');
          await route.fulfill({ response, body });
        });
        await page.goto(url);
        const sketched = await Promise.all(parts.map((part) => boxesOf(page, `.payment ${part}`)));
        await page.unroute(url);
        // The form states its height in whole pixels, which moves what follows by less than one.
        expect(sketched.map((boxes) => boxes.length)).toEqual(drawn.map((boxes) => boxes.length));
        const places = (all: typeof drawn) =>
          all.flat().flatMap(({ x, y, width, height }) => [x, y, width, height]);
        const moved = places(drawn).map((place, at) =>
          Math.abs(place - (places(sketched)[at] ?? 0)),
        );
        expect(Math.max(...moved)).toBeLessThanOrEqual(1);
      }
    },
  );

  it('a payment page without scripts says that it needs them, and draws no form', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-IE' });
    const reader = await plain.newPage();
    await reader.goto(await newLink());
    await reader.locator('noscript p').waitFor();
    expect(await reader.locator('#sketch').isVisible()).toBe(false);
    await plain.close();
  });

  it('the order stands beside the form on a desktop, and above it where the merchant wants one column', async () => {
    await page.setViewportSize(desktop);
    await page.goto(await newLink());
    const [plane, form] = [await boxOf(page, '.plane'), await boxOf(page, '#payment')];
    expect(plane).toMatchObject({ x: 0, y: 0, width: 640 });
    expect(plane.height).toBeGreaterThanOrEqual(800);
    expect(form.x).toBeGreaterThan(640);
    await page.getByText('Laces').waitFor();

    await page.goto(await newLink({ details_layout: 'layout1' }));
    const [above, below] = [await boxOf(page, '.plane'), await boxOf(page, '#payment')];
    expect(above.width).toBe(1_280);
    expect(below.y).toBeGreaterThan(above.height);
    await page.getByText('Laces').waitFor();
  });

  it('the order is one line on a phone, and opens by a press', async () => {
    await page.setViewportSize(phone);
    await page.goto(await newLink());
    const item = page.getByText('Laces');
    expect(await item.isVisible()).toBe(false);
    await page.getByText('Pay Shoes & Sons').click();
    await item.waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('the button with the amount stays on the screen of a phone, and never covers the focused element', async () => {
    // A row that still opens would move the elements below it.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const size of [phone, smallPhone]) {
      await page.setViewportSize(size);
      await page.goto(await newLink());
      await formIsThere();
      const isBelow = (box: Box) => box.y + box.height > size.height + 1;
      expect(isBelow(await boxOf(page, '#pay'))).toBe(false);
      await page.getByLabel('Card').focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Tab', 'Tab']) {
        await page.keyboard.press(key);
        const focused = await page.evaluate('document.activeElement.id');
        if (focused === 'pay') break;
        await page.evaluate('document.activeElement.dataset.focused = ""');
        const [one, bar] = [await boxOf(page, '[data-focused]'), await boxOf(page, '.bar')];
        await page.evaluate('delete document.activeElement.dataset.focused');
        expect([size.width, key, one.y + one.height <= bar.y]).toEqual([size.width, key, true]);
        expect(isBelow(bar)).toBe(false);
      }
    }
  });

  it("the button stands below the form, not at the edge, in a frame of the shop's page", async () => {
    const cart = await serveSite();
    const { key, id, profileId } = await createMerchant(live.running);
    try {
      const path = `/account/${id}/business_profile/${profileId}`;
      const allowed_domains = [new URL(cart.url).host];
      const body = { payment_link_config: { allowed_domains } };
      successful(await live.running.call('POST', path, { key, body }));
      const secure = textAt(await newPayment({}, {}, key), 'payment_link.secure_link');
      cart.html = `<!doctype html><title>Cart</title><iframe title="Pay" width="390" height="300" src="${secure}"></iframe>`;
      await page.goto(cart.url);
      const frame = await eventually(() => {
        const found = page.frames().find((one) => one.url().includes('/payment_link/s/'));
        if (!found) throw new Error('There is no frame yet.');
        return found;
      });
      await frame.locator('#pay').waitFor();
      expect((await boxOf(frame, '#pay')).y).toBeGreaterThan(300);
    } finally {
      await cart.stop();
    }
  });

  it.each(['en', 'de', 'ar', 'ja'])(
    'a long amount in %s stays on one line of the smallest screen, wherever it stands',
    async (locale) => {
      const url = new URL(await newLink({}, longAmount));
      url.searchParams.set('locale', locale);
      await page.setViewportSize(smallPhone);
      await page.goto(url.href);
      await formIsThere();
      await page.locator('summary.head').click();
      expect(await widthOf(page)).toBe(320);
      const lines = await page.evaluate(
        `[...document.querySelectorAll('#amount, .sum')].map(
          (one) => new Set([...one.getClientRects()].map(({ top }) => Math.round(top))).size)`,
      );
      expect(new Set(Object.values(Object(lines)))).toEqual(new Set([1]));
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  it.each([
    ['the theme', { theme: '#ffd400', appearance: null }],
    ['the background', { background_colour: '#7a7a7a', appearance: null }],
    ['an appearance', { appearance: { theme: 'light', variables: { color_text: '#767676' } } }],
  ])('a payment page in the colours of %s has no finding of axe', async (_, config) => {
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      await page.goto(await newLink(config));
      await formIsThere();
      if (size === phone) await page.locator('summary.head').click();
      expect(await axeFindings(page)).toEqual([]);
    }
  });

  it('all texts of the page and of the form are twice as large in a browser with texts of 200 %', async () => {
    const large = await launchWith('--blink-settings=defaultFontSize=32');
    try {
      const url = await newLink({}, longAmount);
      const sizes: (readonly string[])[] = [];
      for (const opener of [browser, large]) {
        const reader = await opener.newPage({ viewport: smallPhone, locale: 'en-IE' });
        await reader.goto(url);
        await formIsThere(reader);
        const fontOf = (selector: string, on: Page | Frame = reader) =>
          on.evaluate(`getComputedStyle(document.querySelector('${selector}')).fontSize`);
        const form = reader.frames().find((one) => one.url().includes('/capture_form'));
        const texts = await Promise.all([
          ...['h1', '#card', '.choice', '.brand', '#pay'].map((one) => fontOf(one)),
          ...['label', 'input'].map((one) => fontOf(one, form)),
        ]);
        sizes.push(texts.map(String));
        await reader.locator('summary.head').click();
        expect(await widthOf(reader)).toBe(320);
        expect(await axeFindings(reader)).toEqual([]);
        await reader.close();
      }
      const [usual = [], doubled] = sizes;
      expect(doubled).toEqual(usual.map((size) => `${Number.parseFloat(size) * 2}px`));
    } finally {
      await large.close();
    }
  });
});
