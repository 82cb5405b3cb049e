import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { CallFailed } from '../../console/json-calls.ts';
import { sendSafely } from '../../console/safe-request.ts';
import { byTestCard, createTestMerchant } from '../../console/test-merchant.ts';

/** A connector account of a shop. */
export interface DrillAccount {
  readonly connector: string;
  readonly id: string;
}

/** A merchant that a drill takes on, with its accounts. */
export interface DrillShop {
  readonly id: string;
  readonly accounts: readonly DrillAccount[];
  /**
   * Asks the API as the merchant, by the path: POST with a body, GET without. Throws CallFailed.
   */
  call<S extends v.GenericSchema>(
    path: string,
    schema: S,
    body?: object,
  ): Promise<v.InferOutput<S>>;
  put(path: string, body: object): Promise<void>;
  /** Pays by card, and returns the payment's id, whatever becomes of it. */
  pay(order: DrillOrder): Promise<string>;
}

interface DrillOrder {
  /** The account that is asked first; without it the merchant's routing chooses. */
  readonly account?: DrillAccount;
  /** A published test card; one that pays unless stated. */
  readonly card?: string;
  /** A routing that the shop states in place of an account. */
  readonly routing?: object;
}

const names = ['bakery', 'bookshop', 'garage'] as const;

/** The connectors of each shop; two accounts with one processor need labels. */
const connections = [
  { connector_name: 'stripe', connector_label: 'stripe_europe' },
  { connector_name: 'stripe', connector_label: 'stripe_overseas' },
  { connector_name: 'adyen_test', connector_label: 'adyen_shop' },
  { connector_name: 'fauxpay', connector_label: 'fauxpay_shop' },
] as const;

interface Setting {
  /** Base URL of the switch's API, without a trailing slash. */
  readonly switchUrl: string;
  readonly adminKey: string;
  /** Where a merchant's webhooks go, by its id. */
  readonly receiverOf: (merchantId: string) => string;
}

/** Takes on the merchants of a drill, as an operator does. */
export const takeOnShops = (setting: Setting): Promise<readonly DrillShop[]> =>
  Promise.all(names.map((name) => takeOn(`${name}_${randomBytes(3).toString('hex')}`, setting)));

const Payment = v.object({ payment_id: v.string() });

async function takeOn(
  id: string,
  { switchUrl, adminKey, receiverOf }: Setting,
): Promise<DrillShop> {
  const account = { merchant_id: id, webhook_details: { webhook_url: receiverOf(id) } };
  const merchant = await createTestMerchant({ switchUrl, adminKey }, account, 'till');
  const call: DrillShop['call'] = (path, schema, body) =>
    merchant.call(`${switchUrl}${path}`, schema, body);
  const accounts: DrillAccount[] = [];
  for (const { connector_name, connector_label } of connections) {
    const accountId = await merchant.connect(connector_name, {
      connector_label,
      connector_account_details: {
        auth_type: 'HeaderKey',
        api_key: `sk_test_${randomBytes(12).toString('hex')}`,
      },
    });
    accounts.push({ connector: connector_name, id: accountId });
  }
  return {
    id,
    accounts,
    call,
    async put(path, body) {
      const response = await sendSafely(`${switchUrl}${path}`, {
        method: 'PUT',
        headers: { 'api-key': merchant.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => {
        throw new CallFailed(`${switchUrl}${path}`, 'did not answer');
      });
      await response.body?.cancel();
      if (!response.ok) throw new CallFailed(`${switchUrl}${path}`, `answered ${response.status}`);
    },
    async pay({ account, card, routing }) {
      const { payment_id } = await call('/payments', Payment, {
        amount: 1_000 + Math.floor(Math.random() * 9_000),
        currency: 'EUR',
        confirm: true,
        ...(account && {
          routing: {
            type: 'single',
            data: { connector: account.connector, merchant_connector_id: account.id },
          },
        }),
        ...(routing && { routing }),
        ...byTestCard(card),
      });
      return payment_id;
    },
  };
}
