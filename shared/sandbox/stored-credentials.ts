import type { Manner } from '#connectors/sandbox/published/cards.ts';
import type { LedgerPayment } from './ledger-payment.ts';
import { magicAmounts } from './method-verdict.ts';

/** The stored credential of a payment, for later charges: it has no card number. */
export type LedgerCredential = Pick<LedgerPayment, 'cardLastDigits' | 'paidBy' | 'manner'>;

/** States in which the payment or the verification was approved. */
const approvedStates: ReadonlySet<LedgerPayment['state']> = new Set([
  'succeeded',
  'authorized',
  'voided',
  'voided_after_capture',
]);

/**
 * The reference with which a payment's source can be charged again; undefined if it was not stored.
 */
export const mandateReferenceOf = ({ mandateReference, state }: LedgerPayment) =>
  approvedStates.has(state) ? mandateReference : undefined;

/** The card network's id of an approved payment by card. */
export const networkTransactionIdOf = ({ cardLastDigits, state, id }: LedgerPayment) =>
  cardLastDigits !== undefined && approvedStates.has(state)
    ? id.replace(/^pay_/, 'nti_')
    : undefined;

/** The stored credential of this payment; undefined when none is stored, or it was revoked. */
export function ledgerCredentialOf(payment: LedgerPayment): LedgerCredential | undefined {
  if (!mandateReferenceOf(payment) || payment.mandateRevokedAt !== undefined) return undefined;
  const { cardLastDigits, paidBy, manner } = payment;
  return {
    ...(cardLastDigits !== undefined && { cardLastDigits }),
    ...(paidBy && { paidBy }),
    ...(manner && { manner }),
  };
}

/**
 * Decides a charge of a stored credential. The customer is absent, so there is no challenge. The
 * result follows from the card of the first payment; amounts that stand for declines are declined,
 * as with other payment methods.
 */
export function decideStoredCredential(
  { manner, ...entered }: LedgerCredential,
  { amountMinor }: { readonly amountMinor: number },
): {
  readonly verdict: 'approved' | { readonly code: string; readonly message: string };
  readonly manner?: Manner | undefined;
  readonly entered: Omit<LedgerCredential, 'manner'>;
} {
  const isDeclined = amountMinor % 100 === magicAmounts.declined;
  return { verdict: isDeclined ? declined : 'approved', manner, entered };
}

const declined = { code: 'DC_08', message: 'Payment declined: Payment method declined' };

/** The payment with its mandate revoked. The same object if it was revoked before. */
export const withMandateRevoked = (payment: LedgerPayment, now: Date): LedgerPayment =>
  payment.mandateRevokedAt === undefined
    ? { ...payment, mandateRevokedAt: now.toISOString() }
    : payment;
