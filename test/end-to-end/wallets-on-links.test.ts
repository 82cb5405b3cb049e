import type { Page } from 'playwright-core';
import { inBrowser } from '../shared/vault/pages/a-browser.ts';
import { googlePaySheet } from '../support/browser/google-pay-sheet.ts';
import { aPayerBrowser, linkedPayment, withGooglePay } from '../support/browser/payer-browser.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { createMerchant } from '../support/switch/merchant.ts';

const live = aRunningSwitch();

inBrowser('Google Pay on a payment link in a browser', () => {
  const { it } = drawnByDay('pages');
  const payer = aPayerBrowser();
  let page: Page;
  /** Actions that the browser refused, and errors of our pages. */
  let complaints: string[];

  beforeEach(() => {
    ({ page } = payer);
    complaints = [];
    page.on('console', (message) => {
      // The sheet's own files are Google's, which this machine may not reach.
      const isOfSheet = message.text().startsWith('Unable to download payment manifest');
      if (message.type() === 'error' && !isOfSheet) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
  });

  async function linked(terms: object = {}) {
    const merchant = await createMerchant(live.running, withGooglePay);
    return linkedPayment(live.running, merchant, { return_url: payer.shop.url, ...terms });
  }
  const button = () => page.getByRole('button', { name: 'Google Pay' });

  it("a payer with the browser's Google Pay pays with one press", async () => {
    const one = await linked();
    await page.addInitScript(googlePaySheet('approves'));
    await page.goto(one.link);
    await button().click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await one.status()).toBe('succeeded');
    expect(complaints).toEqual([]);
  });

  it('a sheet of Google Pay gets the price and the data that Google documents', async () => {
    const one = await linked();
    await page.addInitScript(googlePaySheet('closes'));
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
    const one = await linked();
    await page.addInitScript(googlePaySheet('closes'));
    await page.goto(one.link);
    await button().click();
    await button().click();
    expect(await page.evaluate('requests.length')).toBe(3);
    expect(await button().isEnabled()).toBe(true);
    expect(await one.status()).toBe('requires_payment_method');
    expect(complaints).toEqual([]);
  });

  it("a browser without a sheet of Google Pay gets the processor's page for it", async () => {
    const one = await linked({ allowed_payment_method_types: ['google_pay'] });
    await page.addInitScript(googlePaySheet('cannot pay'));
    await page.goto(one.link);
    await page.getByRole('button', { name: 'Pay €25.99' }).click();
    await page.getByRole('button', { name: 'Complete Payment' }).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await one.status()).toBe('succeeded');
    expect(complaints).toEqual([]);
  });

  it('a payment page asks the browser for no wallet where the payment takes none', async () => {
    const one = await linked({ allowed_payment_method_types: ['ideal'] });
    await page.addInitScript(googlePaySheet('approves'));
    await page.goto(one.link);
    await page.getByRole('button', { name: 'Pay €25.99' }).waitFor();
    expect(await page.evaluate('requests')).toEqual([]);
    expect(await button().count()).toBe(0);
  });
});
