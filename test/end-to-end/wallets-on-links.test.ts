import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { aRunningSwitch } from '../support/a-running-switch.ts';
import { createMerchant, type MerchantOptions, successful } from '../support/merchant.ts';
import { type ShopSite, startShopSite } from '../support/shop-site.ts';
import { textAt } from '../support/switch.ts';

const google_pay = {
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
};

/**
 * Stands in for the sheet, which belongs to the browser and to Google: the constructor stays the
 * browser's own, and checks the request and the page's policy. The request is kept for the test.
 */
const sheet = (answers: 'approves' | 'closes' | 'cannot pay') => `{
  const Real = PaymentRequest;
  window.requests = [];
  window.outcomes = [];
  window.PaymentRequest = class extends Real {
    constructor(...args) { super(...args); requests.push(args); }
    async canMakePayment() { return ${answers !== 'cannot pay'}; }
    async show() {
      if (!navigator.userActivation.isActive) throw new DOMException('', 'SecurityError');
      if (${answers === 'closes'}) throw new DOMException('', 'AbortError');
      return {
        details: {
          apiVersion: 2,
          apiVersionMinor: 0,
          paymentMethodData: {
            type: 'CARD',
            description: 'Visa •••• 1111',
            info: { cardNetwork: 'VISA', cardDetails: '1111' },
            tokenizationData: { type: 'PAYMENT_GATEWAY', token: 'an encrypted token' },
          },
        },
        complete: async (outcome) => { outcomes.push(outcome); },
      };
    }
  };
}`;

const live = aRunningSwitch();

inBrowser('Google Pay on a payment link in a browser', () => {
  let shop: ShopSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Actions that the browser refused, and errors of our pages. */
  let complaints: string[];

  beforeAll(async () => {
    [shop, browser] = await Promise.all([startShopSite(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    complaints = [];
    // The browser stays on the status page when that page would go on to the shop.
    await page.route(`${shop.url}**`, (route) => route.fulfill({ status: 204 }));
    page.on('console', (message) => {
      // The sheet's own files are Google's, which this machine may not reach.
      const isOfSheet = message.text().startsWith('Unable to download payment manifest');
      if (message.type() === 'error' && !isOfSheet) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
  });
  afterEach(() => context.close());

  async function linked(options: MerchantOptions, more: object = {}) {
    const merchant = await createMerchant(live.running, options);
    const payment = successful(
      await live.running.call('POST', '/payments', {
        key: merchant.key,
        body: { amount: 2_599, currency: 'EUR', payment_link: true, return_url: shop.url, ...more },
        headers: { 'accept-language': 'en-IE' },
      }),
    );
    const id = textAt(payment, 'payment_id');
    return {
      link: textAt(payment, 'payment_link.link'),
      async status() {
        const paid = await live.running.call('GET', `/payments/${id}`, { key: merchant.key });
        return textAt(successful(paid), 'status');
      },
    };
  }
  const withGooglePay = { connectorAccount: { metadata: { google_pay } } };
  const button = () => page.getByRole('button', { name: 'Google Pay' });

  it("a payer with the browser's Google Pay pays with one press", async () => {
    const one = await linked(withGooglePay);
    await page.addInitScript(sheet('approves'));
    await page.goto(one.link);
    await button().click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await one.status()).toBe('succeeded');
    expect(complaints).toEqual([]);
  });

  it('a sheet of Google Pay gets the price and the data that Google documents', async () => {
    const one = await linked(withGooglePay);
    await page.addInitScript(sheet('closes'));
    await page.goto(one.link);
    await button().waitFor();
    expect(await page.evaluate('requests[0]')).toEqual([
      [
        {
          supportedMethods: 'https://google.com/pay',
          data: {
            environment: 'TEST',
            apiVersion: 2,
            apiVersionMinor: 0,
            merchantInfo: { merchantName: 'Shoes & Sons' },
            allowedPaymentMethods: [
              {
                type: 'CARD',
                parameters: { allowedAuthMethods: ['PAN_ONLY'], allowedCardNetworks: ['VISA'] },
                tokenizationSpecification: {
                  type: 'PAYMENT_GATEWAY',
                  parameters: { gateway: 'example', gatewayMerchantId: 'shoes' },
                },
              },
            ],
            transactionInfo: {
              countryCode: 'US',
              currencyCode: 'EUR',
              totalPriceStatus: 'FINAL',
              totalPrice: '25.99',
            },
          },
        },
      ],
      { total: { label: 'Shoes & Sons', amount: { currency: 'EUR', value: '25.99' } } },
    ]);
  });

  it('a payer who closes the sheet of Google Pay is not charged, and may open it again', async () => {
    const one = await linked(withGooglePay);
    await page.addInitScript(sheet('closes'));
    await page.goto(one.link);
    await button().click();
    await button().click();
    expect(await page.evaluate('requests.length')).toBe(3);
    expect(await button().isEnabled()).toBe(true);
    expect(await one.status()).toBe('requires_payment_method');
    expect(complaints).toEqual([]);
  });

  it("a browser without a sheet of Google Pay gets the processor's page for it", async () => {
    const one = await linked(withGooglePay, { allowed_payment_method_types: ['google_pay'] });
    await page.addInitScript(sheet('cannot pay'));
    await page.goto(one.link);
    await page.getByRole('button', { name: 'Pay €25.99' }).click();
    await page.getByRole('button', { name: 'Complete Payment' }).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await one.status()).toBe('succeeded');
    expect(complaints).toEqual([]);
  });

  it('a payment page asks the browser for no wallet where the payment takes none', async () => {
    const one = await linked(withGooglePay, { allowed_payment_method_types: ['ideal'] });
    await page.addInitScript(sheet('approves'));
    await page.goto(one.link);
    await page.getByRole('button', { name: 'Pay €25.99' }).waitFor();
    expect(await page.evaluate('requests')).toEqual([]);
    expect(await button().count()).toBe(0);
  });
});
