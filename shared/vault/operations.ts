import { cardOperations } from './cards/operations.ts';
import { credentialOperations } from './credentials/operations.ts';
import type { VaultOperation } from './http/vault-operation.ts';
import { pageOperations } from './pages/operations.ts';
import { proxyOperations } from './proxy/operations.ts';

/** Every route of the vault. */
export const vaultOperations: readonly VaultOperation[] = [
  ...credentialOperations,
  ...cardOperations,
  ...pageOperations,
  ...proxyOperations,
];
