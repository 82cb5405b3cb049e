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

  /** A page of a shop over Hyperswitch's package for React, and the script that makes its object. */
  const ofHyperswitch = (secret: string, secretAtFirst = secret) => `
    import { StrictMode, useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { HyperElements, PaymentElement, useHyper, useWidgets } from '@juspay-tech/react-hyper-js';
    const script = document.createElement('script');
    script.src = '${live.running.url}/checkout.js';
    const hyper = new Promise((resolve) => {
      script.onload = () => resolve(window.hyper = Turnout.Hyper(
        { publishableKey: '${live.merchant.publishableKey}' }, { customBackendUrl: '${live.running.url}' }));
    });
    document.head.append(script);

    function CheckoutForm() {
      const hyper = useHyper();
      const widgets = useWidgets();
      const [message, setMessage] = useState('');
      const [isShown, setShown] = useState(true);
      const pay = async (event) => {
        event.preventDefault();
        const redirect = event.nativeEvent.submitter.value;
        const { error, status } = await hyper.confirmPayment({
          widgets, redirect, confirmParams: { return_url: '${payer.shop.url}' },
        });
        setMessage(error ? error.message : status);
      };
      const look = async () => {
        const { paymentIntent } = await hyper.retrievePaymentIntent('${secret}');
        note(paymentIntent.status);
      };
      return (
        <form onSubmit={pay}>
          {isShown && <PaymentElement id="unified-checkout" options={{ layout: 'tabs' }}
            onReady={() => note('ready')} onChange={({ complete }) => complete && note('complete')} />}
          <button value="if_required">Pay now</button>
          <button value="always">Pay and go on</button>
          <button type="button" onClick={() => setShown(!isShown)}>Show or hide</button>
          <button type="button" onClick={look}>Look</button>
          <p role="alert">{message}</p>
        </form>
      );
    }
    function Page() {
      const [renders, render] = useState(0);
      const clientSecret = renders > 0 ? '${secret}' : '${secretAtFirst}';
      // The options are another object at each render, as pages write them.
      return (
        <>
          <HyperElements hyper={hyper} options={{
            clientSecret, locale: 'en-IE', loader: 'auto', fonts: [],
            appearance: { theme: 'midnight', labels: 'floating', rules: {} },
          }}>
            <CheckoutForm />
          </HyperElements>
          <button onClick={() => render(renders + 1)}>Render</button>
        </>
      );
    }
    createRoot(document.querySelector('#place')).render(<StrictMode><Page /></StrictMode>);`;

  it.each(reactVersions)(
    "Hyperswitch's package for React %i shows one form, a decline in the payer's words, and takes the payment",
    async (version) => {
      const { id, secret } = await created({ return_url: undefined });
      await open(ofHyperswitch(secret), version);
      const press = (name: string) => payer.page.getByRole('button', { name }).click();
      const says = (text: string) =>
        payer.page.getByRole('alert').filter({ hasText: text }).waitFor();
      await eventually(() => expect(notes).toContain('ready'));
      expect([await frames(), forms.length]).toEqual([1, 1]);
      await press('Pay now');
      await says('Please check your details.');
      await typeCard('4000000000000002');
      await eventually(() => expect(notes).toContain('complete'));
      await press('Render');
      await press('Pay now');
      await says('Your bank did not approve');
      expect([await frames(), forms.length]).toEqual([1, 1]);

      await press('Show or hide');
      await payer.page.locator('iframe').waitFor({ state: 'detached' });
      await press('Pay now');
      await says('The payment form is not mounted.');
      await press('Show or hide');
      await typeCard('4242424242424242');
      expect([await frames(), forms.length]).toEqual([1, 2]);
      await press('Pay now');
      await says('succeeded');
      expect(await paymentOf(id)).toMatchObject({ status: 'succeeded', attempt_count: 2 });
      await press('Look');
      await eventually(() => expect(notes).toContain('succeeded'));
      expect(complaints.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
    },
  );

  it.each(reactVersions)(
    "Hyperswitch's package for React %i leads the page to its return_url, by a bank as well",
    async (version) => {
      for (const [card, challenge] of [
        ['4242424242424242', false],
        ['4000003800000446', true],
      ] as const) {
        const { id, secret } = await created({ return_url: undefined });
        await open(ofHyperswitch(secret), version);
        await typeCard(card);
        const left = payer.page.waitForRequest((request) =>
          request.url().startsWith(payer.shop.url),
        );
        await payer.page.getByRole('button', { name: 'Pay and go on' }).click();
        if (challenge) await payer.page.getByRole('button', { name: 'Complete Payment' }).click();
        await left;
        await isPaidOnce(id);
        expect(complaints).toEqual([]);
      }
    },
  );

  it.each(reactVersions)(
    "Hyperswitch's package for React %i shows its form once the page has the client secret",
    async (version) => {
      const { id, secret } = await created({ return_url: undefined });
      await open(ofHyperswitch(secret, ''), version);
      await eventually(() =>
        expect(complaints).toContainEqual(expect.stringContaining('needs the clientSecret')),
      );
      await payer.page.getByRole('button', { name: 'Render' }).click();
      await typeCard('4242424242424242');
      expect([await frames(), forms.length]).toEqual([1, 1]);
      await payer.page.getByRole('button', { name: 'Pay now' }).click();
      await payer.page.getByRole('alert').filter({ hasText: 'succeeded' }).waitFor();
      await isPaidOnce(id);
    },
  );

  it("every function of Hyperswitch's object does its work or refuses by its name", async () => {
    const { id, secret } = await created();
    await open(ofHyperswitch(secret), 19);
    await eventually(() => expect(notes).toContain('ready'));
    const answer = (call = '') =>
      payer.page.evaluate(
        `(async () => ${call})().catch(({ name, message }) => name + ': ' + message)`,
      );
    for (const [name, call] of [
      ['paymentRequest', 'hyper.paymentRequest({})'],
      ['initAuthenticationSession', 'hyper.initAuthenticationSession({})'],
      ['paymentMethodsManagementElements', 'hyper.paymentMethodsManagementElements({})'],
      ['paymentMethodsSession', 'hyper.paymentMethodsSession({})'],
      ['confirmOneClickPayment', 'hyper.confirmOneClickPayment({}, true)'],
      [
        'getCustomerSavedPaymentMethods',
        'hyper.initPaymentSession({}).getCustomerSavedPaymentMethods()',
      ],
      ['createCardForm', "hyper.elements({ clientSecret: 'a' }).createCardForm()"],
      ['element card', "hyper.elements({ clientSecret: 'a' }).create('card')"],
    ]) {
      expect(await answer(call)).toBe(
        `TypeError: Turnout.Hyper has no ${name}: the element payment has all ways to pay, saved methods and wallets.`,
      );
    }
    expect(await answer("hyper.retrievePaymentIntent('')")).toMatch(/needs the client_secret/);
    expect(await answer("hyper.confirmCardPayment('pay_1_secret_2')")).toMatchObject({
      error: { code: 'not_ready' },
    });

    successful(
      await live.running.call('POST', `/payments/${id}`, {
        key: live.merchant.key,
        body: { amount: 3_100 },
      }),
    );
    const bar = formOf().locator('body');
    expect(await answer('hyper.initiateUpdateIntent()')).toEqual({ updateInitiated: true });
    expect(await answer('hyper.confirmPayment()')).toMatchObject({
      error: { code: 'update_intent_error' },
    });
    expect(await answer('hyper.completeUpdateIntent()')).toEqual({ updateCompleted: true });
    await bar.waitFor();
    expect(forms).toHaveLength(2);
    const update = "hyper.initPaymentSession({}).updateIntent(async () => note('changed'))";
    expect(await answer(update)).toEqual({ status: 'succeeded' });
    expect(notes).toContain('changed');
    expect(forms).toHaveLength(3);
    expect(
      await answer(
        "hyper.initPaymentSession({}).updateIntent(() => Promise.reject(new Error('no')))",
      ),
    ).toMatchObject({ error: { code: 'update_intent_error', message: 'no' } });

    await typeCard('4242424242424242');
    expect(await answer(`hyper.confirmCardPayment('${secret}')`)).toEqual({ status: 'succeeded' });
    await isPaidOnce(id);
  });
});
