import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CheckoutData } from '../checkout-data.ts';
import { money, shownPrice } from '../checkout-flow.ts';
import { useGooglePay, type WalletApproval } from './google-pay.ts';
import { OpenAttempt } from './open-attempt.tsx';
import { type Paying, usePaying } from './use-paying.ts';
import { useShop } from './use-shop.ts';
import { WalletButton } from './wallet-button.tsx';
import { useWayFields } from './way-fields.tsx';
import { isCardWay, useWays, type Way, WayList } from './ways.tsx';

/** How long the form may wait for the saved cards and the wallet, in milliseconds. */
const patienceMs = 3_000;

/** The payment form: a wallet's button, the ways to pay, and the button for them. */
export function Checkout({ data: first }: { readonly data: CheckoutData }) {
  const [data, setData] = useState(first);
  const wallet = useGooglePay(data);
  const openWallet = typeof wallet === 'function' ? wallet : undefined;
  const { ways: all, saved, areListed } = useWays(data);
  const isReady = useReady(areListed && wallet !== 'asking');
  // A processor's page for Google Pay is for browsers without the sheet.
  const ways = openWallet ? all.filter(({ id }) => id !== 'wallet.google_pay') : all;
  const [chosen, choose] = useState<string>();
  const way = ways.find(({ id }) => id === chosen) ?? ways[0];
  const paying = usePaying(data, (renewed) => {
    fields.renew(renewed);
    setData(renewed);
  });
  // Saved cards that are listed only now do not replace a typed one.
  const fields = useWayFields({ data, paying, onType: ({ id }) => chooses(id) });
  const surcharge = surchargeOn(way, paying.cardSurcharge);

  useEffect(() => showTotal(shownPrice(data, surcharge)), [surcharge]);
  const form = useRef<HTMLFormElement>(null);
  useShop(data, {
    method: way && (way.saved ? 'saved' : way.id),
    isComplete: way !== undefined && fields.areComplete(way),
    surcharge,
    submit: () => form.current?.requestSubmit(),
  });

  function chooses(id: string) {
    paying.changed();
    choose(id);
  }

  function submit(event: Event) {
    event.preventDefault();
    void paying.attempt(async () => {
      // A shop's own button may be pressed where there is no way to pay.
      if (!way) return undefined;
      const choice = await fields.choiceOf(way);
      return choice && { choice, settled: async (next) => next && fields.settled(way, next) };
    }, surcharge);
  }

  return (
    <form
      id="payment"
      ref={form}
      noValidate
      aria-labelledby="card"
      class={isReady ? data.layout : `${data.layout} unready`}
      onSubmit={submit}
    >
      {data.open && <OpenAttempt data={data} open={data.open} isPaying={paying.isPaying} />}
      <h2 id="card">{data.header}</h2>
      <div id="problem" role="alert" tabIndex={-1} ref={paying.alert}>
        {way || wallet ? paying.problem : data.texts.noMethod}
      </div>
      {openWallet && (
        <WalletButton
          data={data}
          openWallet={openWallet}
          isOff={paying.isPaying}
          onApproved={(approval) => void payByWallet(approval, paying, data)}
        />
      )}
      {wallet === 'asking' && (
        <div class="wallets">
          <div class="blank" />
        </div>
      )}
      <WayList
        data={data}
        ways={ways}
        saved={saved}
        chosen={way}
        onChoose={({ id }) => {
          paying.setProblem('');
          // The surcharge was that on the card that was chosen before.
          paying.setCardSurcharge(0);
          chooses(id);
        }}
        fieldsOf={(one) => fields.fieldsOf(one, one.id === way?.id)}
      />
      {data.terms !== undefined && <p class="quiet">{data.terms}</p>}
      {(way || !wallet) && (
        <PayButton
          data={data}
          surcharge={surcharge}
          paying={paying}
          isOff={!way || (data.whenReady && !fields.areComplete(way))}
        />
      )}
    </form>
  );
}

/**
 * Whether the form takes the place of the server's sketch: it does once all its rows are known, so
 * that none of them moves, or at the end of its patience.
 */
function useReady(isKnown: boolean): boolean {
  const [isLate, setLate] = useState(false);
  const isReady = isKnown || isLate;
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (isReady) document.getElementById('sketch')?.remove();
  }, [isReady]);
  return isReady;
}

/** The surcharge that the page shows for a way to pay, in the major unit. */
function surchargeOn(way: Way | undefined, cardSurcharge: number): number {
  return way?.method && !isCardWay(way) ? way.method.surcharge : cardSurcharge;
}

/** Pays with the wallet's data, and closes its sheet with the outcome. */
async function payByWallet(
  { confirm, close }: WalletApproval,
  { attempt }: Paying,
  { googlePay }: CheckoutData,
) {
  const ran = await attempt(
    async () => ({
      choice: { kind: 'google pay', confirm },
      settled: (next) => close(next ? (next.kind === 'open' ? 'success' : 'fail') : 'unknown'),
    }),
    googlePay?.surcharge ?? 0,
  );
  if (!ran) await close('fail');
}

interface PayButtonProps {
  readonly data: CheckoutData;
  readonly surcharge: number;
  readonly paying: Paying;
  readonly isOff: boolean;
}

/** The button with the price, the surcharge above it, and a text while the bank is slow. */
function PayButton({ data, surcharge, paying, isOff }: PayButtonProps) {
  const { texts } = data;
  const { isPaying, isWaiting, isSlow } = paying;
  const isSending = isPaying && !isWaiting;
  return (
    <div class="bar">
      {surcharge > 0 && (
        <p id="surcharge" role="status">
          {texts.surcharge} <span class="sum">{money(data, surcharge)}</span>
        </p>
      )}
      {!data.shop?.hasButton && (
        <button type="submit" id="pay" disabled={isPaying || isOff} class={isPaying ? 'busy' : ''}>
          {isSending
            ? texts.sending
            : (data.button ?? <PriceToPay data={data} surcharge={surcharge} />)}
        </button>
      )}
      <p id="slow" class="quiet" role="status">
        {isSlow ? texts.slowBank : ''}
      </p>
    </div>
  );
}

const PriceToPay = ({ data, surcharge }: Pick<PayButtonProps, 'data' | 'surcharge'>) => (
  <>
    {data.texts.pay} <span class="sum">{shownPrice(data, surcharge)}</span>
  </>
);

/** The amount above the form, and the total of the order lines. */
function showTotal(text: string) {
  for (const place of [
    document.getElementById('amount'),
    document.querySelector('#sums dd:last-of-type'),
  ]) {
    if (place) place.textContent = text;
  }
}
