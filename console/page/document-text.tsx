import type { DocumentAnswer } from '../answers.ts';
import { useAnswer } from './live.ts';
import { Answered } from './state.tsx';
import { Scroll } from './words.tsx';

/** How often to ask for a page of docs again, in ms: an author may be writing it. */
const slowlyMs = 10_000;

/** The text of a page of docs, such as `runbooks/errors.md`: HTML of the console's own server. */
export function DocumentText({ path }: { path: string }) {
  const query = new URLSearchParams({ path });
  const answer = useAnswer<DocumentAnswer>(`/api/document?${query}`, path, slowlyMs);
  return (
    <Answered
      answer={answer}
      of="the page"
      gone={
        <p>
          The repository has no page <code>docs/{path}</code>. <a href="/docs/">All pages</a>
        </p>
      }
    >
      {({ html }) => (
        <Scroll label={`Text of docs/${path}`}>
          <article class="document" dangerouslySetInnerHTML={{ __html: html }} />
        </Scroll>
      )}
    </Answered>
  );
}
