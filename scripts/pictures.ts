import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { command, UsageError } from './command.ts';

const help = `Takes the pictures of the README anew, from a console that runs.

  npm run pictures -- [--url URL] [--folder DIR] [--minutes 6]

  --url URL        where the console is; http://127.0.0.1:3004 without it
  --folder DIR     where the pictures go; docs/pictures without it
  --minutes N      how long test payments are made first, from 1 to 60; 6 without it
  --help           shows this

It pays with the console's test cards, and then takes a picture of a payment's story and of both
dashboards. It needs a Chromium at /usr/bin/chromium, or at the path in CHROMIUM.
`;

/** Test payments, one after the other: connector, card and currency. */
const orders = [
  ['adyen_test', '4242424242424242', 'EUR'],
  ['stripe_test', '5555555555554444', 'EUR'],
  ['checkout_test', '378282246310005', 'GBP'],
  ['adyen_test', '4111111111111111', 'USD'],
  ['stripe_test', '4000000000000002', 'EUR'],
  ['checkout_test', '5555555555554444', 'GBP'],
  ['stripe_test', '4242424242424242', 'EUR'],
  ['adyen_test', '4000000000009987', 'EUR'],
  ['paypal_test', '6011111111111117', 'USD'],
  ['stripe_test', '4111111111111111', 'EUR'],
  ['adyen_test', '4000003800000446', 'EUR'],
] as const;

await command(
  {
    name: 'npm run pictures',
    help,
    options: { url: 'value', folder: 'value', minutes: 'value' },
  },
  async (given) => {
    const url = given.url('url')?.origin ?? 'http://127.0.0.1:3004';
    const minutes = given.wholeNumber('minutes', { least: 1, most: 60 }) ?? 6;
    const folder = given.text('folder') ?? join('docs', 'pictures');
    await fetch(url).catch(() => {
      throw new UsageError(`There is no console at ${url}. npm start serves one.`);
    });
    await takePictures({ url, folder, minutes });
    return 0;
  },
);

interface Wishes {
  readonly url: string;
  readonly folder: string;
  readonly minutes: number;
}

async function takePictures({ url, folder, minutes }: Wishes): Promise<void> {
  // Imported late: `--help` needs no browser.
  const { chromium } = await import('playwright-core');
  const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
  const browser = await chromium
    .launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    .catch(() => {
      throw new UsageError(`There is no Chromium at ${executablePath}; CHROMIUM names one.`);
    });
  try {
    mkdirSync(folder, { recursive: true });
    const page = await browser.newPage({
      viewport: { width: 1_400, height: 700 },
      colorScheme: 'light',
    });
    await page.goto(url);
    const until = Date.now() + minutes * 60_000;
    for (let count = 0; Date.now() < until; count += 1) {
      await pay(page, count);
      // More at times, and less at others, as in a shop.
      await pause(600 + 500 * Math.sin(count / 9) + (count % 5) * 90);
    }
    await pay(page, 6);
    const take = async (name: string) => {
      const path = join(folder, `${name}.png`);
      await page.screenshot({ path, caret: 'hide' });
      console.log(path);
    };
    await page.goto(`${url}/#/payments`);
    await page.locator('tbody a').first().click();
    await page.locator('.entry.received').nth(1).waitFor();
    await page.locator('.entry .line').nth(5).click();
    await page.mouse.move(5, 600);
    await take('console');
    await page.setViewportSize({ width: 1_400, height: 1_060 });
    for (const [index, name] of ['business', 'machinery'].entries()) {
      await page.goto(`${url}/#/dashboards`);
      await page.locator('.tabs a').nth(index).click();
      await page.locator('.plot canvas').nth(3).waitFor();
      await page.mouse.move(5, 600);
      await take(name);
    }
  } finally {
    await browser.close();
  }
}

/** Pays as a press of a button does. */
async function pay(page: Page, count: number): Promise<void> {
  const [connector, card, currency] = orders[count % orders.length] ?? orders[0];
  const body = JSON.stringify({ connector, card, currency, amount: 900 + ((count * 737) % 9_000) });
  await page.evaluate(`fetch('/api/pay', { method: 'POST', body: ${JSON.stringify(body)} })`);
}
