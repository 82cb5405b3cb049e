import type { ConnectorError, Exchange } from './exchange.ts';

/**
 * A service that scores a payment's risk before the payment is made. Data in, data out, like a
 * connector.
 */
export interface RiskChecker {
  /** The name that merchants write in `connector_name`. */
  readonly name: string;
  /** Changes only the checker's own records, so a repeat asks for the same. */
  readonly check: Exchange<FraudCheckRequest, FraudCheckResult>;
}

/** A payment as a fraud checker gets it: never a whole card number, never its cvc. */
export interface FraudCheckRequest {
  /** Our attempt's id. */
  readonly reference: string;
  readonly checker: string;
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly email?: string;
  /** The first six and the last four digits, when the payment is by card. */
  readonly card?: { readonly firstDigits: string; readonly lastDigits: string };
  /** The merchant's extra data for its checker. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The outcome of a fraud check. Only the first three are findings. */
export type FraudCheckResult =
  | ({ readonly result: 'legit' | 'fraud' | 'manual_review' } & FraudCheckDetails)
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);

interface FraudCheckDetails {
  /** The checker's own id of the check. */
  readonly transactionId?: string;
  /** The score, from 0 (no risk) to 100. */
  readonly score?: number;
  readonly reason?: string;
}
