import {
  appearanceText,
  type CardFormAppearance,
  securedAddress,
} from '#vault/switch/browser/card-form.ts';

/** A shop page's options for the payment form; all but the first two are optional. */
export interface CheckoutOptions {
  /** `client_secret` of the payment, which the shop's server made. */
  readonly clientSecret: string;
  /** The merchant's publishable key: `pk_…`. */
  readonly publishableKey: string;
  /**
   * `ephemeral_key.secret` of the payment's customer, with which saved payment methods can be
   * removed here.
   */
  readonly ephemeralKey?: string;
  /** Where the switch is: `https://pay.example`; where this script came from without it. */
  readonly switchUrl?: string;
  /** Such as `de` or `pt-BR`; that of the payer's browser without it. */
  readonly locale?: string;
  /** The look of the form; that of the merchant's payment links without it. */
  readonly appearance?: CardFormAppearance;
  /** `accordion`, or as the merchant's payment links have it. */
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
  /** The form does not show itself. One that is only late calls `onReady` afterwards. */
  readonly onError?: (error: CheckoutError) => void;
}

export interface CheckoutState {
  /** `card`, a type of a method such as `bank_redirect.ideal`, `saved`, or `` for none. */
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

/** The state of the payment as the page knows it. The shop ships by its webhook, never by this. */
export interface CheckoutResult {
  /** A status of the API, or `unknown` while the switch does not answer. */
  readonly status: string;
  /** Why it is not paid, in the payer's language; the form shows it as well. */
  readonly message?: string;
  /** The page on which the payer goes on, signed where the merchant has that. */
  readonly returnUrl?: string;
}

/** Why the form is not there: `not_ready` or `destroyed`. */
export interface CheckoutError extends Error {
  readonly code: string;
}

export interface ConfirmOptions {
  /**
   * Where a bank leads the payer, for a payment without a `return_url`; else another page of the
   * same origin.
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

/** How long the form may take to load before the page gets an error, in milliseconds. */
const readyMs = 20_000;

/** The address of this script; `document.currentScript` is null in a module. */
const ownAddress =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';

/**
 * Puts the payment form into an element. The form is a page of the switch in a frame as high as its
 * content; its card form is the vault's. Throws TypeError for options that cannot work.
 */
export function mountCheckout(place: HTMLElement, options: CheckoutOptions): Checkout {
  const address = addressOf(options);
  const frame = newFrame(options);
  /** The callers of `confirm` that wait for its result. */
  const waiting: { resolve(result: CheckoutResult): void; reject(error: CheckoutError): void }[] =
    [];
  /** The command that waits for a form that is not ready. */
  let pressed: object | undefined;
  let isReady = false;
  let isGone = false;

  const say = (command: object) => frame.contentWindow?.postMessage(command, address.origin);

  const readyTimer = setTimeout(() => {
    // The page has removed the place of the form.
    if (!frame.isConnected) return;
    const error = checkoutError('not_ready', 'The payment form did not load.');
    console.error(`Turnout: ${error.message} ${advice(address)}`);
    options.onError?.(error);
  }, readyMs);

  function receive({ source, origin, data }: MessageEvent<unknown>) {
    if (source !== frame.contentWindow || origin !== address.origin) return;
    switch (member(data, 'type')) {
      case 'ready':
        return ready();
      case 'resize':
        frame.style.height = heightFrom(data);
        return;
      case 'change':
        return options.onChange?.(stateFrom(data));
      case 'redirect':
        return leaveFor(member(data, 'url'));
      case 'result':
        return settled(resultFrom(data));
    }
  }

  function ready() {
    clearTimeout(readyTimer);
    // A frame that goes on to the payment's outcome is ready again.
    const isFirst = !isReady;
    isReady = true;
    if (pressed) say(pressed);
    pressed = undefined;
    if (isFirst) options.onReady?.();
  }

  function settled(result: CheckoutResult) {
    clearTimeout(readyTimer);
    for (const { resolve } of waiting.splice(0)) resolve(result);
    if (options.onResult) return options.onResult(result);
    leaveFor(result.returnUrl);
  }

  window.addEventListener('message', receive);
  frame.src = address.href;
  place.append(frame);

  return {
    frame,
    confirm({ returnUrl } = {}) {
      if (isGone) return Promise.reject(gone());
      const command = { type: 'confirm', ...(returnUrl !== undefined && { returnUrl }) };
      const result = new Promise<CheckoutResult>((resolve, reject) => {
        waiting.push({ resolve, reject });
      });
      if (isReady) say(command);
      else pressed = command;
      return result;
    },
    destroy() {
      isGone = true;
      window.removeEventListener('message', receive);
      clearTimeout(readyTimer);
      frame.remove();
      for (const { reject } of waiting.splice(0)) reject(gone());
    },
  };
}

const gone = () => checkoutError('destroyed', 'The payment form was taken away.');

const checkoutError = (code: string, message: string): CheckoutError =>
  Object.assign(new Error(message), { name: 'CheckoutError', code });

/** Leads the whole page on: to a bank, or to the page of the shop that thanks the payer. */
function leaveFor(url: unknown) {
  if (typeof url === 'string' && /^https?:/i.test(url)) location.assign(url);
}

function addressOf(options: CheckoutOptions): URL {
  const { clientSecret, publishableKey, switchUrl = ownAddress, appearance } = options;
  if (!switchUrl) throw new TypeError('mountCheckout needs switchUrl when it is a module.');
  if (!clientSecret) throw new TypeError('mountCheckout needs the clientSecret of a payment.');
  if (!publishableKey) throw new TypeError('mountCheckout needs a publishableKey.');
  // The switch may be below a path. The script's own address ends with its name.
  const base = options.switchUrl?.endsWith('/') === false ? `${switchUrl}/` : switchUrl;
  const address = securedAddress(new URL('checkout', base), 'mountCheckout');
  const wishes = {
    publishable_key: publishableKey,
    client_secret: clientSecret,
    ephemeral_key: options.ephemeralKey,
    origin: location.origin,
    locale: options.locale,
    layout: options.layout,
    pay_button: options.payButton,
    appearance: appearance && appearanceText(appearance),
  };
  for (const [name, value] of Object.entries(wishes)) {
    if (value) address.searchParams.set(name, value);
  }
  return address;
}

/** A frame that may open a wallet's sheet. It learns of the shop's page only its origin. */
function newFrame({ title = 'Checkout', appearance }: CheckoutOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.allow = 'payment';
  frame.referrerPolicy = 'no-referrer';
  frame.title = title;
  frame.style.cssText = 'display:block;width:100%;height:320px;border:0';
  // A browser shows the page through a frame only if both have the same color scheme.
  const theme = appearance?.theme;
  if (theme === 'light' || theme === 'dark') frame.style.colorScheme = theme;
  return frame;
}

/** The cause of a frame without a form, and its remedy, for the browser's console. */
const advice = ({ origin }: URL) =>
  `Check that ${origin} answers, that frame-src of this page's Content-Security-Policy has it, that publishableKey and clientSecret are those of one payment, and that the profile's allowed domains, if it has any, contain ${location.origin}.`;

/** The frame's height in CSS pixels, within limits. */
const heightFrom = (data: unknown) =>
  `${Math.min(Math.max(Number(member(data, 'height')) || 0, 40), 10_000)}px`;

const stateFrom = (data: unknown): CheckoutState => ({
  method: String(member(data, 'method')),
  complete: member(data, 'complete') === true,
  price: {
    amount: Number(member(data, 'amount')),
    surcharge: Number(member(data, 'surcharge')),
    currency: String(member(data, 'currency')),
  },
});

function resultFrom(data: unknown): CheckoutResult {
  const [message, returnUrl] = [member(data, 'message'), member(data, 'returnUrl')];
  return {
    status: String(member(data, 'status')),
    ...(typeof message === 'string' && { message }),
    ...(typeof returnUrl === 'string' && { returnUrl }),
  };
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
