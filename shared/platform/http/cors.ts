import type { Auth, Operation } from './operation.ts';

/**
 * Kinds of access for browsers and apps: with a publishable key, or an ephemeral key of a customer.
 */
const browserAuths: readonly Auth[] = [
  'secret key or client secret',
  'client secret',
  'publishable key',
  'secret key or ephemeral key',
  'secret key, client secret or ephemeral key',
];

/** Routes that a merchant's page calls with a key of its own answer pages of every origin. */
export const isForBrowsers = ({ auth }: Pick<Operation, 'auth'>) => browserAuths.includes(auth);

/**
 * Headers that a page may send: every header that we read from browsers, and those by which
 * Hyperswitch's clients describe themselves.
 */
export const allowedHeaders: readonly string[] = [
  'api-key',
  'authorization',
  'content-type',
  'idempotency-key',
  'x-request-id',
  'x-profile-id',
  'x-connected-merchant-id',
  'x-tenant-id',
  'x-client-version',
  'x-client-source',
  'x-client-platform',
  'x-redirect-uri',
  'x-app-id',
  'browser_name',
];

/** Headers of an answer that a page may read, beside those that every page may always read. */
const exposedHeaders: readonly string[] = [
  'x-request-id',
  'request-id',
  'idempotent-replayed',
  'retry-after',
];

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
} as const;
