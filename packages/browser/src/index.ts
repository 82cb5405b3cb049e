export {
  type CardForm,
  type CardFormAppearance,
  type CardFormError,
  type CardFormOptions,
  type CardFormVariable,
  type FormState,
  isCardFormError,
  type StoredCard,
} from './card-form.ts';
export { type Checkout, type CheckoutOptions, mountCheckout } from './checkout.ts';
export { type LoadOptions, loadTurnout, type TurnoutBrowser, TurnoutLoadError } from './load.ts';
