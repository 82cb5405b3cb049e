import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import type { Key, Write } from '#platform/table/port.ts';
import type { Table } from '#platform/table/table.ts';
import type { Payment } from '../payments/payment.ts';
import { PaymentLink } from './payment-link.ts';

export const paymentLinkSk = 'PAYMENT_LINK';

export const paymentLinkKey = (merchantId: string, id: string): Key => ({
  pk: `MERCHANT#${merchantId}#PAYMENT_LINK#${id}`,
  sk: paymentLinkSk,
});

/** Parses a link from the table or its stream. */
export const parsePaymentLink = (item: unknown): PaymentLink => v.parse(PaymentLink, item);

/**
 * The writes that create a payment's link in the payment's transaction. The link's id is derived
 * from the payment's, so the link exists exactly when the payment does.
 */
export function linkWrites({
  merchantId,
  id,
  profileId,
  link,
  createdAt,
}: Payment): readonly Write[] {
  if (!link) return [];
  const pointer: PaymentLink = {
    merchantId,
    id: link.id,
    paymentId: id,
    profileId,
    createdAt,
    version: 1,
  };
  return [
    {
      kind: 'put',
      item: { ...pointer, ...paymentLinkKey(merchantId, link.id) },
      condition: 'absent',
    },
  ];
}

export interface PaymentLinkStore {
  /** Throws `payment_link_not_found`. */
  get(merchantId: string, id: string): Promise<PaymentLink>;
}

export const paymentLinkStore = (table: Table): PaymentLinkStore => ({
  async get(merchantId, id) {
    const item = await table.get(paymentLinkKey(merchantId, id));
    if (!item) throw new SwitchError('payment_link_not_found');
    return parsePaymentLink(item);
  },
});
