import { useState } from 'preact/hooks';
import type { Entry, StoryAnswer } from '../answers.ts';
import { money } from '../money.ts';
import { JsonView } from './json-view.tsx';
import { useAnswer } from './live.ts';
import { addressOf } from './place.ts';
import { Answered, State } from './state.tsx';
import { Badge, clockOf, Scroll, span } from './words.tsx';

/** Everything that happened to a payment, in order. */
export function Story({ merchantId, paymentId }: { merchantId: string; paymentId: string }) {
  const query = new URLSearchParams({ merchantId, paymentId });
  const answer = useAnswer<StoryAnswer>(`/api/story?${query}`);
  return (
    <section class="panel story" aria-labelledby="story">
      <div class="head">
        <h2 id="story" class="id">
          {paymentId}
        </h2>
        <a class="close" href={addressOf('payments')} aria-label="Close the story">
          ×
        </a>
      </div>
      <Answered answer={answer} of="the story of the payment" gone={<NoSuchPayment />}>
        {(story) => <Whole story={story} />}
      </Answered>
    </section>
  );
}

const NoSuchPayment = () => (
  <p>
    The switch has no such payment. Data in memory ends with <code>npm start</code>;{' '}
    <code>npm start -- --data DIR</code> keeps it. <a href={addressOf('payments')}>All payments</a>
  </p>
);

function Whole({ story: { payment, entries, items } }: { story: StoryAnswer }) {
  const chapters = chaptersOf(entries);
  const first = entries[0]?.at ?? 0;
  return (
    <Scroll label="Story of the payment">
      <dl class="summary">
        <div>
          <dt>Amount</dt>
          <dd class="amount">{money(payment.amountMinor, payment.currency)}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <Badge text={payment.status} />
          </dd>
        </div>
        <div>
          <dt>Connector</dt>
          <dd>{payment.connector ?? '—'}</dd>
        </div>
        <div>
          <dt>Merchant</dt>
          <dd class="id">{payment.merchantId}</dd>
        </div>
        {payment.error !== undefined && (
          <div>
            <dt>Error</dt>
            <dd>{payment.error}</dd>
          </div>
        )}
      </dl>
      {entries.length === 0 && (
        <State kind="empty">
          <p>No entry yet. Calls, saves, events and webhooks of this payment appear here.</p>
        </State>
      )}
      {chapters.map((chapter, index) => (
        <Chapter
          key={chapter[0]?.at ?? index}
          entries={chapter}
          later={(chapter[0]?.at ?? 0) - first}
          isFirst={index === 0}
        />
      ))}
      <details>
        <summary class="more">
          What is stored of this payment: {items.length} {items.length === 1 ? 'item' : 'items'},
          here and at the sandbox processor
        </summary>
        <JsonView value={items} />
      </details>
    </Scroll>
  );
}

/** After so long without anything, a new chapter begins, in ms. */
const pauseMs = 2_000;

/** The entries in groups that happened close together. */
function chaptersOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const chapters: Entry[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    if (entry.at - end > pauseMs) chapters.push([]);
    chapters.at(-1)?.push(entry);
    end = Math.max(end, entry.at + (entry.ms ?? 0));
  }
  return chapters;
}

interface ChapterProps {
  readonly entries: readonly Entry[];
  readonly later: number;
  readonly isFirst: boolean;
}

function Chapter({ entries, later, isFirst }: ChapterProps) {
  const from = entries[0]?.at ?? 0;
  const until = Math.max(from + 1, ...entries.map(({ at, ms = 0 }) => at + ms));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const seen = new Map<string, number>();
  return (
    <>
      <h3 class="chapter">
        <span>{isFirst ? clockOf(from) : `${span(later)} later`}</span>
        <small>{span(until - from)}</small>
      </h3>
      <ol class="entries">
        {entries.map((entry) => {
          const name = `${entry.kind} ${entry.at} ${entry.title}`;
          const repeated = seen.get(name) ?? 0;
          seen.set(name, repeated + 1);
          const key = `${name} ${repeated}`;
          return (
            <EntryRow
              key={key}
              entry={entry}
              from={from}
              until={until}
              isOpen={open.has(key)}
              onToggle={(isOpen) => {
                const next = new Set(open);
                if (isOpen) next.add(key);
                else next.delete(key);
                setOpen(next);
              }}
            />
          );
        })}
      </ol>
    </>
  );
}

const kinds: Readonly<Record<Entry['kind'], string>> = {
  request: 'request',
  incoming: 'processor’s webhook',
  routing: 'routing',
  exchange: 'processor',
  change: 'table',
  event: 'event',
  delivery: 'webhook',
  received: 'received',
  log: 'log',
};

interface EntryRowProps {
  readonly entry: Entry;
  /** Begin and end of its chapter. */
  readonly from: number;
  readonly until: number;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

function EntryRow({ entry, from, until, isOpen, onToggle }: EntryRowProps) {
  const { kind, at, ms, title, note, tone, changes, payload } = entry;
  return (
    <li class={`entry ${kind} ${tone}`}>
      <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
        <summary class="line">
          <span class="after">+{span(at - from)}</span>
          <span class="kind">{kinds[kind]}</span>
          <span class="what">
            <b>{title}</b>
            {note && <span class="note">{note}</span>}
          </span>
          <Track at={at} ms={ms} from={from} until={until} />
          <span class="took">{ms === undefined ? '' : span(ms)}</span>
        </summary>
        {changes && changes.length > 0 && (
          <table class="changes">
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>
                    {before !== undefined && <del>{before}</del>}{' '}
                    {after !== undefined && <ins>{after}</ins>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {isOpen && payload !== undefined && <JsonView value={payload} />}
      </details>
    </li>
  );
}

/** A bar that shows when in the chapter it happened, and for how long. */
function Track({
  at,
  ms = 0,
  from,
  until,
}: { at: number; ms: number | undefined } & { from: number; until: number }) {
  const whole = until - from;
  const x = (100 * (at - from)) / whole;
  return (
    <svg class="track" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="2.5" width="100" height="1" class="rail" />
      <rect
        x={Math.min(x, 98.5)}
        y="1"
        width={Math.max(1.5, (100 * ms) / whole)}
        height="4"
        rx="1"
      />
    </svg>
  );
}
