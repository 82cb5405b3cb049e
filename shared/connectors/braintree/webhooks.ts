import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { DisputeStatus } from '../../disputes/statuses.ts';
import { fromMajor } from '../formats/amounts.ts';
import { decodeForm } from '../formats/bracketed-form.ts';
import { readDate } from '../formats/dates.ts';
import { readXml } from '../formats/xml.ts';
import type { WebhookContent, WebhookParser } from '../interface/webhooks.ts';
import { dayOf, stageOf } from './disputes.ts';
import { globalId } from './requests.ts';

const Form = v.object({ bt_signature: v.string(), bt_payload: v.string() });

const text = v.optional(v.string());
const Transaction = v.object({ id: v.string(), 'order-id': text });
const Dispute = v.object({
  id: v.string(),
  'amount-disputed': text,
  amount: text,
  'currency-iso-code': v.string(),
  kind: text,
  reason: text,
  'reason-code': text,
  'reply-by-date': text,
  'created-at': text,
  'updated-at': text,
  transaction: Transaction,
});
const Notification = v.object({
  kind: v.string(),
  timestamp: text,
  subject: v.optional(v.unknown()),
});

/** What the kinds of webhooks say of a dispute. */
const disputeStatuses: Readonly<Record<string, DisputeStatus>> = {
  dispute_opened: 'dispute_opened',
  dispute_under_review: 'dispute_challenged',
  dispute_disputed: 'dispute_challenged',
  dispute_accepted: 'dispute_accepted',
  dispute_auto_accepted: 'dispute_accepted',
  dispute_expired: 'dispute_expired',
  dispute_won: 'dispute_won',
  dispute_lost: 'dispute_lost',
};

/** Braintree's webhooks: a form with a signature and XML, signed with the account's private key. */
export const webhooks: WebhookParser = {
  verifySignature({ body }, { credentials, webhookSecrets = [] }) {
    if (credentials.auth_type !== 'SignatureKey') return false;
    const form = formIn(body);
    if (!form) return false;
    const { bt_payload: payload, bt_signature: signatures } = form;
    return signatures.split('&').some((pair) => {
      const [publicKey, given = ''] = pair.split('|');
      if (publicKey !== credentials.api_key) return false;
      return webhookSecrets.some((secret) => secret !== '' && isSigned(payload, given, secret));
    });
  },

  parse({ body }): readonly WebhookContent[] {
    const { kind, subject } = notificationIn(body);
    const status = Object.hasOwn(disputeStatuses, kind) ? disputeStatuses[kind] : undefined;
    if (status !== undefined) return [disputeIn(subject, kind, status)];
    if (!kind.startsWith('transaction_')) return [{ kind: 'nothing' }];
    const { transaction } = parsed(v.object({ transaction: Transaction }), subject);
    // It tells that something happened: the sync tells what.
    const outcome = {
      result: 'pending',
      connectorTransactionId: globalId('transaction', transaction.id),
    } as const;
    return [{ kind: 'payment', subject: subjectOf(transaction), outcome }];
  },

  happenedAt: ({ body }) => readDate(notificationIn(body).timestamp),
};

/** Throws where the body is none. */
function notificationIn(body: string) {
  const { bt_payload: payload } = parsed(Form, decodeForm(body));
  const xml = Buffer.from(payload, 'base64').toString('utf8');
  return readXml('notification', Notification, { body: xml });
}

/** Undefined for what is no form, or has no signature. */
function formIn(body: string): v.InferOutput<typeof Form> | undefined {
  try {
    return parsed(Form, decodeForm(body));
  } catch {
    return undefined;
  }
}

/** Throws without a word of what was read. */
function parsed<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, value);
  if (!read.success) throw new Error('The webhook has another form.');
  return read.output;
}

function disputeIn(subject: unknown, kind: string, status: DisputeStatus): WebhookContent {
  const { dispute } = parsed(v.object({ dispute: Dispute }), subject);
  const currency = dispute['currency-iso-code'];
  const { reason } = dispute;
  return {
    kind: 'dispute',
    subject: subjectOf(dispute.transaction),
    dispute: {
      connectorDisputeId: dispute.id,
      amountMinor: fromMajor(dispute['amount-disputed'] || (dispute.amount ?? ''), currency),
      currency,
      stage: stageOf(dispute.kind),
      status,
      connectorStatus: kind,
      ...(reason && { reason }),
      ...(dispute['reason-code'] && { reasonCode: dispute['reason-code'] }),
      ...(dispute['reply-by-date'] && { challengeRequiredBy: dayOf(dispute['reply-by-date']) }),
      ...(dispute['created-at'] && { createdAt: dispute['created-at'] }),
      ...(dispute['updated-at'] && { updatedAt: dispute['updated-at'] }),
    },
  };
}

/** The order id is our reference; the id leads to payments that were made without one. */
const subjectOf = ({ id, 'order-id': reference }: v.InferOutput<typeof Transaction>) => {
  const connectorId = globalId('transaction', id);
  return reference ? { reference, connectorId } : { connectorId };
};

/** The key of the HMAC is the SHA-1 of the private key. */
function isSigned(payload: string, given: string, secret: string): boolean {
  if (!/^[0-9a-f]{40}$/i.test(given)) return false;
  const key = createHash('sha1').update(secret, 'utf8').digest();
  const digest = createHmac('sha1', key).update(payload, 'utf8').digest();
  return timingSafeEqual(digest, Buffer.from(given, 'hex'));
}
