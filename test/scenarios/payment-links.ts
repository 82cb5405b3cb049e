import { type Ask, aPaymentRequest } from '../support/switch/switch-in-memory.ts';
import { ofAccount } from './accounts.ts';
import { askedAt } from './request-keys.ts';
import {
  alike,
  cost,
  done,
  operationOf,
  type Scenarios,
  type Shop,
  vaultCost,
} from './scenario.ts';
import { created, withProfile } from './steps.ts';

/** Payments with a link, and the pages that the link opens. */

const linked = (shop: Shop) => created(shop, { payment_link: true });

/** The part of a page's address that differs between the operations. */
const folders: Readonly<Record<string, string>> = {
  'payment-links.show': '/',
  'payment-links.show-embedded': '/s/',
  'payment-links.show-status': '/status/',
};

const pages = Object.keys(folders);

/** Whether the page of an open payment has the vault's card form. */
const hasForm = (name: string) => name !== 'payment-links.show-status';

/** The request for a page of a payment's link, as a frame on a page of the shop makes it. */
function page(name: string, link: string): Ask {
  const operation = operationOf(name);
  const address = link.replace('/payment_link/', `/payment_link${folders[operation]}`);
  const headers = { 'sec-fetch-dest': 'iframe', referer: 'https://shop.example/' };
  return { ...askedAt(operation, address), headers };
}

/** Pages of the shop may show the page in a frame. */
const framed = (shop: Shop) =>
  withProfile(shop, { payment_link_config: { allowed_domains: ['shop.example'] } });

/** The same, and the return of a customer is signed, for which the switch opens a key. */
async function framedAndSigning(shop: Shop): Promise<void> {
  await done(shop, 'accounts.update', {
    ...ofAccount(shop),
    body: { merchant_id: shop.merchant.id, enable_payment_response_hash: true },
  });
  await framed(shop);
}

export const paymentLinks: Scenarios = {
  // The payment and the link's pointer to it: a transaction of two writes, at twice the price.
  'payments.create, with a link': {
    request: (shop) => ({
      body: aPaymentRequest({ payment_id: shop.newId('pay'), payment_link: true }),
    }),
    budget: cost(2, 2, 4, 0.5),
  },
  'payment-links.retrieve': {
    prepare: framed,
    request: async (shop) => {
      const { payment_link } = await linked(shop);
      return { params: { payment_link_id: payment_link.payment_link_id } };
    },
    budget: cost(2, 3, 0, 2.5),
  },
  'payment-links.list': {
    prepare: framed,
    request: async (shop) => {
      await linked(shop);
      await shop.listed('payment_links');
      return { body: {} };
    },
    budget: cost(3, 4, 0, 3),
    mayGrow: true,
  },
  ...alike(
    pages.filter((name) => !hasForm(name)),
    (name) => ({
      prepare: framed,
      request: async (shop) => page(name, (await linked(shop)).payment_link.link),
      budget: cost(1, 2, 0, 2),
    }),
  ),
  ...alike(pages.filter(hasForm), (name) => ({
    prepare: framed,
    request: async (shop) => page(name, (await linked(shop)).payment_link.link),
    // Without the vault the page still offers the other methods.
    succeeded: ({ text }) => text.includes('/api/v1/capture_form?session_token='),
    // It counts the card forms of the link.
    budget: cost(2, 3, 1, 2),
    grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
    crash: 'It counts its card forms, and changes no payment.',
    vault: { credentials: vaultCost(1, 1, 0), audit: vaultCost(1, 2, 0) },
  })),
  ...alike(
    pages.map((name) => `${name}, of a payment that is over`),
    (name) => ({
      prepare: framedAndSigning,
      request: async (shop) => {
        const { payment_id, payment_link } = await linked(shop);
        await done(shop, 'payments.cancel', { params: { payment_id }, body: {} });
        return page(name, payment_link.link);
      },
      grants: [{ action: 'kms:Decrypt' }],
    }),
  ),
};
