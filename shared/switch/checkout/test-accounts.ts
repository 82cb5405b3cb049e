import { isSimulated } from '#connectors/sandbox/processors.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';

/** Whether no money moves through any of these accounts; false without any. */
export const areAllTests = (accounts: readonly ConnectorAccount[]): boolean =>
  accounts.length > 0 &&
  accounts.every(
    ({ settings, connectorName }) => settings.test_mode === true || isSimulated(connectorName),
  );
