import { lambda } from '#merchants/lambda.ts';
import { acceptSdkLogs } from '#operator/sdk-logs/operations.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { textResponse } from '#platform/http/response/raw-response.ts';

/** Answers every caller, and reads nothing of what it sends. */
export const accept = implement(acceptSdkLogs, async () => textResponse('accepted'));

export const handler = lambda(accept, () => undefined);
