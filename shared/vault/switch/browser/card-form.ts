/** The vault's card form, for pages of the switch. */
export {
  type CardForm,
  type CardFormError,
  mountCardForm,
  type StoredCard,
} from '../../pages/browser/embed.ts';
