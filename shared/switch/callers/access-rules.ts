/**
 * What a customer's device may state and read with a publishable key or an ephemeral key. The
 * customer controls the device, so the tables of these rules name what is allowed, each beside its
 * contract. A new field of a contract does not compile before its table has it.
 */

export type ChangeRule =
  /**
   * The customer's own fields: payment method, browser, consent. The customer may set and change
   * them.
   */
  | "payer's own"
  /**
   * The customer may fill in what the merchant left open, and may repeat what the merchant stated.
   */
  | 'where open'
  /** The same, member by member. */
  | 'where open, by member'
  /** As where open; and the customer may be stricter than the merchant: three_ds, not no_three_ds. */
  | 'where open, or stricter'
  /** The customer may repeat what the merchant stated, and may state nothing else. */
  | "merchant's"
  /** An amount that the customer may raise, and never lower. */
  | 'not less'
  /** About the call and not about the object: the switch does not store it. */
  | 'of no effect'
  /** A rule of its own, in the code that applies the rules. */
  | 'by its own rule';

export type ReadRule = 'shown' | 'hidden';

/** An answer with `null` in place of what this reader does not get; a member that may be left out is. */
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
