import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const docs = (...args: string[]) =>
  run(process.execPath, [join(root, 'scripts', 'turnout', 'docs.ts'), ...args], { cwd: root });

const folder = join(mkdtempSync(join(tmpdir(), 'turnout-site-')), 'site');
let printed = '';
let files: readonly string[] = [];

beforeAll(async () => {
  ({ stdout: printed } = await docs('--out', folder));
  files = globSync('**/*.*', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
}, 120_000);
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const pages = () => files.filter((file) => file.endsWith('.html'));
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

/** The targets of links, scripts, styles and pictures of a page. */
const targetsOf = (html: string) =>
  [...html.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g)].map(([, target = '']) => target);

it('the site has each page of docs, operation and shared schema, and prints its size', () => {
  const markdown = globSync('docs/**/*.md', { cwd: root }).length;
  const operations = ['openapi.json', 'vault-openapi.json'].flatMap((file) => {
    const { paths } = JSON.parse(readFileSync(join(root, 'docs', file), 'utf8'));
    return Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
  });
  const built = pages();
  expect(built.length).toBeGreaterThan(markdown + operations.length);
  const named = operations.map((name) => `${name}.html`);
  const found = new Set(built.map((page) => posix.basename(page)));
  expect(named.filter((page) => !found.has(page))).toEqual([]);
  const bytes = files.reduce((all, file) => all + statSync(join(folder, file)).size, 0);
  expect(bytes).toBeLessThan(16e6);
  expect(printed).toContain(`${built.length} pages, ${(bytes / 1e6).toFixed(1)} MB`);
});

it('every link of the site leads to a file and an anchor that exist', () => {
  const known = new Set(files);
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (file: string) => {
    const ids = anchors.get(file) ?? new Set(idsOf(textOf(file)));
    anchors.set(file, ids);
    return ids;
  };
  const broken = pages().flatMap((page) =>
    targetsOf(textOf(page))
      .filter((target) => !/^(?:https?|mailto):/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : posix.join(posix.dirname(page), path);
        return !known.has(file) || (anchor !== undefined && !anchorsOf(file).has(anchor));
      })
      .map((target) => `${page}: ${target}`),
  );
  expect([...new Set(broken)]).toEqual([]);
});

it('every page of docs marks its place in the list of pages beside it', () => {
  const documents = pages().filter((page) => !/^(?:vault-)?api\//.test(page));
  const unmarked = documents.filter((page) => {
    const [, list = ''] = /<nav id="side"([\s\S]*?)<\/nav>/.exec(textOf(page)) ?? [];
    return !list.includes('aria-current=');
  });
  expect(unmarked).toEqual([]);
});

const idsOf = (html: string) => [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id);

it('no file of the site loads anything from another host', () => {
  const loading = pages().flatMap((page) =>
    [
      ...textOf(page).matchAll(
        /<(?:script|link|img|iframe|source)\b[^>]*(?:src|href)="(https?:[^"]*)"/g,
      ),
    ].map(([, address]) => `${page}: ${address}`),
  );
  expect(loading).toEqual([]);
  expect(textOf('site.css')).not.toMatch(/url\(["']?(?:https?:)?\/\/|@import/);
});

it('a folder with other files is refused and left as it is', async () => {
  const other = mkdtempSync(join(tmpdir(), 'turnout-other-'));
  writeFileSync(join(other, 'letter.txt'), 'dear');
  await expect(docs('--out', other)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('name a new folder by --out'),
  });
  expect(readFileSync(join(other, 'letter.txt'), 'utf8')).toBe('dear');
  rmSync(other, { recursive: true });
});

inBrowser('the site of the docs in a browser', () => {
  const { it } = drawnByDay('pages');
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function open(
    address: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<Page> {
    const context = await browser.newContext({ offline: true, ...options });
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(folder, address)).href);
    return page;
  }

  it('a reader finds an operation and a page of docs by the search, offline and by keyboard', async () => {
    const page = await open('index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('create a payment');
    await page.getByRole('option', { name: 'POST /payments' }).first().waitFor();
    await page.getByRole('combobox').fill('verify webhook');
    await page
      .getByRole('option', { name: /webhook/i })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/webhook/);
    for (const [words, guide] of [
      ['pagination', 'Read long lists'],
      ['test cards', 'Test cards and methods'],
      ['dispute', 'Disputes'],
    ] as const) {
      await page.getByRole('combobox').fill(words);
      await page.getByRole('option').first().filter({ hasText: guide }).waitFor();
    }
    await page.getByRole('combobox').fill('qqqqzzzz');
    await page.getByText('Nothing was found.').first().waitFor();
    await page.context().close();
  });

  it('a reader keeps the language of the examples and the theme from page to page', async () => {
    const page = await open('api/payments.create.html');
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.getByRole('link', { name: 'Retrieve a payment', exact: true }).click();
    await page.getByRole('heading', { name: 'Retrieve a payment', level: 1 }).waitFor();
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Python');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'a page of the site has no finding of axe and fits on a phone, %s',
    async (colorScheme) => {
      for (const address of [
        ...['index.html', 'webhooks.html', 'api/index.html'],
        ...['api/customers.create.html', 'api/schemas/PaymentMethodData.html'],
      ]) {
        for (const width of [1_300, 360]) {
          const page = await open(address, { colorScheme, viewport: { width, height: 800 } });
          expect([address, width, await axeFindings(page)]).toEqual([address, width, []]);
          const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          expect([address, width, excess]).toEqual([address, width, 0]);
          await page.context().close();
        }
      }
    },
  );

  it('a phone shows whole lines of the search, without marks of Markdown', async () => {
    const page = await open('index.html', { viewport: { width: 390, height: 800 } });
    await page.getByRole('combobox').fill('refund');
    const found = page.getByRole('listbox');
    await found.getByRole('option', { name: 'Retrieve a refund' }).first().waitFor();
    const { x = -1, width = 1_000 } = (await found.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    expect(await found.textContent()).not.toContain('`');
    await page.context().close();
  });

  it('a phone shows the list of pages by a button', async () => {
    const page = await open('errors.html', { viewport: { width: 390, height: 800 } });
    const link = page.getByRole('link', { name: 'Receiving webhooks', exact: true });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.getByRole('heading', { name: 'Receiving webhooks', level: 1 }).waitFor();
    await page.context().close();
  });
});
