import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CheckoutData, CheckoutMethod } from '../checkout-data.ts';
import { filled, money, type SavedCard, savedCardsIn } from '../checkout-flow.ts';
import { networkName } from '../network-name.ts';
import { firstWays } from '../shown-ways.ts';
import { load } from './ports.ts';

/** A way to pay on the page: a saved card, the card form, or another method. */
export type Way =
  | { readonly id: string; readonly kind: 'saved'; readonly card: SavedCard }
  | { readonly id: string; readonly kind: 'method'; readonly method: CheckoutMethod };

/** Whether the payer types a new card. */
export const isCardWay = (way: Way): boolean => way.kind === 'method' && way.method.id === 'card';

/** The ways to pay: the saved cards of the payment's customer, and the methods. */
export function useWays(data: CheckoutData): {
  readonly ways: readonly Way[];
  /** Whether the saved cards are listed. */
  readonly areListed: boolean;
} {
  const saved = useSavedCards(data);
  const ways = [
    ...(saved ?? []).map((card) => ({ id: card.token, kind: 'saved', card }) as const),
    ...data.methods.map((method) => ({ id: method.id, kind: 'method', method }) as const),
  ];
  return { ways, areListed: saved !== undefined };
}

/** The saved cards of the payment's customer; none for a guest, undefined until they are listed. */
function useSavedCards(data: CheckoutData): readonly SavedCard[] | undefined {
  const [saved, setSaved] = useState<readonly SavedCard[] | undefined>(
    data.paths.saved === undefined ? [] : undefined,
  );
  useEffect(() => {
    if (data.paths.saved === undefined) return;
    load(data, data.paths.saved).then(
      (body) => setSaved(savedCardsIn(body)),
      // Without the list, the payer types the card.
      () => setSaved([]),
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
  const shown = areAllShown ? ways : firstWays(ways);
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
        {surcharge > 0 && <span class="quiet sum"> + {money(data, surcharge)}</span>}
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
