import type { VaultOperation } from '../http/vault-operation.ts';

export const credentialOperations: readonly VaultOperation[] = [];
