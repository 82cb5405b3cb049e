import * as v from 'valibot';
import { BlockedBy } from './blocklist-entry.ts';

/** A row of a file with entries for the blocklist. */
export const BlocklistRow = v.object({
  type: BlockedBy,
  data: v.string(),
  metadata: v.optional(v.record(v.string(), v.string())),
});
export type BlocklistRow = v.InferOutput<typeof BlocklistRow>;
