/** All data that the script of a payee's page needs. The page has it as JSON. */
export interface PayeeData {
  /** The publishable key, and the client secret of the payout or payment method. */
  readonly key: string;
  readonly secret: string;
  /** The path to which the form is sent, relative to the page. */
  readonly path: string;
  /** The ways to be paid, in the order in which they are shown. */
  readonly methods: readonly PayeeMethod[];
  readonly layout: 'tabs' | 'accordion';
  /** The heading of the form. */
  readonly header: string;
  readonly texts: PayeeWords;
}

/** A way to be paid. */
export interface PayeeMethod {
  /** Unique on the page: `bank_transfer.ach`. */
  readonly id: string;
  readonly name: string;
  readonly fields: readonly PayeeField[];
  /** The members of the request that no field fills in. */
  readonly body: object;
}

export interface PayeeField {
  readonly kind: FieldKind;
  /** The path in the request: `['payout_method_data', 'bank', 'iban']`. */
  readonly path: readonly string[];
  /** Of an expiry, the path of the year; `path` is that of the month. */
  readonly yearPath?: readonly string[];
  readonly label: string;
  readonly autocomplete: string;
  readonly isOptional?: boolean;
}

type FieldKind = 'text' | 'name' | 'card number' | 'expiry' | 'iban' | 'email' | 'phone' | 'digits';

/** The texts that the script shows, in the page's language. */
export interface PayeeWords {
  readonly methods: string;
  readonly confirm: string;
  readonly sending: string;
  readonly missing: string;
  readonly invalid: string;
  readonly invalidNumber: string;
  readonly invalidExpiry: string;
  readonly past: string;
  readonly notThisWay: string;
  readonly notNow: string;
  readonly noMethod: string;
}
