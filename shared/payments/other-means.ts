import type { Means } from '../connectors/connector.ts';
import { SwitchError } from '../errors.ts';
import type { PaymentRequest } from './request.ts';

/**
 * What a request that holds no card pays with, as connectors take it.
 *
 * @throws SwitchError `missing_param` when it says neither of the two that every payment method needs
 */
export function otherMeansOf(request: PaymentRequest): Means {
  const { payment_method: method, payment_method_type: type, payment_method_data } = request;
  if (!method) throw new SwitchError('missing_param', { field: 'payment_method' });
  if (!type) throw new SwitchError('missing_param', { field: 'payment_method_type' });
  const families = payment_method_data ?? {};
  const family =
    typeof families === 'string'
      ? undefined
      : Object.entries(families).find(([name, value]) => value != null && name !== 'billing');
  const said = family?.[1];
  const [shape, data] =
    typeof said === 'object' && said !== null
      ? (Object.entries(said).find(([, value]) => value != null) ?? [])
      : [];
  return {
    kind: 'other',
    method,
    type,
    ...(shape !== undefined && { shape }),
    data: typeof data === 'object' && data !== null ? { ...data } : {},
  };
}
