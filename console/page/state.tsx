import type { ComponentChildren } from 'preact';
import type { Answer } from './live.ts';
import { addressOf } from './place.ts';

interface AnsweredProps<T> {
  readonly answer: Answer<T>;
  /** A noun for the content, as in "Loading payments". */
  readonly of: string;
  /** Whether the content has no entry. */
  readonly isEmpty?: (data: T) => boolean;
  /** Shown in place of an empty list: why it is empty, and how to get the first entry. */
  readonly empty?: ComponentChildren;
  /** Shown when the object no longer exists, with a link that leads back. */
  readonly gone?: ComponentChildren;
  readonly children: (data: T) => ComponentChildren;
}

/**
 * The content of a view, or the state in its place: loading, empty, gone, refused or failed. While
 * the connection is lost, the older content stays, and `StaleBar` says so above all views.
 */
export function Answered<T>({ answer, of, isEmpty, empty, gone, children }: AnsweredProps<T>) {
  const { data, failure } = answer;
  if (failure?.kind === 'gone') return <Gone>{gone ?? failure.reason}</Gone>;
  if (failure?.kind === 'refused') return <Refused reason={failure.reason} />;
  if (data === undefined) {
    if (failure?.kind === 'failed') return <Failed reason={failure.reason} />;
    return <Loading of={of} isLost={failure?.kind === 'lost'} />;
  }
  return (
    <>
      {failure?.kind === 'failed' && <Failed reason={failure.reason} />}
      {isEmpty?.(data) ? <State kind="empty">{empty}</State> : children(data)}
    </>
  );
}

interface StateProps {
  readonly kind: 'empty' | 'gone' | 'refused' | 'failed';
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** One look for all states: a sign, a title, and the next step. */
export const State = ({ kind, title, children }: StateProps) => (
  <div class={`state ${kind}`} role={kind === 'empty' ? 'status' : 'alert'}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={signs[kind]} />
    </svg>
    {title !== undefined && <p class="title">{title}</p>}
    <div class="words">{children}</div>
  </div>
);

/** The rails of a turnout: open, ended, barred, broken. */
const signs = {
  empty: 'M3 17h18M3 17c8 0 7-10 18-10',
  gone: 'M3 17h8M15 13v8M3 17c5 0 6-4 8-6',
  refused: 'M3 17h18M12 5v14M8 5h8',
  failed: 'M3 17h6M15 17h6M10 13l4 8',
} as const;

const Gone = ({ children }: { children: ComponentChildren }) => (
  <State kind="gone" title="This no longer exists">
    {children}
  </State>
);

const Refused = ({ reason }: { reason: string }) => (
  <State kind="refused" title="The console refused this request">
    <p>{reason}</p>
    <p>
      Open the address that <code>npm start</code> prints after “The console is at”.
    </p>
  </State>
);

const Failed = ({ reason }: { reason: string }) => (
  <State kind="failed" title="This could not be loaded">
    <p>{reason}</p>
    <p>
      The console asks again by itself. The terminal of <code>npm start</code> shows the cause.
    </p>
  </State>
);

const Loading = ({ of, isLost }: { of: string; isLost: boolean }) => (
  <div class="loading" role="status" aria-busy="true">
    <p>{isLost ? `No connection yet, so no ${of}. The console asks again …` : `Loading ${of} …`}</p>
    <div class="skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  </div>
);

const second = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** Says that the page shows older data while the live connection is lost, and since when. */
export const StaleBar = ({ lostAt }: { lostAt: number | undefined }) => (
  <div class="stale" role="status">
    {lostAt !== undefined && (
      <p>
        <b>No connection since {second.format(lostAt)}.</b> The page shows the data of that time and
        reconnects by itself. If the switch was stopped, run <code>npm start</code>.
      </p>
    )}
  </div>
);

/** The first step of a newcomer, in sentences about empty lists. */
export const FirstPayment = () => (
  <a href={addressOf('connectors')}>Make a payment with a test card</a>
);
