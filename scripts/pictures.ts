import { join } from 'node:path';
import { chromiumPath, noChromium } from '../tools/tests/chromium.ts';
import { command, UsageError } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import { scenes } from './documents/pictures/page-scenes.ts';

const help = `Takes the pictures of the documentation anew, from a switch that runs.

  npm run pictures -- [--only console|pages|site] [--page NAMES] [--folder DIR] [--minutes 6]
                      [--url URL] [--api URL] [--shop URL]

  --only PART      only the console, only the pages that payers see, or only the site of the
                   documentation, which needs no switch; all three without it
  --page NAMES     of the pages, only these, with commas
  --folder DIR     where all pictures go; without it docs/pictures for the console and the site,
                   docs/payment-links for the sheets, and .turnout/pictures for each page
  --minutes N      how long test payments are made first for the console, from 1 to 60; 6 without it
  --url URL        where the console is; http://127.0.0.1:3004 without it
  --api URL        where the switch is; http://127.0.0.1:3000 without it
  --shop URL       where the example shop is; http://127.0.0.1:3003 without it
  --help           shows this

For the console it pays with the console's test cards, refunds some of that, asks without a key, and
then takes a picture of a payment's story and of both dashboards.

Of payers' pages it takes each one in English, German, Arabic and Japanese, light and dark, on a
phone and on a desktop. A sheet shows all pictures of one page on one screen. The pages are
${pageNames()}.

Of the site it takes its index, a guide, an operation and the search, light and dark, on a phone and
on a desktop.

It needs Chromium or Chrome, at its usual place or at the path in CHROMIUM, and fonts with the
letters of these languages. pngquant makes the sheets smaller, where it is installed.

  ADMIN_API_KEY    the key of the operator; test_admin without it
`;

export const pictures = command(
  {
    name: 'npm run pictures',
    help,
    options: {
      only: 'value',
      page: 'value',
      url: 'value',
      api: 'value',
      shop: 'value',
      folder: 'value',
      minutes: 'value',
    },
  },
  async (given, { environment }) => {
    const only = given.oneOf('only', ['console', 'pages', 'site']);
    const wanted = given.text('page')?.split(',');
    const unknown = wanted?.find((one) => !scenes.some(({ name }) => name === one));
    if (unknown !== undefined) {
      throw new UsageError(`--page names "${unknown}": the pages are ${pageNames()}.`);
    }
    const minutes = given.wholeNumber('minutes', { least: 1, most: 60 }) ?? 6;
    const url = given.url('url')?.origin ?? 'http://127.0.0.1:3004';
    const api = given.url('api')?.origin ?? 'http://127.0.0.1:3000';
    const exampleShop = given.url('shop')?.origin ?? 'http://127.0.0.1:3003';
    const folder = given.text('folder');
    const takes = (part: 'console' | 'pages' | 'site') => only === undefined || only === part;
    if (takes('console')) await checkServer('console', url);
    if (takes('pages')) await checkServer('example shop', exampleShop);

    // Imported late: `--help` needs no browser.
    const { chromium } = await import('playwright-core');
    const executablePath = chromiumPath();
    if (executablePath === undefined) throw new UsageError(noChromium());
    const args = ['--no-sandbox', '--disable-gpu'];
    const browser = await chromium.launch({ executablePath, args });
    try {
      if (takes('pages')) {
        const [{ openLinkShop }, { takePagePictures }] = await Promise.all([
          import('./documents/pictures/link-shop.ts'),
          import('./documents/pictures/page-pictures.ts'),
        ]);
        const operator = { url: api, apiKey: environment.ADMIN_API_KEY || 'test_admin' };
        await takePagePictures(browser, {
          servers: { shop: await openLinkShop(operator, 'Lindenhof'), exampleShop },
          scenes: scenes.filter(({ name }) => wanted?.includes(name) ?? true),
          singles: folder ?? join('.turnout', 'pictures'),
          sheets: folder ?? join('docs', 'payment-links'),
        });
      }
      const pictures = folder ?? join('docs', 'pictures');
      if (takes('site')) {
        const { takeSitePictures } = await import('./documents/pictures/site-pictures.ts');
        const singles = folder ?? join('.turnout', 'pictures');
        await takeSitePictures(browser, { singles, sheets: pictures });
      }
      if (takes('console')) {
        const { takeConsolePictures } = await import('./documents/pictures/console-pictures.ts');
        await takeConsolePictures(browser, { url, api, folder: pictures, minutes });
      }
    } finally {
      await browser.close();
    }
    return 0;
  },
);

async function checkServer(name: string, url: string): Promise<void> {
  await fetch(url).catch(() => {
    throw new UsageError(`There is no ${name} at ${url}. npm start serves one.`);
  });
}

function pageNames(): string {
  return scenes.map(({ name }) => name).join(', ');
}

await runAsProgram(import.meta, pictures);
