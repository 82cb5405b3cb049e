import { notFoundHandler } from '#platform/http/edge/not-found.ts';
import { sandboxOperations } from '../../shared/operations.ts';

/** The default route of the sandbox processor. */
export const handler = notFoundHandler(sandboxOperations);
