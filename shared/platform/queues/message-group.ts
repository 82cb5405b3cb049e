import { createHash } from 'node:crypto';

/**
 * The SQS message group of a merchant, or of something of a merchant's: the same for the same
 * parts. It is a hash, so a reader of the queue learns nothing of them.
 */
export const messageGroup = (merchantId: string, ...parts: readonly string[]): string =>
  createHash('sha256')
    .update([merchantId, ...parts].join('\n'))
    .digest('hex')
    .slice(0, 32);
