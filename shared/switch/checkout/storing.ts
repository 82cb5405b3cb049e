/** The outcome of storing the typed card. */
export type Storing =
  /** The vault's token of the card. */
  | { readonly kind: 'stored'; readonly token: string }
  /** The vault or the form refused the card; the form shows why. */
  | { readonly kind: 'refused' }
  /** The card was not sent: it stays in the form, and can be stored later. */
  | { readonly kind: 'no connection' }
  /**
   * The card was sent and no answer came. It stays in the form: storing it again has the same
   * token, and stores no second card.
   */
  | { readonly kind: 'in doubt' }
  /** The session is over: the form needs `renew`, and keeps the typed card until then. */
  | { readonly kind: 'over' }
  /** There is no form, and its place says why. */
  | { readonly kind: 'absent' };
