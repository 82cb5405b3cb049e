import type { ConnectorAccess, ConnectorError } from '#connectors/interface/exchange.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { verifierFor } from '#merchants/connector-accounts/account-verifier-choice.ts';
import { SwitchError } from '#platform/errors.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { openConnectorAccess } from '../../payments/connector-access.ts';
import type { Payment } from '../../payments/payment.ts';

/**
 * Opens the account that verifies bank accounts for a payment.
 *
 * @throws SwitchError `account_verifier_not_found`
 */
export async function verifierOfPayment(
  { profileId }: Pick<Payment, 'profileId'>,
  wanted: { readonly payment_method: string; readonly payment_method_type: string },
  configuration: Configuration,
  secrets: MerchantSecrets,
): Promise<{ readonly accountId: string; readonly access: ConnectorAccess }> {
  const type = { method: wanted.payment_method, type: wanted.payment_method_type };
  const account = verifierFor(configuration, profileId, type);
  if (!account) {
    const message = 'payment method auth connector name not found';
    throw new SwitchError('account_verifier_not_found', { message });
  }
  return {
    accountId: account.id,
    access: await openConnectorAccess(account, configuration, secrets),
  };
}

/** The error for a verifier that refused, or did not answer. */
export function verifierError(
  outcome: { readonly result: string } & ConnectorError,
  connector: string,
): SwitchError {
  if (outcome.result !== 'declined') {
    return new SwitchError('temporarily_unavailable', { from: 'connector' });
  }
  const { code = 'No error code', message = 'No error message' } = outcome;
  return new SwitchError('account_verifier_refused', {
    connector_code: code,
    connector_message: message,
    connector,
    reason: outcome.reason ?? message,
  });
}
