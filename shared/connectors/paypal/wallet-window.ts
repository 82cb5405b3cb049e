import { hashOf } from '../formats/hashes.ts';
import type { ConnectorError, Exchange } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import type { WalletSessionOutcome, WalletSessionRequest } from '../interface/wallet-session.ts';
import { moneyIn } from './amounts.ts';
import { chargePath, intentOf, purchaseUnit } from './order-parts.ts';
import { orderOutcome } from './payment-outcomes.ts';
import { refusalIn } from './refusals.ts';
import { apiRequest, pathOf } from './requests.ts';
import { isDone, Order, readAnswer } from './responses.ts';

/** PayPal's own window in the customer's browser: the customer approves an order there. */

/**
 * Makes the order for the window. It has no payment source, so nothing is charged. PayPal processes
 * a request id once: while the order is the same, a repeat returns the same one.
 */
export const openWalletSession: Exchange<WalletSessionRequest, WalletSessionOutcome> = {
  request(input, account) {
    if (input.wallet !== 'paypal') throw new Error(`PayPal does not open ${input.wallet}.`);
    const body = { intent: intentOf(input), purchase_units: [purchaseUnit(input)] };
    const digest = hashOf(JSON.stringify(body));
    const requestId = `${input.reference}_${digest.slice(0, 16)}`;
    return apiRequest('POST', 'v2/checkout/orders', account, requestId, body);
  },

  outcome(response) {
    if (!isDone(response)) return refusalIn(response);
    const { id } = readAnswer(Order, response);
    return { result: 'opened', sessionToken: id, connectorTransactionId: id };
  },
};

/** The order that the browser brings back; undefined when the payment is not made in the window. */
function broughtOrder({ source }: Pick<Authorization, 'source'>): string | undefined {
  if (source.kind !== 'payment_method' || source.shape !== 'paypal_sdk') return undefined;
  const { token } = source.data;
  return typeof token === 'string' ? token : '';
}

export const isApprovedInWindow = (input: Pick<Authorization, 'source'>): boolean =>
  broughtOrder(input) !== undefined;

/**
 * Charges or reserves an order that the customer has approved. The browser is not believed: the
 * order must be the one that was made for this payment, and PayPal returns its state.
 */
export const chargeApproved: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) => ({
    ...apiRequest(
      'GET',
      pathOf('v2/checkout/orders', broughtOrder(input)),
      account,
      input.reference,
    ),
    step: 'order',
  }),

  outcome(response, input, account) {
    if (!isDone(response)) return refusalIn(response);
    const order = readAnswer(Order, response);
    const obstacle = obstacleTo(order, input);
    if (obstacle) return { result: 'declined', ...obstacle };
    // The page may have captured it by itself, or an earlier answer was lost.
    if (order.status === 'COMPLETED') return orderOutcome(order, undefined);
    return {
      next: apiRequest('POST', chargePath(order.id, input), account, input.reference, {}),
      keep: { connectorTransactionId: order.id },
      outcome: (charged) =>
        isDone(charged) ? orderOutcome(readAnswer(Order, charged), undefined) : refusalIn(charged),
    };
  },
};

/** Why the order is not charged for this payment; undefined when it may be. */
function obstacleTo(order: Order, input: Authorization): ConnectorError | undefined {
  const { connectorMetadata, amountMinor, currency } = input;
  // A customer may have made another order, which may pay another merchant.
  if (order.id !== connectorMetadata?.wallet_order) {
    const message = 'The order is not the one that was made for this payment';
    return { code: 'ORDER_OF_ANOTHER_PAYMENT', message };
  }
  const [unit] = order.purchase_units ?? [];
  const money = moneyIn(unit ?? {});
  const isSame =
    money.amountMinor === amountMinor &&
    money.currency === currency &&
    order.intent === intentOf(input);
  if (!isSame) {
    const message = 'The payment was changed after its order had been made';
    return { code: 'ORDER_OUTDATED', message };
  }
  if (order.status !== 'APPROVED' && order.status !== 'COMPLETED') {
    return { code: 'ORDER_NOT_APPROVED', message: 'The customer has not approved the order' };
  }
  return undefined;
}
