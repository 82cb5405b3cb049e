import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { listeningPort } from '../support/runner/listening-port.ts';

/** A shop whose page embeds the checkout. */
export interface CheckoutShop {
  readonly url: string;
  stop(): Promise<void>;
}

/** The addresses that a build for the environment `local` has of itself and of the API. */
const builtFor = {
  checkout: 'http://localhost:9050',
  apis: ['https://beta.hyperswitch.io/api', 'https://app.hyperswitch.io/api'],
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * Serves the files, unchanged but for the addresses that a build states, and beside them a shop: it
 * embeds the checkout with the options that its address states, and shows what a confirm answers.
 */
export async function startCheckoutShop(folder: string, apiUrl: string): Promise<CheckoutShop> {
  let origin = '';
  const served = async (path: string) => {
    const bytes = await readFile(join(folder, normalize(path)));
    const type = types[extname(path)];
    if (type !== 'text/javascript' && type !== 'text/html') return bytes;
    return builtFor.apis.reduce(
      (text, api) => text.replaceAll(api, apiUrl),
      bytes.toString('utf8').replaceAll(builtFor.checkout, origin),
    );
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const html = pathname === '/shop' ? shopPage(origin, apiUrl) : returnPages.get(pathname);
    if (html !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      return;
    }
    try {
      const body = await served(pathname);
      response.writeHead(200, {
        'content-type': types[extname(pathname)] ?? 'application/octet-stream',
        'access-control-allow-origin': '*',
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const port = await listeningPort(server);
  origin = `http://127.0.0.1:${port}`;
  return {
    url: origin,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const returnPages = new Map([
  ['/return', '<!doctype html><title>Shop</title><h1>Welcome back</h1>'],
  ['/thanks', '<!doctype html><title>Shop</title><h1>Thank you</h1>'],
]);

/** The page of a merchant, by the integration guide of the checkout. */
const shopPage = (origin: string, apiUrl: string) => `<!doctype html>
<title>Shop</title>
<div id="checkout"></div>
<button id="pay">Pay now</button>
<output id="answer"></output>
<script src="${origin}/HyperLoader.js"></script>
<script>
  const wanted = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  const hyper = Hyper(wanted.publishableKey, { customBackendUrl: ${JSON.stringify(apiUrl)} });
  const elements = hyper.elements({ clientSecret: wanted.clientSecret, locale: wanted.locale });
  elements
    .create('payment', {
      layout: 'accordion',
      wallets: { walletReturnUrl: wanted.returnUrl },
    })
    .mount('#checkout');
  document.getElementById('pay').onclick = async () => {
    const answer = await hyper.confirmPayment({
      elements,
      confirmParams: { return_url: wanted.returnUrl },
      redirect: 'if_required',
    });
    document.getElementById('answer').textContent = JSON.stringify(answer);
  };
</script>`;

interface OpenOptions {
  readonly publishableKey: string;
  readonly clientSecret: string;
  readonly returnUrl?: string;
  readonly locale?: string;
}

/** Opens the shop's page for a payment, and returns the frame of the checkout's form. */
export async function openCheckout(
  page: Page,
  shop: CheckoutShop,
  { returnUrl = `${shop.url}/return`, locale = 'en', ...wanted }: OpenOptions,
): Promise<Frame> {
  const options = encodeURIComponent(JSON.stringify({ returnUrl, locale, ...wanted }));
  // Another hash alone would not load the page.
  await page.goto('about:blank');
  await page.goto(`${shop.url}/shop#${options}`);
  const frame = await page.waitForSelector('iframe[src*="componentName=payment"]');
  const content = await frame.contentFrame();
  if (!content) throw new Error('The frame of the form has no page.');
  return content;
}

/** Types a card into the form. */
export async function typeCard(form: Frame, number = '4242424242424242'): Promise<void> {
  await form.getByPlaceholder('1234 1234 1234 1234').fill(number);
  await form.getByPlaceholder('MM / YY').fill('12 / 34');
  await form.getByPlaceholder('123', { exact: true }).fill('123');
}

/** The answer that the shop's page got to its confirm. */
export async function answerOf(page: Page): Promise<string> {
  const answer = page.locator('#answer');
  await answer.filter({ hasText: /./ }).waitFor();
  return answer.innerText();
}
