import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { PaymentOutcome, ReportedPayment } from '../connectors/interface/payments.ts';
import type { RefundOutcome } from '../connectors/interface/refunds.ts';
import { connectorErrorOf, integrityMismatch } from '../payments/lifecycle/connector-error.ts';
import { ProcessorError } from '../payments/payment.ts';
import { isPastArrival } from '../payments/pending-sync.ts';

export const RelayStatus = v.picklist(['created', 'pending', 'success', 'failure']);
export type RelayStatus = v.InferOutput<typeof RelayStatus>;

/** What is asked for; amounts are in minor units. */
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
    /** Absent where the merchant leaves it to the processor to know. */
    amountMinor: v.optional(v.number()),
    currency: v.optional(v.string()),
    reason: v.optional(v.string()),
  }),
]);
export type RelayInput = v.InferOutput<typeof RelayInput>;

/** A wish about a transaction that was not made here, handed on to the processor that has it. */
export const Relay = v.looseObject({
  merchantId: v.string(),
  /** The processor's idempotency reference too. */
  id: v.string(),
  profileId: v.string(),
  connectorName: v.string(),
  connectorAccountId: v.string(),
  /** What the processor knows the transaction by. */
  connectorResourceId: v.string(),
  input: RelayInput,
  status: RelayStatus,
  /** The processor's own name for what it did. */
  connectorReferenceId: v.optional(v.string()),
  error: v.optional(ProcessorError),
  /** When the processor was first asked, or may have been. */
  askedAt: v.string(),
  createdAt: v.string(),
  modifiedAt: v.string(),
  version: v.number(),
});
export type Relay = v.InferOutput<typeof Relay>;

/** Whether both ask the same of the same transaction. */
export const isSameRelay = (one: Relay, other: Relay): boolean =>
  one.connectorAccountId === other.connectorAccountId &&
  one.connectorResourceId === other.connectorResourceId &&
  isDeepStrictEqual(one.input, other.input);

/** Whether its processor has still to decide. */
export const isOpen = ({ status }: Pick<Relay, 'status'>): boolean =>
  status === 'created' || status === 'pending';

/** What an answer makes of a relay. */
interface RelayChange {
  readonly status: RelayStatus;
  readonly referenceId?: string | undefined;
  readonly error?: ProcessorError;
}

/**
 * The relay after the answer to the request itself, or to a question after a refund. What was decided
 * stays decided; nothing that is merely unknown decides anything.
 */
export function applyRelayOutcome(
  relay: Relay,
  outcome: PaymentOutcome | RefundOutcome,
  now: Date,
): Relay {
  return withChange(relay, changeFrom(relay, outcome, now), now);
}

/** The relay after a question what became of the transaction that it is about. */
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
      // Something happened, and not what we asked for: a person has to look.
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

/** The answer that says that what was wished has happened. */
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

/** What the books show of the wish. Where they cannot show it, nothing is decided. */
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

/** A processor whose books do not show it will never do it: whoever asked is long gone. */
const failureIfNotFound = ({ askedAt }: Relay, now: Date): RelayChange | undefined =>
  isPastArrival(askedAt, now)
    ? { status: 'failure', error: { message: 'The connector has never heard of it' } }
    : undefined;

function withChange(relay: Relay, change: RelayChange | undefined, now: Date): Relay {
  if (!change || !isOpen(relay)) return relay;
  const { error: before, ...rest } = relay;
  const isSame =
    change.status === relay.status &&
    change.error?.code === before?.code &&
    change.error?.message === before?.message;
  if (isSame) return relay;
  return {
    ...rest,
    status: change.status,
    ...(change.referenceId !== undefined && { connectorReferenceId: change.referenceId }),
    ...(change.error && { error: change.error }),
    modifiedAt: now.toISOString(),
  };
}
