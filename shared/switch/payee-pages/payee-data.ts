import type { FlawTexts } from '#vocabulary/page-texts/page-texts.ts';
import type { TypedForm } from '../typed-fields/typed-field.ts';

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
  /** BCP 47. */
  readonly locale: string;
  /** The heading of the form. */
  readonly header: string;
  readonly texts: PayeeWords;
  /** The texts about flaws, beside their fields. */
  readonly flaws: FlawTexts;
}

/** A way to be paid. */
export interface PayeeMethod extends TypedForm {
  readonly name: string;
  /** The members of the request that no field fills in. */
  readonly body: object;
}

/** The texts that the script shows, in the page's language. */
export interface PayeeWords {
  readonly methods: string;
  readonly confirm: string;
  readonly sending: string;
  readonly invalid: string;
  readonly invalidNumber: string;
  readonly invalidExpiry: string;
  readonly past: string;
  readonly notThisWay: string;
  readonly notNow: string;
  readonly noMethod: string;
}
