import { randomBytes } from 'node:crypto';
import type { PaymentRequest, Turnout } from '#turnout/node';
import type { SwitchKey } from '../../console/switch-client.ts';
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
  /** Calls the API as the merchant. */
  readonly turnout: Turnout;
  /** Pays by card, and returns the payment's id, whatever becomes of it. */
  pay(order: DrillOrder): Promise<string>;
}

interface DrillOrder {
  /** The account that is asked first; without it the merchant's routing chooses. */
  readonly account?: DrillAccount;
  /** A published test card; one that pays unless stated. */
  readonly card?: string;
  /** A routing that the shop states in place of an account. */
  readonly routing?: PaymentRequest['routing'];
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
  readonly operator: SwitchKey;
  /** Where a merchant's webhooks go, by its id. */
  readonly receiverOf: (merchantId: string) => string;
}

/** Takes on the merchants of a drill, as an operator does. */
export const takeOnShops = (setting: Setting): Promise<readonly DrillShop[]> =>
  Promise.all(names.map((name) => takeOn(`${name}_${randomBytes(3).toString('hex')}`, setting)));

async function takeOn(id: string, { operator, receiverOf }: Setting): Promise<DrillShop> {
  const account = { merchant_id: id, webhook_details: { webhook_url: receiverOf(id) } };
  const { turnout, connect } = await createTestMerchant(operator, account, { name: 'till' });
  const accounts: DrillAccount[] = [];
  for (const { connector_name, connector_label } of connections) {
    const processorKey = `sk_test_${randomBytes(12).toString('hex')}`;
    const accountId = await connect(connector_name, { connector_label, processorKey });
    accounts.push({ connector: connector_name, id: accountId });
  }
  return {
    id,
    accounts,
    turnout,
    async pay({ account, card, routing }) {
      const { payment_id } = await turnout.payments.create({
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
