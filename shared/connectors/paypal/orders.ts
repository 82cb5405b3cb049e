import * as v from 'valibot';
import type { Address } from '#vocabulary/address.ts';
import { nameIn } from '../formats/addresses.ts';
import { readJson } from '../formats/json.ts';
import { provenTokenIn } from '../formats/network-token.ts';
import { isWordOf } from '../formats/words.ts';
import type { Card } from '../interface/card.ts';
import type { Exchange, NextStep } from '../interface/exchange.ts';
import type { Authorization, Completion, PaymentOutcome } from '../interface/payments.ts';
import { levelDataOf } from './level-data.ts';
import { addressIn, chargePath, expiryOf, intentOf, purchaseUnit } from './order-parts.ts';
import { orderOutcome } from './payment-outcomes.ts';
import { refusalIn } from './refusals.ts';
import { apiRequest, pathOf } from './requests.ts';
import { isDone, Order, readAnswer } from './responses.ts';
import { storedCredential } from './stored-credential.ts';
import { chargeApproved, isApprovedInWindow } from './wallet-window.ts';
import { walletSource } from './wallets.ts';

/**
 * Makes an order of a card, which charges or reserves it at once, or of a wallet, which asks the
 * payer. An order that the payer has approved in PayPal's own window is charged.
 */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) =>
    isApprovedInWindow(input)
      ? chargeApproved.request(input, account)
      : apiRequest('POST', 'v2/checkout/orders', account, input.reference, {
          intent: intentOf(input),
          purchase_units: [
            {
              ...purchaseUnit(input),
              supplementary_data: isOfCard(input) ? levelDataOf(input) : undefined,
            },
          ],
          payment_source: paymentSource(input),
        }),

  outcome(response, input, account) {
    if (isApprovedInWindow(input)) return chargeApproved.outcome(response, input, account);
    return isDone(response)
      ? orderOutcome(readAnswer(Order, response), input.completeUrl ?? input.returnUrl)
      : refusalIn(response);
  },
};

/** Whether PayPal charges a card, and no account of its own or card of a wallet. */
const isOfCard = ({ source }: Authorization): boolean =>
  source.kind !== 'payment_method' || source.method === 'network_token';

function paymentSource(input: Authorization) {
  const { source, futureUsage, order } = input;
  if (source.kind === 'connector_mandate') {
    const stored = storedCredential(input);
    return { card: { vault_id: source.connectorMandateId, stored_credential: stored } };
  }
  if (source.kind === 'payment_method') {
    const ready = walletSource(input) ?? networkTokenSource(input);
    if (ready) return ready;
    if (source.type !== 'paypal') throw new Error(`PayPal does not charge ${source.type}.`);
    const return_url = input.completeUrl ?? input.returnUrl;
    const experience = { return_url, cancel_url: return_url, user_action: 'PAY_NOW' };
    return { paypal: { experience_context: experience } };
  }
  const isThreeDs = order.authenticationType === 'three_ds';
  return {
    card: {
      ...cardIn(source.card, order.billing),
      // PayPal refuses a security code without its customer.
      security_code: order.initiator.by === 'customer' ? source.card.cvc : undefined,
      stored_credential: storedCredential(input),
      attributes: {
        verification: isThreeDs ? { method: 'SCA_ALWAYS' } : undefined,
        vault:
          futureUsage === 'off_session'
            ? {
                store_in_vault: 'ON_SUCCESS',
                usage_type: 'MERCHANT',
                permit_multiple_payment_tokens: false,
              }
            : undefined,
      },
    },
  };
}

/**
 * A card at its network's token, which another company than PayPal has provided.
 *
 * @see https://github.com/paypal/paypal-rest-api-specifications `network_token_request`
 */
function networkTokenSource(input: Authorization) {
  const token = provenTokenIn(input.source);
  if (!token) return undefined;
  const { billing } = input.order;
  const { number, cryptogram } = token;
  return {
    card: {
      network_token: { number, expiry: expiryOf(token), cryptogram },
      name: nameIn(billing),
      billing_address: addressIn(billing),
      stored_credential: storedCredential(input),
    },
  };
}

const cardIn = ({ number, expiryMonth, expiryYear }: Card, billing: Address | undefined) => ({
  number,
  expiry: expiryOf({ expiryMonth, expiryYear }),
  name: nameIn(billing),
  billing_address: addressIn(billing),
});

const Authentication = v.object({
  payment_source: v.looseObject({
    card: v.nullish(
      v.object({
        authentication_result: v.nullish(
          v.object({
            liability_shift: v.nullish(v.string()),
            three_d_secure: v.nullish(v.object({ enrollment_status: v.nullish(v.string()) })),
          }),
        ),
      }),
    ),
  }),
});

/**
 * Captures or authorizes an order whose customer came back, unless the bank did not authenticate
 * the customer. The redirect return is not read: PayPal's answer counts.
 */
export const complete: Exchange<Completion, PaymentOutcome> = {
  request: ({ connectorTransactionId, reference }, account) => ({
    ...apiRequest(
      'GET',
      pathOf('v2/checkout/orders', connectorTransactionId, '?fields=payment_source'),
      account,
      reference,
    ),
    step: 'authentication',
  }),

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    if (!isDone(response)) throw new Error('PayPal does not tell whether the customer is known.');
    const result = readJson(Authentication, response).payment_source.card?.authentication_result;
    if (!mayCharge(result ?? {})) {
      return { result: 'declined', attemptStatus: 'authentication_failed' };
    }
    return {
      next: apiRequest(
        'POST',
        chargePath(input.connectorTransactionId, input),
        account,
        `${input.reference}_complete`,
        {},
      ),
      outcome: (charged) =>
        isDone(charged) ? orderOutcome(readAnswer(Order, charged), undefined) : refusalIn(charged),
    };
  },
};

/** Without a result the order was a wallet's. A card that no bank has enrolled may be charged. */
function mayCharge({
  liability_shift: shift,
  three_d_secure: threeDs,
}: {
  readonly liability_shift?: string | null | undefined;
  readonly three_d_secure?: { readonly enrollment_status?: string | null | undefined } | null;
}): boolean {
  if (shift == null || isWordOf(['POSSIBLE', 'YES'], shift)) return true;
  return isWordOf(['NO'], shift) && isWordOf(['N', 'U', 'B'], threeDs?.enrollment_status);
}

const VaultToken = v.object({
  id: v.string(),
  customer: v.nullish(v.object({ id: v.nullish(v.string()) })),
});

/** Stores a card in PayPal's vault without charging it. */
export const verify: Exchange<Authorization, PaymentOutcome> = {
  request({ source, order, reference }, account) {
    if (source.kind !== 'card') throw new Error(`PayPal does not verify a ${source.kind}.`);
    const card = cardIn(source.card, order.billing);
    return apiRequest('POST', 'v3/vault/payment-tokens', account, reference, {
      payment_source: { card },
    });
  },

  outcome(response, { amountMinor }) {
    if (!isDone(response)) return refusalIn(response);
    const { id, customer } = readAnswer(VaultToken, response);
    return {
      result: 'captured',
      capturedMinor: amountMinor,
      connectorTransactionId: id,
      connectorMandateId: id,
      ...(customer?.id && { connectorCustomerId: customer.id }),
    };
  },
};
