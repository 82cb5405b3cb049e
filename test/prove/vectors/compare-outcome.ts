import { connectorFacts } from '../../support/processors/all-connector-facts.ts';
import { type Difference, differences, isObject } from './differences.ts';
import { leavesOf } from './payment-of-vector.ts';
import type { Observed } from './run-vector.ts';
import type { Vector } from './vector-file.ts';

/** Texts in recordings where the processor sent no code or no message. */
const saysNothing = new Set(['No error code', 'NO_ERROR_CODE', 'No error message']);

/** Our outcomes that decide nothing, so that a sync asks again. */
const undecided = new Set(['unknown', 'pending', 'not_found', 'not_sent', 'challenged', 'held']);

/** The places where our outcome differs from the recorded one; all begin with `outcome`. */
export function compareOutcome(vector: Vector, ours: Observed): readonly Difference[] {
  const { outcome: recorded, wire_response: response } = vector;
  switch (recorded.result) {
    case 'not_sent':
      // Ours may refuse too, or send a request: both end in an outcome.
      return [];
    case 'unreadable':
      return isUndecided(vector, ours) ? [] : [resultDifference('nothing decided', ours)];
    case 'error':
      return (response?.status ?? 0) >= 500
        ? compareServerError(vector, ours)
        : compareRefusal(vector, ours);
    default:
      return compareAnswer(vector, ours);
  }
}

const resultDifference = (expected: string, ours: Observed): Difference => ({
  path: 'outcome.result',
  expected,
  got: ours.status === undefined ? ours.result : `${ours.result} (${ours.status})`,
});

/** In a step that prepares, nothing can have moved: that nothing was sent is known there. */
const isUndecided = (vector: Vector, { result }: Observed): boolean =>
  result === 'unknown' || result === (isStep(vector) ? 'not_sent' : 'pending');

/** Whether the flow is a step that prepares another one. */
const isStep = ({ flow }: Vector): boolean =>
  flow === 'customer_create' || flow === 'payment_method_token' || flow === 'access_token';

const isUnreadable = ({ result, error }: Observed): boolean =>
  result === 'unknown' && error?.code === 'UNREADABLE_ANSWER';

/** It is unknown whether anything happened; the code is the HTTP status where the body has none. */
function compareServerError(vector: Vector, ours: Observed): readonly Difference[] {
  const { outcome: recorded, wire_response: response } = vector;
  if (!isUndecided(vector, ours)) return [resultDifference('unknown', ours)];
  const { error_code: code } = recorded;
  // A processor's own code, in JSON, adds nothing to the HTTP status.
  const isCompared = code != null && (response?.body.encoding !== 'json' || /^5\d\d$/.test(code));
  return isCompared ? differences('outcome.error_code', code, ours.error?.code) : [];
}

/** A refusal, at a status from 300 to 499. */
function compareRefusal(vector: Vector, ours: Observed): readonly Difference[] {
  const { outcome: recorded, connector } = vector;
  if (isUnreadable(ours) || hasDecided(ours)) {
    return [resultDifference('an error that was read', ours)];
  }
  const isPaymentId = !connectorFacts.get(connector)?.recordings.hasRequestIds;
  const { error_connector_transaction_id: id } = recorded;
  return [
    ...compareErrors(vector, ours),
    ...(isPaymentId && id != null
      ? differences('outcome.error_connector_transaction_id', id, ours.connectorTransactionId)
      : []),
  ];
}

function compareErrors({ outcome: recorded }: Vector, { error }: Observed): readonly Difference[] {
  return [
    ...differences('outcome.error_code', stated(recorded.error_code), stated(error?.code)),
    ...differences('outcome.error_message', stated(recorded.error_message), stated(error?.message)),
    ...differences('outcome.error_reason', stated(recorded.error_reason), stated(error?.reason)),
  ];
}

const stated = (text: string | null | undefined): string | undefined =>
  text == null || saysNothing.has(text) ? undefined : text;

function compareAnswer(vector: Vector, ours: Observed): readonly Difference[] {
  const { outcome: recorded } = vector;
  if (isStep(vector)) return compareStep(vector, ours);
  // Without a recorded status, the answer contains nothing that could be read.
  if (isUnreadable(ours)) {
    return recorded.status == null ? [] : [resultDifference('an answer that was read', ours)];
  }
  return [
    ...compareStatus(vector, ours),
    ...(isFailure(recorded.status) ? compareErrors(vector, ours) : []),
    ...compareIds(vector, ours),
    ...differences('outcome.redirect', recorded.redirect, redirectOf(ours)),
    ...compareAmounts(vector, ours),
    ...compareMetadata(vector, ours),
  ];
}

/** A success has no error, though recordings may state its message as one. */
const isFailure = (status: string | null | undefined) =>
  status == null || /fail|declined/.test(status);

/** `started` decides nothing about an increment. Without a status, nothing may be decided. */
function compareStatus({ outcome: recorded, flow }: Vector, ours: Observed): readonly Difference[] {
  if (flow === 'incremental_authorization' && recorded.status === 'started') {
    return ours.result === 'authorized' || undecided.has(ours.result)
      ? []
      : [resultDifference('authorized, or nothing decided', ours)];
  }
  if (recorded.status != null) return differences('outcome.status', recorded.status, ours.status);
  return hasDecided(ours) ? [resultDifference('nothing decided', ours)] : [];
}

/** Whether we took an answer for a success. */
const hasDecided = ({ result }: Observed): boolean =>
  ['captured', 'authorized', 'voided', 'succeeded', 'expired'].includes(result);

/**
 * Ids that the recording states: we may read more. A mandate counts where a source of payment was
 * given; the answer to a capture or a void only repeats it.
 */
function compareIds({ outcome: recorded, flow }: Vector, ours: Observed): readonly Difference[] {
  if (flow === 'dispute_accept' || flow === 'dispute_defend') return [];
  if (flow === 'refund' || flow === 'refund_sync') {
    return compareStated('connector_refund_id', recorded, ours.connectorRefundId);
  }
  const repeats = flow === 'capture' || flow === 'void';
  return [
    ...compareStated('connector_transaction_id', recorded, ours.connectorTransactionId),
    ...(repeats
      ? []
      : differences(
          'outcome.mandate.connector_mandate_id',
          recorded.mandate?.connector_mandate_id,
          ours.connectorMandateId,
        )),
    ...compareStated('network_transaction_id', recorded, ours.networkTransactionId),
    ...(repeats ? [] : compareChecks(recorded, ours)),
  ];
}

/** The issuer's checks, where the recording states them. */
function compareChecks({ card }: Vector['outcome'], ours: Observed): readonly Difference[] {
  const { payment_checks: recorded } = card ?? {};
  if (recorded === undefined) return [];
  // Checks beyond the recorded ones reach the merchant all the same.
  const found = isObject(recorded)
    ? Object.entries(ours.paymentChecks ?? {}).filter(([name]) => Object.hasOwn(recorded, name))
    : Object.entries(ours.paymentChecks ?? {});
  return differences('outcome.card.payment_checks', recorded, Object.fromEntries(found));
}

function compareStated(
  name: 'connector_refund_id' | 'connector_transaction_id' | 'network_transaction_id',
  { [name]: expected }: Vector['outcome'],
  got: string | undefined,
): readonly Difference[] {
  return expected == null ? [] : differences(`outcome.${name}`, expected, got);
}

/** The object that a step created, or the error of the step. */
function compareStep(vector: Vector, ours: Observed): readonly Difference[] {
  const { outcome: recorded } = vector;
  if (recorded.error_code != null) return compareErrors(vector, ours);
  return [
    ...usedInNextStep('connector_customer_id', recorded.connector_customer_id, ours),
    ...usedInNextStep('payment_method_token', recorded.payment_method_token, ours),
    ...differences('outcome.access_token', recorded.access_token, ours.accessToken),
    ...differences(
      'outcome.expires_in_seconds',
      recorded.expires_in_seconds,
      ours.expiresInSeconds,
    ),
  ];
}

/** The id of a created object is part of the next request. */
function usedInNextStep(
  name: string,
  id: string | null | undefined,
  { sent, compared }: Observed,
): readonly Difference[] {
  if (id == null) return [];
  const next = sent[compared ? sent.indexOf(compared) + 1 : 0]?.request;
  const text = `${next?.url} ${next?.body}`;
  const isUsed = text.includes(id) || text.includes(encodeURIComponent(id));
  return isUsed ? [] : [{ path: `outcome.${name}`, expected: id, got: undefined }];
}

const redirectOf = ({ redirect }: Observed) =>
  redirect && { method: redirect.method, endpoint: redirect.url, fields: redirect.fields };

/** An amount that the recording states; without a charge, nothing was captured. */
function compareAmounts({ outcome: recorded }: Vector, ours: Observed): readonly Difference[] {
  const { captured_amount: captured, authorized_amount: authorized, status } = recorded;
  const isCharged = status != null && /charged/.test(status);
  return [
    ...(captured != null && isCharged && (captured > 0 || ours.capturedMinor !== undefined)
      ? differences('outcome.captured_amount', captured, ours.capturedMinor)
      : []),
    ...(authorized != null
      ? differences('outcome.authorized_amount', authorized, ours.authorizedMinor)
      : []),
  ];
}

/** The data for later calls must be stored under some name, as a text or inside JSON. */
function compareMetadata({ outcome: recorded }: Vector, ours: Observed): readonly Difference[] {
  const stored = new Set(
    Object.entries(ours.connectorMetadata ?? {})
      .flatMap(([name, text]) => [[name, text] as const, ...leavesOf(jsonIn(text))])
      .map(([, value]) => value),
  );
  return leavesOf(recorded.connector_metadata ?? {})
    .filter(([, value]) => !stored.has(value))
    .map(([name, value]) => ({
      path: `outcome.connector_metadata.${name}`,
      expected: value,
      got: undefined,
    }));
}

function jsonIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
