import type { Frame, Page } from 'playwright-core';
import { inBrowser } from '../shared/vault/pages/a-browser.ts';
import { type Site, serveSite } from '../shared/vault/pages/served-vault.ts';
import { axeFindings } from '../support/browser/axe-findings.ts';
import { aPayerBrowser } from '../support/browser/payer-browser.ts';
import { payoutCards } from '../support/entities/a-payout.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { connect, createMerchant, type Merchant, successful } from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch();

inBrowser('payout links in a browser', () => {
  const { it } = drawnByDay('pages');
  const payee = aPayerBrowser();
  let cart: Site;
  let page: Page;
  /** Actions that the browser refused, and errors of our pages. */
  let complaints: string[];
  /** Every request of the browser with the number of a card. */
  let told: string[];

  beforeAll(async () => {
    cart = await serveSite();
  });
  afterAll(() => cart.stop());
  beforeEach(() => {
    ({ page } = payee);
    [complaints, told] = [[], []];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    payee.context.on('request', (request) => {
      const all = `${request.url()} ${request.postData() ?? ''}`;
      if (all.includes(payoutCards.usual)) told.push(request.url());
    });
  });

  interface Linked {
    readonly merchant: Merchant;
    readonly link: string;
    readonly id: string;
    readonly status: () => Promise<string>;
  }

  async function linked(more: object = {}, profile?: object): Promise<Linked> {
    const { call } = live.running;
    const merchant = await createMerchant(live.running, { account: { merchant_name: 'Market' } });
    const { id: account, key, profileId } = merchant;
    const pays = { connector_type: 'payout_processor' };
    successful(await connect(live.running, account, key, 'adyen_test', undefined, pays));
    if (profile) {
      const path = `/account/${account}/business_profile/${profileId}`;
      successful(await call('POST', path, { key, body: profile }));
    }
    const body = {
      amount: 6_540,
      currency: 'EUR',
      customer_id: 'cus_1',
      payout_link: true,
      ...(!profile && { payout_link_config: { test_mode: true } }),
      auto_fulfill: true,
      return_url: `${payee.shop.url}?order=7`,
      ...more,
    };
    const headers = { 'accept-language': 'en-IE' };
    const payout = successful(await call('POST', '/payouts/create', { key, body, headers }));
    const id = textAt(payout, 'payout_id');
    return {
      merchant,
      id,
      link: textAt(payout, 'payout_link.link'),
      status: async () =>
        textAt(successful(await call('GET', `/payouts/${id}`, { key })), 'status'),
    };
  }

  async function fillCard(on: Page | Frame, number: string = payoutCards.usual) {
    await on.getByLabel('Card number').fill(number);
    await on.getByLabel('Expiry date (MM / YY)').fill('12 / 39');
  }
  const confirm = (on: Page | Frame) => on.getByRole('button', { name: 'Confirm' }).click();
  const heading = (on: Page | Frame, name: string) => on.getByRole('heading', { name }).waitFor();

  it('a payee is paid to a card, whose number only the confirm gets', async () => {
    const one = await linked();
    await page.goto(one.link);
    await page.getByText('€65.40').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await fillCard(page);
    await confirm(page);
    await heading(page, 'Payout sent');
    expect(await axeFindings(page)).toEqual([]);
    expect(await one.status()).toBe('success');
    expect(told).toEqual([expect.stringMatching(new RegExp(`/payouts/${one.id}/confirm$`))]);
    const back = await page.getByRole('link', { name: 'Continue' }).getAttribute('href');
    expect(back).toBe(`${payee.shop.url}?order=7&payout_id=${one.id}&status=success`);
    expect(complaints).toEqual([]);
  });

  it('a payee types a card in Persian digits, which become 0 to 9 at once', async () => {
    const inPersian = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint(0x06f0 + Number(digit)));
    const one = await linked();
    await page.goto(one.link);
    const number = page.getByLabel('Card number');
    await number.pressSequentially(inPersian(payoutCards.usual));
    expect(await number.inputValue()).toBe(payoutCards.usual);
    await page.getByLabel('Expiry date (MM / YY)').pressSequentially(inPersian('12/39'));
    await confirm(page);
    await heading(page, 'Payout sent');
    expect(await one.status()).toBe('success');
  });

  it('a payee who mistypes gets the reason beside the field, and nothing is sent', async () => {
    const one = await linked();
    await page.goto(one.link);
    await fillCard(page, '4000056655665557');
    await confirm(page);
    await page.getByText('Please check the card number.').waitFor();
    const number = page.getByLabel('Card number');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(':focus').getAttribute('autocomplete')).toBe('cc-number');
    expect(await axeFindings(page)).toEqual([]);
    expect(await one.status()).toBe('requires_payout_method_data');
  });

  it('a payee chooses a bank account by the keyboard', async () => {
    const one = await linked();
    await page.goto(one.link);
    await page.getByRole('radio', { name: 'Bank transfer (SEPA)' }).press('Space');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('IBAN').fill('NL91 ABNA 0417 1643 00');
    await page.getByLabel('BIC').fill('ABNANL2A');
    await page.getByLabel('BIC').press('Enter');
    await heading(page, 'Payout sent');
    expect(await one.status()).toBe('success');
  });

  it('a payee in two tabs is paid once, and both tabs show the outcome', async () => {
    const one = await linked();
    const tabs = [page, await payee.context.newPage()];
    for (const tab of tabs) {
      await tab.route(`${payee.shop.url}**`, (route) => route.fulfill({ status: 204 }));
      await tab.goto(one.link);
      await fillCard(tab);
    }
    await Promise.all(tabs.map(confirm));
    for (const tab of tabs) {
      await tab.getByRole('heading', { name: /^Payout (sent|in progress)$/ }).waitFor();
    }
    expect(await one.status()).toBe('success');
  });

  it('a refused payout shows that it failed', async () => {
    const one = await linked();
    await page.goto(one.link);
    await fillCard(page, payoutCards.cannotBeCreated);
    await confirm(page);
    await heading(page, 'Payout failed');
    expect(await axeFindings(page)).toEqual([]);
    expect(await one.status()).toBe('failed');
  });

  it('a payout link is used in a frame of the shop, and opens nowhere else', async () => {
    const { host } = new URL(cart.url);
    const one = await linked(
      { return_url: null },
      {
        payout_link_config: { allowed_domains: [host] },
      },
    );
    expect((await page.goto(one.link))?.status()).toBe(403);
    cart.html = `<!doctype html><title>Cart</title><iframe title="Payout" src="${one.link}"></iframe>`;
    const frame = () =>
      eventually(async () => {
        const found = page.frames().find((each) => each.url().includes('/payout_link/'));
        if (!found) throw new Error('There is no frame yet.');
        return found;
      });
    complaints = [];
    await page.goto(cart.url);
    await fillCard(await frame());
    await confirm(await frame());
    await heading(await frame(), 'Payout sent');
    expect(await one.status()).toBe('success');
    expect(complaints).toEqual([]);
  });

  it('a payout page works in a language from right to left, in tabs', async () => {
    const config = { test_mode: true, form_layout: 'tabs' };
    const one = await linked({ payout_link_config: config });
    await page.goto(`${one.link.replace('locale=en-IE', 'locale=ar')}`);
    await heading(page, 'استلم دفعتك');
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(complaints).toEqual([]);
  });

  it('a customer saves a card on a link, and returns to the shop', async () => {
    const { call } = live.running;
    const merchant = await createMerchant(live.running, { account: { merchant_name: 'Market' } });
    const { key } = merchant;
    const customer = successful(await call('POST', '/customers', { key, body: {} }));
    const customer_id = textAt(customer, 'customer_id');
    const body = { customer_id, return_url: payee.shop.url };
    const link = successful(await call('POST', '/payment_methods/collect', { key, body }));
    await page.goto(textAt(link, 'link'));
    await heading(page, 'Add your payment details');
    expect(await axeFindings(page)).toEqual([]);
    await fillCard(page, '4242424242424242');
    await confirm(page);
    await heading(page, 'Details saved');
    expect(await axeFindings(page)).toEqual([]);
    const saved = await call('GET', `/customers/${customer_id}/payment_methods`, { key });
    expect(saved.body).toMatchObject({
      customer_payment_methods: [{ card: { last4_digits: '4242', expiry_year: '2039' } }],
    });
    const id = textAt(link, 'pm_collect_link_id');
    const back = await page.getByRole('link', { name: 'Continue' }).getAttribute('href');
    expect(back).toBe(`${payee.shop.url}?pm_collect_link_id=${id}&status=submitted`);
    expect(complaints).toEqual([]);
  });
});
