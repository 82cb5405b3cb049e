import * as v from 'valibot';
import { readDate } from '../formats/dates.ts';
import { hexBytes, isSignedWith } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import type { PaymentOutcome } from '../interface/payments.ts';
import type { IncomingWebhook, WebhookContent, WebhookParser } from '../interface/webhooks.ts';
import { amounts } from './currencies.ts';

const Event = v.object({ eventType: v.string() });

const TransactionEvent = v.object({
  payload: v.object({
    id: v.string(),
    responseCode: v.optional(v.number()),
    merchantReferenceId: v.optional(v.string()),
    authAmount: v.optional(v.pipe(v.number(), v.minValue(0))),
    /** Of a card's bank; empty of a debit from a bank account. */
    authCode: v.optional(v.string()),
  }),
});
type Payload = v.InferOutput<typeof TransactionEvent>['payload'];

/** Ids come as numbers or as their digits. */
const Id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\d{1,20}$/));

const ProfileEvent = v.object({ payload: v.object({ id: Id, customerProfileId: Id }) });

const Dated = v.object({ eventDate: v.string() });

/**
 * The meanings of events, by their names after `net.authorize.`. The other events are about
 * customers and subscriptions of Authorize.net, of which the switch has none.
 *
 * @see https://developer.authorize.net/api/reference/features/webhooks.html
 */
const meanings = {
  'payment.authorization.created': 'authorized',
  'payment.authcapture.created': 'charged',
  'payment.priorAuthCapture.created': 'captured',
  'payment.capture.created': 'captured',
  'payment.void.created': 'voided',
  'payment.refund.created': 'refund pending',
  'payment.fraud.held': 'held',
  'payment.fraud.approved': 'approved',
  'payment.fraud.declined': 'declined',
  'customer.paymentProfile.deleted': 'mandate revoked',
} as const;

const prefix = 'net.authorize.';

/** The events that are read. */
export const readEvents: readonly string[] = Object.keys(meanings).map(
  (event) => `${prefix}${event}`,
);

/** Authorize.net's webhooks, signed with the account's signature key. */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }) {
    const [, hex] = /^sha512=([0-9a-f]{128})$/i.exec(headers['x-anet-signature'] ?? '') ?? [];
    if (hex === undefined) return false;
    return isSignedWith(webhookSecrets.flatMap(keysOf), body, Buffer.from(hex, 'hex'), 'sha512');
  },

  parse(webhook): readonly WebhookContent[] {
    const { eventType } = readJson(Event, webhook);
    const event = eventType.startsWith(prefix) ? eventType.slice(prefix.length) : '';
    if (!isRead(event)) return [{ kind: 'nothing' }];
    const meaning = meanings[event];
    return [
      meaning === 'mandate revoked'
        ? revocationIn(webhook)
        : transactionContent(meaning, readJson(TransactionEvent, webhook).payload),
    ];
  },

  happenedAt: (webhook) => readDate(readJson(Dated, webhook).eventDate),
};

const isRead = (event: string): event is keyof typeof meanings => Object.hasOwn(meanings, event);

type Meaning = Exclude<(typeof meanings)[keyof typeof meanings], 'mandate revoked'>;

function transactionContent(meaning: Meaning, payload: Payload): WebhookContent {
  const { id, merchantReferenceId: reference, responseCode = 1, authAmount, authCode } = payload;
  const subject = reference === undefined ? { connectorId: id } : { connectorId: id, reference };
  const ids = { connectorTransactionId: id, connectorReference: id };
  const amountMinor = authAmount === undefined ? undefined : minorOf(authAmount);
  const content = (outcome: PaymentOutcome): WebhookContent => ({
    kind: 'payment',
    subject,
    outcome,
  });
  // These two come with the code of the transaction as it was held, or as it was approved before.
  if (meaning === 'held') return content({ result: 'held', ...ids });
  if (meaning === 'declined') return content({ result: 'declined', ...ids });
  if (meaning === 'approved') {
    // A payment that was held before its authorization may be declined now.
    if (responseCode === 2 || responseCode === 3) return content({ result: 'declined', ...ids });
    if (authCode === '') return content({ result: 'pending', ...ids });
    const outcome = {
      result: 'authorized',
      ...(amountMinor !== undefined && { amountMinor }),
      ...ids,
    } as const;
    return { kind: 'payment', subject, outcome, isByCaptureMethod: true };
  }
  // The answer to our own request reports anything but an approval.
  if (responseCode !== 1) return { kind: 'nothing' };
  switch (meaning) {
    case 'refund pending':
      // It is settled with the next batch; a sync reports that.
      return {
        kind: 'refund',
        subject: { connectorId: id },
        outcome: { result: 'pending', connectorRefundId: id },
      };
    case 'captured':
      return content({
        result: 'captured',
        ...(amountMinor !== undefined && { capturedMinor: amountMinor }),
        ...ids,
      });
    case 'charged':
      // A debit, whose money comes when it is settled: a sync reports that.
      if (!authCode) return content({ result: 'pending', ...ids });
      return content({
        result: 'captured',
        ...(amountMinor !== undefined && { amountMinor, capturedMinor: amountMinor }),
        ...ids,
      });
    case 'authorized':
      return content({
        result: 'authorized',
        ...(amountMinor !== undefined && { amountMinor }),
        ...ids,
      });
    case 'voided':
      return content({ result: 'voided', ...ids });
  }
}

/** A stored credential is the payment profile of a customer's profile. */
function revocationIn(webhook: IncomingWebhook): WebhookContent {
  const { id, customerProfileId } = readJson(ProfileEvent, webhook).payload;
  return {
    kind: 'mandate',
    subject: { connectorId: `${customerProfileId}-${id}` },
    status: 'revoked',
  };
}

/** Amounts come without a currency. Every currency that Authorize.net takes has two decimals. */
const minorOf = (amount: number) => amounts.fromMajor(amount, 'USD');

/**
 * The signature key as Authorize.net shows it, and the bytes of its hex digits: both are in use.
 */
const keysOf = (secret: string): readonly (string | Buffer)[] => [secret, hexBytes(secret) ?? ''];
