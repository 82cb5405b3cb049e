/** The rules of the vault's card form, for a page of the switch into which a card is typed. */
export { expiryOf, flawsOf, type TypedCard } from '../pages/card-rules.ts';
export { digitsOf } from '../pages/digit-groups.ts';
