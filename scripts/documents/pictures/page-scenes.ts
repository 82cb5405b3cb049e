import type { Page } from 'playwright-core';
import { redirectUrlOf } from '../../../console/switch-client.ts';
import type { LinkShop } from './link-shop.ts';

/** A payer, with an order in the payer's language. */
export interface Payer {
  readonly locale: 'en' | 'de' | 'ar' | 'ja';
  readonly currency: string;
  readonly description: string;
  readonly lines: readonly (readonly [name: string, quantity: number, amountMinor: number])[];
}

export const payers: readonly Payer[] = [
  {
    locale: 'en',
    currency: 'EUR',
    description: 'Order 1047',
    lines: [
      ['Linen shirt', 1, 4_900],
      ['Socks', 2, 795],
    ],
  },
  {
    locale: 'de',
    currency: 'EUR',
    description: 'Bestellung 1047',
    lines: [
      ['Leinenhemd', 1, 4_900],
      ['Baumwollsocken, ungefärbt', 2, 795],
    ],
  },
  {
    locale: 'ar',
    currency: 'AED',
    description: 'الطلب 1047',
    lines: [
      ['قميص من الكتان', 1, 19_900],
      ['جوارب', 2, 2_550],
    ],
  },
  {
    locale: 'ja',
    currency: 'JPY',
    description: 'ご注文 1047',
    lines: [
      ['リネンシャツ', 1, 7_800],
      ['靴下', 2, 980],
    ],
  },
];

/** The servers that have the pages. */
export interface PageServers {
  readonly shop: LinkShop;
  /** The example shop, which embeds the card form. */
  readonly exampleShop: string;
}

/** A page in one state. */
export interface Scene {
  readonly name: string;
  /** Prepares a page for this payer, and returns its address. */
  address(servers: PageServers, payer: Payer): Promise<string>;
  /** The payer's first actions on the page. */
  act?(page: Page): Promise<void>;
  /** An element that the page has as soon as it is complete. */
  readonly complete: string;
  /** Whether the page has the vault's form. */
  readonly hasForm?: true;
  /** The screens whose sheets the documentation shows. */
  readonly shownOn?: readonly ('phone' | 'desktop')[];
}

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000003800000446',
  later: '4000000000000077',
};

const cardTypes = ['credit', 'debit'];
const somePayLater = ['klarna', 'paypal', 'ideal', 'sepa'];

/** The payment of an order, in the look that follows the payer's device. */
const order = ({ currency, description, lines }: Payer, config: object = {}) => ({
  amount: lines.reduce((sum, [, quantity, amount]) => sum + quantity * amount, 0),
  currency,
  description,
  order_details: lines.map(([product_name, quantity, amount]) => ({
    product_name,
    quantity,
    amount,
  })),
  allowed_payment_method_types: cardTypes,
  payment_link_config: { appearance: { theme: 'system' }, ...config },
});

const inLanguageOf = (url: string, { locale }: Payer): string => {
  const address = new URL(url);
  address.searchParams.set('locale', locale);
  return address.href;
};

/** The link's page of a payment. */
const linked =
  (terms: object = {}, config: object = {}): Scene['address'] =>
  async ({ shop }, payer) => {
    const { url } = await shop.link({ ...order(payer, config), ...terms });
    return inLanguageOf(url, payer);
  };

/** The link's page of a payment that was confirmed with a card. */
const confirmed =
  (cardNumber: string, terms: object = {}): Scene['address'] =>
  async ({ shop }, payer) => {
    const { paymentId, url } = await shop.link({ ...order(payer), ...terms });
    await shop.payByCard(paymentId, cardNumber);
    return inLanguageOf(url, payer);
  };

/** Types into the card form a number that no card has, and presses the button. */
async function mistype(page: Page): Promise<void> {
  const form = page.frameLocator('iframe');
  await form.locator('#card_number').fill('4242424242424241');
  await page.locator('#pay').click();
  await form.locator('#card_number[aria-invalid=true]').waitFor();
}

/** The payer's pages in their states. */
export const scenes: readonly Scene[] = [
  {
    name: 'accordion',
    address: linked(
      { allowed_payment_method_types: [...cardTypes, ...somePayLater] },
      { sdk_layout: 'accordion' },
    ),
    complete: '#pay',
    hasForm: true,
    shownOn: ['phone', 'desktop'],
  },
  {
    name: 'tabs',
    address: linked(
      { allowed_payment_method_types: [...cardTypes, ...somePayLater] },
      { sdk_layout: 'tabs', details_layout: 'layout2' },
    ),
    complete: '#pay',
    hasForm: true,
    shownOn: ['phone'],
  },
  { name: 'card', address: linked(), complete: '#pay', hasForm: true },
  {
    name: 'mistyped',
    address: linked(),
    act: mistype,
    complete: '#pay',
    hasForm: true,
    shownOn: ['phone'],
  },
  {
    name: 'debit',
    address: linked({ allowed_payment_method_types: ['sepa'] }),
    complete: '#pay',
  },
  {
    name: 'saved-card',
    async address({ shop }, payer) {
      const customer_id = `payer_${payer.locale}_${Date.now()}`;
      const first = await shop.link({
        ...order(payer),
        customer_id,
        setup_future_usage: 'off_session',
        customer_acceptance: { acceptance_type: 'offline' },
      });
      await shop.payByCard(first.paymentId, cards.good);
      return linked({ customer_id, setup_future_usage: 'off_session' })(
        { shop, exampleShop: '' },
        payer,
      );
    },
    complete: 'text=4242',
  },
  {
    name: 'declined',
    address: confirmed(cards.declined),
    complete: '#problem:not(:empty)',
    hasForm: true,
    shownOn: ['phone'],
  },
  {
    name: 'without-vault',
    address: linked(),
    act: async (page) => {
      await page.route('**/capture_form**', (route) => route.abort());
      await page.reload();
    },
    complete: '[role=alert] + button',
  },
  { name: 'receipt', address: confirmed(cards.good), complete: '#receipt', shownOn: ['phone'] },
  {
    name: 'refunded',
    async address({ shop }, payer) {
      const { paymentId, url } = await shop.link(order(payer));
      await shop.payByCard(paymentId, cards.good);
      const amount = payer.lines[1]?.[2];
      await shop.turnout.refunds.create({ payment_id: paymentId, amount });
      return inLanguageOf(url, payer);
    },
    complete: '#receipt',
  },
  { name: 'processing', address: confirmed(cards.later), complete: '#receipt' },
  {
    name: 'cancelled',
    async address({ shop }, payer) {
      const { paymentId, url } = await shop.link(order(payer));
      await shop.turnout.payments.cancel(paymentId, {});
      return inLanguageOf(url, payer);
    },
    complete: '[role=status]',
  },
  {
    name: 'closed',
    async address(servers, payer) {
      const address = new URL(await linked()(servers, payer));
      address.searchParams.delete('page_token');
      return address.href;
    },
    complete: 'h1',
  },
  {
    name: 'challenge',
    async address({ shop }, payer) {
      const { paymentId } = await shop.link({ ...order(payer), authentication_type: 'three_ds' });
      const url = redirectUrlOf(await shop.payByCard(paymentId, cards.challenged));
      if (url === undefined) throw new Error('The payment has no challenge.');
      return url;
    },
    act: (page) => page.waitForURL('**/challenges/**'),
    complete: '[role=button]',
    shownOn: ['phone'],
  },
  {
    name: 'shop',
    address: ({ exampleShop }) => Promise.resolve(exampleShop),
    complete: '#card iframe',
    hasForm: true,
    shownOn: ['phone'],
  },
];
