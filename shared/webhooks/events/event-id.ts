import { createHash } from 'node:crypto';
import type { Payment, Transition } from '#switch/payments/payment.ts';

/** The kinds of objects that events are about, as their ids name them; a payment has no name. */
export type EventSubjectKind = '' | 'refund/' | 'dispute/' | 'payout/' | 'mandate/' | 'endpoint/';

/**
 * The id of one transition's event for one endpoint: `evt_` and a UUID of version 7. Its time is
 * the transition's, its random part the transition's hash. So the transition leads to its event.
 */
export function eventIdOf(
  { merchantId, id }: Pick<Payment, 'merchantId' | 'id'>,
  { at, version, type }: Transition,
  kind: EventSubjectKind,
  endpointId?: string,
): string {
  // A refund may have the same id as a payment.
  const receiver = endpointId === undefined ? '' : `/${endpointId}`;
  const of = `${kind}${merchantId}/${id}/${version}/${type}${receiver}`;
  const time = Date.parse(at).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(of).digest('hex');
  const variant = ((Number.parseInt(hash.charAt(3), 16) & 0x3) | 0x8).toString(16);
  return `evt_${time}7${hash.slice(0, 3)}${variant}${hash.slice(4, 19)}`;
}
