import { decodeForm } from '../formats/bracketed-form.ts';
import type { WebhookContent, WebhookParser } from '../interface/webhooks.ts';

/**
 * Mollie's webhooks tell an id and nothing else, and are not signed: whatever they say, the payment is
 * asked for.
 */
export const webhooks: WebhookParser = {
  parse({ body }): readonly WebhookContent[] {
    const { id } = decodeForm(body);
    if (typeof id !== 'string' || !/^\w{4,40}$/.test(id)) throw new Error('It names no object.');
    if (!id.startsWith('tr_')) return [{ kind: 'nothing' }];
    const subject = { connectorId: id };
    return [
      { kind: 'payment', subject, outcome: { result: 'pending', connectorTransactionId: id } },
    ];
  },
};
