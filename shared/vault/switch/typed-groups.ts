/** How the vault's card form groups digits while they are typed, for other fields of payers. */
export { regrouped, type TypedText } from '../pages/digit-groups.ts';
