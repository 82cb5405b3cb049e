import type { KeyClass } from './key-provider.ts';

const dayMs = 86_400_000;

/**
 * Card verification codes are encrypted with a key of their 15-minute period, and erased with it.
 */
export const epochMs = 15 * 60_000;
export const epochOf = (now: Date) => Math.floor(now.getTime() / epochMs);
export const endOfEpochMs = (epoch: number) => (epoch + 1) * epochMs;

/** The longest time that a code is stored, in ms; its key is needed as long. */
export const maxCvcMs = dayMs;

/** How long a key encrypts before a new one replaces it (PCI DSS v4.0.1, 3.7.4). */
export const cryptoperiods: Readonly<
  Record<KeyClass, { readonly ms: number; readonly seals?: number }>
> = {
  pan: { ms: 365 * dayMs, seals: 2 ** 31 },
  display: { ms: 365 * dayMs, seals: 2 ** 31 },
  fingerprint: { ms: 730 * dayMs },
  cvc: { ms: epochMs },
};

/**
 * After this time a tenant's key is wrapped again, because KMS has rotated its root key by then.
 */
export const rootPeriodMs = 365 * dayMs;

/**
 * How long after its retirement a container may still use a key from its memory, in milliseconds.
 * It covers the cache's five minutes and the longest run of a function.
 */
export const lastUseMs = 3_600_000;

/** How long a card's earlier fingerprint also identifies it, in milliseconds. */
export const fingerprintOverlapMs = 30 * dayMs;
