import { randomUUID } from 'node:crypto';

/**
 * Replaces the AWS SDK's random identifiers in bundles: its own module reads the global `crypto`
 * when it is loaded, and Node.js then loads the Web Crypto API, which nothing here uses.
 */
export const bindV4 = () => () => randomUUID();
