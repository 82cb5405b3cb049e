/** A field that a payer or payee fills in on a page, other than those of the vault's forms. */
export interface TypedField {
  readonly kind: FieldKind;
  /** The path in the request: `['billing', 'email']`. */
  readonly path: readonly string[];
  /** Of a whole name, the path of the last name; `path` is that of the first name. */
  readonly lastNamePath?: readonly string[];
  /** Of an expiry, the path of the year; `path` is that of the month. */
  readonly yearPath?: readonly string[];
  readonly label: string;
  /** The browser's autofill. */
  readonly autocomplete: string;
  readonly isOptional?: boolean;
  /** Of a country: the countries among which the payer chooses, as ISO 3166-1 alpha-2. */
  readonly options?: readonly string[];
}

export type FieldKind =
  | 'text'
  | 'name'
  | 'email'
  | 'phone'
  | 'iban'
  | 'tax number'
  | 'country'
  | 'state'
  | 'postal code'
  /** The fields of a card on the pages of payees. */
  | 'card number'
  | 'cardholder name'
  | 'expiry'
  | NumberKind;

/** Kinds of which only the digits count. */
export type NumberKind =
  | 'ach account'
  | 'bacs account'
  | 'becs account'
  | 'blik code'
  | 'bsb'
  | 'routing number'
  | 'sort code';

/** The fields of one way to pay or to be paid. */
export interface TypedForm {
  /** Unique on the page: `bank_redirect.ideal`. */
  readonly id: string;
  readonly fields: readonly TypedField[];
}

/** The id of a form's field on the page. */
export const fieldId = ({ id }: Pick<TypedForm, 'id'>, at: number) => `${id}-${at}`;
