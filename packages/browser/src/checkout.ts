import type { CardFormAppearance } from './card-form.ts';

/** Types of the script that the switch gives to pages; a test holds them equal to the script's own. */
export interface CheckoutOptions {
  /** `client_secret` of the payment, which the merchant's server made. */
  readonly clientSecret: string;
  /** The merchant's publishable key: `pk_…`. */
  readonly publishableKey: string;
  /**
   * `ephemeral_key.secret` of the payment's customer, with which saved payment methods can be
   * removed here.
   */
  readonly ephemeralKey?: string;
  /** Where the switch is: `https://pay.example`; that of the script unless stated. */
  readonly switchUrl?: string;
  /** Such as `de` or `pt-BR`; that of the payer's browser unless stated. */
  readonly locale?: string;
  /** The look of the form; that of the merchant's payment links unless stated. */
  readonly appearance?: CardFormAppearance;
  /** That of the merchant's payment links unless stated. */
  readonly layout?: 'accordion' | 'tabs';
  /** `hidden` where the page has a button of its own, which calls `confirm`. */
  readonly payButton?: 'shown' | 'hidden';
  /** The frame's title for screen readers. */
  readonly title?: string;
  readonly onReady?: () => void;
  readonly onChange?: (state: CheckoutState) => void;
  /**
   * The payment has a status. Without this function, the page goes on to the payment's `return_url`
   * once the payment has an outcome.
   */
  readonly onResult?: (result: CheckoutResult) => void;
  /** The form is not shown. One that is only late calls `onReady` afterwards. */
  readonly onError?: (error: CheckoutError) => void;
}

export interface CheckoutState {
  /** `card`, `saved`, or a type of a method such as `bank_redirect.ideal`; empty for none. */
  readonly method: string;
  /** Whether it could be confirmed now, as far as the form knows. */
  readonly complete: boolean;
  readonly price: {
    /** With the surcharge, in minor units. */
    readonly amount: number;
    /** In minor units; 0 without one. */
    readonly surcharge: number;
    /** ISO 4217. */
    readonly currency: string;
  };
}

/** The state of the payment as the page knows it. Ship by the webhook, and never by this. */
export interface CheckoutResult {
  /** A status of the API, or `unknown` while the switch does not answer. */
  readonly status: string;
  /** The reason why it is not paid, in the payer's language; the form shows it as well. */
  readonly message?: string;
  /** The page on which the payer goes on, signed where the merchant has that. */
  readonly returnUrl?: string;
}

/** The reason why there is no form: `not_ready` or `destroyed`. */
export interface CheckoutError extends Error {
  readonly code: string;
}

export interface ConfirmOptions {
  /**
   * The page to which a bank leads the payer, for a payment without a `return_url`; else another page
   * of the same origin.
   */
  readonly returnUrl?: string;
}

export interface Checkout {
  /**
   * Pays, as the form's own button does. Resolves with the result of this attempt; a payer who is
   * led to a bank leaves the page before that. Rejects with a CheckoutError without a form.
   */
  confirm(options?: ConfirmOptions): Promise<CheckoutResult>;
  destroy(): void;
  readonly frame: HTMLIFrameElement;
}

export type MountCheckout = (place: HTMLElement, options: CheckoutOptions) => Checkout;
