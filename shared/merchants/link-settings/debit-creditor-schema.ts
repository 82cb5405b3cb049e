// Loaded late: few profiles state a creditor.
import { DebitCreditor } from './debit-creditor.ts';

/** The schema of a creditor, for functions that few requests give one. */
export function debitCreditorSchema(): typeof DebitCreditor {
  return DebitCreditor;
}
