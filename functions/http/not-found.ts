import { notFoundHandler } from '#platform/http/edge/not-found.ts';
import { operations } from '../../shared/operations.ts';

/** The default route of the switch. */
export const handler = notFoundHandler(operations);
