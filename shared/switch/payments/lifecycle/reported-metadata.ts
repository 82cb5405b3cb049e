import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { fitsMetadata } from '#connectors/outcome-limits.ts';
import { ownMember } from '#platform/own-member.ts';
import type { Payment } from '../payment.ts';
import type { OutcomeSource } from './outcome-source.ts';

/**
 * The payment with the metadata that the connector's adapter needs in later exchanges. Returns the
 * same object when the outcome has no new metadata.
 *
 * A response or a sync replaces the stored metadata. A webhook may be stale, so it only adds: a
 * stored name keeps its value, and nothing is added beyond the limit of 1 KB.
 */
export function withReportedMetadata(
  payment: Payment,
  outcome: PaymentOutcome,
  now: Date,
  source: OutcomeSource = 'response',
): Payment {
  const reported = 'connectorMetadata' in outcome ? outcome.connectorMetadata : undefined;
  if (!reported) return payment;
  const stored = payment.attempt.connectorMetadata ?? {};
  const connectorMetadata = source === 'webhook' ? { ...reported, ...stored } : reported;
  if (isSame(connectorMetadata, stored) || !fitsMetadata(connectorMetadata)) return payment;
  const modifiedAt = now.toISOString();
  return {
    ...payment,
    attempt: { ...payment.attempt, connectorMetadata, modifiedAt },
    modifiedAt,
  };
}

type Metadata = Readonly<Record<string, string>>;

const isSame = (one: Metadata, other: Metadata): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => ownMember(other, name) === value);
