import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useShownFlaws } from '../../typed-fields/browser/use-shown-flaws.ts';
import { flawOf, flawText } from '../../typed-fields/field-flaw.ts';
import type { CheckoutData, CheckoutMethod } from '../checkout-data.ts';
import { type Choice, methodData } from '../checkout-flow.ts';
import { initialValues } from '../initial-values.ts';
import type { Next } from '../next-step.ts';
import type { SavedMethod } from '../saved-methods.ts';
import { CardFrame, type CardFrameHandle } from './card-frame.tsx';
import { MethodFields } from './method-fields.tsx';
import type { Paying } from './use-paying.ts';
import { isCardWay, type Way } from './ways.tsx';

/** The typed values of each method, by its id. */
type TypedValues = Readonly<Record<string, readonly string[]>>;

interface WayFieldsProps {
  readonly data: CheckoutData;
  readonly paying: Paying;
  /** Called when the payer types into the fields of a way. */
  readonly onType: (way: Pick<Way, 'id'>) => void;
}

/** The fields beneath the ways to pay, and the payer's choice that they make up. */
export function useWayFields({ data, paying, onType }: WayFieldsProps) {
  const [isComplete, setComplete] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const [values, setValues] = useState<TypedValues>({});
  const card = useRef<CardFrameHandle | null>(null);
  /** The forms for the codes of saved cards, by the card's id. */
  const codes = useRef<Record<string, CodeHandle>>({});
  const flaws = useShownFlaws((field, value) => {
    const flaw = flawOf(field, value);
    return flaw && flawText(flaw, data.flaws, data.locale);
  });

  const valuesOf = (method: CheckoutMethod) => values[method.id] ?? initialValues(method);

  /** The payer's choice; undefined while something is missing, which the form shows. */
  async function choiceOf(way: Way): Promise<Choice | undefined> {
    const { method } = way;
    if (!method) return savedChoice(way.saved, codes.current[way.id]?.current);
    const typed = valuesOf(method);
    if (!isCardWay(way)) {
      const token = way.saved && { token: way.saved.token };
      return flaws.check(method, typed)
        ? { kind: 'method', method, values: typed, ...token }
        : undefined;
    }
    const { current: frame } = card;
    // An incomplete card is shown first: its frame stands above the address.
    if ((await frame?.isComplete()) && !flaws.check(method, typed)) return undefined;
    return frame
      ? { kind: 'card', store: frame.store, keeps, beside: methodData(method, typed) }
      : undefined;
  }

  /** Shows the switch's refusal beside the field that it names. */
  function settled(way: Way, next: Next) {
    const { method } = way;
    if (!method || next.kind !== 'problem' || next.param === undefined) return;
    flaws.refuse(method, valuesOf(method), next.param, next.text);
  }

  const typedFieldsOf = (method: CheckoutMethod) => (
    <MethodFields
      data={data}
      method={method}
      values={valuesOf(method)}
      flaws={flaws}
      onInput={(typed) => {
        onType(method);
        setValues({ ...values, [method.id]: typed });
      }}
    />
  );

  const fieldsOf = (way: Way, isChosen: boolean) => {
    const { method, saved } = way;
    if (!method) {
      if (!saved.needsCode) return null;
      const handle = codes.current[way.id] ?? { current: null };
      codes.current[way.id] = handle;
      return (
        <SavedCode
          data={data}
          saved={saved}
          handle={handle}
          isChosen={isChosen}
          onType={() => onType(way)}
          onRenew={paying.renew}
        />
      );
    }
    if (isCardWay(way)) {
      return (
        <div class="below" hidden={!isChosen}>
          <NewCard
            data={data}
            handle={card}
            onComplete={setComplete}
            onChange={() => {
              paying.setCardSurcharge(0);
              onType(way);
            }}
            onRenew={paying.renew}
            keeps={keeps}
            onKeep={setKeeps}
          />
          {typedFieldsOf(method)}
        </div>
      );
    }
    if (!isChosen) return null;
    return (
      <div class="below">
        {method.fields.length > 0 || method.mandate ? (
          typedFieldsOf(method)
        ) : (
          <p class="quiet">{data.texts.goesOn}</p>
        )}
      </div>
    );
  };

  /** Whether the fields of a way are complete, as far as the page knows. */
  const areComplete = (way: Way) => isComplete || !isCardWay(way);

  /** Gives the vault's forms the sessions of new data. */
  function renew({ cardForm, codeForm }: CheckoutData) {
    if (cardForm !== undefined) card.current?.renew(cardForm);
    if (codeForm === undefined) return;
    for (const { current: frame } of Object.values(codes.current)) frame?.renew(codeForm);
  }

  return { fieldsOf, choiceOf, settled, areComplete, renew };
}

interface CodeHandle {
  current: CardFrameHandle | null;
}

interface SavedCodeProps {
  readonly data: CheckoutData;
  readonly saved: SavedMethod;
  readonly handle: CodeHandle;
  readonly isChosen: boolean;
  readonly onType: () => void;
  readonly onRenew: () => void;
}

/**
 * The vault's form for the code of a saved card. It stays on the page once it was shown: a session
 * token opens five forms at most, and a payer may choose among the cards more often.
 */
function SavedCode({ data, saved, handle, isChosen, onType, onRenew }: SavedCodeProps) {
  const wasChosen = useRef(isChosen);
  wasChosen.current ||= isChosen;
  if (!wasChosen.current) return null;
  return (
    <div class="below code-only" hidden={!isChosen}>
      <CardFrame
        data={data}
        title={data.codeTitle}
        fields={data.codeFields}
        // The code's length follows from the network.
        url={data.codeForm && `${data.codeForm}&only=${typeOf(saved)}`}
        handle={handle}
        onComplete={() => undefined}
        onChange={onType}
        onRenew={onRenew}
      />
    </div>
  );
}

const typeOf = ({ name }: SavedMethod) =>
  name === 'AmericanExpress' ? 'american_express' : 'visa';

/** The choice of a saved card; undefined while its code is missing. */
async function savedChoice(
  saved: SavedMethod,
  frame: CardFrameHandle | null | undefined,
): Promise<Choice | undefined> {
  if (!saved.needsCode) return { kind: 'saved', saved };
  return frame && (await frame.isComplete())
    ? { kind: 'saved', saved, storeCode: frame.store }
    : undefined;
}

interface NewCardProps {
  readonly data: CheckoutData;
  readonly handle: RefObject<CardFrameHandle | null>;
  readonly onComplete: (isComplete: boolean) => void;
  readonly onChange: () => void;
  readonly onRenew: () => void;
  readonly keeps: boolean;
  readonly onKeep: (isGiven: boolean) => void;
}

/** The vault's card form, and the box by which a customer consents to saving the card. */
const NewCard = ({ data, keeps, onKeep, ...card }: NewCardProps) => (
  <>
    <CardFrame
      data={data}
      title={data.cardTitle}
      fields={data.cardFields}
      url={data.cardForm}
      {...card}
    />
    {data.asksToSave && (
      <label class="consent">
        <input
          type="checkbox"
          id="consent"
          checked={keeps}
          onChange={({ currentTarget }) => onKeep(currentTarget.checked)}
        />
        {data.texts.keep}
      </label>
    )}
  </>
);
