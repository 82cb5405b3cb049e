import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { inBrowser, launchBrowser } from '../../shared/vault/pages/a-browser.ts';
import { type Site, serveSite } from '../../shared/vault/pages/served-vault.ts';
import { type ShopSite, startShopSite } from '../../support/browser/shop-site.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { eventually } from '../../support/runner/eventually.ts';
import { aRunningSwitch } from '../../support/switch/a-running-switch.ts';
import { createMerchant, type Merchant, successful } from '../../support/switch/merchant.ts';
import { textAt } from '../../support/switch/switch.ts';

const entry = join(import.meta.dirname, '../../../packages/browser/src/index.ts');
const live = aRunningSwitch();

inBrowser('mountCheckout with the checkout of a running switch', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** The page with the checkout, and the page to which the payment returns. */
  let cart: Site;
  let shop: ShopSite;
  let script: string;
  let merchant: Merchant;
  /** Actions that the browser refused, and errors of the pages. */
  let complaints: string[];
  /** The messages that the checkout's frame, or one inside it, sent to the page. */
  let messages: unknown[];

  beforeAll(async () => {
    [browser, cart, shop] = await Promise.all([launchBrowser(), serveSite(), startShopSite()]);
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'turnout',
    });
    script = outputFiles[0]?.text ?? '';
    merchant = await createMerchant(live.running);
    const { id, key, profileId } = merchant;
    const body = { payment_link_config: { allowed_domains: [new URL(cart.url).host] } };
    const profile = `/account/${id}/business_profile/${profileId}`;
    successful(await live.running.call('POST', profile, { key, body }));
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([cart?.stop(), shop?.stop()]);
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    [complaints, messages] = [[], []];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.exposeFunction('noteMessage', (data: unknown) => messages.push(data));
  });
  afterEach(() => context.close());

  /** A payment with a link that may be framed by the cart. */
  async function linked() {
    const payment = successful(
      await live.running.call('POST', '/payments', {
        key: merchant.key,
        headers: { 'accept-language': 'en-IE' },
        body: {
          amount: 2_599,
          currency: 'EUR',
          payment_link: true,
          return_url: shop.url,
        },
      }),
    );
    const id = textAt(payment, 'payment_id');
    return { id, link: textAt(payment, 'payment_link.secure_link') };
  }

  async function open(link: string, at = cart.url) {
    cart.html = `<!doctype html><title>Cart</title><h1>Your cart</h1><div id="place"></div>
      <script>${script.replaceAll('</script', '<\\/script')}</script>
      <script>
        addEventListener('message', ({ data }) => noteMessage(data));
        const mount = () => turnout.mountCheckout(document.querySelector('#place'), {
          link: ${JSON.stringify(link)}, height: '400px',
        });
        window.checkout = mount();
      </script>`;
    await page.goto(at);
    return page.frameLocator('iframe[title=Checkout]');
  }

  async function payWith(cardNumber: string, checkout: FrameLocator) {
    const form = checkout.frameLocator('iframe[title="Card details"]');
    await form.getByLabel('Card number').fill(cardNumber);
    await form.getByLabel('Expiry date').fill('12 / 39');
    await form.getByLabel('Security code').fill('123');
    await checkout.getByRole('button', { name: 'Pay €25.99' }).click();
  }

  const returned = () => page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  const statusOf = async (id: string) =>
    textAt(await live.running.call('GET', `/payments/${id}`, { key: merchant.key }), 'status');

  it('a payment is made in the frame, and the whole page goes on to its return_url', async () => {
    const { id, link } = await linked();
    await payWith('4242424242424242', await open(link));
    await returned();
    expect(new URL(page.url()).searchParams.get('payment_id')).toBe(id);
    expect(await statusOf(id)).toBe('succeeded');
    expect(messages).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("a challenged payment shows the bank's page in the whole page, and returns from it", async () => {
    const { id, link } = await linked();
    await payWith('4000003800000446', await open(link));
    await page.getByRole('button', { name: 'Complete Payment' }).click();
    await returned();
    expect(await statusOf(id)).toBe('succeeded');
    expect(complaints).toEqual([]);
  });

  it('a declined card is shown in the frame, which takes another card', async () => {
    const { id, link } = await linked();
    const checkout = await open(link);
    await payWith('4000000000000002', checkout);
    await checkout.getByText('You can pay with another card.').waitFor();
    expect(page.url()).toBe(`${cart.url}/`);
    await payWith('4242424242424242', checkout);
    await returned();
    expect(await statusOf(id)).toBe('succeeded');
  });

  it('the frame has its height and the width of its place, and its checkout scrolls inside it', async () => {
    const { link } = await linked();
    for (const width of [320, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      const checkout = await open(link);
      await checkout.getByRole('button', { name: 'Pay €25.99' }).waitFor();
      const place = await page.locator('#place').boundingBox();
      const frame = await page.locator('iframe').boundingBox();
      expect([frame?.width, frame?.height]).toEqual([place?.width, 400]);
      const [scrolls, isWider] = await checkout
        .locator('html')
        .evaluate((html) => [html.scrollHeight > 400, html.scrollWidth > html.clientWidth]);
      expect([width, scrolls, isWider]).toEqual([width, true, false]);
    }
  });

  it('a page of another origin gets no form in the frame', async () => {
    const { id, link } = await linked();
    const refused = page.waitForResponse((response) => response.url() === link);
    await open(link, cart.strangeUrl);
    expect((await refused).status()).toBe(403);
    expect(page.frames().map((frame) => frame.url())).not.toEqual(
      expect.arrayContaining([expect.stringContaining(live.running.vaultUrl)]),
    );
    expect(await statusOf(id)).toBe('requires_payment_method');
  });

  it('a link that has expired shows that in the frame, also while the form is open', async () => {
    const { id, link } = await linked();
    const checkout = await open(link);
    await checkout.getByRole('button', { name: 'Pay €25.99' }).waitFor();
    const [stored] = await live.running.items(`MERCHANT#${merchant.id}#PAYMENT#${id}`);
    if (!stored) throw new Error('The payment is not there.');
    await live.running.rewrite(stored, { expiresAt: '2020-01-01T00:00:00.000Z' });
    await payWith('4242424242424242', checkout);
    const expired = { name: 'Payment link expired' };
    await checkout.getByRole('heading', expired).waitFor();
    await (await open(link)).getByRole('heading', expired).waitFor();
    expect(page.url()).toBe(`${cart.url}/`);
    expect(await statusOf(id)).toBe('requires_payment_method');
  });

  it('a message of the page to the frames stores and submits no card, and changes no height', async () => {
    const { id, link } = await linked();
    const checkout = await open(link);
    const form = checkout.frameLocator('iframe[title="Card details"]');
    await form.getByLabel('Card number').fill('4242424242424242');
    /** The form reports its height each time that its layout changes. */
    const hasItsOwnHeight = () =>
      eventually(async () => {
        const own = await form
          .locator('#page')
          .evaluate((one) => one.getBoundingClientRect().height);
        const frame = checkout.locator('iframe');
        expect(await frame.evaluate((one) => one.clientHeight)).toBe(Math.ceil(own));
      });
    await hasItsOwnHeight();
    await page.evaluate(`(async () => {
      const forged = [
        'submit', 'validate', { type: 'ready' }, { type: 'resize', height: 7 }, { type: 'enter' },
        { type: 'submit', card: { card_token: 'tok_forged', card_number: '424242******4242' } },
      ];
      const frames = [window.frames[0], window.frames[0].frames[0]];
      for (const frame of frames) for (const one of forged) frame.postMessage(one, '*');
      await new Promise((done) => setTimeout(done, 500));
    })()`);
    await hasItsOwnHeight();
    expect(await statusOf(id)).toBe('requires_payment_method');
    await payWith('4242424242424242', checkout);
    await returned();
    expect(await statusOf(id)).toBe('succeeded');
    expect(complaints).toEqual([]);
  });

  it('a checkout that was removed can be mounted again, and pays once', async () => {
    const { id, link } = await linked();
    const checkout = await open(link);
    await checkout.getByRole('button', { name: 'Pay €25.99' }).waitFor();
    await page.evaluate('checkout.destroy()');
    expect(await page.locator('iframe').count()).toBe(0);
    await page.evaluate('window.checkout = mount(); undefined');
    await payWith('4242424242424242', checkout);
    await returned();
    const { body } = await live.running.call('GET', `/payments/${id}`, { key: merchant.key });
    expect(body).toMatchObject({ status: 'succeeded', attempt_count: 1 });
  });
});
