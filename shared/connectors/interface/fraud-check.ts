import type { ConnectorError, Exchange } from './exchange.ts';

/** Who says how risky a payment is, before it is made. Data in, data out, like a connector. */
export interface RiskChecker {
  /** As merchants write it in `connector_name`. */
  readonly name: string;
  /** Changes nothing but the checker's own notes, so asking again is asking the same. */
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
  /** The first six and the last four digits, where a card is paid with. */
  readonly card?: { readonly firstDigits: string; readonly lastDigits: string };
  /** What the merchant adds for its checker. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What was found out. Only the first three are findings. */
export type FraudCheckResult =
  | ({ readonly result: 'legit' | 'fraud' | 'manual_review' } & FraudCheckDetails)
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);

interface FraudCheckDetails {
  /** The checker's own name for the check. */
  readonly transactionId?: string;
  /** From 0, no risk at all, to 100. */
  readonly score?: number;
  readonly reason?: string;
}
