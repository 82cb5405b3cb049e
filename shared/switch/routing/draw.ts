import { createHash } from 'node:crypto';

/**
 * A number from 0 up to 1 that looks drawn and follows from its purpose and the attempt, so that a
 * repeated decision is the same. Draws of several purposes do not depend on each other.
 */
export function drawFor(purpose: 'split' | 'exploration', attemptId: string): number {
  const digest = createHash('sha256').update(`${purpose} ${attemptId}`).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
