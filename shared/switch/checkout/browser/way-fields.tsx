import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { CheckoutData, CheckoutMethod } from '../checkout-data.ts';
import type { Choice } from '../checkout-flow.ts';
import { CardFrame, type CardFrameHandle } from './card-frame.tsx';
import { fieldId, initialValues, MethodFields } from './method-fields.tsx';
import type { Paying } from './use-paying.ts';
import { isCardWay, type Way } from './ways.tsx';

/** The typed values of each method, by its id. */
type TypedValues = Readonly<Record<string, readonly string[]>>;

interface WayFieldsProps {
  readonly data: CheckoutData;
  readonly paying: Paying;
  /** Called when the payer types into the fields of a way. */
  readonly onType: (way: Way) => void;
}

/** The fields beneath the ways to pay, and the payer's choice that they make up. */
export function useWayFields({ data, paying, onType }: WayFieldsProps) {
  const [isComplete, setComplete] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const [values, setValues] = useState<TypedValues>({});
  const card = useRef<CardFrameHandle | null>(null);
  /** The forms for the codes of saved cards, by the card's token. */
  const codes = useRef<Record<string, CodeHandle>>({});

  /** The payer's choice; undefined while something is missing, which the form shows. */
  async function choiceOf(way: Way): Promise<Choice | undefined> {
    if (way.kind === 'saved') return savedChoice(way, codes.current[way.id]?.current);
    if (!isCardWay(way)) return typedChoice(way.method, values, paying, data);
    const { current: frame } = card;
    return frame ? { kind: 'card', store: frame.store, keeps } : undefined;
  }

  const fieldsOf = (way: Way, isChosen: boolean) => {
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
            keeps={keeps}
            onKeep={setKeeps}
          />
        </div>
      );
    }
    if (way.kind === 'saved') {
      if (!way.saved.needsCode) return null;
      const handle = codes.current[way.id] ?? { current: null };
      codes.current[way.id] = handle;
      return (
        <SavedCode data={data} handle={handle} isChosen={isChosen} onType={() => onType(way)} />
      );
    }
    if (!isChosen) return null;
    return (
      <div class="below">
        <MethodFields
          method={way.method}
          values={values[way.id] ?? initialValues(way.method)}
          onInput={(typed) => {
            onType(way);
            setValues({ ...values, [way.id]: typed });
          }}
          goesOn={data.texts.goesOn}
        />
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

  return { fieldsOf, choiceOf, areComplete, renew };
}

interface CodeHandle {
  current: CardFrameHandle | null;
}

interface SavedCodeProps {
  readonly data: CheckoutData;
  readonly handle: CodeHandle;
  readonly isChosen: boolean;
  readonly onType: () => void;
}

/**
 * The vault's form for the code of a saved card. It stays on the page once it was shown: a session
 * token opens five forms at most, and a payer may choose among the cards more often.
 */
function SavedCode({ data, handle, isChosen, onType }: SavedCodeProps) {
  const wasChosen = useRef(isChosen);
  wasChosen.current ||= isChosen;
  if (!wasChosen.current) return null;
  return (
    <div class="below code-only" hidden={!isChosen}>
      <CardFrame
        data={data}
        title={data.codeTitle}
        fields={data.codeFields}
        url={data.codeForm}
        handle={handle}
        onComplete={() => undefined}
        onChange={onType}
      />
    </div>
  );
}

/** The choice of a saved card; undefined while its code is missing. */
async function savedChoice(
  { saved }: Extract<Way, { kind: 'saved' }>,
  frame: CardFrameHandle | null | undefined,
): Promise<Choice | undefined> {
  if (!saved.needsCode) return { kind: 'saved', saved };
  return frame && (await frame.isComplete())
    ? { kind: 'saved', saved, storeCode: frame.store }
    : undefined;
}

/** The choice of a method with its typed values; undefined where one is missing. */
function typedChoice(
  method: CheckoutMethod,
  values: TypedValues,
  { setProblem }: Paying,
  { texts }: CheckoutData,
): Choice | undefined {
  const typed = values[method.id] ?? initialValues(method);
  const empty = typed.findIndex((value) => value.trim() === '');
  if (empty < 0) return { kind: 'method', method, values: typed };
  document.getElementById(fieldId(method, empty))?.focus();
  setProblem(texts.checkDetails);
  return undefined;
}

interface NewCardProps {
  readonly data: CheckoutData;
  readonly handle: RefObject<CardFrameHandle | null>;
  readonly onComplete: (isComplete: boolean) => void;
  readonly onChange: () => void;
  readonly keeps: boolean;
  readonly onKeep: (isGiven: boolean) => void;
}

/** The vault's card form, and the box by which a customer consents to saving the card. */
const NewCard = ({ data, handle, onComplete, onChange, keeps, onKeep }: NewCardProps) => (
  <>
    <CardFrame
      data={data}
      title={data.cardTitle}
      fields={data.cardFields}
      url={data.cardForm}
      handle={handle}
      onComplete={onComplete}
      onChange={onChange}
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
