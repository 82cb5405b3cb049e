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
 * Refuses credentials that say they are for real money where the deployment is not production. A
 * key of an odd form is no mistake that the switch can know: the processor refuses its payments, in
 * its own words.
 *
 * @throws SwitchError `invalid_request`, which names the connector and no credential
 */
export function refuseLiveCredentials(
  connectorName: ConnectorName,
  credentials: ConnectorCredentials,
): void {
  const { liveCredentials } = aboutNamed(connectorName) ?? {};
  if (areLive(credentials, { liveCredentials })) {
    throw new SwitchError('invalid_request', {
      message: `These credentials of ${connectorName} are for real money, and this deployment is for tests`,
    });
  }
}
