/**
 * The rights of a customer's device, which states and reads fields with a publishable key or an
 * ephemeral key. The customer controls the device, so the tables of these rules name the allowed
 * fields, each beside its contract. A new field of a contract does not compile before its table has
 * it.
 */

export type ChangeRule =
  /**
   * The customer's own fields: payment method, browser, consent. The customer may set and change
   * them.
   */
  | "payer's own"
  /**
   * The customer may fill in a field that the merchant left open, and may repeat the merchant's
   * value.
   */
  | 'where open'
  /**
   * As where open. Another value than the merchant's is a correction by the payer: it becomes the
   * billing address of the payment method, and the merchant's value stays.
   */
  | 'where open, or of the method'
  /** The same as where open, member by member. */
  | 'where open, by member'
  /**
   * As where open; and the customer may be stricter than the merchant: three_ds, not no_three_ds.
   */
  | 'where open, or stricter'
  /** The customer may repeat the merchant's value, and may state no other. */
  | "merchant's"
  /** An amount that the customer may raise, and never lower. */
  | 'not less'
  /** About the call and not about the object: the switch does not store it. */
  | 'of no effect'
  /** A rule of its own, in the code that applies the rules. */
  | 'by its own rule';

export type ReadRule = 'shown' | 'hidden';

/**
 * An answer with `null` in place of the fields that are hidden from this reader. An optional field
 * that is hidden is removed.
 */
export function readable<T extends object>(
  answer: T,
  rules: Readonly<Record<keyof T & string, ReadRule>>,
  mayBeLeftOut: readonly (keyof T)[] = [],
): T {
  const members = Object.entries(answer).flatMap(([name, value]) => {
    if (rules[name as keyof T & string] === 'shown') return [[name, value]];
    return mayBeLeftOut.some((one) => one === name) ? [] : [[name, null]];
  });
  return Object.fromEntries(members) as T; // The same members; those that are hidden may be null.
}
