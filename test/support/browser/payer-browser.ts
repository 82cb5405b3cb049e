import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../shared/vault/pages/a-browser.ts';
import { started } from '../switch/a-running-switch.ts';
import { type Merchant, type MerchantOptions, successful } from '../switch/merchant.ts';
import { type RunningSwitch, textAt } from '../switch/switch.ts';
import { type ShopSite, startShopSite } from './shop-site.ts';

/** The browser of a payer, with a new page for each test; each of them throws before. */
export interface PayerBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The shop that payers come from. Its pages stay empty, so the browser stays on ours. */
  readonly shop: ShopSite;
}

/** Opens a browser and a shop for the tests of a suite. */
export function aPayerBrowser(): PayerBrowser {
  let all: { readonly shop: ShopSite; readonly browser: Browser } | undefined;
  let open: { readonly context: BrowserContext; readonly page: Page } | undefined;

  beforeAll(async () => {
    const [shop, browser] = await Promise.all([startShopSite(), launchBrowser()]);
    all = { shop, browser };
  });
  afterAll(async () => {
    await all?.browser.close();
    await all?.shop.stop();
  });
  beforeEach(async () => {
    const { shop, browser } = started(all);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route(`${shop.url}**`, (route) => route.fulfill({ status: 204 }));
    open = { context, page };
  });
  afterEach(() => open?.context.close());

  return {
    get shop() {
      return started(all).shop;
    },
    get context() {
      return started(open).context;
    },
    get page() {
      return started(open).page;
    },
  };
}

/** Creates a payment of 25.99 EUR, whose pages write amounts as in Ireland. */
export async function createPayment({ call }: RunningSwitch, { key }: Merchant, body: object) {
  const headers = { 'accept-language': 'en-IE' };
  const whole = { amount: 2_599, currency: 'EUR', ...body };
  return successful(await call('POST', '/payments', { key, body: whole, headers }));
}

/** Creates such a payment with a link. */
export async function linkedPayment(
  running: RunningSwitch,
  merchant: Merchant,
  terms: object = {},
) {
  const payment = await createPayment(running, merchant, { payment_link: true, ...terms });
  const id = textAt(payment, 'payment_id');
  const path = `/payments/${id}`;
  return {
    id,
    link: textAt(payment, 'payment_link.link'),
    status: async () =>
      textAt(successful(await running.call('GET', path, { key: merchant.key })), 'status'),
  };
}

/** A merchant whose payers may pay by Google Pay. */
export const withGooglePay: MerchantOptions = {
  connectorAccount: {
    metadata: {
      google_pay: {
        merchant_info: { merchant_name: 'Shoes & Sons' },
        allowed_payment_methods: [
          {
            type: 'CARD',
            parameters: { allowed_auth_methods: ['PAN_ONLY'], allowed_card_networks: ['VISA'] },
            tokenization_specification: {
              type: 'PAYMENT_GATEWAY',
              parameters: { gateway: 'example', gateway_merchant_id: 'shoes' },
            },
          },
        ],
      },
    },
  },
};
