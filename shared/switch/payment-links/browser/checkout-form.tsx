import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckoutData, CheckoutMethod } from '../checkout-data.ts';
import {
  type Choice,
  filled,
  money,
  type Next,
  pay,
  type SavedCard,
  savedCardsIn,
  shownPrice,
} from '../checkout-flow.ts';
import { CardFrame, type CardFrameHandle } from './card-frame.tsx';
import { fieldId, initialValues, MethodFields } from './method-fields.tsx';
import { browserPorts, load } from './ports.ts';

/** How long a confirm may take before the page says that the bank is slow, in milliseconds. */
const patienceMs = 5_000;

/** How many ways to pay are shown at first; more are a press away. */
const shownAtFirst = 5;

/** A way to pay on the page: a saved card, the card form, or another method. */
type Way =
  | { readonly id: string; readonly kind: 'saved'; readonly card: SavedCard }
  | { readonly id: string; readonly kind: 'method'; readonly method: CheckoutMethod };

/** The payment form: the ways to pay, and one button. */
export function Checkout({ data }: { readonly data: CheckoutData }) {
  const { texts, methods, cardForm } = data;
  const ways = waysOf(useSavedCards(data), methods);
  const [chosen, choose] = useState<string>();
  const [areAllShown, showAll] = useState(false);
  const shown = areAllShown || ways.length <= shownAtFirst + 1 ? ways : ways.slice(0, shownAtFirst);
  const way = ways.find(({ id }) => id === chosen) ?? ways[0];
  const [problem, setProblem] = useState(data.problem);
  const [isPaying, setPaying] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const [cardSurcharge, setCardSurcharge] = useState(0);
  const [values, setValues] = useState<Readonly<Record<string, readonly string[]>>>({});
  const card = useRef<CardFrameHandle | null>(null);
  const alert = useRef<HTMLDivElement>(null);
  const isCard = way !== undefined && isCardWay(way);
  const surcharge = way?.kind === 'method' && !isCard ? way.method.surcharge : cardSurcharge;

  useEffect(() => showTotal(shownPrice(data, surcharge)), [surcharge]);

  const stop = () => {
    setPaying(false);
    setSlow(false);
  };

  const say = (text: string) => {
    stop();
    setProblem(text);
    alert.current?.focus();
  };

  const follow = (next: Next) => {
    switch (next.kind) {
      case 'problem':
        return say(next.text);
      case 'reload':
        return location.reload();
      case 'open':
        return open(next.url);
      case 'priced':
        setCardSurcharge(next.surcharge);
        return say(
          `${texts.surcharge} ${money(data, next.surcharge)}. ${texts.total} ${shownPrice(data, next.surcharge)}`,
        );
    }
  };

  async function submit(event: Event) {
    event.preventDefault();
    if (isPaying || !way) return;
    setProblem('');
    setPaying(true);
    const slow = setTimeout(() => setSlow(true), patienceMs);
    try {
      const choice = await choiceOf(way);
      if (choice) follow(await pay(data, choice, browserPorts(data), surcharge));
      else stop();
    } finally {
      clearTimeout(slow);
    }
  }

  /** The payer's choice; undefined while something is missing, which the form shows. */
  async function choiceOf(chosenWay: Way): Promise<Choice | undefined> {
    if (chosenWay.kind === 'saved') return { kind: 'saved', card: chosenWay.card };
    const { method } = chosenWay;
    if (method.id === 'card') {
      const token = await card.current?.store();
      return token === undefined ? undefined : { kind: 'card', token, keeps };
    }
    const typed = values[method.id] ?? initialValues(method);
    const empty = typed.findIndex((value) => value.trim() === '');
    if (empty >= 0) {
      document.getElementById(fieldId(method, empty))?.focus();
      setProblem(texts.checkDetails);
      return undefined;
    }
    return { kind: 'method', method, values: typed };
  }

  const isOff = isPaying || !way || (data.whenReady && isCard && !isComplete);
  return (
    <form
      id="payment"
      noValidate
      aria-labelledby="card"
      class={data.layout}
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="card">{data.header}</h2>
      <div id="problem" role="alert" tabIndex={-1} ref={alert}>
        {way ? problem : texts.noMethod}
      </div>
      <fieldset>
        <legend class="unseen">{texts.methods}</legend>
        {shown.map((one) => (
          <div class="way" key={one.id}>
            {ways.length > 1 && (
              <label class="choice">
                <input
                  type="radio"
                  name="way"
                  checked={one.id === way?.id}
                  onChange={() => {
                    setProblem('');
                    choose(one.id);
                  }}
                />
                <WayName way={one} data={data} />
              </label>
            )}
            {isCardWay(one) && (
              <div class="below" hidden={one.id !== way?.id}>
                <CardFrame
                  data={data}
                  url={cardForm}
                  handle={card}
                  onComplete={setComplete}
                  onChange={() => {
                    setCardSurcharge(0);
                    // Saved cards that are listed only now do not replace a typed one.
                    choose(one.id);
                  }}
                />
                {data.asksToSave && (
                  <SaveConsent text={texts.keep} isGiven={keeps} onChange={setKeeps} />
                )}
              </div>
            )}
            {one.kind === 'method' && !isCardWay(one) && one.id === way?.id && (
              <div class="below">
                <MethodFields
                  method={one.method}
                  values={values[one.id] ?? initialValues(one.method)}
                  onInput={(typed) => setValues({ ...values, [one.id]: typed })}
                  goesOn={texts.goesOn}
                />
              </div>
            )}
          </div>
        ))}
        {shown.length < ways.length && (
          <button type="button" class="link more" onClick={() => showAll(true)}>
            {texts.otherMethods}
          </button>
        )}
      </fieldset>
      {data.terms !== undefined && <p class="quiet">{data.terms}</p>}
      {surcharge > 0 && (
        <p id="surcharge" role="status">
          {texts.surcharge} {money(data, surcharge)}
        </p>
      )}
      <button type="submit" id="pay" disabled={isOff} class={isPaying ? 'busy' : ''}>
        {isPaying ? texts.sending : (data.button ?? `${texts.pay} ${shownPrice(data, surcharge)}`)}
      </button>
      <p id="slow" class="quiet" role="status">
        {isSlow ? texts.slowBank : ''}
      </p>
    </form>
  );
}

const isCardWay = (way: Way): boolean => way.kind === 'method' && way.method.id === 'card';

const waysOf = (
  saved: readonly SavedCard[],
  methods: readonly CheckoutMethod[],
): readonly Way[] => [
  ...saved.map((card) => ({ id: card.token, kind: 'saved', card }) as const),
  ...methods.map((method) => ({ id: method.id, kind: 'method', method }) as const),
];

/** The saved cards of the payment's customer; none for a guest, and none until they are listed. */
function useSavedCards(data: CheckoutData): readonly SavedCard[] {
  const [saved, setSaved] = useState<readonly SavedCard[]>([]);
  useEffect(() => {
    if (data.paths.saved === undefined) return;
    load(data, data.paths.saved).then(
      (body) => setSaved(savedCardsIn(body)),
      // Without the list, the payer types the card.
      () => undefined,
    );
  }, []);
  return saved;
}

interface SaveConsentProps {
  readonly text: string;
  readonly isGiven: boolean;
  readonly onChange: (isGiven: boolean) => void;
}

/** The box by which a customer consents to saving the card. */
const SaveConsent = ({ text, isGiven, onChange }: SaveConsentProps) => (
  <label class="consent">
    <input
      type="checkbox"
      id="consent"
      checked={isGiven}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {text}
  </label>
);

function WayName({ way, data }: { readonly way: Way; readonly data: CheckoutData }) {
  if (way.kind === 'method') {
    const { name, surcharge } = way.method;
    return (
      <span>
        {name}
        {surcharge > 0 && <span class="quiet"> + {money(data, surcharge)}</span>}
      </span>
    );
  }
  const { network, last4, expiry } = way.card;
  return (
    <span>
      <bdi>
        {network} •••• {last4}
      </bdi>{' '}
      <span class="quiet">{filled(data.texts, 'expires', { date: expiry })}</span>
    </span>
  );
}

/** The amount above the form, and the total of the order lines. */
function showTotal(text: string) {
  for (const place of [
    document.getElementById('amount'),
    document.querySelector('#sums dd:last-of-type'),
  ]) {
    if (place) place.textContent = text;
  }
}

/** Goes on to another page; from within a frame, in the outer page. */
function open(url: string) {
  const isFramed = window.top !== window;
  const isOfSwitch = !/^https?:/i.test(url);
  if (!isFramed || isOfSwitch || !window.open(url, '_top')) location.assign(url);
}
