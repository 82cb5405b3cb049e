/** The vault's card form, for pages of the switch. */
export { type CardForm, mountCardForm } from '../../pages/browser/embed.ts';
