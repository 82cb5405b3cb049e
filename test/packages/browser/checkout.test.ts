import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { inBrowser, launchBrowser } from '../../shared/vault/pages/a-browser.ts';
import { type Site, serveSite } from '../../shared/vault/pages/served-vault.ts';
import { type ShopSite, startShopSite } from '../../support/browser/shop-site.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { eventually } from '../../support/runner/eventually.ts';
import { aRunningSwitch } from '../../support/switch/a-running-switch.ts';
import { createMerchant, type Merchant, successful } from '../../support/switch/merchant.ts';
import { textAt } from '../../support/switch/switch.ts';

const live = aRunningSwitch();

inBrowser('mountCheckout with a running switch', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** The page with the form, and the page to which payments return. */
  let cart: Site;
  let shop: ShopSite;
  let merchant: Merchant;
  /** Actions that the browser refused, and errors of the pages. */
  let complaints: string[];
  /** The events of the forms: the name of the callback, and its argument. */
  let events: [string, unknown][];

  beforeAll(async () => {
    [browser, cart, shop] = await Promise.all([launchBrowser(), serveSite(), startShopSite()]);
    merchant = await createMerchant(live.running);
    const { id, key, profileId } = merchant;
    const profile = `/account/${id}/business_profile/${profileId}`;
    const body = { is_manual_retry_enabled: true };
    successful(await live.running.call('POST', profile, { key, body }));
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([cart?.stop(), shop?.stop()]);
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    [complaints, events] = [[], []];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.exposeFunction('noteEvent', (name: string, about: unknown) =>
      events.push([name, about]),
    );
  });
  afterEach(() => context.close());

  async function created(body: object = {}) {
    const payment = successful(
      await live.running.call('POST', '/payments', {
        key: merchant.key,
        body: { amount: 2_599, currency: 'EUR', return_url: shop.url, ...body },
      }),
    );
    return { id: textAt(payment, 'payment_id'), secret: textAt(payment, 'client_secret') };
  }

  const url = () => live.running.url;

  /** A page of the shop by the lines of the guide. Further options are JavaScript. */
  async function open(secret: string, options = '', at = cart.url) {
    cart.html = `<!doctype html><title>Cart</title><h1>Your cart</h1><div id="place"></div>
      <button id="buy">Buy</button>
      <script src="${url()}/checkout.js"></script>
      <script nonce="page">
        const note = (name) => (about) => noteEvent(name, about);
        const mount = (clientSecret = '${secret}') => Turnout.mountCheckout(document.querySelector('#place'), {
          clientSecret,
          publishableKey: '${merchant.publishableKey}',
          locale: 'en-IE',
          onReady: () => noteEvent('ready'),
          onChange: note('change'),
          onError: note('error'),
          ${options}
        });
        window.checkout = mount();
      </script>`;
    await page.goto(at);
    return page.frameLocator('iframe[title=Checkout]');
  }

  const withResult = "onResult: note('result'),";
  const withButton = `${withResult} payButton: 'hidden',`;
  const happened = (name: string, about?: unknown) =>
    eventually(() =>
      expect(events).toContainEqual([
        name,
        about === undefined ? about : expect.objectContaining(Object(about)),
      ]),
    );

  async function typeCard(cardNumber: string, checkout: FrameLocator) {
    const form = checkout.frameLocator('iframe[title="Card details"]');
    await form.getByLabel('Card number').fill(cardNumber);
    await form.getByLabel('Expiry date').fill('12 / 39');
    await form.getByLabel('Security code').fill('123');
  }

  async function payWith(cardNumber: string, checkout: FrameLocator) {
    await typeCard(cardNumber, checkout);
    await checkout.getByRole('button', { name: 'Pay €25.99' }).click();
  }

  const returned = () => page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  const paymentOf = async (id: string) =>
    (await live.running.call('GET', `/payments/${id}`, { key: merchant.key })).body;
  const isPaidOnce = async (id: string) =>
    expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });

  it('a payment is made in the frame, and the whole page goes on to its return_url', async () => {
    const { id, secret } = await created();
    await payWith('4242424242424242', await open(secret));
    await returned();
    expect(new URL(page.url()).searchParams.get('payment_id')).toBe(id);
    await isPaidOnce(id);
    expect(complaints).toEqual([]);
  });

  it('a shop hears of the form, of the chosen method with its price, and of the status', async () => {
    const { id, secret } = await created();
    const checkout = await open(secret, withResult);
    await happened('ready');
    await happened('change', { method: 'card', complete: false });
    await typeCard('4242424242424242', checkout);
    await happened('change', {
      method: 'card',
      complete: true,
      price: { amount: 2_599, surcharge: 0, currency: 'EUR' },
    });
    await checkout.getByRole('button', { name: 'Pay €25.99' }).click();
    await happened('result', { status: 'succeeded' });
    await checkout.getByRole('status').getByText('Thank you').waitFor();
    expect(page.url()).toBe(`${cart.url}/`);
    expect(JSON.stringify(events)).not.toContain('42424242');
    await isPaidOnce(id);
  });

  it("the shop's own button pays, in the place of the form's", async () => {
    const { id, secret } = await created({ return_url: undefined });
    const checkout = await open(secret, withButton);
    await typeCard('4242424242424242', checkout);
    expect(await checkout.locator('#pay').count()).toBe(0);
    expect(await page.evaluate('checkout.confirm()')).toEqual({ status: 'succeeded' });
    await isPaidOnce(id);
  });

  it("the shop's button with nothing typed shows the missing fields, and says that nothing is paid", async () => {
    const { id, secret } = await created();
    const checkout = await open(secret, withButton);
    await checkout.frameLocator('iframe').getByLabel('Card number').waitFor();
    expect(await page.evaluate('checkout.confirm()')).toEqual({
      status: 'requires_payment_method',
      message: 'Please check your details.',
    });
    await checkout.frameLocator('iframe').getByText('Please fill this in.').first().waitFor();
    expect(await paymentOf(id)).toMatchObject({ status: 'requires_payment_method' });
  });

  it("the shop's button gets an answer where the payment has no way to pay", async () => {
    const { secret } = await created({ allowed_payment_method_types: ['blik'] });
    const checkout = await open(secret, withButton);
    await checkout.getByRole('alert').filter({ hasText: /./ }).waitFor();
    expect(await page.evaluate('checkout.confirm()')).toEqual({
      status: 'requires_payment_method',
    });
  });

  it("a challenged payment shows the bank's page in the whole page, and returns from it", async () => {
    const { id, secret } = await created({ return_url: undefined });
    const checkout = await open(secret, withButton);
    await typeCard('4000003800000446', checkout);
    await page.evaluate(`void checkout.confirm({ returnUrl: '${shop.url}' })`);
    await page.getByRole('button', { name: 'Complete Payment' }).click();
    await returned();
    await isPaidOnce(id);
    expect(complaints).toEqual([]);
  });

  it('a declined card is shown in the frame, which takes another card', async () => {
    const { id, secret } = await created();
    const checkout = await open(secret);
    await payWith('4000000000000002', checkout);
    await checkout.getByText('You can pay with another card.').waitFor();
    expect(page.url()).toBe(`${cart.url}/`);
    await payWith('4242424242424242', checkout);
    await returned();
    expect(await paymentOf(id)).toMatchObject({ status: 'succeeded' });
  });

  it('the frame is as high as its content, and as wide as its place', async () => {
    const { secret } = await created();
    for (const width of [320, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      const checkout = await open(secret);
      await checkout.getByRole('button', { name: 'Pay €25.99' }).waitFor();
      await checkout.frameLocator('iframe').getByLabel('Card number').waitFor();
      const place = await page.locator('#place').boundingBox();
      await eventually(async () => {
        const frame = await page.locator('iframe').boundingBox();
        const [isHigher, isWider] = await checkout
          .locator('html')
          .evaluate((html) => [
            html.scrollHeight > html.clientHeight,
            html.scrollWidth > html.clientWidth,
          ]);
        expect([frame?.width, isHigher, isWider]).toEqual([place?.width, false, false]);
      });
    }
  });

  it('a page without the secret, or on a domain that the profile does not allow, gets no form', async () => {
    const { id, secret } = await created();
    const answered = () =>
      page.waitForResponse((response) => response.url().includes('/checkout?'));
    const unknown = answered();
    await open(`${id}_secret_AAAAAAAAAAAAAAAAAAAA`);
    expect((await unknown).status()).toBe(404);
    const path = `/account/${merchant.id}/business_profile/${merchant.profileId}`;
    const allow = (domains: readonly string[] | null) =>
      live.running.call('POST', path, {
        key: merchant.key,
        body: { payment_link_config: { allowed_domains: domains } },
      });
    successful(await allow(['another.example']));
    try {
      const refused = answered();
      await open(secret);
      expect((await refused).status()).toBe(403);
    } finally {
      successful(await allow(null));
    }
  });

  it('a page with a strict policy and Trusted Types needs the switch in it, and nothing else', async () => {
    const { id, secret } = await created();
    cart.headers = {
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'nonce-page' ${url()}/checkout.js`,
        `frame-src ${url()}`,
        "require-trusted-types-for 'script'",
      ].join('; '),
    };
    try {
      await payWith('4242424242424242', await open(secret));
      await returned();
    } finally {
      cart.headers = {};
    }
    await isPaidOnce(id);
    expect(complaints).toEqual([]);
  });

  /** The lines of Hyperswitch's guide, but for the address of the script and the function's name. */
  async function openAsHyperswitch(secret: string) {
    cart.html = `<!doctype html><title>Cart</title><div id="unified-checkout"></div>
      <script src="${url()}/checkout.js"></script>
      <script>
        const hyper = Turnout.Hyper('${merchant.publishableKey}', { customBackendUrl: '${url()}' });
        const appearance = { theme: 'midnight', variables: { colorPrimary: '#8ab4ff' } };
        const widgets = hyper.widgets({ appearance, clientSecret: '${secret}', locale: 'en' });
        const checkout = widgets.create('payment', { layout: 'tabs' });
        checkout.on('ready', (about) => noteEvent('ready', about));
        checkout.mount('#unified-checkout');
        const confirm = (redirect) => hyper.confirmPayment({
          widgets, redirect, confirmParams: { return_url: '${shop.url}' },
        });
      </script>`;
    await page.goto(cart.url);
    return page.frameLocator('iframe[title=Checkout]');
  }

  it("a page with the lines of Hyperswitch's checkout pays by another address and another name", async () => {
    const { id, secret } = await created({ return_url: undefined });
    const checkout = await openAsHyperswitch(secret);
    await happened('ready', { ready: true });
    expect(await page.evaluate("confirm('if_required')")).toMatchObject({
      error: { code: 'requires_payment_method' },
    });
    await typeCard('4000000000000002', checkout);
    expect(await page.evaluate("confirm('if_required')")).toMatchObject({
      error: {
        type: 'payment_error',
        message: expect.stringContaining('Your bank did not approve'),
      },
    });
    await typeCard('4242424242424242', checkout);
    await page.evaluate("void confirm('always')");
    await returned();
    expect(await paymentOf(id)).toMatchObject({ status: 'succeeded' });
    const { secret: other } = await created();
    await openAsHyperswitch(other);
    expect(
      await page.evaluate(
        `hyper.retrievePaymentIntent('${other}').then(({ paymentIntent }) => paymentIntent.status)`,
      ),
    ).toBe('requires_payment_method');
    expect(
      await page.evaluate(
        "(() => { const pressed = confirm('if_required'); checkout.destroy(); return pressed; })()",
      ),
    ).toMatchObject({ error: { code: 'destroyed' } });
  });

  it('two forms in one page pay their own payments', async () => {
    const [first, second] = [await created(), await created({ amount: 100 })];
    await open(first.secret, withResult);
    await page.evaluate(`window.second = mount('${second.secret}'); undefined`);
    const [one, other] = [0, 1].map((at) =>
      page.locator('iframe[title=Checkout]').nth(at).contentFrame(),
    );
    if (!one || !other) throw new Error('The page has two frames.');
    await typeCard('4242424242424242', other);
    await other.getByRole('button', { name: 'Pay €1.00' }).click();
    await happened('result', { status: 'succeeded' });
    expect(await paymentOf(first.id)).toMatchObject({ status: 'requires_payment_method' });
    await payWith('4242424242424242', one);
    await eventually(() => isPaidOnce(first.id));
    await isPaidOnce(second.id);
  });

  it('a form that the shop removes while it pays leaves one payment, and its confirm rejects', async () => {
    const { id, secret } = await created();
    const checkout = await open(secret, withButton);
    await typeCard('4242424242424242', checkout);
    const asked = page.waitForRequest((request) => request.url().includes('/confirm'));
    await page.evaluate('window.pressed = checkout.confirm().catch(({ code }) => code); undefined');
    await asked;
    await page.evaluate('checkout.destroy()');
    expect(await page.evaluate('pressed')).toBe('destroyed');
    expect(await page.evaluate('checkout.confirm().catch(({ code }) => code)')).toBe('destroyed');
    await page.evaluate('window.checkout = mount(); undefined');
    await eventually(() => isPaidOnce(id));
  });

  it('a message of the page to the frames stores and submits no card but by confirm', async () => {
    const { id, secret } = await created();
    const checkout = await open(secret);
    await typeCard('4242424242424242', checkout);
    await page.evaluate(`(async () => {
      const forged = [
        'submit', 'validate', 'confirm', { type: 'ready' }, { type: 'resize', height: 7 },
        { type: 'submit', card: { card_token: 'tok_forged', card_number: '424242******4242' } },
      ];
      const frames = [window.frames[0], window.frames[0].frames[0]];
      for (const frame of frames) for (const one of forged) frame.postMessage(one, '*');
    })()`);
    await checkout.getByRole('button', { name: 'Pay €25.99' }).click();
    await returned();
    await isPaidOnce(id);
  });
});
