import type { ComponentChildren, TargetedEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckoutData, CheckoutMethod } from '../checkout-data.ts';
import { filled, money } from '../checkout-flow.ts';
import { networkName } from '../network-name.ts';
import { type SavedMethod, savedMethodsIn } from '../saved-methods.ts';
import { firstWays } from '../shown-ways.ts';
import { Mark, NetworkMark, Networks } from './mark.tsx';
import { load } from './ports.ts';
import { Removal } from './removal.tsx';

/**
 * A way to pay on the page: a saved card, or a method, by an account that is saved or one that the
 * payer types.
 */
export type Way =
  | { readonly id: string; readonly saved: SavedMethod; readonly method?: undefined }
  | { readonly id: string; readonly saved?: SavedMethod; readonly method: CheckoutMethod };

/** Whether the payer types a new card. */
export const isCardWay = ({ id }: Way): boolean => id === 'card';

const savedWay = (saved: SavedMethod): Way => {
  // Another list of the same methods has other tokens.
  const { id, debit: method } = saved;
  return method ? { id, saved, method } : { id, saved };
};

/** The saved payment methods on the page. */
export interface SavedMethods {
  /** Those that cannot be used any more. They are shown, so that the payer can remove them. */
  readonly expired: readonly SavedMethod[];
  readonly onRemoved: (saved: SavedMethod) => void;
}

/** The ways to pay: the saved methods of the payment's customer, and the methods. */
export function useWays(data: CheckoutData): {
  readonly ways: readonly Way[];
  readonly saved: SavedMethods;
  /** Whether the saved methods are listed. */
  readonly areListed: boolean;
} {
  const [listed, setListed] = useSavedMethods(data);
  const all = listed ?? [];
  const ways = [
    ...all.filter(({ isExpired }) => !isExpired).map(savedWay),
    ...data.methods.map((method): Way => ({ id: method.id, method })),
  ];
  const saved = {
    expired: all.filter(({ isExpired }) => isExpired),
    onRemoved: (gone: SavedMethod) => setListed(all.filter((one) => one !== gone)),
  };
  return { ways, saved, areListed: listed !== undefined };
}

/** The saved methods of the payment's customer; none for a guest, undefined until they are listed. */
function useSavedMethods(data: CheckoutData) {
  const saved = useState<readonly SavedMethod[] | undefined>(
    data.paths.saved === undefined ? [] : undefined,
  );
  const [, setSaved] = saved;
  useEffect(() => {
    if (data.paths.saved === undefined) return;
    load(data, data.paths.saved).then(
      (body) => setSaved(savedMethodsIn(body, data.methods, new Date())),
      // Without a list, the payer types the card.
      () => setSaved((before) => before ?? []),
    );
  }, [data]);
  return saved;
}

interface WayListProps {
  readonly data: CheckoutData;
  readonly ways: readonly Way[];
  readonly saved: SavedMethods;
  readonly chosen: Way | undefined;
  readonly onChoose: (way: Way) => void;
  /** The fields beneath a way's name. */
  readonly fieldsOf: (way: Way) => ComponentChildren;
}

/** The ways to pay, of which one is chosen; a single one needs no choice. */
export function WayList({ data, ways, saved, chosen, onChoose, fieldsOf }: WayListProps) {
  const { texts } = data;
  const [areAllShown, showAll] = useState(false);
  const [isRemoved, setRemoved] = useState(false);
  const list = useRef<HTMLFieldSetElement>(null);
  const { expired } = saved;
  const first = firstWays(ways, expired.length);
  const shown = areAllShown ? ways : first;

  // The button that had the focus is gone.
  useEffect(() => {
    const place = ways.findIndex((way) => !first.includes(way));
    if (areAllShown) list.current?.querySelectorAll<HTMLElement>('[name=way]')[place]?.focus();
  }, [areAllShown]);

  const removal = (one: SavedMethod) =>
    data.customerKey !== undefined && (
      <Removal
        data={data}
        saved={one}
        label={`${one.nickName} ${titleOf(one)}`.trim()}
        onRemoved={() => {
          saved.onRemoved(one);
          setRemoved(true);
          list.current?.focus();
        }}
      />
    );

  return (
    <fieldset ref={list} tabIndex={-1}>
      <legend class="unseen">{texts.methods}</legend>
      <p class="unseen" role="status">
        {isRemoved && texts.removed}
      </p>
      {shown.map((way) => (
        <div class="way" key={way.id}>
          {ways.length > 1 && (
            <WayChoice
              data={data}
              way={way}
              isChosen={way.id === chosen?.id}
              onChange={() => {
                setRemoved(false);
                onChoose(way);
              }}
            />
          )}
          {fieldsOf(way)}
          {way.saved && way.id === chosen?.id && <div class="below">{removal(way.saved)}</div>}
        </div>
      ))}
      {shown.length === ways.length &&
        expired.map((one) => (
          <div class="way" key={one.id}>
            <div class="choice past">
              <WayName data={data} way={savedWay(one)} />
              {removal(one)}
            </div>
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

interface WayChoiceProps {
  readonly data: CheckoutData;
  readonly way: Way;
  readonly isChosen: boolean;
  readonly onChange: (event: TargetedEvent) => void;
}

function WayChoice({ data, way, isChosen, onChange }: WayChoiceProps) {
  const { networks = [] } = way.method ?? {};
  const hasNetworks = networks.length > 0;
  return (
    <label class="choice">
      <input
        type="radio"
        name="way"
        checked={isChosen}
        aria-describedby={hasNetworks ? 'networks' : undefined}
        onChange={onChange}
      />
      <WayName way={way} data={data} />
      {hasNetworks && <Networks data={data} networks={networks} id="networks" />}
    </label>
  );
}

function WayName({ way, data }: { readonly way: Way; readonly data: CheckoutData }) {
  const { method } = way;
  return (
    <>
      {method ? (
        <Mark data={data} name={method.mark} alt="" />
      ) : (
        <NetworkMark data={data} network={way.saved.name} />
      )}
      <span class="name">
        {way.saved ? <SavedName data={data} saved={way.saved} /> : method?.name}
        {method && method.surcharge > 0 && (
          <span class="quiet sum"> + {money(data, method.surcharge)}</span>
        )}
      </span>
    </>
  );
}

function SavedName({ data, saved }: { readonly data: CheckoutData; readonly saved: SavedMethod }) {
  const { nickName, expiry: date, isExpired } = saved;
  const title = <bdi>{titleOf(saved)}</bdi>;
  return (
    <>
      {nickName === '' ? (
        title
      ) : (
        <>
          <bdi>{nickName}</bdi> <span class="quiet">{title}</span>
        </>
      )}{' '}
      {date !== undefined && (
        <span class={isExpired ? 'quiet over' : 'quiet'}>
          {filled(data.texts, isExpired ? 'expired' : 'expires', { date })}
        </span>
      )}
    </>
  );
}

/** `Visa •••• 4242`. */
const titleOf = ({ name, last4 }: SavedMethod) => `${networkName(name)} •••• ${last4}`;
