import type { Frame, Page } from 'playwright-core';
import { inBrowser } from '../shared/vault/pages/a-browser.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import {
  aPayerBrowser,
  createPayment,
  linkedPayment,
  withGooglePay,
} from '../support/browser/payer-browser.ts';
import { isNetwork, ofFixed, programWhere } from '../support/entities/decision-programs.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  cardData,
  createMerchant,
  type Merchant,
  newId,
  successful,
} from '../support/switch/merchant.ts';

/** A code that no other text of the requests has. */
const code = '8391';

const visa = cardData('4242424242424242', '123');
const amex = cardData('378282246310005', '1234');

/**
 * The findings of axe in a frame. The form's ground is that of the page around it, which axe does
 * not see from inside of the form; there it takes the ground for white.
 */
const flawsOf = (frame: Frame) =>
  axeFindings(frame, {
    rules: frame.parentFrame() ? { 'color-contrast': { enabled: false } } : {},
  });

const live = aRunningSwitch();

inBrowser('the code of a saved card on a payment link in a browser', () => {
  const { it } = drawnByDay('pages');
  const payer = aPayerBrowser();
  let page: Page;
  /** The addresses that got the code, without their queries. */
  let told: string[];

  beforeEach(() => {
    ({ page } = payer);
    told = [];
    payer.context.on('request', (request) => {
      const { origin, pathname, search } = new URL(request.url());
      const all = `${search} ${request.postData() ?? ''}`;
      if (all.includes(`"${code}"`) || search.includes(code)) told.push(origin + pathname);
    });
  });

  /** A payment by a customer with saved cards. */
  async function linked(merchant: Merchant, cards: readonly object[] = [amex], terms: object = {}) {
    const customer_id = newId('cus');
    for (const card of cards) {
      await createPayment(live.running, merchant, {
        ...card,
        customer_id,
        confirm: true,
        setup_future_usage: 'on_session',
        customer_acceptance: { acceptance_type: 'offline' },
      });
    }
    const return_url = payer.shop.url;
    return linkedPayment(live.running, merchant, { customer_id, return_url, ...terms });
  }
  /** The frame of the chosen card; those of other cards are hidden. */
  const codeFrame = () => page.frameLocator('iframe[title="Security code"]:visible');
  const codeField = () => codeFrame().getByLabel('Security code');
  const pay = () => page.getByRole('button', { name: 'Pay €25.99' }).click();

  it("a saved card's code is asked for by the vault's form, and only the vault receives it", async () => {
    const one = await linked(await createMerchant(live.running));
    await page.goto(one.link);
    await codeField().waitFor();
    await pay();
    await codeFrame().locator('.error:not(:empty)').waitFor();
    expect(await one.status()).toBe('requires_payment_method');

    await codeField().fill(code);
    await pay();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await one.status()).toBe('succeeded');
    expect(told).toEqual([`${live.running.vaultUrl}/api/v1/capture_form`]);
  });

  it('a payer who saw the surcharge on a saved card pays with another one, whose code is stored', async () => {
    const merchant = await createMerchant(live.running);
    const algorithm = programWhere([isNetwork('Visa')], ofFixed(120));
    const saved = await live.running.call('PUT', '/routing/decision/surcharge', {
      key: merchant.key,
      body: { merchant_surcharge_configs: {}, algorithm },
    });
    successful(saved);
    const one = await linked(merchant, [visa, amex]);
    await page.goto(one.link);
    await page.getByLabel('4242').check();
    await codeField().fill('123');
    await pay();
    await page.getByRole('button', { name: 'Pay €27.19' }).waitFor();

    await page.getByLabel('0005').check();
    await codeField().fill(code);
    await pay();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await one.status()).toBe('succeeded');
    expect(told).toEqual([`${live.running.vaultUrl}/api/v1/capture_form`]);
  });

  it("a saved card's code field and the button of Google Pay are accessible in both themes, on a phone and on a desktop", async () => {
    const merchant = await createMerchant(live.running, withGooglePay);
    const one = await linked(merchant, [visa, amex], {
      payment_link_config: { appearance: { theme: 'system' } },
    });
    await page.addInitScript(
      'PaymentRequest.prototype.canMakePayment = () => Promise.resolve(true);',
    );
    await page.goto(one.link);
    await page.getByRole('button', { name: 'Google Pay' }).waitFor();
    await page.getByLabel('American Express •••• 0005').check();
    await codeField().fill('7');
    await pay();
    await codeFrame().locator('.error:not(:empty)').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 1_280]) {
        await page.setViewportSize({ width, height: 700 });
        const flaws = await Promise.all(page.frames().map(flawsOf));
        expect([colorScheme, width, ...flaws.flat()]).toEqual([colorScheme, width]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    }
  });

  it('a payer may choose among saved cards more often than a session token opens forms', async () => {
    const one = await linked(await createMerchant(live.running), [visa, amex]);
    await page.goto(one.link);
    for (let round = 0; round < 4; round += 1) {
      for (const last4 of ['4242', '0005']) {
        await page.getByLabel(last4).check();
        await codeField().waitFor();
      }
    }
    await codeField().fill(code);
    await pay();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await one.status()).toBe('succeeded');
  });
});
