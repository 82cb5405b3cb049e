import type { VaultOperation } from '../http/vault-operation.ts';

export const pageOperations: readonly VaultOperation[] = [];
