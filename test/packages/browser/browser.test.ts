import { globSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pages } from 'turnout:pages';
import type { Browser, Page, Route } from 'playwright-core';
import { inBrowser, launchBrowser } from '../../shared/vault/pages/a-browser.ts';
import {
  type ServedVault,
  type Site,
  serveSite,
  serveVault,
} from '../../shared/vault/pages/served-vault.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { eventually } from '../../support/runner/eventually.ts';
import {
  bundledForReact,
  type ReactVersion,
  reactVersions,
  typesOfReact,
} from '../bundled-for-react.ts';
import { installPacked, programsOn, type Shop } from '../packed.ts';

const root = join(import.meta.dirname, '..', '..', '..');

let installed: Shop;
beforeAll(async () => {
  installed = await installPacked('browser');
});
afterAll(() => installed?.remove());

it('the packed package has the built files, their types, the README and the license only', async () => {
  const folder = join(installed.folder, 'node_modules/@turnout/browser');
  const modules = [
    ...['card-form', 'checkout', 'index', 'load', 'react'],
    ...['secure-address', 'trusted-script-address'],
  ];
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(
    files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort(),
  ).toEqual(
    [
      ...['LICENSE', 'README.md', 'package.json'],
      ...modules.flatMap((name) =>
        ['d.cts', 'cjs', 'd.ts', 'js'].map((ending) => `dist/${name}.${ending}`),
      ),
    ].sort(),
  );
  expect((await stat(installed.tarball)).size).toBeLessThan(20_000);
  // Frameworks that render on servers read it there, and draw the component in the browser.
  for (const file of ['dist/react.js', 'dist/react.cjs']) {
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^(['"])use client\1;/);
  }
});

it.each(reactVersions)(
  'the programs of the README compile against the installed package with the types of React %i',
  async (version) => {
    const readme = join(installed.folder, 'node_modules/@turnout/browser/README.md');
    const page = readFileSync(readme, 'utf8');
    const [cardForm = '', checkout = ''] = programsOn(page, 'ts');
    const [react = ''] = programsOn(page, 'tsx');
    await installed.write('card-form.ts', `declare const sessionToken: string;\n${cardForm}`);
    await installed.write(
      'checkout.ts',
      `declare const clientSecret: string, publishableKey: string;\n${checkout}`,
    );
    await installed.write('pay.tsx', react);
    const guide = readFileSync(join(root, 'docs/guides/checkout-in-your-page.md'), 'utf8');
    const [element = ''] = programsOn(guide, 'tsx');
    await installed.write('element.tsx', element);
    const options = {
      ...{ lib: ['es2023', 'dom', 'dom.iterable'], noEmit: true, types: [], jsx: 'react-jsx' },
      paths: typesOfReact(version),
    };
    await installed.compile(options);
    await installed.write('pay.tsx', react.replace('sessionToken={sessionToken}', 'session="a"'));
    await installed.write('element.tsx', element.replace('{ status }', '{ state }'));
    const refused = installed.compile(options);
    await expect(refused).rejects.toThrow(/pay\.tsx.*'session' does not exist/s);
    await expect(refused).rejects.toThrow(/element\.tsx.*'state' does not exist/s);
  },
);

inBrowser('the package for browsers', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  let vault: ServedVault;
  let shop: Site;
  let page: Page;
  let scripts: string[];

  beforeAll(async () => {
    [browser, vault, shop] = await Promise.all([launchBrowser(), serveVault(), serveSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([vault?.stop(), shop?.stop()]);
  });
  beforeEach(async () => {
    page = await browser.newPage();
    scripts = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/embed.js')) scripts.push(request.url());
    });
  });
  afterEach(() => page.close());

  async function open(program: string, react: ReactVersion = 19) {
    const script = await bundledForReact(program, installed.folder, react);
    shop.html = `<!doctype html><title>Shop</title><div id="place"></div><script>${script}</script>`;
    await page.goto(shop.url);
  }

  async function fill(form = page.frameLocator('iframe')) {
    await form.getByLabel('Card number').pressSequentially('4242424242424242');
    await form.getByLabel('Name on card').fill('ANA LIMA');
    await form.getByLabel('Expiry date').pressSequentially('0835');
    await form.getByLabel('Security code').fill('737');
  }

  const session = () => vault.session({ scope: 'card', origin: shop.url });

  it("the loader loads the vault's script once, by its hash, and the form stores a card", async () => {
    await open(`
      import { loadTurnout } from '@turnout/browser';
      const load = () => loadTurnout('${vault.url}', { integrity: '${pages.embed.integrity}' });
      Promise.all([load(), load()]).then(async ([one, other]) => {
        window.isSame = one === other && one === (await load());
        window.form = one.mountCardForm(document.querySelector('#place'), {
          sessionToken: '${await session()}',
        });
      });`);
    await fill();
    const card = await page.evaluate('form.submit()');
    expect(card).toMatchObject({ card_number: '424242******4242' });
    expect(await page.evaluate('isSame')).toBe(true);
    expect(scripts).toEqual([`${vault.url}/v1/embed.js`]);
  });

  it.each([
    [
      'an address without a vault',
      (): string => `'http://127.0.0.1:9'`,
      /127\.0\.0\.1:9\/v1\/embed\.js/,
    ],
    [
      'a script with another hash',
      (): string => `'${vault.url}', { integrity: 'sha384-${'A'.repeat(64)}' }`,
      /another hash than the stated integrity/,
    ],
    ['a text that is no address', (): string => `'vault'`, /needs an address such as/],
    ['a vault without TLS', (): string => `'http://vault.example'`, /needs an address such as/],
    [
      'a hash that browsers ignore',
      (): string => `'${vault.url}', { integrity: 'sha384-of-the-script' }`,
      /needs a hash such as sha384-…/,
    ],
    ['no time at all', (): string => `'${vault.url}', { timeoutMs: NaN }`, /needs ms above 0/],
  ])('the loader rejects %s with an error that names the cause', async (_, given, message) => {
    await open(`
      import { loadTurnout } from '@turnout/browser';
      window.load = () => loadTurnout(${given()}).catch(({ name, message }) => name + ': ' + message);`);
    expect(await page.evaluate('load()')).toMatch(/^TurnoutLoadError: Turnout's script /);
    expect(await page.evaluate('load()')).toMatch(message);
    expect(await page.evaluate('document.scripts.length')).toBe(1);
  });

  it("the loader rejects a script that was loaded under another hash or none, and gives that of the page's own", async () => {
    const own = pages.embed.integrity;
    const other = `sha384-${'A'.repeat(64)}`;
    await open(`
      import { loadTurnout } from '@turnout/browser';
      window.load = (integrity, timeoutMs) => loadTurnout('${vault.url}', { integrity, timeoutMs })
        .then(() => 'loaded', ({ name, message }) => name + ': ' + message);`);
    const refused = /^TurnoutLoadError: .* with another integrity/;
    // While it loads, and afterwards.
    const both = `Promise.all([load('${own}'), load('${other}')])`;
    expect(await page.evaluate(both)).toEqual(['loaded', expect.stringMatching(refused)]);
    expect(await page.evaluate(`load('${other}')`)).toMatch(refused);
    expect(await page.evaluate(`load('${own}')`)).toBe('loaded');
    expect(await page.evaluate(`load('${other} ${own}')`)).toBe('loaded');
    expect(await page.evaluate('load()')).toBe('loaded');

    await page.reload();
    expect(await page.evaluate('load(undefined, Infinity)')).toBe('loaded');
    expect(await page.evaluate(`load('${own}')`)).toMatch(refused);
  });

  it('a page with Trusted Types loads the script and shows the form by the policy turnout, or learns the cause', async () => {
    const policies = (names: string) => ({
      'content-security-policy': `require-trusted-types-for 'script'; trusted-types ${names}`,
    });
    const program = `
      import { loadTurnout } from '@turnout/browser';
      window.load = (sessionToken) => loadTurnout('${vault.url}').then(
        ({ mountCardForm }) => {
          window.form = mountCardForm(document.querySelector('#place'), { sessionToken });
          return 'loaded';
        },
        ({ name, message }) => name + ': ' + message);`;
    try {
      shop.headers = policies('turnout');
      await open(program);
      expect(await page.evaluate(`load('${await session()}')`)).toBe('loaded');
      await fill();
      expect(await page.evaluate('form.submit()')).toMatchObject({
        card_number: '424242******4242',
      });
      shop.headers = policies('another');
      await open(program);
      expect(await page.evaluate(`load('${await session()}')`)).toMatch(
        /^TurnoutLoadError: .* lacks `trusted-types turnout`/,
      );
    } finally {
      shop.headers = {};
    }
  });

  it.each([
    'javascript:parent.ran=1',
    'JavaScript:parent.ran=1',
    ' javascript:parent.ran=1',
    'data:text/html,<script>parent.ran=1</script>',
    'http://switch.example/payment_link/s/merchant_1/pay_1',
    'blob:http://127.0.0.1/1',
    '/payment_link',
  ])('the address %j is opened by neither the checkout nor the card form', async (address) => {
    await open(`
      import { loadCheckout, loadTurnout } from '@turnout/browser';
      const place = document.querySelector('#place');
      window.checkout = loadCheckout;
      window.form = async (url) => (await loadTurnout('${vault.url}')).mountCardForm(place, { url });`);
    const refusal = (mount: string) =>
      page.evaluate(
        `(async () => ${mount}(${JSON.stringify(address)}))().catch(({ name }) => name)`,
      );
    expect(await refusal('checkout')).toBe('TurnoutLoadError');
    expect(await refusal('form')).toBe('TypeError');
    expect(await page.evaluate('[document.querySelectorAll("iframe").length, window.ran]')).toEqual(
      [0, undefined],
    );
  });

  it('a page recognizes the errors of a form by their type', async () => {
    await open(`
      import { isCardFormError, loadTurnout } from '@turnout/browser';
      window.errors = async (sessionToken) => {
        const { mountCardForm } = await loadTurnout('${vault.url}');
        const form = mountCardForm(document.querySelector('#place'), { sessionToken });
        form.destroy();
        const error = await form.submit().catch((error) => error);
        return [isCardFormError(error) && error.code, isCardFormError(new Error('another'))];
      };`);
    expect(await page.evaluate(`errors('${await session()}')`)).toEqual(['destroyed', false]);
  });

  it('the loader rejects a script without an answer after its time limit, and loads it later', async () => {
    const held = Promise.withResolvers<Route>();
    await page.route('**/v1/embed.js', (route) => held.resolve(route));
    await open(`
      import { loadTurnout } from '@turnout/browser';
      window.load = (timeoutMs) => loadTurnout('${vault.url}', { timeoutMs })
        .then(() => 'loaded', ({ message }) => message);`);
    expect(await page.evaluate('load(300)')).toMatch(/no answer in 300 ms\.$/);
    // The browser asks once for both scripts, as long as the first has no answer.
    const later = page.evaluate('load(10_000)');
    await (await held.promise).continue();
    expect(await later).toBe('loaded');
  });

  it.each(reactVersions)(
    'the component for React %i keeps its form through renders, opens it anew, and stores a card',
    async (react) => {
      await open(
        `
        import { createRef, StrictMode } from 'react';
        import { createRoot } from 'react-dom/client';
        import { CardForm } from '@turnout/browser/react';
        const form = createRef();
        window.form = form;
        window.ready = 0;
        const root = createRoot(document.querySelector('#place'));
        window.show = (token, title) => root.render(<StrictMode>
          <CardForm ref={form} vaultUrl="${vault.url}" sessionToken={token} title={title}
            appearance={{ theme: 'dark' }} onReady={() => { window.ready += 1; }} />
        </StrictMode>);
        window.hide = () => root.render(null);
        show('${await session()}', 'Card');`,
        react,
      );
      await page.waitForFunction('ready === 1');
      await page.evaluate(`show('${await session()}', 'Card')`);
      await page.waitForFunction('ready === 2');
      expect(await page.locator('iframe').count()).toBe(1);
      await fill();
      const card = await page.evaluate('form.current.submit()');
      expect(card).toMatchObject({ card_number: '424242******4242' });
      await page.evaluate('hide()');
      await page.locator('iframe').waitFor({ state: 'detached' });
    },
  );

  it.each(reactVersions)(
    'the component for React %i reports a script that did not load, in the console at least',
    async (react) => {
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await open(
        `
        import { createRef } from 'react';
        import { createRoot } from 'react-dom/client';
        import { CardForm } from '@turnout/browser/react';
        const form = createRef();
        window.form = form;
        const root = createRoot(document.querySelector('#place'));
        window.show = (onLoadError) => root.render(
          <CardForm ref={form} vaultUrl="http://127.0.0.1:9" sessionToken="stk_1"
            onLoadError={onLoadError} />);`,
        react,
      );
      await page.evaluate('show(({ name }) => { window.failed = name; })');
      await page.waitForFunction('window.failed');
      expect(await page.evaluate('failed')).toBe('TurnoutLoadError');
      expect(await page.evaluate('form.current.submit().catch(({ code }) => code)')).toBe(
        'not_ready',
      );
      const ofScript = expect.stringContaining("Turnout's script http://127.0.0.1:9/v1/embed.js");
      expect(complaints).not.toContainEqual(ofScript);
      await page.reload();
      await page.evaluate('show()');
      await eventually(() => expect(complaints).toContainEqual(ofScript));
    },
  );
});
