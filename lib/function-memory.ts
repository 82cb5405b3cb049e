/**
 * How much memory a function has, in MB, by what it does. `npm run bench -- --only memory` measures
 * what handlers need and prints what each size costs; docs/cost.md has the table.
 *
 * A handler with all that it carries stays below 150 MB. Memory also buys computing time: a function
 * has a whole processor at 1,769 MB and a share of it below.
 */
export const functionMemoryMb = {
  /**
   * It waits for a server outside, mostly for half a second, or no caller waits for it: that time is
   * paid by the megabyte, and twice the memory would nearly double the price.
   */
  waits: 256,
  /** It answers a caller out of the table: then time is mostly computing. */
  computes: 512,
  /** It seals all cards of a tenant anew, and has 15 minutes for that. */
  computesLong: 1_024,
} as const;

export type FunctionKind = keyof typeof functionMemoryMb;
