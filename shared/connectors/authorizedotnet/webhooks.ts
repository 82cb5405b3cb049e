import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { fromMajor } from '../formats/amounts.ts';
import { readDate } from '../formats/dates.ts';
import { readJson } from '../formats/json.ts';
import type { WebhookContent, WebhookParser } from '../interface/webhooks.ts';

const Notification = v.object({
  eventType: v.string(),
  payload: v.object({
    id: v.string(),
    responseCode: v.optional(v.number()),
    merchantReferenceId: v.optional(v.string()),
    authAmount: v.optional(v.pipe(v.number(), v.minValue(0))),
  }),
});

const Dated = v.object({ eventDate: v.string() });

/** The results of payments by the event's name after `net.authorize.payment.`. */
const results = {
  'authorization.created': 'authorized',
  'authcapture.created': 'captured',
  'priorAuthCapture.created': 'captured',
  'capture.created': 'captured',
  'void.created': 'voided',
} as const;

const prefix = 'net.authorize.payment.';

/** The events that are read. */
export const readEvents: readonly string[] = [...Object.keys(results), 'refund.created'].map(
  (event) => `${prefix}${event}`,
);

/** Authorize.net's webhooks, signed with the account's signature key. */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }) {
    const [, hex] = /^sha512=([0-9a-f]{128})$/i.exec(headers['x-anet-signature'] ?? '') ?? [];
    if (hex === undefined) return false;
    const given = Buffer.from(hex, 'hex');
    return webhookSecrets.some((secret) =>
      keysOf(secret).some((key) => isSignedWith(key, body, given)),
    );
  },

  parse(webhook): readonly WebhookContent[] {
    const { eventType, payload } = readJson(Notification, webhook);
    const event = eventType.startsWith(prefix) ? eventType.slice(prefix.length) : eventType;
    // Anything but an approval is told in the answer to our own request.
    if ((payload.responseCode ?? 1) !== 1) return [{ kind: 'nothing' }];
    const { id, merchantReferenceId } = payload;
    const subject =
      merchantReferenceId === undefined
        ? { connectorId: id }
        : { connectorId: id, reference: merchantReferenceId };
    if (event === 'refund.created') {
      const outcome = { result: 'succeeded', connectorRefundId: id } as const;
      return [{ kind: 'refund', subject: { connectorId: id }, outcome }];
    }
    if (!isPaymentEvent(event)) return [{ kind: 'nothing' }];
    const result = results[event];
    const outcome = { connectorTransactionId: id, connectorReference: id };
    return [
      {
        kind: 'payment',
        subject,
        outcome:
          result === 'captured'
            ? { result, ...capturedBy(payload), ...outcome }
            : { result, ...outcome },
      },
    ];
  },

  happenedAt: (webhook) => readDate(readJson(Dated, webhook).eventDate),
};

const isPaymentEvent = (event: string): event is keyof typeof results =>
  Object.hasOwn(results, event);

/** Amounts come without a currency. Every currency that Authorize.net takes has two decimals. */
const capturedBy = ({ authAmount }: { readonly authAmount?: number | undefined }) =>
  authAmount === undefined ? {} : { capturedMinor: fromMajor(authAmount, 'USD') };

/** The signature key as it is shown, and the bytes that its hex digits stand for: both are in use. */
const keysOf = (secret: string): readonly Buffer[] =>
  secret === ''
    ? []
    : [
        Buffer.from(secret, 'utf8'),
        ...(/^([0-9a-f]{2})+$/i.test(secret) ? [Buffer.from(secret, 'hex')] : []),
      ];

const isSignedWith = (key: Buffer, body: string, given: Buffer): boolean =>
  timingSafeEqual(createHmac('sha512', key).update(body, 'utf8').digest(), given);
