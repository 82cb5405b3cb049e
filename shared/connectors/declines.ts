import { type DeclineKind, declineKinds } from '#vocabulary/decline-kinds.ts';
import { declineTables } from './built/declines.ts';
import type { DeclineError } from './interface/decline-table.ts';

export { declineTables };

/**
 * The kind of a decline by the processor's documented codes. It is `unknown` for other codes, and
 * for a connector without a table.
 */
export function documentedKindOf(connectorName: string, error: DeclineError): DeclineKind {
  const { readFrom, codes } = declineTables.get(connectorName) ?? { readFrom: [], codes: {} };
  const stated = readFrom.map((member) => keyOf(error[member] ?? ''));
  const kinds = stated.map((code) =>
    declineKinds.find((kind) => codes[kind]?.some((one) => keyOf(one) === code)),
  );
  return kinds.find((kind) => kind !== undefined && kind !== 'unknown') ?? 'unknown';
}

/** Processors write a code in several cases: Adyen's webhooks have `REFUSED` and `Refused`. */
const keyOf = (code: string): string => code.toLowerCase();
