import * as v from 'valibot';
import type { ConnectorMetadata } from '#connectors/interface/exchange.ts';
import type { Order } from '#connectors/interface/order.ts';
import type {
  Authorization,
  PaymentOutcome,
  PaymentSource,
} from '#connectors/interface/payments.ts';
import { compact } from '#platform/schema.ts';
import { orderOf } from '#switch/payments/confirm/order-of-payment.ts';
import { referenceOf } from '#switch/payments/connector-access.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import { startAttempt } from '#switch/payments/lifecycle/attempts.ts';
import { newPayment } from '#switch/payments/lifecycle/new-payment.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { futureUsageOf } from '#switch/payments/payment-source/future-usage.ts';
import { authorizationOptions } from '#switch/payments/request/authorization-options.ts';
import { newRefund, type Refund } from '#switch/refunds/refund.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import { isObject } from './differences.ts';
import type {
  NeutralAcceptance,
  NeutralAddress,
  NeutralCard,
  NeutralInput,
} from './neutral-input.ts';

/** Recordings were made at this time. */
export const recordedAt = new Date('2023-11-14T22:14:20Z');

const noAmount = { value: 0, currency: 'USD' };

/** A payment as it is saved before its authorization is sent. */
export function processingPayment(
  connectorName: string,
  input: NeutralInput,
  isVerification = false,
): Payment {
  const amount =
    input.amount ?? input.amount_to_capture ?? input.payment_amount ?? input.refund_amount;
  const { value: netAmountMinor, currency } = amount ?? noAmount;
  const requestFields = {
    ...requestFieldsOf(input),
    ...(isVerification && { payment_type: 'setup_mandate' }),
  };
  const customer = input.customer && {
    ...compact({
      id: input.customer.id,
      name: input.customer.name,
      email: input.customer.email,
      phone: input.customer.phone,
      phone_country_code: input.customer.phone_country_code,
    }),
  };
  const payment = newPayment({
    merchantId: 'merchant_1',
    id: 'pay_ref0000001',
    profileId: 'pro_1',
    amountMinor: netAmountMinor,
    netAmountMinor,
    currency,
    requestFields,
    sessionSeconds: 900,
    now: recordedAt,
    ...(customer && { customer }),
  });
  const started = startAttempt(
    payment,
    { requestFields, netAmountMinor, connector: { name: connectorName, accountId: 'mca_1' } },
    recordedAt,
  );
  // Recordings have our ids without the mark of an account.
  const { referenceMark: _, ...attempt } = started.attempt;
  return {
    ...started,
    attempt: {
      ...attempt,
      id: input.reference ?? started.attempt.id,
      ...compact({
        connectorTransactionId: input.connector_transaction_id,
        connectorMetadata: input.connector_metadata && metadataOf(input.connector_metadata),
      }),
    },
  };
}

/** The payment after an outcome of its processor. */
export const after = (
  payment: Payment,
  outcome: PaymentOutcome,
  source: 'response' | 'sync',
): Payment => applyOutcome(payment, { attemptId: payment.attempt.id, outcome }, recordedAt, source);

/** A refund as it is saved before it is sent. */
export function pendingRefund(payment: Payment, input: NeutralInput): Refund {
  const { referenceMark: _, ...refund } = newRefund(
    payment,
    {
      id: input.refund_reference ?? 'ref_0000001',
      amountMinor: input.refund_amount?.value ?? payment.amountMinor,
      type: 'instant',
      ...(input.reason != null && { reason: input.reason }),
    },
    recordedAt,
  );
  return { ...refund, ...compact({ connectorRefundId: input.connector_refund_id }) };
}

/**
 * The stored data in the form of our adapters: texts by the innermost names, and nested data also
 * as JSON by its own name.
 */
export const metadataOf = (stored: Readonly<Record<string, unknown>>): ConnectorMetadata =>
  Object.fromEntries([
    ...leavesOf(stored),
    ...Object.entries(stored)
      .filter(([, value]) => isObject(value))
      .map(([name, value]) => [name, JSON.stringify(value)]),
  ]);

/** The innermost names and values. */
export const leavesOf = (value: Readonly<Record<string, unknown>>): readonly [string, string][] =>
  Object.entries(value).flatMap(([name, member]) => {
    if (isObject(member)) return leavesOf(member);
    return member == null ? [] : [[name, String(member)] satisfies [string, string]];
  });

/** The input, as fields of a merchant's request. */
function requestFieldsOf(input: NeutralInput): Payment['requestFields'] {
  const { setup_mandate: mandate } = input;
  return compact({
    capture_method: input.multiple_capture ? 'manual_multiple' : input.capture_method,
    authentication_type: input.auth_type,
    billing: input.billing && addressOf(input.billing),
    shipping: input.shipping && addressOf(input.shipping),
    browser_info: input.browser,
    description: input.description,
    billing_descriptor: descriptorOf(input),
    merchant_order_reference_id: input.merchant_order_id,
    metadata: input.metadata,
    order_details: input.order_details,
    setup_future_usage: input.setup_future_usage,
    off_session: input.off_session,
    mit_category: input.mit_category?.replace(/_mit$/, ''),
    payment_channel: input.payment_channel,
    customer_acceptance: input.customer_acceptance && acceptanceOf(input.customer_acceptance),
    mandate_data: mandate && {
      customer_acceptance: mandate.customer_acceptance && acceptanceOf(mandate.customer_acceptance),
      mandate_type: mandate.single_use
        ? { single_use: mandateAmount(mandate.single_use) }
        : { multi_use: mandate.multi_use ? mandateAmount(mandate.multi_use) : null },
    },
    request_incremental_authorization: input.request_incremental_authorization,
    request_extended_authorization: input.request_extended_authorization,
    enable_partial_authorization: input.enable_partial_authorization,
  });
}

const mandateAmount = ({ value, currency }: { value: number; currency: string }) => ({
  amount: value,
  currency,
});

function descriptorOf({
  statement_descriptor: name,
  statement_descriptor_suffix: suffix,
}: NeutralInput) {
  if (name == null && suffix == null) return undefined;
  return compact({ statement_descriptor: name, statement_descriptor_suffix: suffix });
}

const addressOf = ({ email, phone, phone_country_code: code, ...address }: NeutralAddress) =>
  compact({
    address: compact(address),
    phone:
      phone == null && code == null ? undefined : compact({ number: phone, country_code: code }),
    email,
  });

const acceptanceOf = ({ type, accepted_at: at, online }: NeutralAcceptance) =>
  compact({
    acceptance_type: type,
    accepted_at: at == null ? undefined : new Date(at * 1_000).toISOString(),
    online,
  });

/** The authorization of the payment, as confirming it makes one. */
export function authorizationOf(payment: Payment, input: NeutralInput): Authorization {
  const networkTransactionId = input.network_transaction_id ?? undefined;
  const source = sourceOf(input);
  const usage = futureUsageOf(payment);
  return {
    ...referenceOf(payment),
    source,
    order: orderWithCustomer(
      orderOf(payment, {
        source,
        ...(networkTransactionId !== undefined && { networkTransactionId }),
      }),
      input,
    ),
    ...compact({
      futureUsage: usage,
      networkTransactionId,
      returnUrl: input.return_url,
      completeUrl: input.complete_authorize_url,
      notificationUrl: input.webhook_url,
      authenticationData: authenticationDataOf(input),
    }),
    ...authorizationOptions(payment),
  };
}

/** The order, with the processor's own id of the customer, where an earlier payment stored one. */
function orderWithCustomer(order: Order, { customer, state_customer_id: id }: NeutralInput): Order {
  const connectorCustomerId = customer?.connector_customer_id ?? id;
  return connectorCustomerId == null
    ? order
    : { ...order, customer: { ...order.customer, connectorCustomerId } };
}

/** A published test card, for recordings that have only the token from an earlier step. */
const anyCard: NeutralCard = {
  number: '4242424242424242',
  exp_month: '03',
  exp_year: '2030',
  cvc: '737',
  holder_name: 'Jane Doe',
};

function sourceOf({
  payment_method: method,
  connector_mandate_id: id,
}: NeutralInput): PaymentSource {
  if (id != null) return { kind: 'connector_mandate', connectorMandateId: id, method: 'card' };
  const other = Object.keys(method ?? {}).find(
    (name) => !['card', 'card_for_network_transaction_id', 'token'].includes(name),
  );
  if (other !== undefined) return bankRedirect(other);
  const card = method?.card ?? method?.card_for_network_transaction_id ?? anyCard;
  return {
    kind: 'card',
    card: {
      number: card.number,
      expiryMonth: card.exp_month,
      expiryYear: card.exp_year,
      ...compact({
        cvc: card.cvc,
        holderName: card.holder_name,
        network: networkOf(card.network),
      }),
    },
  };
}

/** `cartes_bancaires` as `CartesBancaires`, the API's word; undefined for a network it does not have. */
function networkOf(network: string | null | undefined): CardNetwork | undefined {
  const { success, output } = v.safeParse(CardNetwork, network?.replaceAll('_', '').toUpperCase());
  return success ? output : undefined;
}

/** Other methods that recordings have, such as `ideal` and `eps`, are redirects to banks. */
function bankRedirect(type: string): PaymentSource {
  if (type !== 'ideal' && type !== 'eps' && type !== 'giropay' && type !== 'sofort') {
    throw new Error(`The runner does not know the payment method ${type}.`);
  }
  return { kind: 'payment_method', method: 'bank_redirect', type, shape: type, data: {} };
}

function authenticationDataOf({ authentication_data: data }: NeutralInput) {
  return (
    data &&
    compact({
      cryptogram: data.cavv,
      electronicCommerceIndicator: data.eci,
      dsTransactionId: data.ds_transaction_id,
      version: data.message_version,
      serverTransactionId: data.threeds_server_transaction_id,
    })
  );
}
