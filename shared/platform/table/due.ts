import type { Key } from './port.ts';
import { sha256 } from './shared-keys.ts';

const shards = 16;
const shard = (number: number) => `DUE#${String(number).padStart(2, '0')}`;

/** All partitions of due work: they spread the traffic of all merchants. */
export const dueShards: readonly string[] = Array.from({ length: shards }, (_, number) =>
  shard(number),
);

/** Puts an item on the due index; without these two attributes it is not on it. */
export const dueKeys = (pk: Key['pk'], at: Date): { duePk: string; dueAt: string } => ({
  duePk: shard((sha256(pk)[0] ?? 0) % shards),
  dueAt: at.toISOString(),
});
