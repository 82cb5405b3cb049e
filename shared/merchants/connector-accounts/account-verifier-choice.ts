import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';

/** The accounts that verify bank accounts, in the `pm_auth_config` of a processor's account. */
const VerifierChoices = v.looseObject({
  enabled_payment_methods: v.array(
    v.looseObject({
      payment_method: v.string(),
      payment_method_type: v.string(),
      connector_name: v.string(),
      mca_id: v.string(),
    }),
  ),
});

/**
 * Refuses choices of accounts that do not exist, or that are another profile's.
 *
 * @throws SwitchError `invalid_request`, `account_verifier_not_found`
 */
export function checkVerifierChoices(
  config: unknown,
  { connectorAccounts }: Pick<Configuration, 'connectorAccounts'>,
  profileId: string,
): void {
  if (config == null) return;
  if (!v.is(VerifierChoices, config)) {
    const message = 'invalid data received for payment method auth config';
    throw new SwitchError('invalid_request', { message });
  }
  for (const { mca_id } of config.enabled_payment_methods) {
    const account = connectorAccounts.find(({ id }) => id === mca_id);
    if (!account) {
      throw new SwitchError('account_verifier_not_found', {
        message: 'payment method auth connector account not found',
      });
    }
    if (account.profileId !== profileId) {
      throw new SwitchError('account_verifier_not_found', {
        message: 'payment method auth profile_id differs from connector profile_id',
      });
    }
  }
}

/**
 * The account that verifies bank accounts of this type for a profile: the first choice of one of
 * its processors that is active. Undefined without one.
 */
export function verifierFor(
  { connectorAccounts }: Pick<Configuration, 'connectorAccounts'>,
  profileId: string,
  wanted: { readonly method: string; readonly type: string },
): ConnectorAccount | undefined {
  const own = connectorAccounts.filter(
    (one) => one.profileId === profileId && one.status === 'active' && !one.disabled,
  );
  for (const { settings } of own) {
    const config = settings.pm_auth_config;
    const choices = v.is(VerifierChoices, config) ? config.enabled_payment_methods : [];
    const choice = choices.find(
      (one) => one.payment_method === wanted.method && one.payment_method_type === wanted.type,
    );
    const account = choice && own.find(({ id }) => id === choice.mca_id);
    if (account?.connectorType === 'payment_method_auth') return account;
  }
  return undefined;
}
