import * as v from 'valibot';
import { maxCharacters } from '#platform/characters.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { PageQuery } from '../payments/redirect/page-token.ts';

export const CheckoutQuery = v.strictObject({
  publishable_key: v.optional(v.string()),
  client_secret: v.optional(v.string()),
  /** An ephemeral key of the payment's customer, who may then remove saved payment methods. */
  ephemeral_key: v.optional(v.pipe(v.string(), maxCharacters(128, 'is too long'))),
  /** The origin of the page that frames this one: `https://shop.example`. */
  origin: v.optional(v.pipe(v.string(), maxCharacters(300, 'is too long'))),
  locale: v.optional(v.string()),
  /** An appearance as JSON. With every variable it is about 700 characters. */
  appearance: v.optional(v.pipe(v.string(), maxCharacters(1_000, 'is too long'))),
  layout: v.optional(v.picklist(['accordion', 'tabs'])),
  /** `hidden` where the page of the shop has a button of its own. */
  pay_button: v.optional(v.picklist(['shown', 'hidden'])),
  ...PageQuery.entries,
});
export type CheckoutQuery = v.InferOutput<typeof CheckoutQuery>;

export const showCheckout = defineOperation({
  name: 'checkout.show',
  method: 'GET',
  path: '/checkout',
  summary: 'Show the payment form in a frame of a page of the shop',
  about: {
    description:
      'The payment form of one payment, for the frame that `mountCheckout` makes. docs/guides/checkout-in-your-page.md says how to use it.',
  },
  auth: 'none',
  query: CheckoutQuery,
  response: v.string(),
  errors: ['payment_not_found', 'invalid_request', 'access_forbidden'],
  notFound: 'payment_not_found',
  isPage: true,
  // UpdateItem: it counts the card forms of a payment. The return URL may have to be signed with the
  // merchant's key.
  access: {
    table: ['GetItem', 'Query', 'UpdateItem'],
    secrets: ['use key'],
    vault: ['open card forms'],
  },
  impact: "Customers cannot pay in the pages of shops that have the switch's payment form.",
  example: { query: { publishable_key: 'pk_snd_example', client_secret: 'pay_x_secret_y' } },
});

export const showCheckoutScript = defineOperation({
  name: 'checkout.script',
  method: 'GET',
  path: '/checkout.js',
  summary: 'Give the script that puts the payment form into a page of a shop',
  about: {
    description:
      'The script with `mountCheckout`. docs/guides/checkout-in-your-page.md says how to use it.',
  },
  auth: 'none',
  response: v.string(),
  errors: [],
  access: {},
  impact: "Pages of shops that load the script cannot show the switch's payment form.",
  example: {},
});
