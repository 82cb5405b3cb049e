import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CheckoutData, CheckoutMethod } from '../checkout-data.ts';
import { filled, money, type SavedCard, savedCardsIn } from '../checkout-flow.ts';
import { networkName } from '../network-name.ts';
import { load } from './ports.ts';

/** How many ways to pay are shown at first; more are a press away. */
const shownAtFirst = 5;

/** A way to pay on the page: a saved card, the card form, or another method. */
export type Way =
  | { readonly id: string; readonly kind: 'saved'; readonly card: SavedCard }
  | { readonly id: string; readonly kind: 'method'; readonly method: CheckoutMethod };

/** Whether the payer types a new card. */
export const isCardWay = (way: Way): boolean => way.kind === 'method' && way.method.id === 'card';

/** The ways to pay: the saved cards of the payment's customer, and the methods. */
export function useWays(data: CheckoutData): readonly Way[] {
  const saved = useSavedCards(data);
  return [
    ...saved.map((card) => ({ id: card.token, kind: 'saved', card }) as const),
    ...data.methods.map((method) => ({ id: method.id, kind: 'method', method }) as const),
  ];
}

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
  }, [data]);
  return saved;
}

interface WayListProps {
  readonly data: CheckoutData;
  readonly ways: readonly Way[];
  readonly chosen: Way | undefined;
  readonly onChoose: (way: Way) => void;
  /** The fields beneath a way's name. */
  readonly fieldsOf: (way: Way) => ComponentChildren;
}

/** The ways to pay, of which one is chosen; a single one needs no choice. */
export function WayList({ data, ways, chosen, onChoose, fieldsOf }: WayListProps) {
  const { texts } = data;
  const [areAllShown, showAll] = useState(false);
  const shown = areAllShown || ways.length <= shownAtFirst + 1 ? ways : ways.slice(0, shownAtFirst);
  return (
    <fieldset>
      <legend class="unseen">{texts.methods}</legend>
      {shown.map((way) => (
        <div class="way" key={way.id}>
          {ways.length > 1 && (
            <label class="choice">
              <input
                type="radio"
                name="way"
                checked={way.id === chosen?.id}
                onChange={() => onChoose(way)}
              />
              <WayName way={way} data={data} />
            </label>
          )}
          {fieldsOf(way)}
        </div>
      ))}
      {shown.length < ways.length && (
        <button type="button" class="link more" onClick={() => showAll(true)}>
          {texts.otherMethods}
        </button>
      )}
    </fieldset>
  );
}

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
        {networkName(network)} •••• {last4}
      </bdi>{' '}
      <span class="quiet">{filled(data.texts, 'expires', { date: expiry })}</span>
    </span>
  );
}
