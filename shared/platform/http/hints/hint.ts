/** Help for the developer of a client, beside an error's type, code and message. */
export interface Hint {
  /** The path of the member that is wrong, such as `payment_method_data.card.card_number`. */
  readonly param?: string;
  /** One sentence on the request to send instead. Never repeats a sent value. */
  readonly hint?: string;
}
