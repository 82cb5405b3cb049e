import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import { markOf } from '#connectors/sent-reference.ts';
import { canonical } from '#platform/canonical.ts';
import { SwitchError } from '#platform/errors.ts';
import { firstThatApplies } from '#platform/first-that-applies.ts';
import { statedMembers } from '#platform/passed-on.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import {
  connectorErrorOf,
  integrityMismatch,
  type StatedError,
  statedErrorOf,
  withStatedError,
} from '../payments/lifecycle/connector-error.ts';
import { type Payment, ProcessorError, Transition } from '../payments/payment.ts';
import {
  isPastArrival,
  PendingSync,
  scheduleFirstSync,
  withSyncNow,
} from '../payments/pending-sync.ts';
import type { UpdateRefundRequest } from './operations.ts';
import { passedOnInItems, passedOnWithoutValue } from './passed-on-fields.ts';
import { captureToRefund, sequenceToCount } from './refunded-capture.ts';

export const RefundStatus = v.picklist(['succeeded', 'failed', 'pending', 'review']);
export type RefundStatus = v.InferOutput<typeof RefundStatus>;

/**
 * Money on its way back to a customer. Its amount has been taken from the payment's refundable
 * amount.
 */
export const Refund = v.looseObject({
  merchantId: v.string(),
  /**
   * Chosen by the merchant, unique per merchant; the connector gets it with the mark of its
   * account.
   */
  id: v.string(),
  paymentId: v.string(),
  profileId: v.string(),
  amountMinor: v.number(),
  currency: v.string(),
  status: RefundStatus,
  ...passedOnInItems,
  /** A scheduled refund is sent to the connector after the request that created it. */
  type: v.picklist(['instant', 'scheduled']),
  /** A hash of the merchant's input, by which a repeated request finds this refund. */
  fingerprint: v.string(),
  /** A hash of the request under its caller's secret; present when it had an idempotency key. */
  requestFingerprint: v.optional(v.string()),
  connectorName: v.string(),
  connectorAccountId: v.string(),
  /**
   * The end of the number under which the processor gets the refund; absent where it gets the id.
   */
  referenceMark: v.optional(v.string()),
  connectorRefundId: v.optional(v.string()),
  /** The processor's id of the capture that the refund gives back. */
  connectorCaptureId: v.optional(v.string()),
  /** The number of that capture, where the payment has several and counts the rest of each. */
  captureSequence: v.optional(v.number()),
  /** Data of the connector's adapter for later exchanges: strings, 1 KB at most. */
  connectorMetadata: v.optional(v.record(v.string(), v.string())),
  /** Whether the payment was voided instead, because nothing of it was settled yet. */
  isByVoid: v.optional(v.boolean()),
  /** Whether webhooks may name it only by the processor's id. */
  isFoundByConnectorId: v.optional(v.boolean()),
  error: v.optional(ProcessorError),
  /** When the request was first sent to the connector; absent until a scheduled refund is sent. */
  askedAt: v.optional(v.string()),
  pendingSync: v.optional(PendingSync),
  /** When a webhook that could not be verified last caused a sync. */
  unverifiedWebhookAt: v.optional(v.string()),
  /**
   * When its processor reported the failure of a refund that had succeeded; present until a sync
   * decides.
   */
  failureReportedAt: v.optional(v.string()),
  transitions: v.array(Transition),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type Refund = v.InferOutput<typeof Refund>;

/** A merchant's request for a refund. */
export interface RefundInput extends RefundNotes {
  readonly amountMinor: number;
  readonly type: Refund['type'];
}

export interface NewRefund extends RefundInput {
  readonly id: string;
  readonly requestFingerprint?: string;
}

/** A new refund as it is saved, before the request to the connector. */
export function newRefund(payment: Payment, given: NewRefund, now: Date): Refund {
  const { connectorName, connectorAccountId, isFoundByConnectorId } = payment.attempt;
  if (!connectorName || !connectorAccountId)
    throw new Error('A refund needs the connector account of its payment.');
  const { id, amountMinor, type, requestFingerprint } = given;
  const capture = captureToRefund(payment, amountMinor);
  const connectorCaptureId = capture?.connectorCaptureId;
  const captureSequence = sequenceToCount(payment, capture);
  const at = now.toISOString();
  return {
    merchantId: payment.merchantId,
    id,
    paymentId: payment.id,
    profileId: payment.profileId,
    amountMinor,
    currency: payment.currency,
    status: 'pending',
    ...statedNotes(given),
    type,
    fingerprint: fingerprintOf(payment.id, given),
    ...(requestFingerprint !== undefined && { requestFingerprint }),
    connectorName,
    connectorAccountId,
    referenceMark: markOf(connectorAccountId),
    ...(connectorCaptureId !== undefined && { connectorCaptureId }),
    ...(captureSequence !== undefined && { captureSequence }),
    ...(isFoundByConnectorId && { isFoundByConnectorId }),
    ...(type === 'instant' && { askedAt: at }),
    // A scheduled refund is due at once: the first sync job sends it.
    pendingSync: type === 'instant' ? scheduleFirstSync(now) : { since: at, nextAt: at, checks: 0 },
    transitions: [],
    createdAt: at,
    modifiedAt: at,
    version: 1,
  };
}

/**
 * Whether a refund is the one that this request asks for. Compares the input of the create request,
 * because an update may have changed the reason since.
 */
export const isSameRefund = (refund: Refund, paymentId: string, input: RefundInput): boolean =>
  refund.fingerprint === fingerprintOf(paymentId, input);

function fingerprintOf(paymentId: string, input: RefundInput): string {
  const { amountMinor, type } = input;
  const { reason = null, metadata = null, ...others } = statedNotes(input);
  // Only a stated field enters, so that repeats of older creates still match.
  const further = Object.keys(others).length > 0 ? [others] : [];
  const content = canonical([paymentId, amountMinor, reason, type, metadata, ...further]);
  return createHash('sha256').update(content).digest('base64url');
}

/** Whether the connector, or a reviewer, has still to decide. */
export const isOpen = ({ status }: Pick<Refund, 'status'>): boolean =>
  status === 'pending' || status === 'review';

/** Whether the connector has still to decide, or to confirm that a refund failed after all. */
export const isAwaited = (refund: Pick<Refund, 'status' | 'failureReportedAt'>): boolean =>
  isOpen(refund) || (refund.status === 'succeeded' && refund.failureReportedAt !== undefined);

/** Whether the connector can be asked about the refund: it is awaited and was sent. */
export const mayBeSynced = (refund: Refund): boolean =>
  isAwaited(refund) && refund.askedAt !== undefined;

/** The merchant's notes on a refund; an absent member keeps its value. */
export type RefundNotes = Readonly<UpdateRefundRequest>;

/** The notes that a request states, as they are stored. */
export const statedNotes = (notes: RefundNotes) => statedMembers(passedOnWithoutValue, notes);

/** The refund with new notes; the same object when no note is stated. Throws `item_too_large`. */
export function updatedRefund(refund: Refund, notes: RefundNotes, now: Date): Refund {
  const stated = statedNotes(notes);
  if (Object.keys(stated).length === 0) return refund;
  const next = { ...refund, ...stated, modifiedAt: now.toISOString() };
  checkRequestSize(next);
  return next;
}

/** Throws `refund_not_found` when the caller acts for another profile than the refund's. */
export function checkRefundProfile(refund: Refund, { profileId }: { readonly profileId?: string }) {
  if (profileId !== undefined && refund.profileId !== profileId) {
    throw new SwitchError('refund_not_found');
  }
}

/** Marks a scheduled refund as sent; saved before the request to the connector. */
export const startRefund = (refund: Refund, now: Date): Refund => ({
  ...refund,
  askedAt: now.toISOString(),
  pendingSync: scheduleFirstSync(now),
  modifiedAt: now.toISOString(),
});

const eventTypes: Readonly<Partial<Record<RefundStatus, string>>> = {
  succeeded: 'refund_succeeded',
  failed: 'refund_failed',
};

/**
 * Applies an outcome from a response, a webhook or a sync. A refund that is settled stays as it is,
 * and the same object is returned, unless its processor reported its failure before. When a refund
 * fails, the store makes its amount refundable again in the same write.
 */
export function applyRefundOutcome(refund: Refund, outcome: RefundOutcome, now: Date): Refund {
  if (!isOpen(refund)) {
    return isAwaited(refund) ? afterReportedFailure(refund, outcome, now) : refund;
  }
  // Only a plain result ends a review: a reviewer at the processor decides, or the outcomes
  // contradicted each other once.
  const inReview = refund.status === 'review';
  switch (outcome.result) {
    case 'succeeded':
      return withTransition(refund, 'succeeded', outcome, now);
    case 'declined':
      return withTransition(refund, 'failed', outcome, now, connectorErrorOf(outcome));
    case 'not_sent':
      return withTransition(refund, 'failed', {}, now, connectorErrorOf(outcome));
    case 'integrity_mismatch':
      if (inReview) return refund;
      return withTransition(refund, 'review', outcome, now, integrityMismatch(outcome.fields));
    case 'pending':
      return inReview ? refund : stillPending(refund, outcome, now);
    case 'held':
      return inReview ? refund : withTransition(refund, 'review', outcome, now);
    case 'unknown':
      return inReview ? refund : stillPending(refund, outcome, now, statedErrorOf(outcome));
    case 'not_found': {
      if (inReview || !refund.askedAt || !isPastArrival(refund.askedAt, now)) return refund;
      const message = 'The connector has never heard of this refund';
      return withTransition(refund, 'failed', {}, now, { message });
    }
  }
}

/** A refund that had succeeded, after a sync about its reported failure. */
function afterReportedFailure(refund: Refund, outcome: RefundOutcome, now: Date): Refund {
  switch (outcome.result) {
    case 'declined':
      return withTransition(refund, 'failed', outcome, now, connectorErrorOf(outcome));
    case 'succeeded': {
      const { failureReportedAt: _, pendingSync: __, ...rest } = refund;
      return { ...rest, modifiedAt: now.toISOString() };
    }
    default:
      return refund;
  }
}

/**
 * Applies an outcome that a webhook reported. A reported decline may be stale or wrong, and the
 * merchant would then refund twice. A decline only makes a sync due now, and the sync decides.
 * `isDecisive` says that no sync can ask: then the webhook decides. The webhook also decides the
 * failure of a refund that had succeeded, as when the customer's bank sends the money back.
 */
export function applyReportedRefund(
  refund: Refund,
  outcome: RefundOutcome,
  now: Date,
  isDecisive = false,
): Refund {
  return firstThatApplies(reportedRefundRules, refund, outcome, now, isDecisive) ?? refund;
}

/** The refund as a rule makes it; undefined where the rule does not apply. */
type ReportedRefundRule = (
  refund: Refund,
  outcome: RefundOutcome,
  now: Date,
  isDecisive: boolean,
) => Refund | undefined;

const lateFailure: ReportedRefundRule = (refund, outcome, now, isDecisive) =>
  refund.status === 'succeeded' && outcome.result === 'declined' && isDecisive
    ? withTransition(refund, 'failed', outcome, now, connectorErrorOf(outcome))
    : undefined;

const unconfirmedFailure: ReportedRefundRule = (refund, { result }, now) =>
  refund.status === 'succeeded' && result === 'declined' && refund.askedAt !== undefined
    ? withReportedFailure(refund, now)
    : undefined;

const settled: ReportedRefundRule = (refund) =>
  refund.status === 'succeeded' ? refund : undefined;

const plainOutcome: ReportedRefundRule = (refund, outcome, now, isDecisive) =>
  outcome.result !== 'declined' || isDecisive
    ? applyRefundOutcome(refund, outcome, now)
    : undefined;

/** After a lost response the webhook is the first to bring the id that the sync asks by. */
const unconfirmedDecline: ReportedRefundRule = (refund, outcome, now) => {
  if (outcome.result !== 'declined' || !mayBeSynced(refund)) return undefined;
  const { connectorRefundId = outcome.connectorRefundId } = refund;
  const known =
    connectorRefundId === undefined ? refund : stillPending(refund, { connectorRefundId }, now);
  return withSyncNow(known, now);
};

/** The first rule that applies answers; without one, the refund stays as it is. */
export const reportedRefundRules: readonly ReportedRefundRule[] = [
  lateFailure,
  unconfirmedFailure,
  settled,
  plainOutcome,
  unconfirmedDecline,
];

/** A refund that had succeeded, with a sync due now that confirms or refutes its failure. */
export const withReportedFailure = (refund: Refund, now: Date): Refund => {
  const { failureReportedAt = now.toISOString() } = refund;
  const next = withSyncNow(refund, now);
  return next === refund && refund.failureReportedAt ? refund : { ...next, failureReportedAt };
};

/** Makes a sync due now; a refund that no sync may ask about stays as it is. */
export const withRefundSyncNow = (refund: Refund, now: Date): Refund =>
  mayBeSynced(refund) ? withSyncNow(refund, now) : refund;

type RefundReferences = Pick<
  Extract<RefundOutcome, { readonly result: 'pending' }>,
  'connectorRefundId' | 'connectorMetadata' | 'isByVoid'
>;

function withTransition(
  { error: _, failureReportedAt: __, pendingSync, ...refund }: Refund,
  status: RefundStatus,
  { connectorRefundId, connectorMetadata, isByVoid }: RefundReferences,
  now: Date,
  error?: Refund['error'],
): Refund {
  const at = now.toISOString();
  const type = eventTypes[status];
  const added = type ? [{ type, status, at, version: refund.version + 1 }] : [];
  return {
    ...refund,
    status,
    ...(connectorRefundId !== undefined && { connectorRefundId }),
    ...(connectorMetadata && { connectorMetadata }),
    ...(isByVoid && { isByVoid }),
    ...(error && { error }),
    // A refund under review keeps its pending sync: the processor may still decide it.
    ...(status === 'review' && pendingSync && { pendingSync }),
    transitions: [...refund.transitions, ...added],
    modifiedAt: at,
  };
}

function stillPending(
  refund: Refund,
  { connectorRefundId = refund.connectorRefundId, connectorMetadata }: RefundReferences,
  now: Date,
  error?: Refund['error'],
): Refund {
  const isChanged =
    connectorRefundId !== refund.connectorRefundId ||
    (connectorMetadata && !isDeepStrictEqual(connectorMetadata, refund.connectorMetadata)) ||
    (error && error.code !== refund.error?.code);
  if (!isChanged) return refund;
  return {
    ...refund,
    ...(connectorRefundId !== undefined && { connectorRefundId }),
    ...(connectorMetadata && { connectorMetadata }),
    ...(error && { error }),
    modifiedAt: now.toISOString(),
  };
}

/**
 * The refund with an operator's words about its error. Its status stays. Returns the same object
 * when nothing new was stated.
 */
export function withNote(refund: Refund, error: StatedError, now: Date): Refund {
  const { code, message } = refund.error ?? {};
  const stated = withStatedError(refund.error, error);
  if (stated.code === code && stated.message === message) return refund;
  return {
    ...refund,
    error: stated,
    modifiedAt: now.toISOString(),
  };
}
