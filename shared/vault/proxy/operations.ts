import type { VaultOperation } from '../http/vault-operation.ts';

export const proxyOperations: readonly VaultOperation[] = [];
