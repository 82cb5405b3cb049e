import { lambda } from '#merchants/lambda.ts';
import { checkHealth } from '#operator/health/operations.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { textResponse } from '#platform/http/response/raw-response.ts';

/**
 * Answers every caller. It reaches nothing, so an answer shows that requests arrive and functions
 * run.
 */
export const check = implement(checkHealth, async () => textResponse('health is good'));

export const handler = lambda(check, () => undefined);
