import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import * as v from 'valibot';
import type { PaymentRequest } from '#turnout/node';
import { markdownTable } from '../scripts/command-line/markdown-table.ts';
import { openLinkShop } from '../scripts/documents/pictures/link-shop.ts';
import { chromiumPath, noChromium } from '../tools/tests/chromium.ts';
import { root } from './deployment.ts';
import { npmStart, startProgram, urlOf } from './started-program.ts';
import { percentile } from './statistics.ts';

/** Loads before the measured ones, so that V8 has compiled the functions. */
const warmUpLoads = 10;

/** Moments of one load, in milliseconds since the browser asked for the page, and its requests. */
interface Load {
  readonly pageArrives: number;
  readonly pageIsDrawn: number;
  readonly formArrives: number;
  readonly formIsReady: number;
  readonly requests: number;
  readonly kilobytes: number;
}

/**
 * Measures a payment link's page in Chromium, against the switch as `npm start` starts it: the time
 * until the card field takes typing, the requests and the compressed bytes. Each load has an empty
 * cache. Returns a table.
 */
export async function pages(loads: number, interrupted: AbortSignal): Promise<string> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) return `Not measured. ${noChromium()}`;
  const started = await startProgram(npmStart(root), interrupted);
  try {
    const api = urlOf(started, 'turnout-laptop');
    const apiKey = process.env.ADMIN_API_KEY || 'test_admin';
    const shop = await openLinkShop({ url: api, apiKey }, 'Lindenhof');
    const args = ['--no-sandbox', '--disable-gpu'];
    const browser = await chromium.launch({ executablePath, args });
    try {
      const done: Load[] = [];
      for (let count = -warmUpLoads; count < loads; count += 1) {
        interrupted.throwIfAborted();
        // The pages of one link get 20 card forms a minute.
        const { url } = await shop.link(order);
        const load = await loaded(browser, url);
        if (count >= 0) done.push(load);
      }
      return tableOf(done);
    } finally {
      await browser.close();
    }
  } finally {
    await started.stop();
  }
}

const order: PaymentRequest = {
  amount: 2_599,
  currency: 'EUR',
  order_details: [{ product_name: 'Shoes', quantity: 1, amount: 2_599 }],
};

function tableOf(loads: readonly Load[]): string {
  const row = (name: string, of: (load: Load) => number, digits = 0) => [
    name,
    ...[0, 50, 100].map((percent) => percentile(loads.map(of), percent).toFixed(digits)),
  ];
  return markdownTable(
    [`of ${loads.length} loads`, 'min', 'median', 'max'],
    [
      row('ms until the page’s first byte', (load) => load.pageArrives),
      row('ms until the page is drawn', (load) => load.pageIsDrawn),
      row('ms until the card form’s first byte', (load) => load.formArrives),
      row('**ms until the card field takes typing**', (load) => load.formIsReady),
      row('requests', (load) => load.requests),
      row('KB, compressed', (load) => load.kilobytes, 1),
    ],
  );
}

/** Reports when the card form says that it is ready. Runs in the page before its own script. */
const reportReady = `addEventListener('message', ({ data }) => {
  if (data?.type === 'ready') formIsReady(performance.now());
})`;

const moments = `(() => {
  const [page] = performance.getEntriesByType('navigation');
  return { start: performance.timeOrigin, arrives: page.responseStart };
})()`;
const Moments = v.object({ start: v.number(), arrives: v.number() });

async function loaded(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 900 } });
  try {
    const ready = Promise.withResolvers<number>();
    await context.exposeFunction('formIsReady', (at: number) => ready.resolve(at));
    await context.addInitScript(reportReady);
    const page = await context.newPage();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (/^https?:/.test(response.url())) bodies.push(response.body());
    });
    await page.goto(url);
    const formIsReady = await ready.promise;
    const frame = page.frames().find((one) => one !== page.mainFrame());
    if (!frame) throw new Error('The page has no card form.');
    await checkTyping(page, frame);
    const own = v.parse(Moments, await page.evaluate(moments));
    const form = v.parse(Moments, await frame.evaluate(moments));
    const drawn = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
    return {
      pageArrives: own.arrives,
      pageIsDrawn: v.parse(v.number(), await page.evaluate(drawn)),
      formArrives: form.start - own.start + form.arrives,
      formIsReady,
      requests: sizes.length,
      kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1_000,
    };
  } finally {
    await context.close();
  }
}

/** Throws where the card field does not take the typed digits. */
async function checkTyping(page: Page, frame: Frame): Promise<void> {
  const field = frame.locator('#card_number');
  await field.focus();
  await page.keyboard.type('42424');
  const typed = await field.inputValue();
  if (typed !== '4242 4') throw new Error(`The card field contains "${typed}".`);
}
