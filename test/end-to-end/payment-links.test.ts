import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Frame, Page, Route } from 'playwright-core';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { type Site, serveSite } from '../shared/vault/pages/served-vault.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { type ShopSite, startShopSite } from '../support/browser/shop-site.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { createMerchant, type Merchant, newId, successful } from '../support/switch/merchant.ts';
import { type Answer, textAt } from '../support/switch/switch.ts';

const good4242 = '4242424242424242';
const declined = '4000000000000002';
const challenged = '4000003800000446';

const live = aRunningSwitch();

inBrowser('payment links in a browser', () => {
  const { it } = drawnByDay('pages');
  let shop: ShopSite;
  let cart: Site;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Actions that the browser refused, and errors of our pages. */
  let complaints: string[];
  /** Every request of the browser that carried the number of a card. */
  let told: string[];

  beforeAll(async () => {
    [shop, cart, browser] = await Promise.all([startShopSite(), serveSite(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([shop?.stop(), cart?.stop()]);
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    [complaints, told] = [[], []];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    context.on('request', (request) => {
      const all = `${request.url()} ${request.postData() ?? ''}`;
      if (all.includes(good4242)) told.push(request.url());
    });
  });
  afterEach(() => context.close());

  interface Linked {
    readonly merchant: Merchant;
    readonly payment: Answer;
    readonly link: string;
  }

  async function linked(profile: object = {}, more: object = {}): Promise<Linked> {
    const merchant = await createMerchant(live.running, {
      account: { enable_payment_response_hash: true, merchant_name: 'Shoes & Sons' },
    });
    const { id, key, profileId } = merchant;
    const path = `/account/${id}/business_profile/${profileId}`;
    successful(await live.running.call('POST', path, { key, body: profile }));
    const body = {
      amount: 2_599,
      currency: 'EUR',
      payment_link: true,
      description: 'Order 7',
      return_url: `${shop.url}?order=7`,
      order_details: [
        { product_name: 'Shoes', quantity: 2, amount: 1_299 },
        { product_name: 'Laces', quantity: 1, amount: 1 },
      ],
      ...more,
    };
    const headers = { 'accept-language': 'en-IE' };
    const payment = successful(
      await live.running.call('POST', '/payments', { key, body, headers }),
    );
    return { merchant, payment, link: textAt(payment, 'payment_link.link') };
  }

  /** The vault's form in the page. */
  const cardForm = (on: Page | Frame) => on.frameLocator('iframe[title="Card details"]');

  async function fill(on: Page | Frame, number: string) {
    const form = cardForm(on);
    await form.getByLabel('Card number').fill(number);
    await form.getByLabel('Expiry date').fill('12 / 39');
    await form.getByLabel('Security code').fill('123');
  }

  const pay = (on: Page | Frame) => on.getByRole('button', { name: 'Pay €25.99' }).click();
  const heading = (on: Page | Frame, name: string) => on.getByRole('heading', { name }).waitFor();
  const statusOf = async ({ merchant: { key }, payment }: Linked) => {
    const path = `/payments/${textAt(payment, 'payment_id')}`;
    return textAt(successful(await live.running.call('GET', path, { key })), 'status');
  };

  const ofShop = (url: URL) => url.href.startsWith(shop.url);
  /** Keeps the browser on its page when the page would go on to the shop, for the whole test. */
  const stay = () => page.route(ofShop, (route) => route.fulfill({ status: 204 }));
  const leave = async () => {
    await page.unroute(ofShop);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await heading(page, 'Welcome back');
  };

  /** The query of the shop's last visit, with the check that the switch signed it. */
  function lastVisit({ hashKey }: Merchant): URLSearchParams {
    const query = shop.visits.at(-1)?.query ?? new URLSearchParams();
    const message = [...query]
      .filter(([name]) => !name.startsWith('signature'))
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join('&');
    const signature = createHmac('sha512', hashKey).update(message).digest('hex');
    expect(query.get('signature')).toBe(signature);
    return query;
  }

  it('a payment link can be paid with the keyboard only, and redirects the customer to the shop', async () => {
    const one = await linked();
    await stay();
    await page.goto(one.link);
    await heading(page, 'Pay Shoes & Sons');
    expect(await axeFindings(page)).toEqual([]);
    await cardForm(page).getByLabel('Card number').focus();
    for (const text of [good4242, '', '1239']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('123');
    await page.keyboard.press('Enter');
    await heading(page, 'Payment successful');
    expect(await axeFindings(page)).toEqual([]);
    expect(told).toEqual([expect.stringContaining(`${live.running.vaultUrl}/api/v1/capture_form`)]);
    await leave();
    expect(Object.fromEntries(lastVisit(one.merchant))).toMatchObject({
      order: '7',
      status: 'succeeded',
      amount: '2599',
      payment_id: textAt(one.payment, 'payment_id'),
    });
    expect(await statusOf(one)).toBe('succeeded');
    expect(complaints).toEqual([]);

    await stay();
    await page.goto(one.link);
    await heading(page, 'Payment successful');
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('a payer chooses the brand of a co-badged card on a link by keyboard, and the payment has it', async () => {
    const one = await linked();
    await stay();
    await page.goto(one.link);
    await heading(page, 'Pay Shoes & Sons');
    await cardForm(page).getByLabel('Card number').focus();
    await page.keyboard.type('4000002500001001');
    await cardForm(page).getByRole('radiogroup', { name: 'Choose the card brand' }).waitFor();
    await page.keyboard.press('Tab');
    const brand = (name: string) => cardForm(page).getByRole('radio', { name });
    expect(await brand('Cartes Bancaires').isChecked()).toBe(true);
    await page.keyboard.press('ArrowRight');
    await brand('Visa').and(cardForm(page).locator(':checked')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    for (const text of ['', '', '1239', '123']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: /^Pay/ }).click();
    await heading(page, 'Payment successful');
    const path = `/payments/${textAt(one.payment, 'payment_id')}`;
    const { key } = one.merchant;
    expect(successful(await live.running.call('GET', path, { key })).body).toMatchObject({
      status: 'succeeded',
      payment_method_data: { card: { card_network: 'Visa', last4: '1001' } },
    });
  });

  it.each(['en', 'ar'])(
    'a payment page in %s is not wider than a small screen, whatever the name of an item is',
    async (locale) => {
      const { link } = await linked(
        {},
        {
          description: 'd'.repeat(120),
          order_details: [{ product_name: 'n'.repeat(120), quantity: 1, amount: 2_599 }],
          payment_link_config: { seller_name: 's'.repeat(120) },
        },
      );
      const url = new URL(link);
      url.searchParams.set('locale', locale);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(url.href);
      await page.frameLocator('iframe').locator('#card_number').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it.each(['en', 'de', 'ar', 'ja'])(
    'a payment page in %s has no finding of axe, in both themes, on a phone and on a desktop',
    async (locale) => {
      const config = { appearance: { theme: 'system' }, details_layout: 'layout2' };
      const { link } = await linked({}, { payment_link_config: config });
      const url = new URL(link);
      url.searchParams.set('locale', locale);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [390, 1_280]) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(url.href);
          await page.frameLocator('iframe').locator('#card_number').waitFor();
          expect([colorScheme, width, await axeFindings(page)]).toEqual([colorScheme, width, []]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        }
      }
      expect(complaints).toEqual([]);
    },
  );

  it('a payment page is four requests, and less than 45 KB compressed', async () => {
    const { link } = await linked();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith('http')) {
        sizes.push(response.body().then((body) => gzipSync(body).length));
      }
    });
    await page.goto(link);
    await page.frameLocator('iframe').locator('#card_number').waitFor();
    const all = await Promise.all(sizes);
    expect(all).toHaveLength(4);
    expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThan(45_000);
  });

  /** Moves the page's clock on, second by second: the page asks the vault meanwhile. */
  async function wait(seconds: number) {
    for (let at = 0; at < seconds; at += 1) await page.clock.runFor(1_000);
  }
  const stillLoading = () => page.getByText('Still loading…').waitFor();

  it('a payment page draws the fields of a form that is late, says so after four seconds, and nothing moves when the form comes', async () => {
    const { link } = await linked();
    const arrival = Promise.withResolvers<void>();
    await page.route('**/capture_form?*', async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.clock.install();
    await page.addInitScript(`window.shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map((one) => one.value)))
        .observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(link, { waitUntil: 'domcontentloaded' });
    const drawn = page.locator('.skeleton');
    await drawn.getByText('Card number').waitFor();
    const before = await drawn.boundingBox();
    expect(await axeFindings(page, { iframes: false })).toEqual([]);
    await wait(5);
    await stillLoading();
    expect(await page.getByRole('button', { name: 'Load again' }).count()).toBe(0);
    arrival.resolve();
    await cardForm(page).getByLabel('Card number').waitFor();
    await drawn.waitFor({ state: 'detached' });
    const after = await page.locator('iframe').boundingBox();
    expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThanOrEqual(1);
    expect(after?.y).toBe(before?.y);
    const shifts = await page.evaluate('shifts.reduce((sum, one) => sum + one, 0)');
    expect(shifts).toBeLessThan(0.02);
    await wait(20);
    expect(await page.getByText('could not be loaded').count()).toBe(0);
    await fill(page, good4242);
    await pay(page);
    await heading(page, 'Payment successful');
    expect(complaints).toEqual([]);
  });

  it('a payment page without an answer of the vault says so after twenty seconds, and opens only the form again', async () => {
    const one = await linked();
    await page.route(`${live.running.vaultUrl}/**`, (route) => route.abort());
    await page.clock.install();
    await page.goto(one.link);
    await page.evaluate('window.isTheSame = true');
    await wait(6);
    await stillLoading();
    expect(await page.getByText('could not be loaded').count()).toBe(0);
    await wait(16);
    await page.getByText('The card form could not be loaded. You have not been charged.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(`${live.running.vaultUrl}/**`);
    await page.getByRole('button', { name: 'Load again' }).click();
    await fill(page, good4242);
    expect(await page.evaluate('isTheSame')).toBe(true);
    await pay(page);
    await heading(page, 'Payment successful');
    expect(await statusOf(one)).toBe('succeeded');
  });

  it('a payer whose card form came too late for its session loads only the form again, and keeps what was typed', async () => {
    const one = await linked();
    // A session that the vault does not know any more, once.
    const late = (route: Route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('session_token', 'st_over');
      return route.continue({ url: url.href });
    };
    await page.route('**/capture_form?*', late, { times: 1 });
    await page.goto(one.link);
    await page.getByText('This page was open for too long.').waitFor();
    await page.evaluate('window.isTheSame = true');
    await page.getByRole('button', { name: 'Other methods' }).click();
    await page.getByRole('radio', { name: 'Direct debit (SEPA)' }).check();
    await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00');
    await page.getByRole('radio', { name: 'Card', exact: true }).check();
    await page.getByRole('button', { name: 'Load again' }).click();
    await fill(page, good4242);
    expect(await page.getByText('This page was open for too long.').count()).toBe(0);
    expect(await page.evaluate('isTheSame')).toBe(true);
    await page.getByRole('radio', { name: 'Direct debit (SEPA)' }).check();
    expect(await page.getByRole('textbox', { name: 'IBAN' }).inputValue()).toBe(
      'DE89 3704 0044 0532 0130 00',
    );
    await page.getByRole('radio', { name: 'Card', exact: true }).check();
    await pay(page);
    await heading(page, 'Payment successful');
    expect(await statusOf(one)).toBe('succeeded');
  });

  it('a payment page whose vault never answers keeps loading, and offers to open the form again after twenty seconds', async () => {
    const { link } = await linked();
    await page.route(`${live.running.vaultUrl}/**`, () => undefined);
    await page.clock.install();
    await page.goto(link, { waitUntil: 'domcontentloaded' });
    await wait(24);
    await stillLoading();
    await page.getByRole('button', { name: 'Load again' }).waitFor();
    expect(await page.getByText('could not be loaded').count()).toBe(0);
    expect(await axeFindings(page, { iframes: false })).toEqual([]);
  });

  it('a payment page draws the first field two round trips to the vault after the page', async () => {
    const { link } = await linked();
    const waiting: Route[] = [];
    await page.route(`${live.running.vaultUrl}/**`, (route) => void waiting.push(route));
    /** Answers the requests that wait for the vault, once there are so many. Returns their paths. */
    const answered = (count: number) =>
      eventually(async () => {
        expect(waiting).toHaveLength(count);
        const all = waiting.splice(0);
        await Promise.all(all.map((route) => route.continue()));
        return all.map((route) => new URL(route.request().url()).pathname).toSorted();
      });
    await page.goto(link, { waitUntil: 'domcontentloaded' });
    expect(await answered(1)).toEqual(['/api/v1/capture_form']);
    expect(await answered(2)).toEqual([
      expect.stringMatching(/^\/assets\/capture\./),
      expect.stringMatching(/^\/assets\/frame\./),
    ]);
    await page.locator('.skeleton').waitFor({ state: 'detached' });
    await cardForm(page).getByLabel('Card number').fill(good4242);
    expect(complaints).toEqual([]);
  });

  it('a payment page reports mistyped card data and sends nothing', async () => {
    const one = await linked();
    await page.goto(one.link);
    await fill(page, '4242424242424241');
    await pay(page);
    await cardForm(page).getByText('Please check the card number.').waitFor();
    const number = cardForm(page).getByLabel('Card number');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await axeFindings(page)).toEqual([]);
    expect(await statusOf(one)).toBe('requires_payment_method');
  });

  it('a payment link reports a declined card, and accepts another one', async () => {
    const one = await linked();
    await stay();
    await page.goto(one.link);
    await fill(page, declined);
    await pay(page);
    await page.getByText('You can pay with another card.').waitFor();
    expect(await statusOf(one)).toBe('failed');
    expect(await axeFindings(page)).toEqual([]);
    await fill(page, good4242);
    await pay(page);
    await heading(page, 'Payment successful');
    expect(await statusOf(one)).toBe('succeeded');
    expect(complaints).toEqual([]);
  });

  it('a payment link lets a declined customer pay with another card, once in two tabs', async () => {
    const one = await linked();
    await stay();
    await page.goto(one.link);
    await fill(page, declined);
    await pay(page);
    // The page loads itself anew for the reason; leaving it before would cut that short.
    await page.getByText('You can pay with another card.').waitFor();
    const tabs = [page, await context.newPage()];
    for (const tab of tabs) {
      await tab.route(ofShop, (route) => route.fulfill({ status: 204 }));
      await tab.goto(one.link);
      await tab.getByText('You can pay with another card.').waitFor();
      await fill(tab, good4242);
    }
    expect(await axeFindings(page)).toEqual([]);
    await Promise.all(tabs.map(pay));
    for (const tab of tabs) {
      await tab
        .getByRole('heading', { name: /^Payment (successful|is being processed)$/ })
        .waitFor();
    }
    const path = `/payments/${textAt(one.payment, 'payment_id')}`;
    const { key } = one.merchant;
    const paid = successful(
      await live.running.call('GET', path, { key, query: { expand_attempts: 'true' } }),
    );
    expect(paid.body).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
      amount_received: 2_599,
    });
  });

  it("an unknown payment link shows in the browser's language that it is closed", async () => {
    const one = await linked();
    const german = await browser.newContext({ locale: 'de-DE' });
    const reader = await german.newPage();
    for (const address of [
      one.link.replace(/page_token=.*/, ''),
      one.link.replace(/pay_\w+/, newId('pay')),
    ]) {
      const answer = await reader.goto(address);
      expect(answer?.status()).toBe(404);
      await reader.getByRole('heading', { name: 'Diese Seite ist geschlossen' }).waitFor();
      expect(await axeFindings(reader)).toEqual([]);
    }
    await german.close();
  });

  it('a payment link ends with a declined card when the shop configures that', async () => {
    const one = await linked({ is_manual_retry_enabled: false });
    await stay();
    await page.goto(one.link);
    await fill(page, declined);
    await pay(page);
    await heading(page, 'Payment failed');
    expect(await page.locator('#reason').textContent()).toMatch(/\w/);
    await leave();
    expect(lastVisit(one.merchant).get('status')).toBe('failed');
  });

  it('a payment link redirects over the bank when the bank challenges the customer', async () => {
    const one = await linked();
    await page.goto(one.link);
    await fill(page, challenged);
    await pay(page);
    await page.getByRole('button', { name: 'Complete Payment' }).click();
    await heading(page, 'Welcome back');
    expect(lastVisit(one.merchant).get('status')).toBe('succeeded');
    expect(complaints).toEqual([]);
  });

  it('a payment link offers another card to a customer who rejects the challenge of the bank', async () => {
    const one = await linked();
    await stay();
    await page.goto(one.link);
    await fill(page, challenged);
    await pay(page);
    await page.getByRole('button', { name: 'Reject Payment' }).click();
    await page.getByText('You can pay with another card.').waitFor();
    expect(await statusOf(one)).toBe('failed');
    await fill(page, good4242);
    await pay(page);
    await heading(page, 'Payment successful');
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    expect(await page.getByText('Visa •••• 4242').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a payment link takes a method that redirects, and no method without the data that it needs', async () => {
    const one = await linked({}, { allowed_payment_method_types: ['ideal', 'sepa'] });
    await page.goto(one.link);
    await page.getByLabel('Direct debit (SEPA)').check();
    await pay(page);
    await page.getByText('Please fill this in.').first().waitFor();
    await page.locator('[id="bank_debit.sepa-0"]:focus').waitFor();
    await page.getByLabel('iDEAL').check();
    expect(await axeFindings(page)).toEqual([]);
    await pay(page);
    await page.getByRole('button', { name: 'Complete Payment' }).click();
    await heading(page, 'Welcome back');
    expect(lastVisit(one.merchant).get('status')).toBe('succeeded');
  });

  it('a payer of a direct debit sees each error beside its field, and agrees to the mandate', async () => {
    const creditor = { sepa_creditor_identifier: 'DE98ZZZ09999999999' };
    const profile = { payment_link_config: { debit_creditor: creditor } };
    const one = await linked(profile, { allowed_payment_method_types: ['sepa', 'credit'] });
    await page.goto(one.link);
    await page.getByLabel('Direct debit (SEPA)').check();
    await page.getByText('By signing this mandate form').waitFor();
    await page.getByText('DE98ZZZ09999999999').waitFor();
    const iban = page.getByRole('textbox', { name: 'IBAN' });
    await iban.pressSequentially('de001234');
    expect(await iban.inputValue()).toBe('DE00 1234');
    await iban.press('Tab');
    await page.getByText('An IBAN of Germany has 22 characters.').waitFor();
    expect(await iban.getAttribute('aria-invalid')).toBe('true');
    const described = await iban.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).getAttribute('aria-live')).toBe('polite');
    const mail = page.getByLabel('E-mail address');
    await mail.fill('anna');
    expect(await mail.getAttribute('inputmode')).toBe('email');
    await pay(page);
    await page.getByText('name@example.com').waitFor();
    await page.getByText('Please fill this in.').waitFor();
    await page.locator('[id="bank_debit.sepa-0"]:focus').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // A digit in the middle moves the groups, and not the caret.
    await iban.fill('DE8937040044053201300');
    await iban.press('Home');
    for (let times = 0; times < 6; times += 1) await iban.press('ArrowRight');
    await iban.pressSequentially('9');
    expect(await page.evaluate('document.activeElement.selectionStart')).toBe(7);
    await iban.fill('DE89370400440532013000');
    await mail.fill('anna@example.com');
    await page.getByLabel('Full name').fill('Anna Weber');
    await pay(page);
    await page.getByRole('heading', { name: 'SEPA Direct Debit Mandate' }).waitFor();
    await page.getByText('Accepted on').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('a payment link saves the card of a customer who ticks the box, and no other card', async () => {
    for (const ticks of [true, false]) {
      const customer_id = newId('cus');
      const one = await linked({}, { customer_id, setup_future_usage: 'off_session' });
      await page.goto(one.link);
      expect(await axeFindings(page)).toEqual([]);
      await fill(page, good4242);
      if (ticks) await page.getByLabel('Save this card').check();
      await pay(page);
      await heading(page, 'Welcome back');
      const path = `/customers/${customer_id}/payment_methods`;
      const saved = successful(await live.running.call('GET', path, { key: one.merchant.key }));
      expect(Object(saved.body).customer_payment_methods).toHaveLength(ticks ? 1 : 0);
    }
    expect(complaints).toEqual([]);
  });

  it('a payment link returns directly to the shop when the shop skips the status page', async () => {
    const one = await linked({}, { payment_link_config: { skip_status_screen: true } });
    await page.goto(one.link);
    await fill(page, good4242);
    await pay(page);
    await heading(page, 'Welcome back');
    expect(lastVisit(one.merchant).get('status')).toBe('succeeded');
  });

  it('an expired payment link shows that, also in a tab opened before', async () => {
    const one = await linked();
    await page.goto(one.link);
    const [stored] = await live.running.items(
      `MERCHANT#${one.merchant.id}#PAYMENT#${textAt(one.payment, 'payment_id')}`,
    );
    if (!stored) throw new Error('The payment is not there.');
    await live.running.rewrite(stored, { expiresAt: '2020-01-01T00:00:00.000Z' });
    await fill(page, good4242);
    await pay(page);
    await heading(page, 'Payment link expired');
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(one.link);
    await heading(page, 'Payment link expired');
    expect(await statusOf(one)).toBe('requires_payment_method');
  });

  it('a payment link can be paid in a frame of the shop, and in no other frame', async () => {
    const { host } = new URL(cart.url);
    const one = await linked({ payment_link_config: { allowed_domains: [host] } });
    const secure = textAt(one.payment, 'payment_link.secure_link');
    cart.html = `<!doctype html><title>Cart</title><iframe title="Pay" src="${secure}"></iframe>`;
    const framed = () => page.waitForResponse((response) => response.url() === secure);
    const frame = () =>
      eventually(() => {
        const found = page.frames().find((one) => one.url().includes('/payment_link/s/'));
        if (!found) throw new Error('There is no frame yet.');
        return found;
      });
    const [refused] = await Promise.all([framed(), page.goto(cart.strangeUrl)]);
    expect(refused.status()).toBe(403);
    complaints.length = 0;

    await page.goto(cart.url);
    await fill(await frame(), good4242);
    await pay(await frame());
    await heading(page, 'Welcome back');
    expect(lastVisit(one.merchant).get('status')).toBe('succeeded');
    expect(complaints).toEqual([]);

    const alone = await page.goto(secure);
    expect(alone?.status()).toBe(403);
  });

  it('a payment link is shown to its merchant, to its customer and on the list', async () => {
    const { merchant, payment, link } = await linked();
    const path = `/payment_link/${textAt(payment, 'payment_link.payment_link_id')}`;
    const shown = successful(await live.running.call('GET', path, { key: merchant.key }));
    expect(shown.body).toMatchObject({ link_to_pay: link, status: 'active', amount: 2_599 });
    expect(link).toMatch(/\?locale=en-IE&page_token=[\w-]{22}$/);
    const query = { client_secret: textAt(payment, 'client_secret') };
    const asClient = { key: merchant.publishableKey, query };
    expect(successful(await live.running.call('GET', path, asClient)).body).toEqual(shown.body);
    await eventually(async () => {
      const body = { limit: 1 };
      const list = await live.running.call('POST', '/payment_link/list', {
        key: merchant.key,
        body,
      });
      expect(successful(list).body).toEqual([shown.body]);
    });
    const unknown = await live.running.call('GET', `/payment_link/${merchant.id}/${newId('pay')}`);
    expect(unknown.status).toBe(404);
  });
});
