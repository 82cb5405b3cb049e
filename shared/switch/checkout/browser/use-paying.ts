import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckoutData } from '../checkout-data.ts';
import { type Choice, money, type Next, pay, shownPrice } from '../checkout-flow.ts';
import { browserPorts } from './ports.ts';
import { type ShopWindow, shopWindow } from './shop-window.ts';

/** How long a confirm may take before the page says that the bank is slow, in milliseconds. */
const patienceMs = 5_000;

/** One payment at a time, and the texts about it. */
export interface Paying {
  /** Why the payment was not made. */
  readonly problem: string;
  readonly isPaying: boolean;
  readonly isSlow: boolean;
  /** The surcharge on the card, once it is known, in the major unit. */
  readonly cardSurcharge: number;
  /** The place of `problem`, which gets the focus. */
  readonly alert: { readonly current: HTMLDivElement | null };
  setProblem(text: string): void;
  setCardSurcharge(surcharge: number): void;
  /**
   * Makes the payer's choice and pays. Does nothing during another attempt, and returns false then.
   *
   * @param prepare returns undefined where something is missing, which the form shows
   * @param surcharge the surcharge that the page shows, in the major unit
   */
  attempt(prepare: () => Promise<Prepared | undefined>, surcharge: number): Promise<boolean>;
}

interface Prepared {
  readonly choice: Choice;
  /** Called with the page's next step before the page takes it. */
  readonly settled?: (next: Next) => Promise<void>;
}

export function usePaying(data: CheckoutData): Paying {
  const [problem, setProblem] = useState(data.problem);
  const [isPaying, setPaying] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [cardSurcharge, setCardSurcharge] = useState(0);
  const alert = useRef<HTMLDivElement>(null);

  const isBusy = useRef(false);

  const shop = shopWindow(data);

  const stop = (message?: string) => {
    isBusy.current = false;
    setPaying(false);
    shop?.settled({
      status: 'requires_payment_method',
      ...(message !== undefined && { message }),
    });
  };

  const say = (text: string) => {
    stop(text);
    setProblem(text);
    alert.current?.focus();
  };

  const follow = (next: Next) => {
    const { texts } = data;
    switch (next.kind) {
      case 'problem':
        return say(next.text);
      case 'no code':
        return stop();
      case 'reload':
        return location.reload();
      case 'open':
        return open(next.url, shop);
      case 'priced':
        setCardSurcharge(next.surcharge);
        return say(
          `${texts.surcharge} ${money(data, next.surcharge)}. ${texts.total} ${shownPrice(data, next.surcharge)}`,
        );
    }
  };

  useEffect(() => {
    setSlow(false);
    const slow = isPaying ? setTimeout(() => setSlow(true), patienceMs) : undefined;
    return () => clearTimeout(slow);
  }, [isPaying]);

  async function attempt(prepare: () => Promise<Prepared | undefined>, surcharge: number) {
    if (isBusy.current) return false;
    isBusy.current = true;
    setProblem('');
    setPaying(true);
    const prepared = await prepare();
    if (!prepared) {
      stop();
      return true;
    }
    const next = await pay(data, prepared.choice, browserPorts(data), surcharge);
    await prepared.settled?.(next);
    follow(next);
    return true;
  }

  return {
    problem,
    isPaying,
    isSlow,
    cardSurcharge,
    alert,
    setProblem,
    setCardSurcharge,
    attempt,
  };
}

/** Goes on to another page; from within a frame, in the outer page. */
function open(url: string, shop: ShopWindow | undefined) {
  const isFramed = window.top !== window;
  const isOfSwitch = !/^https?:/i.test(url);
  if (shop && !isOfSwitch) return shop.redirect(url);
  if (!isFramed || isOfSwitch || !window.open(url, '_top')) location.assign(url);
}
