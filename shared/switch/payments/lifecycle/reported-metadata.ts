import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { fitsMetadata } from '#connectors/outcome-limits.ts';
import type { Payment } from '../payment.ts';
import type { OutcomeSource } from './outcome-source.ts';

/**
 * The payment with what the connector's adapter wants back later. The same object when the outcome
 * has nothing new of that.
 *
 * A response or a sync replaces what was stored. A webhook may be stale, so it only adds: what is
 * stored under a name stays, and nothing is added beyond the limit of 1 KB.
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
  Object.entries(one).every(([name, value]) => other[name] === value);
