import type { DocumentAnswer } from '../answers.ts';
import { useAnswer } from './live.ts';
import { type Block, blocksOf, linkedPath, partsOf } from './markdown-blocks.ts';
import { addressOf } from './place.ts';
import { Answered } from './state.tsx';
import { Scroll } from './words.tsx';

/** How often to ask for a page of docs again, in ms: an author may be writing it. */
const slowlyMs = 10_000;

/** The pages of docs, from their list. */
export function Docs({ below }: { below: readonly string[] }) {
  const path = below.length === 0 ? 'README.md' : below.join('/');
  return (
    <section class="panel" aria-labelledby="docs">
      <div class="head">
        <h1 id="docs">Docs</h1>
        <span class="id">docs/{path}</span>
        {path !== 'README.md' && <a href={addressOf('docs')}>All pages</a>}
      </div>
      <DocumentText path={path} />
    </section>
  );
}

/** The text of a page of docs. */
export function DocumentText({ path }: { path: string }) {
  const query = new URLSearchParams({ path });
  const answer = useAnswer<DocumentAnswer>(`/api/document?${query}`, path, slowlyMs);
  return (
    <Answered
      answer={answer}
      of="the page"
      gone={
        <p>
          The repository has no page <code>docs/{path}</code>.{' '}
          <a href={addressOf('docs')}>All pages</a>
        </p>
      }
    >
      {({ markdown }) => (
        <Scroll label={`Text of docs/${path}`}>
          <article class="document">
            {blocksOf(markdown).map((block, index) => (
              <BlockView key={index} block={block} path={path} />
            ))}
          </article>
        </Scroll>
      )}
    </Answered>
  );
}

function BlockView({ block, path }: { block: Block; path: string }) {
  switch (block.kind) {
    case 'heading': {
      // The view has the only heading of the first level.
      const Heading = block.level === 1 ? 'h2' : 'h3';
      return (
        <Heading>
          <Words text={block.text} path={path} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Words text={block.text} path={path} />
        </p>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls
        <pre class="json" tabIndex={0}>
          {block.text}
        </pre>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Words text={item} path={path} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <TableView rows={block.rows} path={path} />;
  }
}

function TableView({ rows: [head = [], ...rows], path }: TableViewProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls
    <div class="wide-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Words text={cell} path={path} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Words text={cell} path={path} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TableViewProps {
  readonly rows: readonly (readonly string[])[];
  readonly path: string;
}

const Words = ({ text, path }: { text: string; path: string }) => (
  <>
    {partsOf(text).map((part, index) => {
      if (part.kind === 'link') {
        return <Linked key={index} text={part.text} target={part.target} path={path} />;
      }
      if (part.kind === 'code') return <code key={index}>{part.text}</code>;
      if (part.kind === 'strong') {
        return (
          <b key={index}>
            <Words text={part.text} path={path} />
          </b>
        );
      }
      if (part.kind === 'picture') return <i key={index}>{part.text}</i>;
      return part.text;
    })}
  </>
);

/** A link to another page of docs or to the web; other files of the repository are named. */
function Linked({ text, target, path }: { text: string; target: string; path: string }) {
  const linked = linkedPath(target, path);
  if (linked !== undefined) return <a href={addressOf('docs', ...linked.split('/'))}>{text}</a>;
  if (!/^https?:\/\//.test(target)) return <i title={target}>{text}</i>;
  return (
    <a href={target} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
