import type { VaultOperation } from '../http/vault-operation.ts';

export const cardOperations: readonly VaultOperation[] = [];
