import type { FrameLocator, Request } from 'playwright-core';
import { inBrowser } from '../../shared/vault/pages/a-browser.ts';
import { type Site, serveSite } from '../../shared/vault/pages/served-vault.ts';
import { aPayerBrowser, createPayment } from '../../support/browser/payer-browser.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { eventually } from '../../support/runner/eventually.ts';
import { aRunningSwitch } from '../../support/switch/a-running-switch.ts';
import { successful } from '../../support/switch/merchant.ts';
import { textAt } from '../../support/switch/switch.ts';
import { bundledForReact, type ReactVersion, reactVersions } from '../bundled-for-react.ts';
import { installPacked, type Shop } from '../packed.ts';

const live = aRunningSwitch({ merchant: {} });

inBrowser('the checkout in React, with a running switch', () => {
  const { it } = drawnByDay('pages');
  const payer = aPayerBrowser();
  let installed: Shop;
  let cart: Site;
  /** The errors of the page and of React, and the forms that the page asked for. */
  let complaints: string[];
  let forms: Request[];
  /** The calls of `note` in the page. */
  let notes: unknown[];

  beforeAll(async () => {
    [installed, cart] = await Promise.all([installPacked('browser'), serveSite()]);
    const { id, key, profileId } = live.merchant;
    const body = { is_manual_retry_enabled: true };
    const path = `/account/${id}/business_profile/${profileId}`;
    successful(await live.running.call('POST', path, { key, body }));
  });
  afterAll(() => Promise.all([installed?.remove(), cart?.stop()]));
  beforeEach(async () => {
    [complaints, forms, notes] = [[], [], []];
    payer.page.on('console', (message) => {
      const isOurs = !message.location().url.endsWith('/favicon.ico');
      if (['error', 'warning'].includes(message.type()) && isOurs) complaints.push(message.text());
    });
    payer.page.on('pageerror', ({ message }) => complaints.push(message));
    payer.page.on('request', (request) => {
      const isForm = request.isNavigationRequest() && request.url().includes('/checkout?');
      if (isForm) forms.push(request);
    });
    await payer.page.exposeFunction('note', (about: unknown) => notes.push(about));
  });

  async function created(body: object = {}) {
    const payment = await createPayment(live.running, live.merchant, {
      return_url: payer.shop.url,
      ...body,
    });
    return { id: textAt(payment, 'payment_id'), secret: textAt(payment, 'client_secret') };
  }

  const paymentOf = async (id: string) =>
    (await live.running.call('GET', `/payments/${id}`, { key: live.merchant.key })).body;
  const isPaidOnce = async (id: string) =>
    expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 1 });

  /** Opens a page of the shop with a program in its element `place`, and returns its form. */
  async function open(program: string, version: ReactVersion, inPlace = '') {
    const script = await bundledForReact(program, installed.folder, version);
    cart.html = `<!doctype html><html lang="en"><title>Cart</title><div id="place">${inPlace}</div>
      <script>${script}</script></html>`;
    await payer.page.goto(cart.url);
    return formOf();
  }
  const formOf = () => payer.page.frameLocator('iframe[title=Checkout]');
  const frames = () => payer.page.locator('iframe[title=Checkout]').count();

  async function typeCard(number: string, form: FrameLocator = formOf()) {
    const card = form.frameLocator('iframe[title="Card details"]');
    await card.getByLabel('Card number').fill(number);
    await card.getByLabel('Expiry date').fill('12 / 39');
    await card.getByLabel('Security code').fill('123');
  }
  const typedNumber = () =>
    formOf().frameLocator('iframe[title="Card details"]').getByLabel('Card number').inputValue();

  /** The page of a shop, as its engineer writes it. */
  const page = (secret: string) => `
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from '@turnout/browser/react';

function Pay({ clientSecret, publishableKey }) {
  return (
    <main>
      <h1>Your cart</h1>
      <Checkout
        switchUrl="${live.running.url}"
        clientSecret={clientSecret}
        publishableKey={publishableKey}
        locale="en-IE"
        onResult={({ status }) => note(status)}
      />
    </main>
  );
}
const keys = { clientSecret: '${secret}', publishableKey: '${live.merchant.publishableKey}' };
createRoot(document.querySelector('#place')).render(<StrictMode><Pay {...keys} /></StrictMode>);`;

  it.each(reactVersions)(
    "a shop's page of at most twenty lines takes a payment under React %i, with one form in StrictMode",
    async (version) => {
      const { id, secret } = await created();
      const program = page(secret).trim();
      expect(program.split('\n').length).toBeLessThanOrEqual(20);
      const form = await open(program, version);
      await typeCard('4242424242424242');
      expect([await frames(), forms.length]).toEqual([1, 1]);
      await form.getByRole('button', { name: 'Pay €25.99' }).click();
      await eventually(() => expect(notes).toEqual(['succeeded']));
      await isPaidOnce(id);
      expect(complaints).toEqual([]);
    },
  );

  /** A page whose `show` renders the element with other props, and whose `hide` takes it away. */
  const changing = () => `
    import { createRef, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Checkout } from '@turnout/browser/react';
    const root = createRoot(document.querySelector('#place'));
    const checkout = createRef();
    window.checkout = checkout;
    window.show = (props, name = '') => root.render(<StrictMode>
      <Checkout ref={checkout} switchUrl="${live.running.url}" publishableKey="${live.merchant.publishableKey}" {...props}
        onResult={({ status }) => note(name + status)} />
    </StrictMode>);
    window.hide = () => root.render(null);`;

  it.each(reactVersions)(
    'the element for React %i keeps its form and the typed card while its props are equal, and opens another for others',
    async (version) => {
      const [first, second] = [await created(), await created({ amount: 100 })];
      await open(changing(), version);
      const show = (props: object, name = '') =>
        payer.page.evaluate(`show(${JSON.stringify(props)}, '${name}')`);
      const given = {
        ...{ clientSecret: first.secret, locale: 'en-IE', payButton: 'hidden' },
        appearance: { theme: 'light', variables: { colorPrimary: '#005f73' } },
      };
      await show(given);
      await typeCard('4242424242424242');
      await show(given, 'then ');
      expect(await typedNumber()).toBe('4242 4242 4242 4242');
      expect([await frames(), forms.length]).toEqual([1, 1]);
      expect(await payer.page.evaluate('checkout.current.confirm()')).toEqual({
        status: 'succeeded',
        returnUrl: expect.stringContaining(payer.shop.url),
      });
      await eventually(() => expect(notes).toEqual(['then succeeded']));

      for (const changed of [
        { clientSecret: second.secret, payButton: 'shown' },
        { clientSecret: second.secret, payButton: 'shown', locale: 'de' },
        {
          clientSecret: second.secret,
          payButton: 'shown',
          locale: 'de',
          appearance: { theme: 'dark' },
        },
      ]) {
        await show({ ...given, ...changed });
        const isGerman = 'locale' in changed;
        const button = isGerman ? /^Bezahlen 1,00/ : 'Pay €1.00';
        await formOf().getByRole('button', { name: button }).waitFor();
        expect(await frames()).toBe(1);
      }
      expect(await payer.page.locator('iframe').getAttribute('style')).toContain(
        'color-scheme: dark',
      );
      expect(complaints).toEqual([]);
    },
  );

  it.each(reactVersions)(
    'an element for React %i that is taken away while it pays leaves one payment, and shows its outcome afterwards',
    async (version) => {
      const { id, secret } = await created();
      await open(changing(), version);
      const show = `show(${JSON.stringify({ clientSecret: secret, payButton: 'hidden' })})`;
      await payer.page.evaluate(show);
      await typeCard('4242424242424242');
      const asked = payer.page.waitForRequest((request) => request.url().includes('/confirm'));
      await payer.page.evaluate(
        'window.pressed = checkout.current.confirm().catch(({ code }) => code); undefined',
      );
      await asked;
      await payer.page.evaluate('hide()');
      expect(await payer.page.evaluate('pressed')).toBe('destroyed');
      expect([await frames(), notes]).toEqual([0, []]);
      await eventually(() => isPaidOnce(id));
      await payer.page.evaluate(show);
      await eventually(() => expect(notes).toContain('succeeded'));
      expect(complaints).toEqual([]);
    },
  );

  it.each(reactVersions)(
    "a page that React %i's server has rendered gets its form in the browser, without an error of either",
    async (version) => {
      const { secret } = await created();
      const element = `<Checkout switchUrl="${live.running.url}" className="pay" style={{ margin: 8 }}
        clientSecret="${secret}" publishableKey="${live.merchant.publishableKey}" locale="en-IE" />`;
      const server = `
        import { renderToString } from 'react-dom/server';
        import { CardForm, Checkout } from '@turnout/browser/react';
        console.log(renderToString(<div>${element}<CardForm vaultUrl="https://vault.example" /></div>));`;
      await installed.write(
        'server.cjs',
        await bundledForReact(server, installed.folder, version, 'node'),
      );
      // Errors would stand beside it: a shop's `run` has them in what it throws only.
      const rendered = await installed.run(['sh', '-c', `"${process.execPath}" server.cjs 2>&1`]);
      expect(rendered).toBe('<div><div class="pay" style="margin:8px"></div><div></div></div>\n');
      const form = await open(
        `import { hydrateRoot } from 'react-dom/client';
         import { Checkout } from '@turnout/browser/react';
         hydrateRoot(document.querySelector('#place'), ${element});`,
        version,
        '<div class="pay" style="margin:8px"></div>',
      );
      await form.getByRole('button', { name: 'Pay €25.99' }).waitFor();
      expect(complaints).toEqual([]);
    },
  );
});
