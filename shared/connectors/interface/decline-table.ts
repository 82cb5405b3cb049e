import type { DeclineKind } from '#vocabulary/decline-kinds.ts';

/** The parts of a stored error from which a decline is recognized. */
export interface DeclineError {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly issuerCode?: string | undefined;
  readonly issuerMessage?: string | undefined;
}

/**
 * A processor's documented codes of declined payments, as its adapter reports them. Codes of
 * approvals, refunds, reversals and payouts are left out.
 */
export interface DeclineTable {
  /** The members of an error that have a documented code, the most precise first. */
  readonly readFrom: readonly (keyof DeclineError)[];
  /** The codes of each kind. Codes that give a payer no reason are `unknown`. */
  readonly codes: Readonly<Partial<Record<DeclineKind, readonly string[]>>>;
}
