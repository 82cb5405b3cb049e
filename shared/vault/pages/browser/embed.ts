import { appearanceText } from './appearance-text.ts';
import {
  type CardForm,
  type CardFormError,
  type FormSurroundings,
  frameCardForm,
} from './framed-card-form.ts';
import { securedAddress } from './secured-address.ts';
import { fetches, preloads } from './vault-reach.ts';

/** A merchant page's options for the form; all but the token are optional. */
export interface CardFormOptions extends FormSurroundings {
  /** A session token of scope `card`, which the merchant's server made. */
  readonly sessionToken?: string;
  /** The whole URL of the form with the token, instead of `sessionToken` and the options below. */
  readonly url?: string;
  /** Where the vault is; where this script came from without it. */
  readonly vaultOrigin?: string;
  /** Such as `de` or `pt-BR`. */
  readonly locale?: string;
  /** The card types that are taken, or those that are not: `['visa', 'mastercard']`. */
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  /** The default of a card with several brands, the first before the others: `['cartes_bancaires']`. */
  readonly preferredNetworks?: readonly string[];
  /** `required` unless stated. */
  readonly serviceCode?: 'required' | 'optional' | 'hidden';
  readonly cardholderName?: 'required' | 'optional' | 'hidden';
}

/** The element of this script; `document.currentScript` is null in a module. */
const ownScript =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;
const ownAddress = ownScript?.src ?? '';
const ownNonce = ownScript?.nonce ?? '';

/**
 * Puts the card form into an element. The number is typed, checked and stored in a frame of the
 * vault's origin; the page gets only masked data. Throws TypeError for options that cannot work.
 */
export function mountCardForm(place: HTMLElement, options: CardFormOptions): CardForm {
  const address = addressOf(options);
  const isScriptOfVault = ownAddress.startsWith(`${address.origin}/`);
  return frameCardForm(place, address, options, {
    reaches: isScriptOfVault ? (vault) => preloads(vault, ownNonce) : fetches,
    advise(error) {
      console.error(`Turnout: ${error.message} ${adviceOn(error, address)}`);
    },
  });
}

function addressOf(options: CardFormOptions): URL {
  const { url, sessionToken, vaultOrigin = ownAddress, locale, only, except, appearance } = options;
  if (url !== undefined) return securedAddress(new URL(url), 'mountCardForm');
  if (!vaultOrigin) throw new TypeError('mountCardForm needs vaultOrigin when it is a module.');
  if (!sessionToken) throw new TypeError('mountCardForm needs a sessionToken or a url.');
  const address = securedAddress(new URL('/api/v1/capture_form', vaultOrigin), 'mountCardForm');
  const wishes = {
    session_token: sessionToken,
    locale,
    only: only?.join(','),
    except: except?.join(','),
    preferred_networks: options.preferredNetworks?.join(','),
    service_code: options.serviceCode,
    cardholder_name: options.cardholderName,
    appearance: appearance && appearanceText(appearance),
  };
  for (const [name, value] of Object.entries(wishes)) {
    if (value) address.searchParams.set(name, value);
  }
  return address;
}

/** The cause of a frame without a form, and its remedy, for the browser's console. */
const adviceOn = ({ code }: CardFormError, vault: URL) =>
  `${causeOf(code, vault)} See "When the frame stays empty" in docs/embedding.md.`;

function causeOf(code: string, { origin }: URL): string {
  if (code === 'slow') return `${origin} has not sent the form yet. It works once it is there.`;
  return code === 'not_ready'
    ? `The origin of this page is ${location.origin}. The session token must be made for exactly this origin.`
    : `${origin} does not answer. Check the connection, and vaultOrigin or url.`;
}
