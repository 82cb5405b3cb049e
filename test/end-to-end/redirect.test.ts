import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, launchBrowser } from '../shared/vault/pages/a-browser.ts';
import { type ShopSite, startShopSite } from '../support/browser/shop-site.ts';
import type { WebhookReceiver } from '../support/receivers/webhook-receiver.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  aSale,
  createMerchant,
  type Merchant,
  newId,
  newSecret,
  successful,
} from '../support/switch/merchant.ts';
import { type Answer, textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch();

inBrowser('3-D Secure in a browser', () => {
  const { it } = drawnByDay('pages');
  let shop: ShopSite;
  let browser: Browser;

  beforeAll(async () => {
    [shop, browser] = await Promise.all([startShopSite(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
  });

  interface Customer {
    readonly merchant: Merchant;
    readonly payment: Answer;
    readonly page: Page;
    /** Actions that the browser refused, and errors of our pages. */
    readonly complaints: readonly string[];
    readonly webhooks: () => ReturnType<WebhookReceiver['received']>;
  }

  /** A customer at the processor's page, sent there by the start page. */
  async function challenged(
    account: object = {},
    { script = true, ...changes }: { script?: boolean } & Record<string, unknown> = {},
  ): Promise<Customer> {
    const path = `/${newId('hook')}`;
    const merchant = await createMerchant(live.running, {
      account: {
        enable_payment_response_hash: true,
        webhook_details: { webhook_url: `${live.receiver.url}${path}` },
        ...account,
      },
    });
    const body = {
      ...aSale('4000003800000446'),
      return_url: `${shop.url}?order=${encodeURIComponent('A 7')}&session=${newSecret()}`,
      ...changes,
    };
    const payment = successful(
      await live.running.call('POST', '/payments', { key: merchant.key, body }),
    );
    const context = await browser.newContext({ javaScriptEnabled: script });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    return { merchant, payment, page, complaints, webhooks: () => live.receiver.received(path) };
  }

  const start = ({ page, payment }: Customer) =>
    page.goto(textAt(payment, 'next_action.redirect_to_url'));
  const press = async ({ page }: Customer, button: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  };
  const statusOf = async ({ merchant, payment }: Customer) => {
    const path = `/payments/${textAt(payment, 'payment_id')}`;
    return textAt(
      successful(await live.running.call('GET', path, { key: merchant.key })),
      'status',
    );
  };
  const lastVisit = () => {
    const visit = shop.visits.at(-1);
    if (!visit) throw new Error('Nobody came.');
    return visit;
  };

  /** A merchant's check that the switch sent the customer. */
  function isSigned(pairs: URLSearchParams, { hashKey }: Merchant): boolean {
    const signature = pairs.get('signature');
    expect(pairs.get('signature_algorithm')).toBe('HMAC-SHA512');
    const message = [...pairs]
      .filter(([name]) => !name.startsWith('signature'))
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join('&');
    return createHmac('sha512', hashKey).update(message).digest('hex') === signature;
  }

  /** Waits for the merchant's webhook, and checks that the switch signed it. */
  const hears = (customer: Customer, type: string) =>
    eventually(() => {
      const webhook = customer.webhooks().find(({ event }) => Object(event).event_type === type);
      if (!webhook) throw new Error(`No ${type} came.`);
      const { hashKey } = customer.merchant;
      const expected = createHmac('sha512', hashKey).update(webhook.body).digest('hex');
      expect(webhook.headers['x-webhook-signature-512']).toBe(expected);
    });

  it('a redirect leads over the processor back to the shop, with a true and signed status', async () => {
    const customer = await challenged();
    await start(customer);
    await customer.page.getByText('$65.40').waitFor();
    await press(customer, 'Complete Payment');

    const { method, query } = lastVisit();
    expect(method).toBe('GET');
    expect([...query.keys()]).toEqual([
      'order',
      'session',
      'status',
      'payment_id',
      'payment_intent_client_secret',
      'amount',
      'manual_retry_allowed',
      'signature',
      'signature_algorithm',
    ]);
    expect(Object.fromEntries(query)).toMatchObject({
      order: 'A 7',
      status: 'succeeded',
      payment_id: textAt(customer.payment, 'payment_id'),
      payment_intent_client_secret: textAt(customer.payment, 'client_secret'),
      amount: '6540',
      manual_retry_allowed: 'false',
    });
    expect(isSigned(query, customer.merchant)).toBe(true);
    expect(await statusOf(customer)).toBe('succeeded');
    await hears(customer, 'payment_succeeded');
    expect(customer.complaints).toEqual([]);
  });

  it('a redirect whose customer rejects the challenge ends in a failed payment', async () => {
    const customer = await challenged();
    await start(customer);
    await press(customer, 'Reject Payment');
    expect(lastVisit().query.get('status')).toBe('failed');
    expect(isSigned(lastVisit().query, customer.merchant)).toBe(true);
    expect(await statusOf(customer)).toBe('failed');
    await hears(customer, 'payment_failed');
  });

  it('a customer who leaves a redirect keeps the payment open, and can start again', async () => {
    const customer = await challenged();
    await start(customer);
    await press(customer, 'Return to shop');
    expect(lastVisit().query.get('status')).toBe('requires_customer_action');
    expect(await statusOf(customer)).toBe('requires_customer_action');

    await start(customer);
    await press(customer, 'Complete Payment');
    expect(lastVisit().query.get('status')).toBe('succeeded');
  });

  it('a redirect returns to the shop by a form post when the merchant configures that', async () => {
    const customer = await challenged({ redirect_to_merchant_with_http_post: true });
    await start(customer);
    await press(customer, 'Complete Payment');
    const { method, query, form } = lastVisit();
    expect(method).toBe('POST');
    expect([...query.keys()]).toEqual(['order', 'session']);
    expect(form.get('status')).toBe('succeeded');
    expect(form.has('amount')).toBe(false);
    expect(isSigned(new URLSearchParams([...query, ...form]), customer.merchant)).toBe(true);
    expect(customer.complaints).toEqual([]);
  });

  it('a redirect posts the status to the page that opened the window when the merchant configures that', async () => {
    const customer = await challenged({}, { is_iframe_redirection_enabled: true });
    const { page, payment, complaints } = customer;
    await page.goto(shop.url);
    const popupUrl = textAt(payment, 'next_action.popup_url');
    const opened = page.waitForEvent('popup');
    const told = page.evaluate(`new Promise((resolve) => {
      window.addEventListener('message', ({ data }) => resolve(data), { once: true });
      window.open(${JSON.stringify(popupUrl)});
    })`);
    const popup = await opened;
    await popup.getByRole('button', { name: 'Complete Payment' }).click();
    const message = await told;
    const url = new URL(String(Object(message).openurl_if_required));
    expect(`${url.origin}${url.pathname}`).toBe(shop.url);
    expect(url.searchParams.get('status')).toBe('succeeded');
    expect(isSigned(url.searchParams, customer.merchant)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('a redirect works without scripts as well, with one more click', async () => {
    const customer = await challenged(
      { redirect_to_merchant_with_http_post: true },
      { script: false },
    );
    await start(customer);
    await customer.page.getByRole('button', { name: 'Continue' }).click();
    await customer.page.getByRole('button', { name: 'Complete Payment' }).click();
    await customer.page.getByRole('button', { name: 'Continue' }).click();
    await customer.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(lastVisit().form.get('status')).toBe('succeeded');
  });

  it('a redirect refuses a second challenge after success, and charges nothing', async () => {
    const customer = await challenged();
    await start(customer);
    await press(customer, 'Complete Payment');
    const again = await start(customer);
    expect(again?.status()).toBe(410);
    await customer.page.getByText('This payment has ended').waitFor();
    const back = customer.page.getByRole('link', { name: 'Back to the shop' });
    expect((await back.getAttribute('href'))?.startsWith(shop.url)).toBe(true);
    expect(await statusOf(customer)).toBe('succeeded');
  });

  it('a redirect can be navigated back without any effect', async () => {
    const customer = await challenged();
    await start(customer);
    await press(customer, 'Complete Payment');
    const before = shop.visits.length;
    // The browser goes back through all the pages that it remembers, or shows them as they were.
    for (let step = 0; step < 3; step += 1) await customer.page.goBack().catch(() => null);
    expect(await statusOf(customer)).toBe('succeeded');
    for (const { query } of shop.visits.slice(before)) {
      expect(query.get('status')).toBe('succeeded');
    }
  });
});
