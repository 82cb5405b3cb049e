/**
 * How much memory a function has, in MB, by its kind of work. `npm run bench -- --only memory`
 * measures the memory that handlers need and prints the cost of each size; docs/cost.md has the
 * table.
 *
 * A handler with all its modules stays below 150 MB. Memory also buys CPU: a function has a whole
 * vCPU at 1,769 MB and a share of it below.
 */
export const functionMemoryMb = {
  /**
   * It waits for an external server, mostly half a second. Lambda bills that time by the megabyte,
   * so a third more memory would cost a third more. It has one request or ten messages at a time.
   */
  waits: 192,
  /** No caller waits for it, and it may hold a batch of changes, a file or a page. */
  gathers: 256,
  /** It answers a caller from the table; its time is mostly CPU. */
  computes: 512,
  /** It encrypts all cards of a tenant anew, and has 15 minutes for that. */
  computesLong: 1_024,
} as const;

export type FunctionKind = keyof typeof functionMemoryMb;
