import { createHmac } from 'node:crypto';
import { connectorIdKeys } from '#platform/table/connector-ids.ts';
import {
  disputeWebhook,
  firstReference,
  paymentWebhook,
  referenceIn,
  refundWebhook,
  signedWebhook,
} from '../support/processors/processor-webhooks.ts';
import type { Ask } from '../support/switch/switch-in-memory.ts';
import { ofAccount } from './accounts.ts';
import { alike, cost, done, type Scenarios, type Shop, within } from './scenario.ts';
import {
  cards,
  challenged,
  changeStored,
  itsCustomerHasCard,
  paid,
  savedCard,
  saving,
} from './steps.ts';

/** A webhook of the merchant's processor. */
const sentBy = ({ merchant, now }: Shop, text: string): Ask => ({
  params: { merchant_id: merchant.id, connector: 'stripe_test' },
  ...signedWebhook(text, merchant.processorKey, now()),
});

/** The processor's webhook about a dispute of an answered payment. */
export const reportDispute = (
  shop: Shop,
  payment: Parameters<typeof firstReference>[0],
  changes: object = {},
): Ask => sentBy(shop, disputeWebhook({ payment: firstReference(payment), ...changes }));

/** The webhook by which the processor reports that a payment was paid. */
async function reportPayment(shop: Shop, payment: ReturnType<typeof paid>): Promise<Ask> {
  const answered = await payment;
  const { connector_transaction_id: id } = answered;
  return sentBy(shop, paymentWebhook({ id, reference: firstReference(answered) }));
}

/** Refunds a payment by this card, and reports the refund: as successful, unless changed. */
async function reportRefund(shop: Shop, number?: string, changes: object = {}): Promise<Ask> {
  const { payment_id } = await paid(shop, number);
  const refund = await done(shop, 'refunds.create', { body: { payment_id } });
  const { refund_id, amount, connector_refund_id: id } = refund;
  const reference = referenceIn(refund, refund_id);
  return sentBy(shop, refundWebhook({ id, reference, amount, ...changes }));
}

/** It takes no new payments, so that the sandbox processor makes the one that the webhook is about. */
const authorizeDotNet = {
  disabled: true,
  connector_type: 'payment_processor',
  connector_name: 'authorizedotnet',
  connector_account_details: { auth_type: 'BodyKey', api_key: 'login', key1: 'key' },
  connector_webhook_details: { merchant_secret: 'whsec_example' },
};

/** Authorize.net's webhook about a payment, which names it only by Authorize.net's own id. */
async function byConnectorId(shop: Shop): Promise<Ask> {
  const { merchant } = shop;
  const accounts = await done(shop, 'connector-accounts.list', ofAccount(shop));
  const { merchant_connector_id: accountId } = accounts.find(
    (one: { connector_name: string }) => one.connector_name === 'authorizedotnet',
  );
  const payment = await challenged(shop);
  const connectorId = shop.newId('ch');
  await changeStored(shop, payment, ({ attempt }) => ({
    attempt: {
      ...Object(attempt),
      connectorName: 'authorizedotnet',
      connectorAccountId: accountId,
      connectorTransactionId: connectorId,
      isFoundByConnectorId: true,
    },
    ...connectorIdKeys({
      merchantId: merchant.id,
      accountId,
      connectorId,
      kind: 'PAYMENT',
      reference: `${payment.payment_id}_1`,
    }),
  }));
  const text = JSON.stringify({
    eventType: 'net.authorize.payment.authcapture.created',
    payload: { id: connectorId, responseCode: 1, authAmount: 65.4, authCode: 'LZ6I19' },
  });
  const hex = createHmac('sha512', 'whsec_example').update(text).digest('hex');
  return {
    params: { merchant_id: merchant.id, connector: accountId },
    text,
    headers: { 'content-type': 'application/json', 'x-anet-signature': `sha512=${hex}` },
  };
}

/** Disabled, so that the test processor saves the card of the customer. */
const adyen = {
  disabled: true,
  connector_type: 'payment_processor',
  connector_name: 'adyen',
  connector_account_details: { auth_type: 'BodyKey', api_key: 'key', key1: 'account' },
  connector_webhook_details: { merchant_secret: 'ab'.repeat(32) },
};

/** Adyen's webhook that it has disabled a token: one of another system, an hour ago. */
async function disabledToken(shop: Shop): Promise<Ask> {
  const customer = shop.newId('cus');
  await savedCard(shop, customer);
  const text = JSON.stringify({
    type: 'recurring.token.disabled',
    createdAt: new Date(shop.now().getTime() - 3_600_000).toISOString(),
    data: { storedPaymentMethodId: 'of_another_system', shopperReference: customer },
  });
  const hmacsignature = createHmac('sha256', Buffer.from('ab'.repeat(32), 'hex'))
    .update(text)
    .digest('base64');
  return {
    params: { merchant_id: shop.merchant.id, connector: 'adyen' },
    text,
    headers: { 'content-type': 'application/json', hmacsignature },
  };
}

const payer = 'customer_saving';

export const incomingWebhooks: Scenarios = {
  'incoming-webhooks.receive': {
    request: (shop) => reportPayment(shop, challenged(shop)),
    budget: within(cost(2, 2, 2, 0.5), cost(2, 2, 3 + 1, 1)),
  },
  'incoming-webhooks.receive, without a change': {
    request: (shop) => reportPayment(shop, paid(shop)),
    budget: within(cost(1, 1, 0, 0.5), cost(2, 2, 3, 1)),
  },
  'incoming-webhooks.receive-put': {
    request: (shop) => reportPayment(shop, challenged(shop)),
    budget: cost(2, 2, 2, 0.5),
  },
  'incoming-webhooks.check-address': {
    request: ({ merchant }) => ({
      params: { merchant_id: merchant.id, connector: 'stripe_test' },
    }),
    budget: cost(1, 1, 0, 1),
  },
  // The index leads from the id to the payment.
  ...alike(
    [
      'incoming-webhooks.receive, by the id of the processor',
      'incoming-webhooks.receive-put, by the id of the processor',
    ],
    () => ({
      prepare: (shop) =>
        done(shop, 'connector-accounts.create', { ...ofAccount(shop), body: authorizeDotNet }),
      request: byConnectorId,
      budget: cost(3, 3, 2, 1),
      grants: [{ action: 'dynamodb:Query', resource: /by-list/ }],
    }),
  ),
  ...alike(
    [
      'incoming-webhooks.receive, of a token that its processor disabled',
      'incoming-webhooks.receive-put, of a token that its processor disabled',
    ],
    () => ({
      prepare: (shop) =>
        done(shop, 'connector-accounts.create', { ...ofAccount(shop), body: adyen }),
      request: disabledToken,
      budget: cost(4, 4, 0, 3),
      grants: [{ action: 'dynamodb:BatchGetItem', resource: /-data-/ }],
    }),
  ),
  'incoming-webhooks.receive, of a refund': {
    request: (shop) => reportRefund(shop, cards.refundsLater),
    budget: cost(3, 3, 2, 1),
  },
  'incoming-webhooks.receive, of a refund without a change': {
    request: (shop) => reportRefund(shop),
    // The pointer from its id to its payment, and the refund.
    budget: within(cost(2, 2, 0, 1), cost(2, 2, 0, 1)),
  },
  'incoming-webhooks.receive, of a refund that failed': {
    request: (shop) => reportRefund(shop, cards.refundsLater, { status: 'failed' }),
    budget: cost(3, 3, 3, 1),
  },
  // The first card that a customer saves becomes the customer's default.
  ...alike(
    [
      'incoming-webhooks.receive, of a payment whose card is saved',
      'incoming-webhooks.receive-put, of a payment whose card is saved',
    ],
    () => ({
      request: (shop) => reportPayment(shop, challenged(shop, saving(payer))),
      succeeded: (_, shop) => itsCustomerHasCard({ body: { customer_id: payer } }, shop),
      grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
    }),
  ),
  'incoming-webhooks.receive, of a dispute': {
    request: async (shop) => reportDispute(shop, await paid(shop)),
    budget: cost(3, 4, 2, 2),
  },
  'incoming-webhooks.receive, of a dispute that is lost': {
    request: async (shop) => {
      const payment = await paid(shop);
      await done(shop, 'incoming-webhooks.receive', reportDispute(shop, payment));
      return reportDispute(shop, payment, { status: 'lost' });
    },
    budget: cost(2, 3, 4, 2),
  },
};
