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
  const { data } = answer;
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
        <span class="pager">
          <button
            type="button"
            class="small"
            disabled={pages.length === 0}
            onClick={() => setPages(pages.slice(0, -1))}
          >
            Previous
          </button>
          <button
            type="button"
            class="small"
            disabled={!data?.next}
            onClick={() => data?.next && setPages([...pages, data.next])}
          >
            Next
          </button>
        </span>
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
        {({ items }) => (
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
        )}
      </Answered>
    </section>
  );
}

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
