import { unrecognized } from '../../shared/http/unrecognized.ts';
import { operations } from '../../shared/operations.ts';

/** The default route of the switch. */
export const handler = unrecognized(operations);
