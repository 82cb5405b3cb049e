import * as v from 'valibot';
import type { Decision } from './changes.ts';
import { capturedMinor, laterBy, withMovement } from './ledger.ts';
import type { LedgerPayment } from './ledger-payment.ts';
import type { Processor } from './processors.ts';

/** How long a reservation that is kept for longer is kept, in milliseconds. */
const extendedAuthorizationMs = 30 * 86_400_000;

/** Processors at which a reservation stays as it was made. */
const rigid: readonly Processor[] = ['paypal_test'];

/** A charge's wishes for its authorization. Both are absent unless the request stated them. */
export const authorizationOptionsOf = (
  asked: {
    readonly processor: Processor;
    readonly incremental_authorization?: boolean | null | undefined;
    readonly extended_authorization?: boolean | null | undefined;
  },
  manualCapture: boolean,
): Pick<LedgerPayment, 'incrementable' | 'extendedAuthorization'> => {
  const isAble = manualCapture && !rigid.includes(asked.processor);
  return {
    ...(asked.incremental_authorization && { incrementable: isAble }),
    ...(asked.extended_authorization && { extendedAuthorization: isAble }),
  };
};

/** What the answer shows of an authorization; only if the charge asked for it. */
export const AuthorizationFields = {
  incremental_authorization: v.optional(v.boolean()),
  extended_authorization: v.optional(v.boolean()),
  /** Until when it can be captured, ISO 8601. */
  capture_before: v.optional(v.string()),
};

export const presentAuthorizationFields = ({
  incrementable,
  extendedAuthorization,
  extendedAt,
  createdAt,
}: LedgerPayment) => ({
  ...(incrementable !== undefined && { incremental_authorization: incrementable }),
  ...(extendedAuthorization !== undefined && { extended_authorization: extendedAuthorization }),
  ...(extendedAuthorization && {
    capture_before: laterBy(new Date(extendedAt ?? createdAt), extendedAuthorizationMs),
  }),
});

/** More that is to be reserved, up to a new total in minor units. */
export interface AuthorizationIncrement {
  /** What the caller calls it; it is taken once. */
  readonly reference: string;
  readonly totalMinor: number;
}

/** Reserves more of the customer's money, as long as nothing of it was captured. */
export function incrementAuthorization(
  payment: LedgerPayment,
  increment: AuthorizationIncrement,
  now: Date,
): Decision {
  const { reference, totalMinor } = increment;
  const before = payment.increments ?? [];
  const earlier = before.find((one) => one.reference === reference);
  if (earlier) {
    if (earlier.totalMinor !== totalMinor) return { refused: 'DC_31' };
    return earlier.failure ? { refused: 'DC_30' } : { payment };
  }
  const isOpen = payment.state === 'authorized' && capturedMinor(payment) === 0;
  const isRefused = payment.manner === 'refuses increments';
  if (!isOpen || isRefused || !payment.incrementable || totalMinor <= payment.amountMinor) {
    return { refused: 'DC_30' };
  }
  const incremented: LedgerPayment = {
    ...payment,
    // A repeat of the charge asks for what was charged first.
    askedMinor: payment.askedMinor ?? payment.amountMinor,
    amountMinor: totalMinor,
    increments: [...before, { reference, totalMinor }],
  };
  return {
    payment: withMovement(incremented, {
      kind: 'raised',
      amountMinor: totalMinor - payment.amountMinor,
      reference,
      at: now.toISOString(),
    }),
  };
}

/** Keeps what is reserved for longer, counted from now. */
export function extendAuthorization(payment: LedgerPayment, now: Date): Decision {
  if (payment.state !== 'authorized' || !payment.extendedAuthorization) return { refused: 'DC_32' };
  return { payment: { ...payment, extendedAt: now.toISOString() } };
}
