import * as v from 'valibot';
import { fromMajorString } from '../formats/amounts.ts';
import { readJson } from '../formats/json.ts';
import type { ConnectorError, HttpResponse } from '../interface/exchange.ts';
import type { PaymentOutcome, ReportedPayment } from '../interface/payments.ts';
import type { RefundOutcome } from '../interface/refunds.ts';
import { declineWords } from './decline-words.ts';

const text = v.nullish(v.string());
const Amount = v.object({ currency_code: v.string(), value: v.string() });

/** A capture or an authorization. */
export const Payment = v.object({
  id: v.string(),
  status: v.picklist([
    'CREATED',
    'COMPLETED',
    'CAPTURED',
    'REFUNDED',
    'PARTIALLY_CAPTURED',
    'DECLINED',
    'DENIED',
    'EXPIRED',
    'FAILED',
    'PENDING',
    'VOIDED',
  ]),
  amount: v.nullish(Amount),
  invoice_id: text,
  network_transaction_reference: v.nullish(v.object({ id: text })),
  processor_response: v.nullish(v.object({ response_code: text })),
  supplementary_data: v.nullish(v.object({ related_ids: v.nullish(v.object({ order_id: text })) })),
});
export type Payment = v.InferOutput<typeof Payment>;

const Payments = v.object({
  captures: v.nullish(v.array(Payment)),
  authorizations: v.nullish(v.array(Payment)),
  refunds: v.nullish(v.array(v.looseObject({ custom_id: text }))),
});

/** An order, with the payments that were made of it. */
export const Order = v.object({
  id: v.string(),
  status: v.picklist([
    'CREATED',
    'SAVED',
    'APPROVED',
    'PENDING',
    'VOIDED',
    'COMPLETED',
    'PAYER_ACTION_REQUIRED',
  ]),
  intent: v.nullish(v.picklist(['CAPTURE', 'AUTHORIZE'])),
  purchase_units: v.nullish(
    v.array(
      v.object({
        reference_id: text,
        invoice_id: text,
        amount: v.nullish(Amount),
        payments: v.nullish(Payments),
      }),
    ),
  ),
  payment_source: v.nullish(
    v.object({
      card: v.nullish(
        v.object({
          attributes: v.nullish(
            v.object({
              vault: v.nullish(v.object({ id: text, customer: v.nullish(v.object({ id: text })) })),
            }),
          ),
        }),
      ),
    }),
  ),
  links: v.nullish(v.array(v.object({ href: v.string(), rel: v.string() }))),
});
export type Order = v.InferOutput<typeof Order>;

export const Refund = v.object({
  id: v.string(),
  status: v.picklist(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
  amount: v.nullish(Amount),
});

const Refusal = v.object({
  name: v.string(),
  message: v.string(),
  details: v.nullish(
    v.array(v.object({ issue: text, description: text, field: text, value: text })),
  ),
});

/** The answer to a request that was done. Throws for any other status. */
export function readAnswer<S extends v.GenericSchema>(
  schema: S,
  response: HttpResponse,
): v.InferOutput<S> {
  if (!isDone(response)) throw new Error('An answer without what was asked for.');
  return readJson(schema, response);
}

export const isDone = ({ status }: HttpResponse): boolean => status === 200 || status === 201;

/**
 * A refusal after which nothing was processed. Throws where it is not PayPal's own, says that the same
 * was asked for before, or that the customer is not done yet.
 */
export function refusalIn(
  response: HttpResponse,
): { readonly result: 'declined' } & ConnectorError {
  if (!refusalStatuses.has(response.status)) throw new Error('PayPal does not refuse so.');
  const { name: code, message, details } = readJson(Refusal, response);
  if (details?.some(({ issue }) => issue != null && undecided.has(issue))) {
    throw new Error('It decides nothing about the payment.');
  }
  const reason = details?.map(detailIn).join('');
  return { result: 'declined', code, message, ...(reason && { reason }) };
}

const refusalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 422, 429]);

const undecided: ReadonlySet<string> = new Set([
  'PREVIOUS_REQUEST_IN_PROGRESS',
  'DUPLICATE_INVOICE_ID',
  'ORDER_ALREADY_CAPTURED',
  'ORDER_ALREADY_AUTHORIZED',
  'ORDER_COMPLETED_OR_VOIDED',
  'ORDER_NOT_APPROVED',
  'PAYER_ACTION_REQUIRED',
]);

type Detail = NonNullable<v.InferOutput<typeof Refusal>['details']>[number];

const detailIn = ({ description, value, field }: Detail): string =>
  [
    description && `description - ${description}`,
    value && `value - ${value}`,
    field && `field - ${field.split('/').at(-1)}`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat(';');

export const moneyIn = ({ amount }: Pick<Payment, 'amount'>) =>
  amount
    ? {
        amountMinor: fromMajorString(amount.value, amount.currency_code),
        currency: amount.currency_code,
      }
    : {};

/** What later exchanges need: the ids of the payments, and which of them tells the state. */
interface Known {
  readonly authorizeId?: string | undefined;
  readonly captureId?: string | undefined;
}

export const metadataOf = ({ authorizeId, captureId }: Known) => ({
  psync_flow: captureId !== undefined ? 'CAPTURE' : 'AUTHORIZE',
  ...(authorizeId !== undefined && { authorize_id: authorizeId }),
  ...(captureId !== undefined && { capture_id: captureId }),
});

/** The state of a capture or an authorization. */
export function paymentOutcome(payment: Payment, reported: ReportedPayment): PaymentOutcome {
  const money = moneyIn(payment);
  switch (payment.status) {
    case 'CREATED':
      return { result: 'authorized', ...money, ...reported };
    case 'COMPLETED':
    case 'CAPTURED':
    case 'REFUNDED':
      return {
        result: 'captured',
        ...(money.amountMinor !== undefined && { capturedMinor: money.amountMinor }),
        ...money,
        ...reported,
      };
    case 'PENDING':
      return { result: 'pending', ...money, ...reported };
    case 'VOIDED':
      return { result: 'voided', ...money, ...reported };
    case 'DECLINED':
    case 'DENIED':
    case 'EXPIRED':
      return { result: 'declined', ...declineIn(payment), ...withoutMetadata(reported) };
    case 'FAILED':
      return {
        result: 'declined',
        attemptStatus: 'capture_failed',
        ...declineIn(payment),
        ...withoutMetadata(reported),
      };
    case 'PARTIALLY_CAPTURED':
      throw new Error('An authorization does not tell how much of it was captured.');
  }
}

const withoutMetadata = ({ connectorMetadata: _, ...reported }: ReportedPayment) => reported;

function declineIn({ processor_response: answered }: Payment): ConnectorError {
  const code = answered?.response_code;
  if (!code) return {};
  const words = declineWords.get(code);
  return { code, ...(words !== undefined && { message: words, reason: words }) };
}

/** The state of an order: that of its payment, once there is one. */
export function orderOutcome(order: Order, completeUrl: string | undefined): PaymentOutcome {
  const [unit] = order.purchase_units ?? [];
  const [capture] = unit?.payments?.captures ?? [];
  const [authorization] = unit?.payments?.authorizations ?? [];
  const payment = capture ?? authorization;
  const vault = order.payment_source?.card?.attributes?.vault;
  const reported: ReportedPayment = {
    connectorTransactionId: order.id,
    connectorReference: unit?.invoice_id ?? order.id,
    ...(vault?.id && { connectorMandateId: vault.id }),
    ...(vault?.customer?.id && { connectorCustomerId: vault.customer.id }),
  };
  switch (order.status) {
    case 'COMPLETED': {
      if (!payment) throw new Error('A completed order without a payment.');
      const networkTransactionId = payment.network_transaction_reference?.id;
      return paymentOutcome(payment, {
        ...reported,
        ...(networkTransactionId && { networkTransactionId }),
        connectorMetadata: metadataOf({
          authorizeId: authorization?.id,
          captureId: capture?.id,
        }),
      });
    }
    case 'PAYER_ACTION_REQUIRED': {
      const link = order.links?.find(({ rel }) => rel === 'payer-action')?.href;
      if (link === undefined) throw new Error('A challenge without an address.');
      return {
        result: 'challenged',
        redirectUrl: withReturn(link, completeUrl),
        ...reported,
        connectorMetadata: { psync_flow: 'AUTHENTICATE' },
      };
    }
    case 'APPROVED':
      return { result: 'pending', attemptStatus: 'authentication_successful', ...reported };
    case 'CREATED':
    case 'SAVED':
    case 'PENDING':
      return { result: 'pending', ...reported };
    case 'VOIDED':
      return { result: 'voided', ...reported };
  }
}

/** The address of the challenge, with the one to which the customer comes back. */
function withReturn(link: string, returnUrl: string | undefined): string {
  if (returnUrl === undefined) return link;
  const url = new URL(link);
  url.searchParams.set('redirect_uri', returnUrl);
  return url.href;
}

/**
 * Our reference of a refund at PayPal, in `custom_id`. A refund that another program makes may repeat
 * the `custom_id` of its payment, which the merchant chooses. So ours begins with what no id of ours has.
 */
export const refundMark = (reference: string): string => `refund:${reference}`;

/** Our reference in such a mark; undefined where the refund has none of ours. */
export const referenceIn = (mark: string | null | undefined): string | undefined =>
  mark?.startsWith('refund:') ? mark.slice('refund:'.length) : undefined;

export function refundOutcome(refund: v.InferOutput<typeof Refund>): RefundOutcome {
  const reported = { connectorRefundId: refund.id, ...moneyIn(refund) };
  switch (refund.status) {
    case 'COMPLETED':
      return { result: 'succeeded', ...reported };
    case 'PENDING':
      return { result: 'pending', ...reported };
    case 'FAILED':
    case 'CANCELLED':
      return { result: 'declined', ...reported };
  }
}
