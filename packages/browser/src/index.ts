export type {
  CardForm,
  CardFormAppearance,
  CardFormError,
  CardFormOptions,
  CardFormVariable,
  FormState,
  StoredCard,
} from './card-form.ts';
export { type Checkout, type CheckoutOptions, mountCheckout } from './checkout.ts';
export { type LoadOptions, loadTurnout, type TurnoutBrowser, TurnoutLoadError } from './load.ts';
