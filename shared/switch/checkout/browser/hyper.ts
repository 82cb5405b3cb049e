import type { CardFormAppearance } from '#vault/switch/browser/card-form.ts';
import {
  type Checkout,
  type CheckoutError,
  type CheckoutOptions,
  type CheckoutResult,
  mountCheckout,
} from './mount-checkout.ts';

/**
 * Hyperswitch's `Hyper` over `mountCheckout`: a page that was written for Hyperswitch's unified
 * checkout keeps its lines, and its React components. All its functions are there; those about
 * anything but the payment form refuse by name.
 *
 * @param keys the publishable key, alone or in an object
 * @see https://docs.hyperswitch.io/explore-hyperswitch/payment-flows-and-management/quickstart
 */
export function Hyper(keys: string | HyperKeys, { customBackendUrl }: HyperOptions = {}) {
  const publishableKey = typeof keys === 'string' ? keys : keys.publishableKey;
  const access = { publishableKey, ...(customBackendUrl && { switchUrl: customBackendUrl }) };
  /** Whether the shop's server is changing the payment: the form shows what it was. */
  let isUpdating = false;

  const elements = (options: ElementsOptions) => ({
    ...elementsOf(access, options),
    updateIntent,
  });

  async function confirm(form: Checkout | undefined, how: Confirming) {
    if (isUpdating) return refusal('update_intent_error', 'The payment is being changed.');
    if (!form) return refusal('not_ready', 'The payment form is not mounted.');
    const result = await form
      .confirm({ ...(how.returnUrl && { returnUrl: how.returnUrl }) })
      .catch(({ code, message }: CheckoutError) => refusal(code, message));
    if ('error' in result) return result;
    const { status, message = `The payment is ${status}.` } = result;
    if (!isGood(status)) return refusal(status, message);
    const onward = result.returnUrl ?? how.returnUrl;
    if (how.goesOn && onward) location.assign(onward);
    return { status };
  }

  async function confirmPayment({ confirmParams, redirect, ...given }: ConfirmOptions = {}) {
    const stated = given.elements ?? given.widgets;
    return confirm(stated?.getElement('payment')?.mounted() ?? shownForms().at(-1)?.form, {
      returnUrl: confirmParams?.return_url,
      goesOn: redirect === 'always',
    });
  }

  /** Shows the payment anew, as the shop's server has changed it. */
  const showAnew = () => Promise.all(shownForms().map(({ owner }) => owner.reload()));

  async function updateIntent(change: () => unknown) {
    if (isUpdating) return refusal('update_intent_error', 'The payment is being changed.');
    isUpdating = true;
    try {
      await change();
      await showAnew();
      return { status: 'succeeded' };
    } catch (error) {
      return refusal('update_intent_error', messageOf(error));
    } finally {
      isUpdating = false;
    }
  }

  return {
    elements,
    widgets: elements,
    confirmPayment,
    confirmTokenization: confirmPayment,
    /** Pays with the form of a payment, and goes on to the `return_url` that is stated. */
    confirmCardPayment: async (clientSecret: string, data?: { readonly return_url?: string }) =>
      confirm(shownForms().find(({ owner }) => owner.clientSecret() === clientSecret)?.form, {
        returnUrl: data?.return_url,
        goesOn: true,
      }),
    /** The payment of a client secret, as the switch answers it. Rejects where it does not answer. */
    async retrievePaymentIntent(clientSecret: string): Promise<{ paymentIntent: unknown }> {
      const [, id] = /^(.+)_secret_/.exec(clientSecret) ?? [];
      if (!id) throw new TypeError('retrievePaymentIntent needs the client_secret of a payment.');
      const query = new URLSearchParams({ client_secret: clientSecret });
      const base = customBackendUrl || scriptFolder;
      const folder = base.endsWith('/') ? base : `${base}/`;
      const answer = await fetch(`${folder}payments/${encodeURIComponent(id)}?${query}`, {
        headers: { 'api-key': publishableKey },
        credentials: 'omit',
      });
      return { paymentIntent: await answer.json() };
    },
    initiateUpdateIntent: async () => {
      isUpdating = true;
      return { updateInitiated: true };
    },
    async completeUpdateIntent() {
      try {
        await showAnew();
        return { updateCompleted: true };
      } catch (error) {
        return { updateCompleted: false, errorMessage: messageOf(error) };
      } finally {
        isUpdating = false;
      }
    },
    /** React's `HyperElements` asks for one at once. */
    initPaymentSession: () => ({
      updateIntent,
      getCustomerSavedPaymentMethods: async () => missing('getCustomerSavedPaymentMethods'),
    }),
    confirmOneClickPayment: async () => missing('confirmOneClickPayment'),
    paymentRequest: () => missing('paymentRequest'),
    initAuthenticationSession: () => missing('initAuthenticationSession'),
    paymentMethodsManagementElements: () => missing('paymentMethodsManagementElements'),
    paymentMethodsSession: () => missing('paymentMethodsSession'),
  };
}

interface HyperKeys {
  readonly publishableKey: string;
}

interface HyperOptions {
  /** The switch: `https://pay.example`; where this script came from without it. */
  readonly customBackendUrl?: string;
}

interface ElementsOptions {
  readonly clientSecret: string;
  readonly locale?: string;
  readonly appearance?: HyperAppearance;
}

/** The look in Hyperswitch's words: other members, such as rules of CSS, have no effect. */
interface HyperAppearance {
  readonly theme?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

interface ConfirmOptions {
  readonly elements?: Elements;
  readonly widgets?: Elements;
  readonly confirmParams?: { readonly return_url?: string };
  readonly redirect?: 'always' | 'if_required';
}

interface Confirming {
  readonly returnUrl: string | undefined;
  /** Whether the page goes on to it after an outcome that needs no bank. */
  readonly goesOn: boolean;
}

type Elements = Pick<ReturnType<typeof elementsOf>, 'getElement'>;
type PaymentElement = ReturnType<typeof paymentElement>;
type Listener = ((event: object) => void) | undefined;

/** The object that stands for a form. */
interface Owner {
  readonly listeners: Record<string, Listener>;
  clientSecret(): string;
  /** Opens the form anew; resolves once it takes typing. */
  reload(): Promise<void>;
}

/** The form in an element of the page. */
interface Placed {
  readonly form: Checkout;
  /** All its options. */
  readonly key: string;
  /** Rejects where the form does not load. */
  readonly ready: Promise<void>;
  /** The newest object that stands for it. */
  owner: Owner;
}

/**
 * By their places. Components of React make a new object at each render, which takes over the form
 * that is there: a second form would stand beside it, or the typed card would be lost.
 */
const forms = new Map<HTMLElement, Placed>();

/** The forms on the page. Components of React take their places away without a word. */
function shownForms(): readonly Placed[] {
  for (const [place, { form }] of forms) {
    if (place.isConnected && place.contains(form.frame)) continue;
    form.destroy();
    forms.delete(place);
  }
  return [...forms.values()];
}

/** The folder of this script; `document.currentScript` is null in a module. */
const scriptFolder =
  document.currentScript instanceof HTMLScriptElement
    ? new URL('.', document.currentScript.src).href
    : '';

/** One payment form for each `elements`. */
function elementsOf(
  access: Pick<CheckoutOptions, 'publishableKey' | 'switchUrl'>,
  options: ElementsOptions,
) {
  let stated = options;
  let payment: PaymentElement | undefined;

  const formOptions = (): CheckoutOptions => {
    const { clientSecret, locale, appearance = {} } = stated;
    return {
      ...access,
      clientSecret,
      appearance: appearanceOf(appearance),
      ...(locale && locale !== 'auto' && { locale }),
    };
  };
  return {
    create(type: string, { layout }: PaymentOptions = {}) {
      if (type !== 'payment') missing(`element ${type}`);
      payment ??= paymentElement(formOptions(), layout);
      return payment;
    },
    getElement: (type: string) => (type === 'payment' ? (payment ?? null) : null),
    /** Another look, language or payment: the form opens anew. */
    update(changes: Partial<ElementsOptions>) {
      stated = { ...stated, ...changes };
      payment?.change(formOptions());
    },
    fetchUpdates: async () => ({}),
    createCardForm: () => missing('createCardForm'),
  };
}

interface PaymentOptions {
  readonly layout?: unknown;
}

function paymentElement(given: CheckoutOptions, givenLayout: unknown) {
  let options = given;
  let layout = givenLayout;
  let place: HTMLElement | undefined;
  const owner: Owner = { listeners: {}, clientSecret: () => options.clientSecret, reload };

  const placed = () => {
    shownForms();
    return place && forms.get(place);
  };

  function mount(target: string | HTMLElement) {
    const wanted =
      typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!wanted) throw new TypeError(`There is no element ${target} on this page.`);
    if (place !== wanted) unmount();
    place = wanted;
    if (!options.clientSecret) {
      // A page of React would be taken down by an error here; it states the secret once it has it.
      console.error('Turnout: the payment form needs the clientSecret of a payment.');
      return;
    }
    const whole = { ...options, ...(layout !== undefined && { layout: layoutOf(layout) }) };
    const key = JSON.stringify(whole);
    const there = placed();
    if (there?.key === key) {
      if (there.owner === owner) return;
      there.owner = owner;
      there.ready.then(() => owner.listeners.ready?.({ ready: true })).catch(() => undefined);
    } else {
      there?.form.destroy();
      forms.set(place, put(place, whole, key, owner));
    }
  }

  function unmount() {
    const there = placed();
    if (place && there?.owner === owner) {
      there.form.destroy();
      forms.delete(place);
    }
    place = undefined;
  }

  async function reload() {
    const there = placed();
    if (!place || !there) return;
    there.form.destroy();
    mount(place);
    await placed()?.ready;
  }

  function change(changed: CheckoutOptions) {
    options = changed;
    if (place?.isConnected) mount(place);
  }

  return {
    mounted: () => placed()?.form,
    change,
    mount,
    on(event: string, listener: Listener) {
      owner.listeners[event] = listener;
    },
    update(changes: PaymentOptions = {}) {
      layout = changes.layout ?? layout;
      change(options);
    },
    onSDKHandleClick: () => undefined,
    collapse: () => undefined,
    blur: () => undefined,
    clear: () => undefined,
    focus: () => placed()?.form.frame.focus(),
    unmount,
    destroy: unmount,
  };
}

function put(place: HTMLElement, options: CheckoutOptions, key: string, owner: Owner): Placed {
  let isReady: () => void;
  let isLate: (error: Error) => void;
  const ready = new Promise<void>((resolve, reject) => {
    [isReady, isLate] = [resolve, reject];
  });
  // The console has the cause already.
  ready.catch(() => undefined);
  const tell = (event: string, about: object) => placed.owner.listeners[event]?.(about);
  const form = mountCheckout(place, {
    ...options,
    payButton: 'hidden',
    onReady() {
      isReady();
      tell('ready', { ready: true });
    },
    onError: (error) => isLate(error),
    onChange: ({ method, complete }) =>
      tell('change', {
        elementType: 'payment',
        complete,
        empty: false,
        value: { type: method },
      }),
    // `confirmPayment` leads on by its own rules.
    onResult: () => undefined,
  });
  const placed: Placed = { form, key, ready, owner };
  return placed;
}

/** Throws for a part of Hyperswitch's object that has no counterpart. */
function missing(name: string): never {
  throw new TypeError(
    `Turnout.Hyper has no ${name}: the element payment has all ways to pay, saved methods and wallets.`,
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : `${error}`);

/** An outcome that is no refusal: money moved, is reserved or on its way, or the payer is to act. */
const isGood = (status: CheckoutResult['status']) =>
  [
    'succeeded',
    'processing',
    'requires_capture',
    'partially_captured',
    'partially_captured_and_capturable',
    'partially_captured_and_processing',
    'partially_authorized_and_requires_capture',
    'requires_merchant_action',
    'requires_customer_action',
  ].includes(status);

const refusal = (code: string, message: string) => ({
  error: { type: 'payment_error', code, message },
});

const layoutOf = (layout: unknown): 'accordion' | 'tabs' => {
  const name = typeof layout === 'object' && layout !== null ? Reflect.get(layout, 'type') : layout;
  return name === 'tabs' ? 'tabs' : 'accordion';
};

const dark: readonly (string | undefined)[] = ['midnight', 'charcoal', 'brutal_dark'];

/** The names that both looks have, with the values that ours takes. */
function appearanceOf({ theme, variables = {} }: HyperAppearance): CardFormAppearance {
  const { colorPrimary, colorBackground, colorText, colorDanger, borderRadius } = variables;
  const wanted = { colorPrimary, colorBackground, colorText, colorDanger, borderRadius };
  const known = Object.entries(wanted).filter(
    ([, value]) => value !== undefined && /^(?:#(?:[0-9a-f]{3}){1,2}|\d{1,2}px)$/i.test(value),
  );
  return {
    theme: dark.includes(theme) ? 'dark' : 'light',
    variables: Object.fromEntries(known),
  };
}
