import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { EnabledPaymentMethods } from '#merchants/connector-accounts/enabled-payment-methods.ts';
import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { Payment } from '../payment.ts';

/** The accounts at processors that may take the payment, in the order of the profile. */
export const processorsOf = (
  { profileId }: Pick<Payment, 'profileId'>,
  { connectorAccounts }: Pick<Configuration, 'connectorAccounts'>,
): readonly ConnectorAccount[] =>
  connectorAccounts.filter(
    (one) =>
      one.profileId === profileId &&
      one.connectorType === 'payment_processor' &&
      one.status === 'active' &&
      !one.disabled,
  );

const Enabled = v.array(EnabledPaymentMethods);

/** An account that states no payment methods accepts all of them. */
export function accepts({ settings }: ConnectorAccount, wallet: PaymentMethodType): boolean {
  const enabled = v.safeParse(Enabled, settings.payment_methods_enabled ?? []);
  if (!enabled.success) return false;
  if (enabled.output.length === 0) return true;
  return enabled.output.some(
    ({ payment_method, payment_method_types }) =>
      payment_method === 'wallet' &&
      payment_method_types?.some(({ payment_method_type }) => payment_method_type === wallet),
  );
}

/** The wallets whose orders adapters make. */
const windows: readonly PaymentMethodType[] = ['paypal'];

/** Whether the account's connector makes the order for the wallet's window. */
export const opensWindow = (
  { connectorName }: Pick<ConnectorAccount, 'connectorName'>,
  wallet: PaymentMethodType,
): boolean =>
  windows.includes(wallet) &&
  aboutNamed(connectorName)?.features.includes('openWalletSession') === true;
