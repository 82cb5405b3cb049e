import { signatureHeader, signed, webhookKeyOf } from '#connectors/sandbox/webhook-signature.ts';
import { markOf, sentReference } from '#connectors/sent-reference.ts';
import type { Item } from '#platform/table/port.ts';

/** The sandbox processor's webhook about a payment of 65.40 USD: that it is paid, unless stated. */
export const paymentWebhook = (changes: object = {}) =>
  JSON.stringify({
    id: 'ntf_1',
    created: 1,
    type: 'payment',
    payment: {
      id: 'pay_at_processor',
      reference: 'pay_1_1',
      status: 'succeeded',
      amount: 6_540,
      amount_captured: 6_540,
      currency: 'USD',
      next_action: null,
      error: null,
      captures: [],
      ...changes,
    },
  });

/** The same of a refund of 6.00 USD: that it has come back. */
export const refundWebhook = (changes: object = {}) =>
  JSON.stringify({
    type: 'refund',
    refund: {
      id: 'ref_at_processor',
      reference: 'ref_1',
      status: 'succeeded',
      amount: 600,
      currency: 'USD',
      error: null,
      ...changes,
    },
  });

/** The same of a dispute of all of it: that it has been opened. */
export const disputeWebhook = (changes: object = {}) =>
  JSON.stringify({
    type: 'dispute',
    dispute: {
      id: 'du_at_processor',
      payment: 'pay_1_1',
      stage: 'chargeback',
      status: 'needs_response',
      amount: 6_540,
      currency: 'USD',
      reason: 'fraudulent',
      reason_code: '10.4',
      respond_by: '2026-02-01T00:00:00.000Z',
      created: '2026-01-25T00:00:00.000Z',
      updated: '2026-01-25T00:00:00.000Z',
      ...changes,
    },
  });

/** The number under which the processor got the first attempt of an answered payment. */
export const firstReference = (payment: {
  readonly payment_id: string;
  readonly merchant_connector_id: string;
}): string => referenceIn(payment, `${payment.payment_id}_1`);

/** The number under which the processor got an object of the connector account in an answer. */
export const referenceIn = (
  { merchant_connector_id }: { readonly merchant_connector_id: string },
  id: string,
): string => sentReference(id, markOf(merchant_connector_id));

/**
 * The JSON of a webhook with our ids as the processor repeats them: each with the mark under which
 * it was sent. An id that the table does not have gets the mark of the first connector account.
 */
export function withSentReferences(text: string, items: readonly Item[]): string {
  const sent = (id: string) => {
    const item = items.find((one) => one.id === id || Object(one.attempt).id === id);
    const [account] = items.filter(({ sk }) => sk.startsWith('CONNECTOR#'));
    const stored = item && (Object(item.attempt).referenceMark ?? item.referenceMark);
    return sentReference(id, item ? stored : account && markOf(String(account.id)));
  };
  return text.replace(
    /"(reference|payment)":"([\w-]+)"/g,
    (_, member: string, id: string) => `"${member}":"${sent(id)}"`,
  );
}

/**
 * Such a webhook as the processor sends it to the owner of this key: signed, and with our ids as
 * they were sent where the table's items are given.
 */
export function signedWebhook(
  json: string,
  processorKey: string,
  now: Date,
  items: readonly Item[] = [],
) {
  const text = withSentReferences(json, items);
  return {
    text,
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signed(webhookKeyOf(processorKey), text, now),
    },
  };
}
