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
export type {
  Checkout,
  CheckoutError,
  CheckoutOptions,
  CheckoutResult,
  CheckoutState,
  ConfirmOptions,
} from './checkout.ts';
export {
  type LoadOptions,
  loadCheckout,
  loadTurnout,
  type TurnoutBrowser,
  type TurnoutCheckout,
  TurnoutLoadError,
} from './load.ts';
