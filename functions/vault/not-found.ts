import { vaultNotFoundHandler } from '#vault/http/vault-lambda.ts';
import { vaultOperations } from '#vault/operations.ts';

export const handler = vaultNotFoundHandler(vaultOperations);
