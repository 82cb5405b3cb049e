import { useState } from 'preact/hooks';
import type { ItemsAnswer, TablesAnswer } from '../answers.ts';
import { JsonView } from './json-view.tsx';
import { useAnswer } from './live.ts';
import { Answered, FirstPayment } from './state.tsx';
import { Scroll } from './words.tsx';

/** The items of each table, by the beginning of their keys, a page at a time. */
export function Tables(_: { below: readonly string[] }) {
  const tables = useAnswer<TablesAnswer>('/api/tables');
  const [chosen, setChosen] = useState<string | undefined>();
  const [beginning, setBeginning] = useState('');
  const [pages, setPages] = useState<readonly string[]>([]);
  const table = chosen ?? tables.data?.tables[0]?.name;
  const from = pages.at(-1);
  const query = new URLSearchParams({
    table: table ?? '',
    beginning,
    ...(from !== undefined && { from }),
  });
  const answer = useAnswer<ItemsAnswer>(
    table === undefined ? undefined : `/api/items?${query}`,
    table,
  );
  const showAll = () => {
    setBeginning('');
    setPages([]);
  };
  return (
    <section class="panel" aria-labelledby="tables">
      <div class="head">
        <h1 id="tables">Tables</h1>
        <search class="filters">
          <select
            aria-label="Table"
            value={table}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
              setPages([]);
            }}
          >
            {tables.data?.tables.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <input
            type="search"
            data-search
            aria-label="Beginning of the partition key"
            aria-keyshortcuts="/"
            placeholder="MERCHANT#…  ( / )"
            value={beginning}
            onInput={({ currentTarget }) => {
              setBeginning(currentTarget.value);
              setPages([]);
            }}
          />
        </search>
        <Pager pages={pages} next={answer.data?.next} onTurn={setPages} />
      </div>
      <Answered
        answer={
          answer.failure === undefined && tables.failure
            ? { ...answer, failure: tables.failure }
            : answer
        }
        of="items"
        isEmpty={({ items }) => items.length === 0}
        empty={<NoItems beginning={beginning} onShowAll={showAll} />}
        gone={<p>The switch has no such table. Choose another one above.</p>}
      >
        {({ items }) => <Items items={items} />}
      </Answered>
    </section>
  );
}

interface PagerProps {
  /** The pages after the first that were opened, by the key of the item before each. */
  readonly pages: readonly string[];
  /** The key after which the next page begins, where there is one. */
  readonly next: string | null | undefined;
  readonly onTurn: (pages: readonly string[]) => void;
}

const Pager = ({ pages, next, onTurn }: PagerProps) => (
  <span class="pager">
    <button
      type="button"
      class="small"
      disabled={pages.length === 0}
      onClick={() => onTurn(pages.slice(0, -1))}
    >
      Previous
    </button>
    <button
      type="button"
      class="small"
      disabled={!next}
      onClick={() => next && onTurn([...pages, next])}
    >
      Next
    </button>
  </span>
);

const Items = ({ items }: Pick<ItemsAnswer, 'items'>) => (
  <Scroll label="Items">
    <ol class="receipts">
      {items.map(({ pk, sk, item }) => (
        <li key={`${pk} ${sk}`}>
          <details>
            <summary class="brief">
              <span class="id">{pk}</span> <span class="id sort">{sk}</span>
            </summary>
            <JsonView value={item} />
          </details>
        </li>
      ))}
    </ol>
  </Scroll>
);

interface NoItemsProps {
  readonly beginning: string;
  readonly onShowAll: () => void;
}

const NoItems = ({ beginning, onShowAll }: NoItemsProps) =>
  beginning === '' ? (
    <p>
      This table has no item yet. <FirstPayment />, or choose another table.
    </p>
  ) : (
    <p>
      No partition key begins with <code>{beginning}</code>.{' '}
      <button type="button" class="small" onClick={onShowAll}>
        Show all items
      </button>
    </p>
  );
