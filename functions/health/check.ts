import { checkHealth } from '../../shared/health/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { textResponse } from '../../shared/http/raw-response.ts';

/**
 * Answers every caller. It reaches nothing, so an answer shows that requests arrive and functions
 * run.
 */
export const check = implement(checkHealth, async () => textResponse('health is good'));

export const handler = lambda(check, () => undefined);
