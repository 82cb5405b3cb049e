import { vaultNotFoundHandler } from '../../shared/vault/http/vault-lambda.ts';
import { vaultOperations } from '../../shared/vault/operations.ts';

export const handler = vaultNotFoundHandler(vaultOperations);
