import { signatureHeader, signed, webhookKeyOf } from '#connectors/sandbox/webhook-signature.ts';

/** What the sandbox processor says of a payment of 65.40 USD by itself: that it is paid, unless stated. */
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

/** Such news as it is sent and signed to whoever has this key with the processor. */
export const signedWebhook = (text: string, processorKey: string, now: Date) => ({
  text,
  headers: {
    'content-type': 'application/json',
    [signatureHeader]: signed(webhookKeyOf(processorKey), text, now),
  },
});
