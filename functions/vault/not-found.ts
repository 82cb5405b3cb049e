import { vaultNotFoundHandler } from '#vault/http/not-found.ts';
import { vaultOperations } from '#vault/operations.ts';

export const handler = vaultNotFoundHandler(vaultOperations);
