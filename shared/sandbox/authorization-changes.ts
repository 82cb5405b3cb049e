import * as v from 'valibot';
import type { Processor } from '#connectors/sandbox/processors.ts';
import type { Decision } from './changes.ts';
import { capturedMinor, laterBy, withMovement } from './ledger.ts';
import type { LedgerPayment } from './ledger-payment.ts';

/** How long an extended authorization is valid, in milliseconds. */
const extendedAuthorizationMs = 30 * 86_400_000;

/** Processors that cannot change an authorization. */
const rigid: readonly Processor[] = ['paypal_test'];

/** A charge's options for its authorization. Both are absent unless the request stated them. */
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

/** The fields of an authorization in the answer; only if the charge asked for them. */
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

/** An increment of an authorization, up to a new total in minor units. */
export interface AuthorizationIncrement {
  /** The caller's reference, which is accepted once. */
  readonly reference: string;
  readonly totalMinor: number;
}

/** Raises an authorization of which nothing was captured. */
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
    // A repeat of the charge has the amount of the first request.
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

/** Extends an authorization, counted from now. */
export function extendAuthorization(payment: LedgerPayment, now: Date): Decision {
  if (payment.state !== 'authorized' || !payment.extendedAuthorization) return { refused: 'DC_32' };
  return { payment: { ...payment, extendedAt: now.toISOString() } };
}
