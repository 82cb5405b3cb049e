import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { createTestMerchant } from '../../../console/test-merchant.ts';
import { type Answer, adminKey, type Call, type RunningSwitch } from './switch.ts';

/** A merchant as it was taken on, with all its secrets. */
export interface Merchant {
  readonly id: string;
  /** Its secret API key. */
  readonly key: string;
  readonly publishableKey: string;
  /** The key of its webhooks' signatures. */
  readonly hashKey: string;
  readonly profileId: string;
}

export interface MerchantOptions {
  /** Members of the merchant account. */
  readonly account?: Readonly<Record<string, unknown>>;
  /** The processors to connect, by `connector_name`; `stripe_test` alone unless stated. */
  readonly connectors?: readonly string[];
  /** The key of the merchant's account with the processor. */
  readonly processorKey?: string;
  /** Members of each connector account, such as `registeredWebhooks`. */
  readonly connectorAccount?: object;
}

/** Creates a merchant as our programs do: account, API key, connector accounts. */
export async function createMerchant(
  { call }: Pick<RunningSwitch, 'call'>,
  {
    account,
    connectors = ['stripe_test'],
    processorKey = newSecret(),
    connectorAccount,
  }: MerchantOptions = {},
): Promise<Merchant> {
  const { id, apiKey, publishableKey, hashKey, profileId, connect } = await createTestMerchant(
    { url: 'http://switch', apiKey: adminKey, fetch: fetchBy(call) },
    { merchant_id: newId('merchant'), ...account },
    { name: 'till' },
  );
  for (const name of connectors) await connect(name, { processorKey, ...connectorAccount });
  return { id, key: apiKey, publishableKey, hashKey, profileId };
}

/** Sends the requests of a client to the switch by `call`, which notes and judges every answer. */
const fetchBy =
  (call: Call): typeof fetch =>
  async (input, init) => {
    const { method, url, headers, body } = new Request(input, init);
    const { pathname, search } = new URL(url);
    const { status, text } = await call(v.parse(Method, method), `${pathname}${search}`, {
      headers: Object.fromEntries(headers),
      ...(body && { body: await new Response(body).text() }),
    });
    return new Response(text, { status });
  };
const Method = v.picklist(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

export const newApiKey = ({ call }: Pick<RunningSwitch, 'call'>, merchantId: string) =>
  call('POST', `/api_keys/${merchantId}`, {
    key: adminKey,
    body: { name: 'till', expiration: 'never' },
  });

export const connect = (
  { call }: Pick<RunningSwitch, 'call'>,
  merchantId: string,
  key: string,
  connectorName: string,
  processorKey = newSecret(),
  more: object = {},
) =>
  call('POST', `/account/${merchantId}/connectors`, {
    key,
    body: {
      connector_type: 'payment_processor',
      connector_name: connectorName,
      connector_account_details: { auth_type: 'HeaderKey', api_key: processorKey },
      ...more,
    },
  });

/** The answer, if it is a success; throws its text otherwise. */
export function successful(answer: Answer): Answer {
  if (answer.status < 400) return answer;
  throw new Error(`${answer.status}: ${answer.text}`);
}

/** Twenty hex digits: of sixteen, one in 12,000 looks like a card's number, which no identifier may. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(10).toString('hex')}`;
export const newSecret = () => randomBytes(24).toString('base64url');

/** A card of a customer, as a payment request carries it. */
export const cardData = (number = '4242424242424242', cvc = '123') => ({
  payment_method: 'card',
  payment_method_data: {
    card: {
      card_number: number,
      card_exp_month: '10',
      card_exp_year: '2035',
      card_holder_name: 'Joseph Doe',
      card_cvc: cvc,
    },
  },
});

/** A payment of 65.40 USD that is taken at once. */
export const aSale = (number?: string, cvc?: string) => ({
  amount: 6540,
  currency: 'USD',
  confirm: true,
  ...cardData(number, cvc),
});
