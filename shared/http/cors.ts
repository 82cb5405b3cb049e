import type { Operation } from './operation.ts';

/** Routes that a merchant's page calls with a publishable key answer pages of every origin. */
export const isForBrowsers = ({ auth }: Pick<Operation, 'auth'>) =>
  auth === 'secret key or client secret';

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id',
} as const;
