import type { Connectors } from '#connectors/connectors.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import { SwitchError } from '#platform/errors.ts';
import { refuseLiveCredentials } from './adapter-check.ts';
import { checkConnectorType, parseCredentials } from './connector-account.ts';
import type { DeploymentOfAccounts } from './connector-account-changes.ts';
import type { ConnectorCredentials } from './credentials.ts';
import type { CheckCredentialsRequest } from './operations.ts';

/**
 * Asks a processor whether it accepts credentials. No money moves, and nothing is stored.
 *
 * @throws SwitchError `credentials_refused` with the processor's words, also where it gives no
 * answer; `not_implemented` where it cannot be asked; `invalid_data`, `invalid_request`
 */
export async function checkCredentials(
  request: CheckCredentialsRequest,
  connectors: Pick<Connectors, 'canDo' | 'checkCredentials'>,
  { testConnectors, isProduction }: DeploymentOfAccounts,
): Promise<void> {
  const { connector_name: connectorName, metadata, test_mode: testMode } = request;
  const connectorType = 'payment_processor';
  checkConnectorType({ connectorName, connectorType, testConnectors });
  const credentials = parseCredentials(connectorName, request.connector_account_details);
  if (credentials.auth_type === 'TemporaryAuth') {
    throw new SwitchError('invalid_request', { message: 'TemporaryAuth has no credentials' });
  }
  if (!isProduction) refuseLiveCredentials(connectorName, credentials);
  const access: ConnectorAccess = {
    connectorName,
    credentials,
    ...(metadata && { metadata }),
    ...(testMode === true && { testMode }),
  };
  if (!connectors.canDo(access, 'checkCredentials')) {
    const what = `Verify credentials flow for ${connectorName}`;
    throw new SwitchError('not_implemented', { what });
  }
  const outcome = await connectors.checkCredentials(access, {});
  if (outcome.result === 'accepted') return;
  const words = outcome.message ?? outcome.code ?? 'no answer that can be read';
  throw new SwitchError('credentials_refused', {
    message: `${connectorName}: ${withoutSecrets(words, credentials)}`,
  });
}

/** The processor's words, without the credentials that some processors repeat in them. */
function withoutSecrets(words: string, { auth_type: _, ...secrets }: ConnectorCredentials): string {
  const texts = Object.values(secrets).filter((secret) => typeof secret === 'string');
  return texts.reduce((left, secret) => left.replaceAll(secret, '***'), words);
}
