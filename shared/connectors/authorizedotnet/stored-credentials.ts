import { isStored } from '../formats/charges.ts';
import type { Authorization } from '../interface/payments.ts';

/**
 * The card networks' data about a stored card: who starts the charge, and whether it is the first.
 * The reasons are those of the schema, and only a resubmission is one of ours.
 *
 * @see https://developer.authorize.net/api/reference/features/card-on-file.html
 */
export function processingOf(input: Authorization): {
  readonly processingOptions?: object;
  readonly subsequentAuthInformation?: object;
} {
  const { networkTransactionId, order, futureUsage } = input;
  const { initiator } = order;
  const why = initiator.by === 'merchant' ? initiator.why : undefined;
  if (!isStored(input)) {
    if (futureUsage !== 'off_session' || input.source.kind !== 'card') return {};
    return {
      processingOptions:
        why === 'recurring' ? { isFirstRecurringPayment: true } : { isFirstSubsequentAuth: true },
    };
  }
  if (initiator.by === 'customer' && networkTransactionId === undefined) {
    return { processingOptions: { isStoredCredentials: true } };
  }
  return {
    processingOptions: { isSubsequentAuth: true },
    ...((networkTransactionId !== undefined || why === 'resubmission') && {
      subsequentAuthInformation: {
        originalNetworkTransId: networkTransactionId,
        reason: why === 'resubmission' ? why : undefined,
      },
    }),
  };
}

/** A later charge of a series with a fixed rhythm is marked as such. */
export const recurringSettings = (
  input: Authorization,
): { readonly transactionSettings?: object } => {
  const { initiator } = input.order;
  const isRecurring =
    isStored(input) && initiator.by === 'merchant' && initiator.why === 'recurring';
  return isRecurring
    ? {
        transactionSettings: {
          setting: [{ settingName: 'recurringBilling', settingValue: 'true' }],
        },
      }
    : {};
};
