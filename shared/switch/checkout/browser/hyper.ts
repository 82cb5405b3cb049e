import type { CardFormAppearance } from '#vault/switch/browser/card-form.ts';
import {
  type Checkout,
  type CheckoutError,
  type CheckoutOptions,
  type CheckoutResult,
  mountCheckout,
} from './mount-checkout.ts';

/**
 * The functions of Hyperswitch's `Hyper` that a page needs to take a payment, over `mountCheckout`: a
 * page that was written for Hyperswitch's unified checkout keeps its lines, and its React components.
 *
 * @see https://docs.hyperswitch.io/explore-hyperswitch/payment-flows-and-management/quickstart
 */
export function Hyper(publishableKey: string, { customBackendUrl }: HyperOptions = {}) {
  const elements = (options: ElementsOptions) =>
    elementsOf({
      publishableKey,
      ...(customBackendUrl && { switchUrl: customBackendUrl }),
      ...options,
    });
  return {
    elements,
    widgets: elements,
    async confirmPayment({
      confirmParams = {},
      redirect = 'if_required',
      ...given
    }: ConfirmOptions) {
      const { return_url: returnUrl } = confirmParams;
      const form = (given.elements ?? given.widgets)?.getElement('payment')?.mounted();
      if (!form) return refusal('not_ready', 'The payment form is not mounted.');
      const result = await form
        .confirm({ ...(returnUrl && { returnUrl }) })
        .catch(({ code, message }: CheckoutError) => refusal(code, message));
      if ('error' in result) return result;
      if (!isGood(result)) return refusal(result.status, result.message ?? '');
      const onward = result.returnUrl ?? returnUrl;
      if (redirect === 'always' && onward) location.assign(onward);
      return { status: result.status };
    },
    /** The payment of a client secret, as the switch answers it. */
    async retrievePaymentIntent(clientSecret: string): Promise<{ paymentIntent: unknown }> {
      const [, id = ''] = /^(.+)_secret_/.exec(clientSecret) ?? [];
      const query = new URLSearchParams({ client_secret: clientSecret });
      const base = customBackendUrl ?? scriptFolder;
      const folder = base.endsWith('/') ? base : `${base}/`;
      const answer = await fetch(`${folder}payments/${encodeURIComponent(id)}?${query}`, {
        headers: { 'api-key': publishableKey },
        credentials: 'omit',
      });
      return { paymentIntent: await answer.json() };
    },
  };
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

type Elements = ReturnType<typeof elementsOf>;
type Listener = ((event: object) => void) | undefined;

/** The folder of this script; `document.currentScript` is null in a module. */
const scriptFolder =
  document.currentScript instanceof HTMLScriptElement
    ? new URL('.', document.currentScript.src).href
    : '';

/** One payment form for each `elements`: React components create theirs at each render. */
function elementsOf({
  appearance,
  ...options
}: Omit<CheckoutOptions, 'appearance'> & ElementsOptions) {
  const look = appearanceOf(appearance ?? {});
  let payment: ReturnType<typeof paymentElement> | undefined;
  return {
    create(type: string, { layout }: { readonly layout?: unknown } = {}) {
      if (type !== 'payment') throw new TypeError(`There is no element ${type} here.`);
      payment ??= paymentElement({
        ...options,
        appearance: look,
        ...(layout !== undefined && { layout: layoutOf(layout) }),
      });
      return payment;
    },
    getElement: (type: string) => (type === 'payment' ? (payment ?? null) : null),
    /** A form that is there keeps its look and language. */
    update: () => undefined,
    fetchUpdates: () => Promise.resolve({}),
  };
}

function paymentElement(options: CheckoutOptions) {
  const listeners: Record<string, Listener> = {};
  let form: Checkout | undefined;
  const unmount = () => {
    form?.destroy();
    form = undefined;
  };
  return {
    mounted: () => form,
    mount(place: string | HTMLElement) {
      const element =
        typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place;
      if (!element) throw new TypeError(`There is no element ${place} on this page.`);
      if (form && element.contains(form.frame)) return;
      unmount();
      form = mountCheckout(element, {
        ...options,
        payButton: 'hidden',
        onReady: () => listeners.ready?.({ ready: true }),
        onChange: ({ method, complete }) =>
          listeners.change?.({
            elementType: 'payment',
            complete,
            empty: false,
            value: { type: method },
          }),
        // `confirmPayment` leads on by its own rules.
        onResult: () => undefined,
      });
    },
    on(event: string, listener: Listener) {
      listeners[event] = listener;
    },
    onSDKHandleClick: () => undefined,
    update: () => undefined,
    collapse: () => undefined,
    blur: () => undefined,
    clear: () => undefined,
    focus: () => form?.frame.focus(),
    unmount,
    destroy: unmount,
  };
}

/** An outcome that is no refusal: money moved, is reserved, or is on its way. */
const isGood = ({ status }: CheckoutResult) =>
  [
    'succeeded',
    'processing',
    'requires_capture',
    'partially_captured',
    'partially_captured_and_capturable',
    'partially_captured_and_processing',
    'partially_authorized_and_requires_capture',
    'requires_merchant_action',
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
