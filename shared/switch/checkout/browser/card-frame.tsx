import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type CardForm, mountCardForm } from '#vault/switch/browser/card-form.ts';
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
  /** The form with its session token; absent where the vault gave none. */
  readonly url: string | undefined;
  readonly handle: RefObject<CardFrameHandle | null>;
  readonly onComplete: (isComplete: boolean) => void;
  /** Called when the payer changes the card. */
  readonly onChange: () => void;
}

/** The vault's card form in its frame. Only the vault receives the typed card. */
export function CardFrame({ data, title, url, handle, onComplete, onChange }: CardFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'opening' | 'ready' | 'unreachable' | 'over'>(
    url === undefined ? 'unreachable' : 'opening',
  );
  const { texts } = data;
  const isClosed = state === 'unreachable' || state === 'over';

  // Before the page is first drawn, so that the form loads meanwhile.
  useLayoutEffect(() => {
    if (url === undefined || !place.current) return;
    const form = mountCardForm(place.current, {
      url,
      title,
      onReady: () => setState('ready'),
      onChange({ complete }) {
        onComplete(complete);
        onChange();
      },
      onEnter: () => document.querySelector<HTMLButtonElement>('#pay')?.click(),
      onExpired: () => setState('over'),
      onError: () => setState('unreachable'),
    });
    handle.current = handleOf(form);
    return () => form.destroy();
  }, []);

  return (
    <>
      {/* In place of a frame that does not load, browsers show a page of their own. */}
      <div ref={place} class={state === 'opening' ? 'opening' : ''} hidden={isClosed} />
      {isClosed && (
        <div role="alert">
          <p>{state === 'over' ? texts.openTooLong : texts.formUnreachable}</p>
          <button type="button" class="link" onClick={() => location.reload()}>
            {texts.loadAgain}
          </button>
        </div>
      )}
    </>
  );
}

function handleOf(form: CardForm): CardFrameHandle {
  // The form is empty after it has stored a card.
  let stored: Extract<Storing, { kind: 'stored' }> | undefined;
  return {
    isComplete: async () => stored !== undefined || isValid(form),
    async store() {
      const storing = stored ?? (await storingOf(form));
      if (storing.kind === 'stored') stored = storing;
      return storing;
    },
    renew(url) {
      stored = undefined;
      form.renew(new URL(url).searchParams.get('session_token') ?? '');
    },
  };
}

async function isValid(form: CardForm): Promise<boolean> {
  try {
    return await form.validate();
  } catch {
    // `onExpired` and `onError` show the end of the form's session and a form that is not there.
    return false;
  }
}

async function storingOf(form: CardForm): Promise<Storing> {
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
  ['not_ready', 'absent'],
  ['vault_unreachable', 'absent'],
  ['destroyed', 'absent'],
]);
