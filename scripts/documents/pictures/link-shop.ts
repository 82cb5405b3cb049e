import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { byTestCard, createTestMerchant } from '../../../console/test-merchant.ts';

/** A merchant of the sandbox's processor that makes payment links. */
export interface LinkShop {
  /** Makes a payment with a link. */
  link(terms: object): Promise<LinkedPayment>;
  /** Confirms a payment with a test card. */
  payByCard(paymentId: string, cardNumber: string, more?: object): Promise<Confirmed>;
  /** Calls the API with the merchant's key. */
  post(path: string, body: object): Promise<unknown>;
}

interface LinkedPayment {
  readonly paymentId: string;
  readonly url: string;
}

const LinkedPayment = v.object({
  payment_id: v.string(),
  payment_link: v.object({ link: v.string() }),
});
const Confirmed = v.object({
  status: v.string(),
  next_action: v.nullish(v.object({ redirect_to_url: v.optional(v.string()) })),
});
type Confirmed = v.InferOutput<typeof Confirmed>;

/** Makes a merchant with an account at the simulated Stripe, as an operator does. */
export async function openLinkShop(api: string, adminKey: string, name: string): Promise<LinkShop> {
  const account = {
    merchant_id: `pages_${randomBytes(6).toString('hex')}`,
    merchant_name: name,
    return_url: 'https://shop.example/thanks',
  };
  const { call, connect } = await createTestMerchant(
    { switchUrl: api, adminKey },
    account,
    'pages',
  );
  await connect('stripe_test');
  return {
    async link(terms) {
      const body = { payment_link: true, session_expiry: 7_200, ...terms };
      const { payment_id, payment_link } = await call(`${api}/payments`, LinkedPayment, body);
      return { paymentId: payment_id, url: payment_link.link };
    },
    payByCard: (paymentId, cardNumber, more = {}) =>
      call(`${api}/payments/${paymentId}/confirm`, Confirmed, {
        ...byTestCard(cardNumber),
        ...more,
      }),
    post: (path, body) => call(`${api}${path}`, v.unknown(), body),
  };
}
