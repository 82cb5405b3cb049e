import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { Payment } from '../payments/payment.ts';
import { areAllTests } from './test-accounts.ts';

/** Whether each connector account that the payment could use, or has used, is in test mode. */
export const isTest = (
  { connectorAccounts }: Pick<Configuration, 'connectorAccounts'>,
  { profileId, attempt }: Payment,
): boolean =>
  areAllTests(
    connectorAccounts.filter(
      (one) =>
        one.profileId === profileId &&
        one.connectorType === 'payment_processor' &&
        (attempt.connectorName === undefined || one.connectorName === attempt.connectorName),
    ),
  );
