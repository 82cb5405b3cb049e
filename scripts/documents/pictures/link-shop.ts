import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { caller } from '../../../console/json-calls.ts';

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
const ApiKey = v.object({ api_key: v.string() });

/** Makes a merchant with an account at the simulated Stripe, as an operator does. */
export async function openLinkShop(api: string, adminKey: string, name: string): Promise<LinkShop> {
  const merchantId = `pages_${randomBytes(6).toString('hex')}`;
  const asOperator = caller({ 'api-key': adminKey });
  await asOperator(`${api}/accounts`, v.unknown(), {
    merchant_id: merchantId,
    merchant_name: name,
    return_url: 'https://shop.example/thanks',
  });
  const forKey = { name: 'pages', expiration: 'never' };
  const { api_key } = await asOperator(`${api}/api_keys/${merchantId}`, ApiKey, forKey);
  const call = caller({ 'api-key': api_key });
  await call(`${api}/account/${merchantId}/connectors`, v.unknown(), {
    connector_type: 'payment_processor',
    connector_name: 'stripe_test',
    connector_account_details: {
      auth_type: 'HeaderKey',
      api_key: randomBytes(24).toString('base64url'),
    },
  });
  return {
    async link(terms) {
      const body = { payment_link: true, session_expiry: 7_200, ...terms };
      const { payment_id, payment_link } = await call(`${api}/payments`, LinkedPayment, body);
      return { paymentId: payment_id, url: payment_link.link };
    },
    payByCard: (paymentId, cardNumber, more = {}) =>
      call(`${api}/payments/${paymentId}/confirm`, Confirmed, {
        payment_method: 'card',
        payment_method_data: {
          card: {
            card_number: cardNumber,
            card_exp_month: '12',
            card_exp_year: '2039',
            card_cvc: '314',
            card_holder_name: 'ANA LIMA',
          },
        },
        ...more,
      }),
    post: (path, body) => call(`${api}${path}`, v.unknown(), body),
  };
}
