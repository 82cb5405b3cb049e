/** Types of the script that the vault gives to pages; a test holds them equal to the script's own. */
export interface CardFormOptions {
  /** A session token of scope `card`, which the merchant's server made. */
  readonly sessionToken?: string;
  /** The whole URL of the form with the token, instead of `sessionToken` and the options below. */
  readonly url?: string;
  /** The vault's origin; that of the script unless stated. */
  readonly vaultOrigin?: string;
  /** Such as `de` or `pt-BR`. */
  readonly locale?: string;
  /** The card types that are accepted, or those that are not: `['visa', 'mastercard']`. */
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  /** The default of a card with several brands, the first before the others: `['cartes_bancaires']`. */
  readonly preferredNetworks?: readonly string[];
  /** `required` unless stated. */
  readonly serviceCode?: 'required' | 'optional' | 'hidden';
  readonly cardholderName?: 'required' | 'optional' | 'hidden';
  /** The look of the form; that of the customer's device unless stated. */
  readonly appearance?: CardFormAppearance;
  /** The frame's title for screen readers. */
  readonly title?: string;
  readonly onReady?: () => void;
  /** The form is late, and still loads. `onReady` or `onError` follows. */
  readonly onSlow?: () => void;
  readonly onChange?: (state: FormState) => void;
  /** Called when the customer presses Enter in a field; most pages submit then. */
  readonly onEnter?: () => void;
  /**
   * The session is over, by its age or because it is used: time for `renew` with a new token. The
   * typed card is still there.
   */
  readonly onExpired?: () => void;
  /**
   * There is no form after 20 seconds, or the vault refused it for another reason than `onExpired`.
   * A form that is only late calls `onReady` afterwards.
   */
  readonly onError?: (error: CardFormError) => void;
}

export interface CardFormAppearance {
  readonly theme?: 'light' | 'dark' | 'system';
  readonly labels?: 'above' | 'hidden';
  /** `colorText: '#222222'`. */
  readonly variables?: Readonly<Partial<Record<CardFormVariable, string>>>;
}

export type CardFormVariable =
  | 'colorPrimary'
  | 'colorPrimaryText'
  | 'colorBackground'
  | 'colorText'
  | 'colorTextSecondary'
  | 'colorDanger'
  | 'colorBorder'
  | 'colorField'
  | 'colorFieldText'
  | 'colorPlaceholder'
  | 'borderRadius'
  | 'borderWidth'
  | 'fontFamily'
  | 'fontSize'
  | 'spacingUnit'
  | 'fieldHeight';

export interface FormState {
  /** Whether no field shows a mistake. */
  readonly valid: boolean;
  /** Whether the form could be submitted now. */
  readonly complete: boolean;
  /** `unknown` until the number shows it. */
  readonly card_type: string;
  /** The brands of the card that the form accepts; the payer chooses `card_type` among several. */
  readonly card_types: readonly string[];
}

/** The stored card: its number masked, and its token for the merchant's server. */
export type StoredCard = Readonly<Record<string, string | null>> & { readonly card_token: string };

/**
 * The reason why there is no token. `code` is one of the vault's, or `not_ready`,
 * `vault_unreachable`, `slow`, `no_connection`, `no_answer` or `destroyed`.
 */
export interface CardFormError extends Error {
  readonly code: string;
  /** The mistakes, by field; the form shows them as well. */
  readonly details: Readonly<Record<string, readonly string[]>>;
}

/** Whether an error has a `code` of the form: the errors of `submit`, `validate` and `onError`. */
export const isCardFormError = (error: unknown): error is CardFormError =>
  error instanceof Error &&
  error.name === 'CardFormError' &&
  'code' in error &&
  typeof error.code === 'string';

export interface CardForm {
  /**
   * Stores the card. Rejects with a CardFormError; most errors admit another `submit`. After
   * `no_connection` and `no_answer` the form still has the typed card, and stores it once at most.
   */
  submit(): Promise<StoredCard>;
  /** Shows the mistakes and stores nothing. Rejects with a CardFormError, but not for mistakes. */
  validate(): Promise<boolean>;
  /**
   * Goes on with another session token. What was typed stays; of a stored card only its name and
   * expiry. A form that is not ready is opened anew.
   */
  renew(sessionToken: string): void;
  /** Opens the form anew with the same session token, which opens five forms at most. */
  reopen(): void;
  destroy(): void;
  readonly frame: HTMLIFrameElement;
}

export type MountCardForm = (place: HTMLElement, options: CardFormOptions) => CardForm;
