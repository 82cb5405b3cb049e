/**
 * Words that a processor publishes, such as the statuses of a payment or the types of its webhooks,
 * with what its adapter concludes from each of them.
 */
export interface PublishedEnumeration {
  /** Where the words occur, such as `resultCode of POST /payments`. */
  readonly name: string;
  /** The address of the page or file that lists them. */
  readonly source: string;
  readonly kind: 'status' | 'result code' | 'event';
  /** By word: what is concluded, or why nothing is. */
  readonly words: Readonly<Record<string, string | { readonly none: string }>>;
  /** Asks the adapter, and says in a few words what it made of it; `nothing`, where it is nothing. */
  conclude(word: string): string;
}
