import { createHash } from 'node:crypto';

/**
 * The message group of a merchant, or of something of a merchant's: always the same for the same parts,
 * and it says nothing of them to those who see the queue.
 */
export const messageGroup = (merchantId: string, ...parts: readonly string[]): string =>
  createHash('sha256')
    .update([merchantId, ...parts].join('\n'))
    .digest('hex')
    .slice(0, 32);
