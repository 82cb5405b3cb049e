import { useEffect } from 'preact/hooks';
import type { CheckoutData } from '../checkout-data.ts';
import { shopWindow } from './shop-window.ts';

interface FormState {
  /** The chosen way to pay; undefined while there is none. */
  readonly method: string | undefined;
  readonly isComplete: boolean;
  /** In the major unit. */
  readonly surcharge: number;
  /** Pays, as a press of the form's own button does. */
  readonly submit: () => void;
}

/** Reports the state of the form to the page of the shop, and obeys the shop's own button. */
export function useShop(data: CheckoutData, { method, isComplete, surcharge, submit }: FormState) {
  const shop = shopWindow(data);
  useEffect(() => {
    shop?.onConfirm(submit);
    shop?.ready();
  }, []);
  useEffect(() => {
    const { currency, digits, amount } = data.price;
    const minor = (major: number) => Math.round(major * 10 ** digits);
    shop?.changed({
      method: method ?? '',
      complete: method !== undefined && isComplete,
      amount: minor(Number(amount) + surcharge),
      surcharge: minor(surcharge),
      currency,
    });
  }, [method, isComplete, surcharge]);
}
