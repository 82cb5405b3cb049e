'use client';

import {
  type CSSProperties,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import type { CardFormOptions, CardForm as MountedForm } from './card-form.ts';
import type { CheckoutOptions, Checkout as MountedCheckout } from './checkout.ts';
import { type LoadOptions, loadCheckout, loadTurnout, type TurnoutLoadError } from './load.ts';

export interface CardFormProps extends CardFormOptions {
  /** The vault's origin: `https://vault.example`. */
  readonly vaultUrl: string;
  /** Read when the component appears. */
  readonly load?: LoadOptions;
  /** The vault's script did not load, or an option cannot work; the console has it without this. */
  readonly onLoadError?: (error: TurnoutLoadError | TypeError) => void;
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** The component's ref. Both functions reject until the script has loaded. */
export type CardFormHandle = Pick<MountedForm, 'submit' | 'validate'>;

/**
 * The vault's card form. A new `sessionToken` renews it; other options that change replace it.
 */
export const CardForm: ForwardRefExoticComponent<CardFormProps & RefAttributes<CardFormHandle>> =
  forwardRef<CardFormHandle, CardFormProps>(function CardForm(props, ref) {
    const place = useRef<HTMLDivElement>(null);
    const token = useRef<string | undefined>(undefined);
    const latest = useRef(props);
    useEffect(() => {
      latest.current = props;
    });
    const { vaultUrl, load, onLoadError, className, style, sessionToken, ...options } = props;
    // Callbacks are no JSON, and are read when they are called.
    const form = useRef<MountedForm | null>(null);
    useMounted(form, latest, JSON.stringify([vaultUrl, options]), async () => {
      const { mountCardForm } = await loadTurnout(vaultUrl, latest.current.load);
      return () => {
        const { vaultUrl: _, load: __, onLoadError: ___, ...given } = latest.current;
        token.current = given.sessionToken;
        return place.current && mountCardForm(place.current, { ...given, ...callbacksOf(latest) });
      };
    });

    useEffect(() => {
      if (!form.current || sessionToken === undefined || token.current === sessionToken) return;
      token.current = sessionToken;
      form.current.renew(sessionToken);
    }, [sessionToken]);

    useImperativeHandle(
      ref,
      () => ({
        submit: () => form.current?.submit() ?? Promise.reject(notLoaded()),
        validate: () => form.current?.validate() ?? Promise.reject(notLoaded()),
      }),
      [],
    );
    return createElement('div', { ref: place, className, style });
  });

export interface CheckoutProps extends CheckoutOptions {
  /** Where the switch is: `https://pay.example`. */
  readonly switchUrl: string;
  /** Read when the component appears. */
  readonly load?: LoadOptions;
  /** The switch's script did not load, or an option cannot work; the console has it without this. */
  readonly onLoadError?: (error: TurnoutLoadError | TypeError) => void;
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** The component's ref. It rejects until the script has loaded. */
export type CheckoutHandle = Pick<MountedCheckout, 'confirm'>;

/** The payment form of the switch, with all its methods. An option that changes replaces it. */
export const Checkout: ForwardRefExoticComponent<CheckoutProps & RefAttributes<CheckoutHandle>> =
  forwardRef<CheckoutHandle, CheckoutProps>(function Checkout(props, ref) {
    const place = useRef<HTMLDivElement>(null);
    const latest = useRef(props);
    useEffect(() => {
      latest.current = props;
    });
    const { load, onLoadError, className, style, ...options } = props;
    const form = useRef<MountedCheckout | null>(null);
    // A form that leads the page on by itself is another than one that reports its result.
    const key = JSON.stringify([options, options.onResult === undefined]);
    useMounted(form, latest, key, async () => {
      const { mountCheckout } = await loadCheckout(options.switchUrl, latest.current.load);
      return () => {
        const { load: _, onLoadError: __, onResult, ...given } = latest.current;
        return (
          place.current &&
          mountCheckout(place.current, {
            ...given,
            onReady: () => latest.current.onReady?.(),
            onChange: (state) => latest.current.onChange?.(state),
            onError: (error) => latest.current.onError?.(error),
            // Without the function the page goes on by itself.
            ...(onResult && { onResult: (result) => latest.current.onResult?.(result) }),
          })
        );
      };
    });

    useImperativeHandle(
      ref,
      () => ({
        confirm: (given) =>
          form.current?.confirm(given) ?? Promise.reject(notLoaded('CheckoutError')),
      }),
      [],
    );
    return createElement('div', { ref: place, className, style });
  });

interface Loading {
  readonly onLoadError?: ((error: TurnoutLoadError | TypeError) => void) | undefined;
}

/**
 * A form that is mounted once its script has loaded, and anew when its key changes.
 *
 * @param key stands for all options, which `latest` has
 * @param load loads the script, and returns the function that mounts the form
 */
function useMounted<Form extends { destroy(): void }>(
  form: RefObject<Form | null>,
  latest: RefObject<Loading>,
  key: string,
  load: () => Promise<() => Form | null>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for all options.
  useEffect(() => {
    let isGone = false;
    load()
      .then((mount) => {
        if (!isGone) form.current = mount();
      })
      .catch((error) => {
        if (isGone) return;
        const { onLoadError = console.error } = latest.current;
        onLoadError(error);
      });
    return () => {
      isGone = true;
      form.current?.destroy();
      form.current = null;
    };
  }, [key]);
}

const callbacksOf = (latest: RefObject<CardFormProps>): Partial<CardFormOptions> => ({
  onReady: () => latest.current.onReady?.(),
  onSlow: () => latest.current.onSlow?.(),
  onChange: (state) => latest.current.onChange?.(state),
  onEnter: () => latest.current.onEnter?.(),
  onExpired: () => latest.current.onExpired?.(),
  onError: (error) => latest.current.onError?.(error),
});

const notLoaded = (name = 'CardFormError') =>
  Object.assign(new Error('The form has not loaded yet.'), {
    name,
    code: 'not_ready',
    details: {},
  });
