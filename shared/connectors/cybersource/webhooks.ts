import { createPrivateKey } from 'node:crypto';
import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import { readDate } from '../formats/dates.ts';
import { isSignedWith } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import type { PaymentOutcome } from '../interface/payments.ts';
import type { IncomingWebhook, WebhookContent, WebhookParser } from '../interface/webhooks.ts';
import { contentAbout, subjectNamed } from '../webhook-subject.ts';
import { money } from './responses.ts';
import { decryptedBody, encryptedIn } from './webhook-encryption.ts';

const text = v.nullish(v.string());

/** A webhook's data about a transaction. Amounts are in major units. */
const Data = v.object({
  id: text,
  transactionId: text,
  referenceNumber: text,
  clientReferenceInformation: v.nullish(v.object({ code: text })),
  orderInformation: v.nullish(
    v.object({
      amountDetails: v.nullish(
        v.object({
          totalAmount: v.nullish(v.union([v.string(), v.number()])),
          authorizedAmount: v.nullish(v.union([v.string(), v.number()])),
          currency: text,
        }),
      ),
    }),
  ),
  errorInformation: v.nullish(v.object({ reason: text, message: text })),
});
type Data = v.InferOutput<typeof Data>;

/** The transaction is the payload, or its `data`, or that of the first of a list. */
const Payload = v.union([
  v.pipe(
    v.array(v.object({ data: Data })),
    v.minLength(1),
    v.transform(([first]) => first?.data ?? {}),
  ),
  v.pipe(
    v.object({ data: Data }),
    v.transform(({ data }) => data),
  ),
  Data,
]);

const Notification = v.object({ eventType: v.string(), payload: v.optional(v.unknown()) });
const Dated = v.object({ eventDate: text });

/** How old a signature may be, in milliseconds: an older notification is asked about instead. */
const oldestSignatureMs = 5 * 60 * 1_000;

/**
 * Cybersource's webhooks, signed with the digital signature key of the organization. Those about
 * payments are encrypted as well, for a key pair of the merchant's; the private key is the
 * account's additional secret.
 *
 * @see https://developer.cybersource.com/docs/cybs/en-us/webhooks/implementation/all/rest/webhooks.html
 */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }, now) {
    const { t: time = '', sig = '' } = partsOf(headers['v-c-signature'] ?? '');
    if (!/^\d{1,15}$/.test(time) || Math.abs(now.getTime() - Number(time)) > oldestSignatureMs) {
      return false;
    }
    const given = Buffer.from(sig, 'base64');
    const keys = webhookSecrets.filter(isSigning).map((secret) => Buffer.from(secret, 'base64'));
    return isSignedWith(keys, `${time}.${body}`, given);
  },

  decrypt(webhook, { webhookSecrets = [] }): IncomingWebhook {
    if (encryptedIn(webhook.body) === undefined) return webhook;
    const key = webhookSecrets.find((secret) => !isSigning(secret));
    if (key === undefined) throw new Error('The account has no key to decrypt with.');
    return { ...webhook, body: decryptedBody(webhook.body, createPrivateKey(withLines(key))) };
  },

  parse(webhook): readonly WebhookContent[] {
    const { eventType, payload } = readJson(Notification, webhook);
    const read = ownMember(readers, eventType);
    return [read && payload != null ? read(v.parse(Payload, payload)) : { kind: 'nothing' }];
  },

  happenedAt: (webhook) => readDate(readJson(Dated, webhook).eventDate),
};

/** Whether the secret signs, and is no private key. */
const isSigning = (secret: string) => secret !== '' && !secret.startsWith('-----BEGIN');

/** A PEM text, also where its line breaks became spaces on the way through a form. */
const withLines = (pem: string): string =>
  pem.replace(/(-----BEGIN [A-Z ]+-----)([^-]+)(-----END [A-Z ]+-----)/, (_, begin, key, end) =>
    [begin, ...key.trim().split(/\s+/), end].join('\n'),
  );

/** `t=1;keyId=2;sig=3` by name; a signature itself ends with `=` at times. */
function partsOf(header: string): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries(
    header.split(';').map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    }),
  );
}

type Reader = (data: Data) => WebhookContent;

const nothing: Reader = () => ({ kind: 'nothing' });

const ofPayment =
  (outcomeOf: (data: Data) => PaymentOutcome, isByCaptureMethod = false): Reader =>
  (data) =>
    contentAbout(subjectNamed(codeIn(data), idOf(data)), (subject) => ({
      kind: 'payment',
      subject,
      outcome: outcomeOf(data),
      ...(isByCaptureMethod && { isByCaptureMethod: true }),
    }));

/** News of a transaction that has the payment's number, and another id than the payment. */
const ofLater =
  (result: 'voided' | 'voided_after_capture'): Reader =>
  (data) => {
    const reference = codeIn(data);
    return reference
      ? { kind: 'payment', subject: { reference }, outcome: { result } }
      : { kind: 'nothing' };
  };

const ofCapture =
  (status: 'charged' | 'pending' | 'failed'): Reader =>
  (data) => {
    const [reference, connectorId] = [codeIn(data), idOf(data)];
    if (!reference || !connectorId) return { kind: 'nothing' };
    const { amountMinor } = totalOf(data);
    return {
      kind: 'capture',
      subject: { reference },
      capture: { connectorId },
      ...(amountMinor !== undefined && { amountMinor }),
      status,
    };
  };

const ofRefund =
  (result: 'pending' | 'declined'): Reader =>
  (data) => {
    const id = idOf(data);
    const reported = { ...(id && { connectorRefundId: id }), ...totalOf(data) };
    return contentAbout(subjectNamed(codeIn(data), id), (subject) => ({
      kind: 'refund',
      subject,
      outcome: { result, ...(result === 'declined' && errorIn(data)), ...reported },
    }));
  };

const known = (data: Data) => {
  const id = idOf(data);
  return id ? { connectorTransactionId: id } : {};
};

const declined = ofPayment((data) => ({ result: 'declined', ...errorIn(data), ...known(data) }));
const held = ofPayment((data) => ({ result: 'held', ...known(data) }));
/** A case names the payment by its number; its own id is another one. */
const reviewed =
  (result: 'authorized' | 'declined'): Reader =>
  (data) => {
    const reference = codeIn(data);
    return reference
      ? { kind: 'payment', subject: { reference }, outcome: { result } }
      : { kind: 'nothing' };
  };

/** A part of the amount; where the webhook does not state the part, a sync finds it. */
const authorizedPartly: Reader = (data) => {
  const { authorizedAmount, currency } = data.orderInformation?.amountDetails ?? {};
  const { amountMinor: authorizedMinor } = money(authorizedAmount, currency);
  if (authorizedMinor === undefined) return { kind: 'nothing' };
  return ofPayment(() => ({ result: 'authorized', authorizedMinor, ...known(data) }))(data);
};

/**
 * The meanings of webhooks about cards, by product. No other webhook is about an object that we
 * track.
 */
export const readProducts: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  cardProcessing: {
    'payments.payments.accept': ofPayment(
      (data) => ({ result: 'authorized', ...totalOf(data), ...known(data) }),
      true,
    ),
    'payments.payments.review': held,
    'payments.payments.reject': declined,
    'payments.payments.partial.approval': authorizedPartly,
    'payments.reversals.accept': ofLater('voided'),
    // The answer to the reversal contained it.
    'payments.reversals.reject': nothing,
    'payments.captures.accept': ofCapture('charged'),
    'payments.captures.review': ofCapture('pending'),
    'payments.captures.reject': ofCapture('failed'),
    // Accepted, and given back with the next batch.
    'payments.refunds.accept': ofRefund('pending'),
    'payments.refunds.reject': ofRefund('declined'),
    'payments.voids.accept': ofLater('voided_after_capture'),
    // The answer to the void contained it.
    'payments.voids.reject': nothing,
  },
  ...Object.fromEntries(
    ['decisionManager', 'fraudManagementEssentials'].map((product) => [
      product,
      {
        'risk.profile.decision.review': held,
        'risk.profile.decision.reject': declined,
        'risk.casemanagement.decision.accept': reviewed('authorized'),
        'risk.casemanagement.decision.reject': reviewed('declined'),
      },
    ]),
  ),
};

const readers: Readonly<Partial<Record<string, Reader>>> = Object.assign(
  {},
  ...Object.values(readProducts),
);

const idOf = ({ id, transactionId }: Data) => transactionId || id || undefined;

const codeIn = ({ clientReferenceInformation, referenceNumber }: Data) =>
  clientReferenceInformation?.code || referenceNumber || undefined;

const totalOf = ({ orderInformation }: Data) => {
  const { totalAmount, currency } = orderInformation?.amountDetails ?? {};
  return money(totalAmount, currency);
};

function errorIn({ errorInformation }: Data) {
  const { reason: code, message } = errorInformation ?? {};
  return { ...(code && { code }), ...(message && { message, reason: message }) };
}
