import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { PaymentOutcome, ReportedPayment } from '#connectors/interface/payments.ts';
import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import { connectorErrorOf, integrityMismatch } from '../payments/lifecycle/connector-error.ts';
import { ProcessorError } from '../payments/payment.ts';
import { isPastArrival, PendingSync } from '../payments/pending-sync.ts';

export const RelayStatus = v.picklist(['created', 'pending', 'success', 'failure']);
export type RelayStatus = v.InferOutput<typeof RelayStatus>;

/** The merchant's request to the processor; amounts are in minor units. */
export const RelayInput = v.variant('type', [
  v.object({
    type: v.literal('refund'),
    amountMinor: v.number(),
    currency: v.string(),
    reason: v.optional(v.string()),
  }),
  v.object({
    type: v.literal('capture'),
    authorizedMinor: v.number(),
    captureMinor: v.number(),
    currency: v.string(),
    method: v.optional(v.picklist(['manual', 'manual_multiple'])),
  }),
  v.object({
    type: v.literal('incremental_authorization'),
    totalMinor: v.number(),
    additionalMinor: v.number(),
    currency: v.string(),
  }),
  v.object({
    type: v.literal('void'),
    /** Absent when only the processor knows the amount. */
    amountMinor: v.optional(v.number()),
    currency: v.optional(v.string()),
    reason: v.optional(v.string()),
  }),
]);
export type RelayInput = v.InferOutput<typeof RelayInput>;

/** The amounts that the processor gets, in minor units. */
export function amountsOf(input: RelayInput): readonly number[] {
  switch (input.type) {
    case 'capture':
      return [input.authorizedMinor, input.captureMinor];
    case 'incremental_authorization':
      return [input.totalMinor];
    default:
      return input.amountMinor === undefined ? [] : [input.amountMinor];
  }
}

/**
 * A request about a transaction that this switch did not make, sent to the processor that made it.
 */
export const Relay = v.looseObject({
  merchantId: v.string(),
  /** Also the idempotency key that the processor gets. */
  id: v.string(),
  profileId: v.string(),
  connectorName: v.string(),
  connectorAccountId: v.string(),
  /** The processor's id of the transaction. */
  connectorResourceId: v.string(),
  input: RelayInput,
  status: RelayStatus,
  /** The processor's id of the result. */
  connectorReferenceId: v.optional(v.string()),
  error: v.optional(ProcessorError),
  /** When the request was, or may have been, first sent to the processor. */
  askedAt: v.string(),
  /** Until the processor has decided. */
  pendingSync: v.optional(PendingSync),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type Relay = v.InferOutput<typeof Relay>;

/** Whether both ask for the same on the same transaction. */
export const isSameRelay = (one: Relay, other: Relay): boolean =>
  one.connectorAccountId === other.connectorAccountId &&
  one.connectorResourceId === other.connectorResourceId &&
  isDeepStrictEqual(one.input, other.input);

/** Whether the processor has still to decide. */
export const isOpen = ({ status }: Pick<Relay, 'status'>): boolean =>
  status === 'created' || status === 'pending';

/** The change that an outcome makes. */
interface RelayChange {
  readonly status: RelayStatus;
  readonly referenceId?: string | undefined;
  readonly error?: ProcessorError;
}

/**
 * Applies the response to the request itself, or to the sync of a refund. A decided relay stays,
 * and an unknown outcome decides nothing.
 */
export function applyRelayOutcome(
  relay: Relay,
  outcome: PaymentOutcome | RefundOutcome,
  now: Date,
): Relay {
  return withChange(relay, changeFrom(relay, outcome, now), now);
}

/** Applies a sync of the relay's transaction. */
export function applyTransaction(relay: Relay, outcome: PaymentOutcome, now: Date): Relay {
  return withChange(relay, changeFromSync(relay, outcome, now), now);
}

function changeFrom(
  relay: Relay,
  outcome: PaymentOutcome | RefundOutcome,
  now: Date,
): RelayChange | undefined {
  switch (outcome.result) {
    case 'declined':
    case 'not_sent':
      return { status: 'failure', error: connectorErrorOf(outcome) };
    case 'integrity_mismatch':
      // The processor did something else than requested: an operator has to examine it.
      return { status: 'pending', error: integrityMismatch(outcome.fields) };
    case 'unknown':
      return { status: 'pending', error: connectorErrorOf(outcome) };
    case 'not_found':
      return failureIfNotFound(relay, now);
    case 'pending':
      return { status: 'pending', referenceId: referenceIn(outcome) };
    default:
      return outcome.result === done[relay.input.type]
        ? { status: 'success', referenceId: referenceIn(outcome) }
        : { status: 'pending' };
  }
}

/** The result that says the requested action succeeded. */
const done: Readonly<Record<RelayInput['type'], (PaymentOutcome | RefundOutcome)['result']>> = {
  refund: 'succeeded',
  capture: 'captured',
  incremental_authorization: 'authorized',
  void: 'voided',
};

const referenceIn = (echo: {
  readonly connectorRefundId?: string;
  readonly connectorTransactionId?: string;
}) => echo.connectorRefundId ?? echo.connectorTransactionId;

function changeFromSync(relay: Relay, outcome: PaymentOutcome, now: Date): RelayChange | undefined {
  switch (outcome.result) {
    case 'not_found':
      return failureIfNotFound(relay, now);
    case 'integrity_mismatch':
      return { status: 'pending', error: integrityMismatch(outcome.fields) };
    case 'authorized':
    case 'captured':
    case 'voided':
    case 'voided_after_capture':
    case 'expired':
    case 'declined':
      return changeFromTransaction(relay, outcome, now);
    default:
      return undefined;
  }
}

/**
 * The change of a request that follows from the transaction's state. A state that decides nothing
 * changes nothing.
 */
function changeFromTransaction(
  relay: Relay,
  {
    result,
    connectorTransactionId: referenceId,
    ...reported
  }: { readonly result: string } & ReportedPayment,
  now: Date,
): RelayChange | undefined {
  const { input, id } = relay;
  switch (input.type) {
    case 'capture': {
      const part = reported.captures?.find(({ reference }) => reference === id);
      if (part?.status === 'charged') {
        return { status: 'success', referenceId: part.connectorCaptureId };
      }
      if (part?.status === 'failed') {
        return { status: 'failure', error: { message: 'The connector declined the capture' } };
      }
      return part || !reported.captures ? undefined : failureIfNotFound(relay, now);
    }
    case 'incremental_authorization':
      if (reported.amountMinor === undefined) return undefined;
      return reported.amountMinor === input.totalMinor
        ? { status: 'success', referenceId }
        : failureIfNotFound(relay, now);
    case 'void':
      return result === 'voided'
        ? { status: 'success', referenceId }
        : failureIfNotFound(relay, now);
    case 'refund':
      return undefined;
  }
}

/**
 * A failure once the request is too old to arrive: a processor that does not know it now never
 * will.
 */
const failureIfNotFound = ({ askedAt }: Relay, now: Date): RelayChange | undefined =>
  isPastArrival(askedAt, now)
    ? { status: 'failure', error: { message: 'The connector has never heard of it' } }
    : undefined;

function withChange(relay: Relay, change: RelayChange | undefined, now: Date): Relay {
  if (!change || !isOpen(relay)) return relay;
  const { error: before, pendingSync, ...rest } = relay;
  const isSame =
    change.status === relay.status &&
    change.error?.code === before?.code &&
    change.error?.message === before?.message;
  if (isSame) return relay;
  return {
    ...rest,
    status: change.status,
    ...(isOpen(change) && pendingSync && { pendingSync }),
    ...(change.referenceId !== undefined && { connectorReferenceId: change.referenceId }),
    ...(change.error && { error: change.error }),
    modifiedAt: now.toISOString(),
  };
}
