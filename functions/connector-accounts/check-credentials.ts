import type { Connectors } from '#connectors/connectors.ts';
import { liveConnectors } from '#connectors/live-connectors.ts';
import { processorAddresses } from '#connectors/processor-addresses.ts';
import { checkCredentials } from '#merchants/connector-accounts/check-credentials.ts';
import type { DeploymentOfAccounts } from '#merchants/connector-accounts/connector-account-changes.ts';
import { checkConnectorCredentials } from '#merchants/connector-accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { sandboxUrl } from '#platform/stage.ts';

interface Services extends DeploymentOfAccounts {
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
}

/** Asks the processor, before a merchant relies on an account with these credentials. */
export const check = implement(
  checkConnectorCredentials,
  async ({ body, remainingMs, requestId }, { connectors, ...deployment }: Services) => {
    await checkCredentials(body, connectors({ remainingMs, requestId }), deployment);
    return { connector_name: body.connector_name, accepted: true as const };
  },
);

export const handler = lambda(check, () => ({
  connectors: (request) =>
    liveConnectors({ log, metric, addresses: processorAddresses(), ...request }),
  testConnectors: sandboxUrl() !== undefined,
  isProduction: processorAddresses().isProduction,
}));
