import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import type { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { readDate } from '../formats/dates.ts';
import { hexBytes, isSignedWith } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import type { Declined } from '../formats/refusal.ts';
import { isWordOf, listedWord, meaningsOf } from '../formats/words.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { PaymentOutcome } from '../interface/payments.ts';
import type {
  FailedChange,
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
  WebhookSubject,
} from '../interface/webhooks.ts';
import { idInReference } from '../sent-reference.ts';
import { additionalData, cardIn, issuerErrorIn } from './additional-data.ts';
import { transferContentOf, transferEventTime } from './payouts.ts';
import { namesExtension } from './requests.ts';
import { Amount, moneyIn } from './responses.ts';
import { isSignedInHeader, tokenContentOf, tokenEventTime } from './token-webhooks.ts';

const text = v.nullish(v.string());

const Item = v.object({
  eventCode: v.string(),
  success: v.string(),
  pspReference: v.string(),
  originalReference: text,
  merchantAccountCode: text,
  merchantReference: text,
  reason: text,
  eventDate: text,
  amount: v.nullish(Amount),
  additionalData: v.nullish(
    v.looseObject({
      ...additionalData,
      hmacSignature: text,
      authorisedAmountValue: v.nullish(v.pipe(v.string(), v.digits())),
      authorisedAmountCurrency: text,
      'modification.action': text,
      disputeStatus: text,
      chargebackReasonCode: text,
      defensePeriodEndsAt: text,
    }),
  ),
});
type Item = v.InferOutput<typeof Item>;

const Notification = v.object({
  notificationItems: v.pipe(
    v.array(v.object({ NotificationRequestItem: Item })),
    v.minLength(1),
    v.maxLength(100),
  ),
});

/** Whether the webhook is a list of items; Adyen's newer webhooks contain one event each. */
const hasItems = (webhook: IncomingWebhook): boolean =>
  Object.hasOwn(readJson(v.looseObject({}), webhook), 'notificationItems');

const itemsOf = (webhook: IncomingWebhook): readonly Item[] =>
  readJson(Notification, webhook).notificationItems.map(
    ({ NotificationRequestItem: item }) => item,
  );

/**
 * Adyen's notifications: each item is signed by itself, with a key in hexadecimal digits. Webhooks
 * about tokens and transfers are signed as a whole, with the key of their own configuration at Adyen.
 *
 * @see https://docs.adyen.com/development-resources/webhooks/verify-hmac-signatures
 */
export const webhooks: WebhookParser = {
  verifySignature(webhook, { webhookSecrets = [] }) {
    const keys = webhookSecrets.flatMap((secret) => hexBytes(secret) ?? []);
    try {
      return hasItems(webhook)
        ? itemsOf(webhook).every((item) => keys.some((key) => isSigned(item, key)))
        : keys.some((key) => isSignedInHeader(webhook, key));
    } catch {
      return false;
    }
  },

  parse: (webhook) =>
    hasItems(webhook)
      ? itemsOf(webhook).map(contentOf)
      : [transferContentOf(webhook) ?? tokenContentOf(webhook)],

  // Items of one notification happened at the same time.
  happenedAt: (webhook) =>
    hasItems(webhook)
      ? readDate(itemsOf(webhook)[0]?.eventDate)
      : (transferEventTime(webhook) ?? tokenEventTime(webhook)),

  acknowledgement: '[accepted]',
};

function isSigned(item: Item, key: Buffer): boolean {
  const signed = [
    item.pspReference,
    item.originalReference,
    item.merchantAccountCode,
    item.merchantReference,
    item.amount?.value,
    item.amount?.currency,
    item.eventCode,
    item.success,
  ];
  const message = signed.map((one) => String(one ?? '')).join(':');
  const given = Buffer.from(item.additionalData?.hmacSignature ?? '', 'base64');
  return isSignedWith([key], message, given);
}

/**
 * The content of an event.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/Webhooks-v1.json (every event code)
 */
function contentOf(item: Item): WebhookContent {
  const status = disputeStatusOf(item);
  if (status) return disputeIn(item, status);
  const { eventCode } = item;
  const success = listedWord(['true', 'false'], item.success);
  if (!success) return { kind: 'nothing' };
  const isSuccess = success === 'true';
  switch (eventCode) {
    case 'AUTHORISATION':
      return payment(item, {
        ...(isSuccess ? { result: 'authorized' } : declined(item)),
        ...authorisedBy(item),
        ...cardIn(item.additionalData ?? {}),
      });
    case 'RECURRING_CONTRACT':
      // Its own reference is that of the stored payment method. Most have an amount of 0, and then
      // only store the method: the AUTHORISATION decides about the money.
      return isSuccess
        ? payment(item, {
            ...(item.amount?.value
              ? { result: 'authorized', ...moneyOf(item) }
              : { result: 'pending' }),
            ...cardIn(item.additionalData ?? {}),
            connectorMandateId: item.pspReference,
          })
        : { kind: 'nothing' };
    case 'CAPTURE':
    case 'CAPTURE_FAILED':
      return {
        kind: 'capture',
        subject: originalOf(item),
        capture: captureOf(item),
        ...(item.amount && { amountMinor: moneyIn(item.amount).amountMinor }),
        status: isSuccess && eventCode === 'CAPTURE' ? 'charged' : 'failed',
      };
    case 'CANCELLATION':
    case 'TECHNICAL_CANCEL':
      return cancellation(item, isSuccess);
    case 'CANCEL_OR_REFUND':
      // Adyen cancels or refunds, depending on whether the payment was captured.
      return isWordOf(['cancel'], item.additionalData?.['modification.action'])
        ? cancellation(item, isSuccess)
        : refund(item, refundResult(item, isSuccess));
    case 'AUTHORISATION_ADJUSTMENT':
      if (isExtension(item)) {
        return isSuccess
          ? payment(item, { result: 'authorized', extended: true, ...moneyOf(item) })
          : { kind: 'nothing' };
      }
      return isSuccess
        ? payment(item, { result: 'authorized', ...moneyOf(item) })
        : failedChange(item, 'increment');
    case 'OFFER_CLOSED':
    case 'EXPIRE':
      return payment(item, { result: 'expired' });
    case 'REFUND':
      return refund(item, refundResult(item, isSuccess));
    case 'POSTPONED_REFUND':
      return refund(item, { result: 'pending' });
    case 'REFUND_FAILED':
    case 'REFUND_REVERSED':
    case 'REFUNDED_REVERSED':
      return refund(item, refundResult(item, false));
    default:
      return { kind: 'nothing' };
  }
}

const cancellation = (item: Item, isSuccess: boolean): WebhookContent =>
  isSuccess ? payment(item, { result: 'voided' }) : failedChange(item, 'void');

/** A failed event has words for people, and no code. */
const errorIn = ({ reason }: Item): ConnectorError =>
  reason ? { code: reason, message: reason } : {};

const declined = (item: Item): Extract<PaymentOutcome, { readonly result: 'declined' }> => ({
  result: 'declined',
  ...errorIn(item),
  ...issuerErrorIn(item.additionalData ?? {}),
});

const moneyOf = ({ amount }: Item) => (amount ? moneyIn(amount) : {});

/** The amount of the payment, or the part of it that the bank authorised. */
function authorisedBy({ amount, additionalData }: Item) {
  const { authorisedAmountValue: part, authorisedAmountCurrency: currency } = additionalData ?? {};
  const isPart = amount && Number(part) > 0 && Number(part) < amount.value;
  if (!isPart || currency !== amount.currency) return amount ? moneyIn(amount) : {};
  return moneyIn({ value: Number(part), currency });
}

/** News of a payment: named by the attempt in its own events, by its reference in modifications. */
const payment = (item: Item, outcome: PaymentOutcome): WebhookContent => ({
  kind: 'payment',
  subject: originalOf(item),
  outcome: {
    ...outcome,
    ...(item.eventCode !== 'RECURRING_CONTRACT' && {
      connectorTransactionId: paymentIdOf(item),
    }),
  },
  isByCaptureMethod: true,
});

/** The authorization stays as it was. */
const failedChange = (item: Item, change: FailedChange['change']): WebhookContent => ({
  kind: 'payment',
  subject: originalOf(item),
  outcome: { result: 'authorized', connectorTransactionId: paymentIdOf(item) },
  failed: { change, ...errorIn(item) },
});

/** Adyen's reference of the payment behind an item. */
const paymentIdOf = ({ originalReference, pspReference }: Item): string =>
  originalReference || pspReference;

/** The payment behind an item. */
const originalOf = (item: Item): WebhookSubject => {
  const connectorId = paymentIdOf(item);
  const { merchantReference: reference } = item;
  return reference && !namesCapture(item) && !isExtension(item)
    ? { reference, connectorId }
    : { connectorId };
};

const isExtension = ({ eventCode, merchantReference }: Item): boolean =>
  eventCode === 'AUTHORISATION_ADJUSTMENT' && namesExtension(merchantReference ?? '');

/** We name a capture by a reference of its own only where there may be several. */
const captureOf = (item: Item): WebhookSubject => {
  const { merchantReference: reference, pspReference: connectorId } = item;
  return reference && namesCapture(item) ? { reference, connectorId } : { connectorId };
};

/** Our id of a capture is that of its attempt and a number: `pay_1_1_2`. */
const namesCapture = ({ eventCode, merchantReference }: Item): boolean =>
  eventCode.startsWith('CAPTURE') && /_\d+_\d+$/.test(idInReference(merchantReference ?? ''));

type Refunded = { readonly result: 'succeeded' | 'pending' } | Declined;

const refundResult = (item: Item, isSuccess: boolean): Refunded =>
  isSuccess ? { result: 'succeeded' } : { result: 'declined', ...errorIn(item) };

function refund(item: Item, result: Refunded): WebhookContent {
  const { merchantReference, pspReference } = item;
  return {
    kind: 'refund',
    subject: merchantReference
      ? { reference: merchantReference, connectorId: pspReference }
      : { connectorId: pspReference },
    outcome: { ...result, connectorRefundId: pspReference, ...moneyOf(item) },
  };
}

/** The status of a dispute that an event means; undefined for an event of another kind. */
function disputeStatusOf({ eventCode, additionalData }: Item): DisputeStatus | undefined {
  const status = additionalData?.disputeStatus ?? undefined;
  const is = (one: string) => isWordOf([one], status);
  switch (eventCode) {
    case 'CHARGEBACK':
      if (status === undefined) return 'dispute_lost';
      return chargebackStatusOf(status) ?? 'dispute_opened';
    case 'CHARGEBACK_REVERSED':
      return is('Pending') ? 'dispute_challenged' : 'dispute_won';
    case 'REQUEST_FOR_INFORMATION':
      return is('Expired') ? 'dispute_expired' : 'dispute_opened';
    case 'INFORMATION_SUPPLIED':
      return is('Responded') ? 'dispute_challenged' : 'dispute_opened';
    case 'DISPUTE_DEFENSE_PERIOD_ENDED':
      return is('Accepted') ? 'dispute_accepted' : 'dispute_lost';
    default:
      return ownMember(disputeEvents, eventCode);
  }
}

const chargebackStatusOf = meaningsOf<DisputeStatus>({
  Won: 'dispute_won',
  Lost: 'dispute_lost',
  Accepted: 'dispute_accepted',
});

/** Events that mean one status, whatever their other fields. */
const disputeEvents: Readonly<Record<string, DisputeStatus>> = {
  NOTIFICATION_OF_CHARGEBACK: 'dispute_opened',
  SECOND_CHARGEBACK: 'dispute_lost',
  PREARBITRATION_OPEN: 'dispute_opened',
  PREARBITRATION_WON: 'dispute_won',
  PREARBITRATION_LOST: 'dispute_lost',
  PREARBITRATION_ACCEPTED: 'dispute_accepted',
  PREARBITRATION_DECLINED: 'dispute_challenged',
  PREARBITRATION_ISSUER_WITHDRAWN: 'dispute_won',
  SCHEME_ARBITRATION: 'dispute_opened',
  SCHEME_ARBITRATION_WON: 'dispute_won',
  SCHEME_ARBITRATION_LOST: 'dispute_lost',
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'dispute_won',
};

const stageOf = (eventCode: string): DisputeStage =>
  /^(SECOND_CHARGEBACK|PREARBITRATION_|SCHEME_ARBITRATION)/.test(eventCode)
    ? 'pre_arbitration'
    : 'dispute';

function disputeIn(item: Item, status: DisputeStatus): WebhookContent {
  const { amount, eventCode, reason, additionalData } = item;
  if (!amount) throw new Error('A dispute without an amount.');
  return {
    kind: 'dispute',
    subject: originalOf(item),
    dispute: {
      connectorDisputeId: item.pspReference,
      ...moneyIn(amount),
      stage: stageOf(eventCode),
      status,
      connectorStatus: eventCode,
      ...(reason && { reason }),
      ...(additionalData?.chargebackReasonCode && {
        reasonCode: additionalData.chargebackReasonCode,
      }),
      ...(additionalData?.defensePeriodEndsAt && {
        challengeRequiredBy: additionalData.defensePeriodEndsAt,
      }),
      ...(item.eventDate && { updatedAt: item.eventDate }),
    },
  };
}
