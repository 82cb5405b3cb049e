import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type CardForm, frameCardForm } from '#vault/switch/browser/card-form.ts';
import type { SkeletonField } from '../card-skeleton.ts';
import type { CheckoutData } from '../checkout-data.ts';
import type { Storing } from '../storing.ts';

/** The page's access to the card form. */
export interface CardFrameHandle {
  /** Whether the typed card can be stored. The form shows the errors of one that can't. */
  isComplete(): Promise<boolean>;
  /** Stores the typed card, once however often it is called. */
  store(): Promise<Storing>;
  /** Gives the form another session, by its whole URL. Typed text stays. */
  renew(url: string): void;
}

interface CardFrameProps {
  readonly data: CheckoutData;
  /** The frame's name for screen readers. */
  readonly title: string;
  /** The fields that are drawn until the form is there. */
  readonly fields: readonly SkeletonField[];
  /** The form with its session token; absent where the vault gave none. */
  readonly url: string | undefined;
  readonly handle: RefObject<CardFrameHandle | null>;
  readonly onComplete: (isComplete: boolean) => void;
  /** Called when the payer changes the card. */
  readonly onChange: () => void;
  /** Gives the form another session, by `renew` of the handle. */
  readonly onRenew: () => void;
}

/** The state of the form in its place. */
type FormState =
  | 'opening'
  /** Late, and still loading. */
  | 'slow'
  /** As late as before, for so long that the payer may open the form anew. */
  | 'late'
  | 'ready'
  /** The vault is away, or it refused the form. */
  | 'away'
  /** The session is over; a form that was ready has the typed card. */
  | 'over';

/** The vault's card form in its frame. Only the vault receives the typed card. */
export function CardFrame(props: CardFrameProps) {
  const { data, fields, url, handle, onComplete, onChange, onRenew } = props;
  const { texts } = data;
  const place = useRef<HTMLDivElement>(null);
  const form = useRef<CardForm | undefined>(undefined);
  /** Whether the form goes on with another session: then it reports what was typed before. */
  const isRenewing = useRef(false);
  /** Whether the page waits for a card: it goes on with another session by itself then. */
  const isStoring = useRef(false);
  const [state, setState] = useState<FormState>(url === undefined ? 'away' : 'opening');
  const [wasReady, setWasReady] = useState(false);

  function mount(address: string) {
    if (!place.current) return;
    form.current = frameCardForm(place.current, new URL(address), {
      title: props.title,
      onReady() {
        isRenewing.current = false;
        setWasReady(true);
        setState('ready');
      },
      onSlow: () => setState('slow'),
      onChange({ complete }) {
        onComplete(complete);
        if (!isRenewing.current) onChange();
      },
      onEnter: () => document.querySelector<HTMLButtonElement>('#pay')?.click(),
      onExpired() {
        if (!isStoring.current) setState('over');
      },
      onError: ({ code }) => setState(code === 'slow' ? 'late' : 'away'),
    });
  }

  // Before the page is first drawn, so that the form loads meanwhile.
  useLayoutEffect(() => {
    if (url !== undefined) mount(url);
    handle.current = handleOf(form, isStoring, (address) => {
      isRenewing.current = true;
      onComplete(false);
      if (form.current) form.current.renew(sessionIn(address));
      else mount(address);
      setState((before) => (before === 'ready' || before === 'over' ? before : 'opening'));
    });
    return () => form.current?.destroy();
  }, []);

  function loadAgain() {
    // A session that is over, or was never there, comes with the page's data.
    if (state === 'over' || !form.current) return onRenew();
    setState('opening');
    form.current.reopen();
  }

  const isOpening = state === 'opening' || state === 'slow' || state === 'late';
  const hasForm = isOpening || state === 'ready' || (state === 'over' && wasReady);
  return (
    <>
      {/* In place of a frame that does not load, browsers show a page of their own. */}
      <div class={isOpening ? 'card-form opening' : 'card-form'} hidden={!hasForm}>
        <div ref={place} />
        {isOpening && <Skeleton fields={fields} />}
        <p class="quiet" role="status">
          {isOpening && state !== 'opening' ? texts.stillLoading : ''}
        </p>
      </div>
      {(state === 'away' || state === 'over') && (
        <p role="alert">{state === 'over' ? texts.openTooLong : texts.formUnreachable}</p>
      )}
      {state !== 'ready' && state !== 'opening' && state !== 'slow' && (
        <button type="button" class="link" onClick={loadAgain}>
          {texts.loadAgain}
        </button>
      )}
    </>
  );
}

/** The fields of the form, empty, until the form is there. */
const Skeleton = ({ fields }: Pick<CardFrameProps, 'fields'>) => (
  <div class="skeleton" aria-hidden="true">
    {fields.map(({ label, isHalf }) => (
      <div key={label} class={isHalf ? 'half' : ''}>
        {label !== undefined && <span>{label}</span>}
      </div>
    ))}
  </div>
);

const sessionIn = (url: string) => new URL(url).searchParams.get('session_token') ?? '';

function handleOf(
  form: { readonly current: CardForm | undefined },
  isStoring: { current: boolean },
  renew: (url: string) => void,
): CardFrameHandle {
  // The form is empty after it has stored a card.
  let stored: Extract<Storing, { kind: 'stored' }> | undefined;
  return {
    isComplete: async () => stored !== undefined || isValid(form.current),
    async store() {
      isStoring.current = true;
      const storing = stored ?? (await storingOf(form.current));
      isStoring.current = false;
      if (storing.kind === 'stored') stored = storing;
      return storing;
    },
    renew(url) {
      stored = undefined;
      renew(url);
    },
  };
}

async function isValid(form: CardForm | undefined): Promise<boolean> {
  try {
    return (await form?.validate()) ?? false;
  } catch {
    // `onExpired` and `onError` show the end of the form's session and a form that is not there.
    return false;
  }
}

async function storingOf(form: CardForm | undefined): Promise<Storing> {
  if (!form) return { kind: 'absent' };
  try {
    return { kind: 'stored', token: (await form.submit()).card_token };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { kind: kindsByCode.get(code) ?? 'refused' };
  }
}

/** The outcomes that the codes of the form's errors mean; every other code is a refusal. */
const kindsByCode: ReadonlyMap<string, Exclude<Storing['kind'], 'stored'>> = new Map([
  ['no_connection', 'no connection'],
  ['no_answer', 'in doubt'],
  ['session_expired', 'over'],
  ['scope_mismatch', 'over'],
  ['not_ready', 'absent'],
  ['vault_unreachable', 'absent'],
  ['slow', 'absent'],
  ['destroyed', 'absent'],
]);
