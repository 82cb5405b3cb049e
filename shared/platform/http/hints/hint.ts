import { masked } from '../../log.ts';

/** Help for the developer of a client, beside an error's type, code and message. */
export interface Hint {
  /** The path of the member that is wrong, such as `payment_method_data.card.card_number`. */
  readonly param?: string;
  /** One sentence on the request to send instead. Never repeats a sent value. */
  readonly hint?: string;
  /** The page about the error. */
  readonly doc_url?: string;
}

/** Characters of a path. */
const longestPath = 255;

/** A path as answers show it: it has names that were sent, and one of them may be a card number. */
export const shownPath = (path: string): string => masked(path).slice(0, longestPath);
