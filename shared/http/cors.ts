import type { Auth, Operation } from './operation.ts';

/** Kinds of access that a browser or an app has: with a publishable key, or one made for a customer. */
const ofBrowsers: readonly Auth[] = [
  'secret key or client secret',
  'client secret',
  'publishable key',
  'secret key or ephemeral key',
  'secret key, client secret or ephemeral key',
];

/** Routes that a merchant's page calls with a key of its own answer pages of every origin. */
export const isForBrowsers = ({ auth }: Pick<Operation, 'auth'>) => ofBrowsers.includes(auth);

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id',
} as const;
