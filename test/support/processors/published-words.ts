/**
 * Words that a processor publishes, such as the statuses of a payment or the types of its webhooks,
 * with the conclusion of its adapter from each of them.
 */
export interface PublishedEnumeration {
  /** Where the words occur, such as `resultCode of POST /payments`. */
  readonly name: string;
  /** The address of the page or file that lists them. */
  readonly source: string;
  readonly kind: 'status' | 'result code' | 'event';
  /** By word: the conclusion, or why there is none. */
  readonly words: Readonly<Record<string, string | { readonly none: string }>>;
  /** Asks the adapter, and says its conclusion in a few words; `nothing`, where there is none. */
  conclude(word: string): string;
}
