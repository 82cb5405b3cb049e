import { unrecognized } from '../../shared/http/unrecognized.ts';
import { sandboxOperations } from '../../shared/operations.ts';

/** The default route of the sandbox processor. */
export const handler = unrecognized(sandboxOperations);
