import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckoutData } from '../checkout-data.ts';
import { type Choice, money, pay, shownPrice } from '../checkout-flow.ts';
import type { CheckoutPorts, Waiting } from '../checkout-ports.ts';
import type { Next } from '../next-step.ts';
import { pauseMs } from '../settle-confirm.ts';
import { browserPorts, isOffline, loadPage } from './ports.ts';
import { type ShopWindow, shopWindow } from './shop-window.ts';

/** How long a confirm may take before the page says that the bank is slow, in milliseconds. */
const patienceMs = 5_000;

/** One payment at a time, and the texts about it. */
export interface Paying {
  /** Why the payment was not made, or why the page waits. */
  readonly problem: string;
  readonly isPaying: boolean;
  /** Whether the payment waits for the connection. */
  readonly isWaiting: boolean;
  readonly isSlow: boolean;
  /** The surcharge on the card, once it is known, in the major unit. */
  readonly cardSurcharge: number;
  /** The place of `problem`, which gets the focus. */
  readonly alert: RefObject<HTMLDivElement | null>;
  setProblem(text: string): void;
  setCardSurcharge(surcharge: number): void;
  /** Gives the form new data, where the payer asks for it; typed text stays. */
  renew(): void;
  /** Called when the payer chooses or types something: ends a payment that was not sent. */
  changed(): void;
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
  /** Called with the page's next step before the page takes it; without one while it waits. */
  readonly settled?: (next?: Next) => Promise<void>;
}

/** @param refresh gives the form new data */
export function usePaying(data: CheckoutData, refresh: (data: CheckoutData) => void): Paying {
  const [problem, setProblem] = useState(data.problem);
  /** How many problems were stated, each of which gets the focus once. */
  const [said, setSaid] = useState(data.problem ? 1 : 0);
  const [isPaying, setPaying] = useState(false);
  const [waiting, setWaiting] = useState<Waiting>();
  const [isSlow, setSlow] = useState(false);
  const [cardSurcharge, setCardSurcharge] = useState(0);
  const alert = useRef<HTMLDivElement>(null);

  const isBusy = useRef(false);
  /** Ends the pause of a payment that was not sent. */
  const giveUp = useRef<(() => void) | undefined>(undefined);

  const shop = shopWindow(data);

  const stop = (message?: string) => {
    isBusy.current = false;
    setPaying(false);
    shop?.settled({
      status: data.state.status,
      ...(message !== undefined && { message }),
    });
    setWaiting(undefined);
  };

  const say = (text: string) => {
    stop(text);
    setProblem(text);
    setSaid((times) => times + 1);
  };

  async function wait(ms: number, why?: Waiting): Promise<boolean> {
    if (why) setWaiting(why);
    return new Promise((resolve) => {
      const end = (goesOn: boolean) => {
        clearTimeout(timer);
        removeEventListener('online', back);
        giveUp.current = undefined;
        resolve(goesOn);
      };
      const back = () => end(true);
      const timer = setTimeout(back, ms);
      addEventListener('online', back);
      if (why === 'offline') giveUp.current = () => end(false);
    });
  }

  /** Waits for the connection, so that the browser does not show an error page of its own. */
  async function connected() {
    const { get } = browserPorts(data);
    for (let turn = 0; isOffline(); turn += 1) {
      await wait(pauseMs(turn), 'leaving');
      await get(data.paths.payment);
    }
  }

  async function follow(next: Next) {
    const { texts } = data;
    switch (next.kind) {
      case 'problem':
        return say(next.text);
      case 'nothing':
        return stop(next.text);
      case 'refresh': {
        const renewed = await renew();
        if (!renewed) return open(data.paths.status, shop);
        setCardSurcharge(0);
        return say(renewed.problem || next.text);
      }
      case 'reload':
        await connected();
        history.replaceState({ problem: texts[next.text] }, '');
        return location.reload();
      case 'open':
        await connected();
        return open(next.url, shop);
      case 'priced':
        setCardSurcharge(next.surcharge);
        return say(
          `${texts.surcharge} ${money(data, next.surcharge)}. ${texts.total} ${shownPrice(data, next.surcharge)}`,
        );
    }
  }

  /** The data of the page, made anew, with new sessions of the vault; undefined once it is over. */
  async function renew(): Promise<CheckoutData | undefined> {
    for (let turn = 0; ; turn += 1) {
      const renewed = await loadPage();
      if (renewed !== 'no answer') {
        if (renewed) refresh(renewed);
        return renewed;
      }
      await wait(pauseMs(turn), 'leaving');
    }
  }

  async function renewAsAsked() {
    if (!(await renew())) return open(data.paths.status, shop);
    setWaiting(undefined);
  }

  useEffect(() => {
    setSlow(false);
    const slow = isPaying && !waiting ? setTimeout(() => setSlow(true), patienceMs) : undefined;
    return () => clearTimeout(slow);
  }, [isPaying, waiting]);

  // A place without a text is not drawn, and gets no focus: the text comes first.
  useEffect(() => {
    if (said > 0) alert.current?.focus();
  }, [said]);

  async function attempt(prepare: () => Promise<Prepared | undefined>, surcharge: number) {
    if (isBusy.current) return false;
    isBusy.current = true;
    setProblem('');
    setPaying(true);
    const prepared = await prepare();
    if (!prepared) {
      stop(data.methods.length > 0 ? data.texts.checkDetails : undefined);
      return true;
    }
    const next = await pay(data, prepared.choice, portsOf(prepared), surcharge);
    await prepared.settled?.(next);
    await follow(next);
    return true;
  }

  /** The ports of one payment: a request that leaves ends the text about waiting. */
  function portsOf({ settled }: Prepared): CheckoutPorts {
    const ports = browserPorts(data);
    const returnUrl = shop?.returnUrl();
    return {
      ...ports,
      ...(returnUrl !== undefined && { returnUrl }),
      async post(path, body) {
        const sending = ports.post(path, body);
        setWaiting(undefined);
        return sending;
      },
      async wait(ms, why) {
        if (why) void settled?.();
        return wait(ms, why);
      },
      renew: async () => (await renew()) !== undefined,
    };
  }

  return {
    problem: waiting ? data.texts[waiting] : problem,
    isPaying,
    isWaiting: waiting !== undefined,
    isSlow,
    cardSurcharge,
    alert,
    setProblem,
    setCardSurcharge,
    renew: () => void renewAsAsked(),
    changed: () => giveUp.current?.(),
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
