/** The vault's card form, and the ways in which its pages speak with the pages around them. */
export { appearanceText, type CardFormAppearance } from '../../pages/browser/appearance-text.ts';
export { type CardForm, frameCardForm } from '../../pages/browser/framed-card-form.ts';
export { addToTurnout } from '../../pages/browser/global-turnout.ts';
export { parentWindow } from '../../pages/browser/parent-window.ts';
export { securedAddress } from '../../pages/browser/secured-address.ts';
