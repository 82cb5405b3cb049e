import { aboutNamed } from '#connectors/abouts.ts';
import { areLive } from '#connectors/account-mode.ts';
import { hasChecker } from '#connectors/checkers.ts';
import { SwitchError } from '#platform/errors.ts';
import type { ConnectorName, ConnectorType } from '#vocabulary/connectors.ts';
import type { ConnectorCredentials } from './credentials.ts';

/**
 * Refuses an account for a connector that this version has no adapter for, in this use.
 *
 * @throws SwitchError `not_implemented`, which names it
 */
export function checkAdapter(connectorName: ConnectorName, connectorType: ConnectorType): void {
  const about = aboutNamed(connectorName);
  if (!about && !hasChecker(connectorName)) {
    throw new SwitchError('not_implemented', { what: `The connector ${connectorName}` });
  }
  if (connectorType === 'payment_processor' && !about) {
    throw new SwitchError('not_implemented', { what: `The payment connector ${connectorName}` });
  }
  if (connectorType === 'payout_processor' && !about?.features.includes('payout')) {
    throw new SwitchError('not_implemented', { what: `The payout connector ${connectorName}` });
  }
}

/**
 * Refuses credentials that say they are for real money, and keys that no test host takes, where the
 * deployment is not production.
 *
 * @throws SwitchError `invalid_request`, which names the connector and no credential
 */
export function refuseLiveCredentials(
  connectorName: ConnectorName,
  credentials: ConnectorCredentials,
): void {
  const { liveCredentials, testKeys } = aboutNamed(connectorName) ?? {};
  if (areLive(credentials, { liveCredentials })) {
    throw new SwitchError('invalid_request', {
      message: `These credentials of ${connectorName} are for real money, and this deployment is for tests`,
    });
  }
  if (!testKeys || !('api_key' in credentials) || testKeys.form.test(credentials.api_key.trim()))
    return;
  throw new SwitchError('invalid_request', {
    message: `This api_key of ${connectorName} is no key for tests, and this deployment is for tests: with it every payment would fail. A test key is ${testKeys.inWords}`,
  });
}
