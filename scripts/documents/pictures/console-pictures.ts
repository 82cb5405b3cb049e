import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { TurnoutApiError } from '#turnout/node';
import { switchClient } from '../../../console/switch-client.ts';

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
  ['checkout_test', '4000000000002685', 'EUR'],
  ['stripe_test', '4000000000009987', 'USD'],
  ['stripe_test', '4111111111111111', 'EUR'],
  ['adyen_test', '4000003800000446', 'EUR'],
] as const;

const Paid = v.object({ merchantId: v.string(), paymentId: v.string(), status: v.string() });
type Paid = v.InferOutput<typeof Paid>;

const operatorKey = process.env.ADMIN_API_KEY || 'test_admin';

/** The height of a window in which nothing has to be scrolled, in pixels. */
const heightOfAll = `(() => {
  const widgets = document.querySelector('.widgets');
  return Math.ceil(widgets.getBoundingClientRect().top + widgets.scrollHeight + 24);
})()`;

interface ConsolePictures {
  /** The address of the console. */
  readonly url: string;
  readonly api: string;
  readonly folder: string;
  /** How long test payments are made first. */
  readonly minutes: number;
}

/** Takes the pictures of the console: a payment's story and both dashboards. */
export async function takeConsolePictures(
  browser: Browser,
  { url, api, folder, minutes }: ConsolePictures,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage({
    viewport: { width: 1_400, height: 700 },
    colorScheme: 'light',
  });
  await page.goto(url);
  await explainDeclines(api);
  const refund = refunds(api);
  const until = Date.now() + minutes * 60_000;
  for (let count = 0; Date.now() < until; count += 1) {
    const paid = await pay(page, count);
    if (paid.status === 'succeeded' && count % 7 === 0) await refund(paid);
    if (count % 11 === 0) await fetch(`${api}/payments/${paid.paymentId}`);
    // More at times, and less at others, as in a shop.
    await pause(600 + 500 * Math.sin(count / 9) + (count % 5) * 90);
  }
  await pay(page, 0);
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
  for (const [index, name] of ['business', 'machinery'].entries()) {
    await page.setViewportSize({ width: 1_400, height: 1_060 });
    await page.goto(`${url}/#/dashboards`);
    await page.locator('.tabs a').nth(index).click();
    await page.locator('.plot canvas').nth(3).waitFor();
    // The widgets scroll inside the page, so the window grows to show all of them.
    const height = v.parse(v.number(), await page.evaluate(heightOfAll));
    await page.setViewportSize({ width: 1_400, height });
    await page.mouse.move(5, 600);
    // Graphs are drawn anew every five seconds, and then fit their places.
    await pause(6_000);
    await take(name);
  }
}

/** Pays as a press of a button does. */
async function pay(page: Page, count: number): Promise<Paid> {
  const [connector, card, currency] = orders[count % orders.length] ?? orders[0];
  const body = JSON.stringify({ connector, card, currency, amount: 900 + ((count * 737) % 9_000) });
  const order = `fetch('/api/pay', { method: 'POST', body: ${JSON.stringify(body)} })`;
  return v.parse(Paid, await page.evaluate(`${order}.then((answer) => answer.json())`));
}

/** Refunds a part of a payment of the console's merchant. */
function refunds(api: string): (paid: Paid) => Promise<unknown> {
  let key: string | undefined;
  return async ({ merchantId, paymentId }) => {
    const { apiKeys } = switchClient({ url: api, apiKey: operatorKey });
    key ??= (await apiKeys.create(merchantId, { name: 'pictures', expiration: 'never' })).api_key;
    const { refunds } = switchClient({ url: api, apiKey: key });
    return refunds.create({ payment_id: paymentId, amount: 300 });
  };
}

/** The operator's rules about two declines, so that these have codes of their own. */
async function explainDeclines(api: string): Promise<void> {
  const rules = [
    ['Payment declined: Card declined', 'UE_9000', 'The card was declined'],
    ['Payment declined: Lost card', 'UE_1000', 'The card was reported lost'],
  ] as const;
  const { gsm } = switchClient({ url: api, apiKey: operatorKey });
  for (const connector of ['stripe_test', 'adyen_test']) {
    for (const [message, unified_code, unified_message] of rules) {
      const rule = {
        connector,
        flow: 'Payment',
        sub_flow: 'Authorize',
        code: 'DC_08',
        message,
        status: 'Failure',
        decision: 'do_default',
        unified_code,
        unified_message,
        step_up_possible: false,
        clear_pan_possible: false,
      };
      await gsm.create(rule).catch((error: unknown) => {
        // A rule that an earlier run made is as good.
        if (!(error instanceof TurnoutApiError) || error.code === '') throw error;
      });
    }
  }
}
