import type { PaymentSource } from '#connectors/interface/payments.ts';
import { SwitchError } from '#platform/errors.ts';
import { hasVariant, type PaymentMethodData } from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

type MethodPayload = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

/**
 * The payment method of a request without a card, for connectors. It may contain secrets, such as a
 * decrypted wallet, so it lives in memory only.
 *
 * @throws SwitchError `missing_param` without a payment method or its type
 */
export function methodPayloadOf(request: PaymentRequest): MethodPayload {
  const { payment_method: method, payment_method_type: type, payment_method_data: data } = request;
  if (method === 'card' && isClickToPay(request)) {
    const details = request.ctp_service_details ?? {};
    return {
      kind: 'payment_method',
      method,
      type: type ?? 'credit',
      shape: 'click_to_pay',
      data: details,
    };
  }
  if (!method) throw new SwitchError('missing_param', { field: 'payment_method' });
  if (!type) throw new SwitchError('missing_param', { field: 'payment_method_type' });
  return { kind: 'payment_method', method, type, ...variantDataIn(data ?? {}) };
}

/** Whether the payment method comes from Click to Pay, and not from the request itself. */
export const isClickToPay = ({ payment_method_data: data, ...request }: PaymentRequest): boolean =>
  Boolean(request.ctp_service_details) && !(data && hasVariant(data)) && !request.payment_token;

type VariantData = Pick<MethodPayload, 'shape' | 'data'>;

/** Payment methods whose data has its fields directly, without a key that names a variant. */
const withoutVariants: ReadonlySet<string> = new Set(['crypto', 'network_token', 'card_token']);

/** The variant of the data, and its content. */
function variantDataIn(data: PaymentMethodData): VariantData {
  if (typeof data === 'string') return { data: {} };
  const { billing: _, ...families } = data;
  const [name, value] = firstGiven(families);
  // Some vouchers consist only of their name.
  if (typeof value === 'string') return { shape: value, data: {} };
  if (!isObject(value)) return { data: {} };
  if (withoutVariants.has(name)) return { data: value };
  const [shape, details] = firstGiven(value);
  return { shape, data: isObject(details) ? details : {} };
}

const firstGiven = (object: object): readonly [name: string, value: unknown] =>
  Object.entries(object).find(([, value]) => value != null) ?? ['', undefined];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
