import * as v from 'valibot';
import type { Address } from '../../vocabulary/address.ts';
import { readJson } from '../formats/json.ts';
import type { Card } from '../interface/card.ts';
import type { Exchange, NextStep } from '../interface/exchange.ts';
import type { Authorization, Completion, PaymentOutcome } from '../interface/payments.ts';
import { amountOf, apiRequest, pathOf } from './requests.ts';
import { isDone, Order, orderOutcome, readAnswer, refusalIn } from './responses.ts';

/** Makes an order of a card, which charges or reserves it at once, or of a wallet, which asks the payer. */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) =>
    apiRequest('POST', 'v2/checkout/orders', account, input.reference, {
      intent: intentOf(input),
      purchase_units: [purchaseUnit(input)],
      payment_source: paymentSource(input),
    }),

  outcome: (response, input) =>
    isDone(response)
      ? orderOutcome(readAnswer(Order, response), input.completeUrl ?? input.returnUrl)
      : refusalIn(response),
};

const intentOf = ({ captureMethod }: Pick<Authorization, 'captureMethod'>) =>
  captureMethod === 'manual' ? 'AUTHORIZE' : 'CAPTURE';

function purchaseUnit({ reference, amountMinor, currency, order }: Authorization) {
  const { shippingMinor = 0, taxMinor = 0, shipping } = order;
  const items = amountOf(amountMinor - shippingMinor - taxMinor, currency);
  return {
    reference_id: reference,
    invoice_id: reference,
    custom_id: order.merchantReference,
    amount: {
      ...amountOf(amountMinor, currency),
      breakdown: {
        item_total: items,
        tax_total: taxMinor > 0 ? amountOf(taxMinor, currency) : undefined,
        shipping: amountOf(shippingMinor, currency),
      },
    },
    shipping: shipping && { address: addressIn(shipping), name: { full_name: nameIn(shipping) } },
    // One line for the whole: PayPal refuses lines whose sum differs by a rounding.
    items: [{ name: `Payment for invoice ${reference}`, quantity: 1, unit_amount: items }],
  };
}

function paymentSource(input: Authorization) {
  const { source, futureUsage, order } = input;
  if (source.kind === 'connector_mandate') {
    return { card: { vault_id: source.connectorMandateId } };
  }
  if (source.kind === 'payment_method') {
    if (source.type !== 'paypal') throw new Error(`PayPal does not charge ${source.type}.`);
    const return_url = input.completeUrl ?? input.returnUrl;
    const experience = { return_url, cancel_url: return_url, user_action: 'PAY_NOW' };
    return { paypal: { experience_context: experience } };
  }
  const isThreeDs = order.authenticationType === 'three_ds';
  return {
    card: {
      ...cardIn(source.card, order.billing),
      security_code: source.card.cvc,
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

const cardIn = ({ number, expiryMonth, expiryYear }: Card, billing: Address | undefined) => ({
  number,
  expiry: `${expiryYear.length === 2 ? `20${expiryYear}` : expiryYear}-${expiryMonth}`,
  name: nameIn(billing),
  billing_address: addressIn(billing),
});

const nameIn = ({ address }: Address = {}): string | undefined =>
  [address?.first_name, address?.last_name].filter(Boolean).join(' ') || undefined;

const addressIn = ({ address }: Address = {}) =>
  address && {
    address_line_1: address.line1 ?? undefined,
    postal_code: address.zip ?? undefined,
    country_code: address.country ?? undefined,
    admin_area_2: address.city ?? undefined,
  };

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
 * Captures or authorizes an order whose customer came back, unless the bank did not authenticate the
 * customer. What the browser brought is not read: PayPal tells.
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
    const action = intentOf(input) === 'CAPTURE' ? '/capture' : '/authorize';
    return {
      next: apiRequest(
        'POST',
        pathOf('v2/checkout/orders', input.connectorTransactionId, action),
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
  if (shift == null || shift === 'POSSIBLE' || shift === 'YES') return true;
  const enrolled = threeDs?.enrollment_status;
  return shift === 'NO' && (enrolled === 'N' || enrolled === 'U' || enrolled === 'B');
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
    return apiRequest('POST', 'v3/vault/payment-tokens/', account, reference, {
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
