'use client';

import {
  type CSSProperties,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import type { CardFormOptions, CardForm as MountedForm } from './card-form.ts';
import { type LoadOptions, loadTurnout, type TurnoutLoadError } from './load.ts';

export interface CardFormProps extends CardFormOptions {
  /** The vault's origin: `https://vault.example`. */
  readonly vaultUrl: string;
  /** Read when the component appears. */
  readonly load?: LoadOptions;
  /** The vault's script did not load, or an option cannot work. */
  readonly onLoadError?: (error: TurnoutLoadError | TypeError) => void;
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** The component's ref. Both functions reject until the script has loaded. */
export type CardFormHandle = Pick<MountedForm, 'submit' | 'validate'>;

/**
 * The vault's card form. A new `sessionToken` opens it anew; other options that change replace it.
 */
export const CardForm: ForwardRefExoticComponent<CardFormProps & RefAttributes<CardFormHandle>> =
  forwardRef<CardFormHandle, CardFormProps>(function CardForm(props, ref) {
    const place = useRef<HTMLDivElement>(null);
    const form = useRef<{ readonly mounted: MountedForm; token: string | undefined } | null>(null);
    const latest = useRef(props);
    useEffect(() => {
      latest.current = props;
    });

    const { vaultUrl, load, onLoadError, className, style, sessionToken, ...options } = props;
    // Callbacks are no JSON, and are read when they are called.
    const stated = JSON.stringify(options);

    // biome-ignore lint/correctness/useExhaustiveDependencies: `stated` stands for all options, which `latest` has.
    useEffect(() => {
      let isGone = false;
      loadTurnout(vaultUrl, latest.current.load)
        .then(({ mountCardForm }) => {
          if (isGone || !place.current) return;
          const { vaultUrl: _, load: __, onLoadError: ___, ...given } = latest.current;
          form.current = {
            token: given.sessionToken,
            mounted: mountCardForm(place.current, {
              ...given,
              onReady: () => latest.current.onReady?.(),
              onChange: (state) => latest.current.onChange?.(state),
              onEnter: () => latest.current.onEnter?.(),
              onExpired: () => latest.current.onExpired?.(),
              onError: (error) => latest.current.onError?.(error),
            }),
          };
        })
        .catch((error) => {
          if (!isGone) latest.current.onLoadError?.(error);
        });
      return () => {
        isGone = true;
        form.current?.mounted.destroy();
        form.current = null;
      };
    }, [vaultUrl, stated]);

    useEffect(() => {
      const current = form.current;
      if (!current || sessionToken === undefined || current.token === sessionToken) return;
      current.token = sessionToken;
      current.mounted.renew(sessionToken);
    }, [sessionToken]);

    useImperativeHandle(
      ref,
      () => ({
        submit: () => form.current?.mounted.submit() ?? Promise.reject(notLoaded()),
        validate: () => form.current?.mounted.validate() ?? Promise.reject(notLoaded()),
      }),
      [],
    );
    return createElement('div', { ref: place, className, style });
  });

const notLoaded = () =>
  Object.assign(new Error('The form has not loaded yet.'), {
    name: 'CardFormError',
    code: 'not_ready',
    details: {},
  });
