import type { PaymentSource } from '../../connectors/interface/payments.ts';
import { SwitchError } from '../../errors.ts';
import { hasVariant, type PaymentMethodData } from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

type MethodPayload = Extract<PaymentSource, { readonly kind: 'payment_method' }>;

/**
 * What a request that holds no card pays with, as connectors take it. It may hold secrets, such as what
 * a wallet has decrypted: it lives in memory only.
 *
 * @throws SwitchError `missing_param` when it says neither of the two that every payment method needs
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

/** Whether Click to Pay says what the customer pays with, and the request itself does not. */
export const isClickToPay = ({ payment_method_data: data, ...request }: PaymentRequest): boolean =>
  Boolean(request.ctp_service_details) && !(data && hasVariant(data)) && !request.payment_token;

type VariantData = Pick<MethodPayload, 'shape' | 'data'>;

/** Families whose data has the fields themselves, and no key that names a shape. */
const withoutVariants: ReadonlySet<string> = new Set(['crypto', 'network_token', 'card_token']);

/** Which shape of data it is, and what that holds. */
function variantDataIn(data: PaymentMethodData): VariantData {
  if (typeof data === 'string') return { data: {} };
  const { billing: _, ...families } = data;
  const [name, value] = firstGiven(families);
  // What a customer pays at a shop may be its name and nothing else.
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
