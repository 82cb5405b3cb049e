import { randomUUID } from 'node:crypto';

/**
 * Replaces the AWS SDK's random identifiers in bundles: its own look at the global `crypto` when they
 * are loaded, and Node.js then loads the Web Crypto API, which nothing here uses.
 */
export const bindV4 = () => () => randomUUID();
