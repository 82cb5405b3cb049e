import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckoutData } from '../checkout-data.ts';
import type { SavedMethod } from '../saved-methods.ts';

interface RemovalProps {
  readonly data: CheckoutData;
  readonly saved: SavedMethod;
  /** The name of the saved method, for screen readers. */
  readonly label: string;
  readonly onRemoved: () => void;
}

/** The removal of a saved payment method: a button, then a question, then the request. */
export function Removal({ data, saved, label, onRemoved }: RemovalProps) {
  const [state, setState] = useState<'closed' | 'asking' | 'removing' | 'failed'>('closed');
  const first = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const { texts } = data;
  const isOpen = state !== 'closed';

  // The buttons replace each other, so the focus follows them. A second press removes nothing.
  useEffect(() => {
    if (isOpen || wasOpen.current) first.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  async function remove() {
    setState('removing');
    const isGone = await removed(data, saved);
    if (isGone) onRemoved();
    else setState('failed');
  }

  if (!isOpen) {
    return (
      <button type="button" class="link" ref={first} onClick={() => setState('asking')}>
        {texts.remove}
        <span class="unseen"> {label}</span>
      </button>
    );
  }
  return (
    <fieldset class="removal">
      <legend>
        {texts.removeThis}
        <span class="unseen"> {label}</span>
      </legend>
      <button
        type="button"
        class="link"
        aria-disabled={state === 'removing'}
        onClick={() => state !== 'removing' && void remove()}
      >
        {texts.remove}
      </button>{' '}
      <button type="button" class="link" ref={first} onClick={() => setState('closed')}>
        {texts.cancel}
      </button>
      <p role="alert">{state === 'failed' && texts.notRemoved}</p>
    </fieldset>
  );
}

/** Removes a saved payment method; false where that failed. One that is gone already is removed. */
async function removed({ paths, customerKey }: CheckoutData, { id }: SavedMethod) {
  try {
    const { ok, status } = await fetch(`${paths.methods}${encodeURIComponent(id)}`, {
      method: 'DELETE',
      headers: { 'api-key': customerKey ?? '' },
      credentials: 'omit',
    });
    return ok || status === 404;
  } catch {
    return false;
  }
}
