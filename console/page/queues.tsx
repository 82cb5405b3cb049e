import { useState } from 'preact/hooks';
import type { MessagesAnswer, QueueSummary, QueuesAnswer } from '../answers.ts';
import { JsonView } from './json-view.tsx';
import { messageOf, order, useAnswer } from './live.ts';
import { addressOf } from './place.ts';
import { Badge, Nothing, Scroll, span } from './words.tsx';

/** The queues with their depth, and the messages of one. */
export function Queues({ below: [open] }: { below: readonly string[] }) {
  const { data, error, again } = useAnswer<QueuesAnswer>('/api/queues');
  return (
    <div class={open === undefined ? 'split' : 'split open'}>
      <section class="panel list" aria-labelledby="queues">
        <div class="head">
          <h1 id="queues">Queues</h1>
        </div>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <Scroll label="List of queues">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Queue</th>
                <th scope="col">
                  <span class="unseen">Kind</span>
                </th>
                <th scope="col" class="number">
                  Visible
                </th>
                <th scope="col" class="number">
                  In flight
                </th>
                <th scope="col" class="number">
                  Delayed
                </th>
                <th scope="col">
                  <span class="unseen">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data?.queues.map((queue) => (
                <tr key={queue.name} class={queue.name === open ? 'open' : ''}>
                  <td>
                    <a href={addressOf('queues', queue.name)}>{queue.title}</a>
                  </td>
                  <td>{queue.isDeadLetters && <Badge text="dead letters" />}</td>
                  <td class={`number ${queue.isDeadLetters && queue.visible > 0 ? 'bad' : ''}`}>
                    {queue.visible}
                  </td>
                  <td class="number">{queue.inFlight}</td>
                  <td class="number">{queue.delayed}</td>
                  <td class="action">
                    {queue.redrivesTo !== undefined && <Redrive queue={queue} onMoved={again} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="hint">
            What a reader of the table’s stream could not handle is made again by{' '}
            <code>npm run events</code> and <code>npm run lists</code>.
          </p>
        </Scroll>
      </section>
      {open !== undefined && <Messages name={open} />}
    </div>
  );
}

function Redrive({ queue, onMoved }: { queue: QueueSummary; onMoved: () => void }) {
  const [said, setSaid] = useState('');
  const move = () => {
    order<{ moved: number }>('/api/redrive', { queue: queue.name })
      .then(
        ({ moved }) => setSaid(`${moved} moved`),
        (error: unknown) => setSaid(messageOf(error)),
      )
      .finally(onMoved);
  };
  return (
    <>
      <button
        type="button"
        class="small"
        disabled={queue.visible === 0}
        aria-label={`Redrive ${queue.title}`}
        onClick={move}
      >
        Redrive
      </button>
      <small role="status">{said}</small>
    </>
  );
}

function Messages({ name }: { name: string }) {
  const { data, error } = useAnswer<MessagesAnswer>(
    `/api/messages?${new URLSearchParams({ queue: name })}`,
  );
  return (
    <section class="panel story" aria-labelledby="messages">
      <div class="head">
        <h2 id="messages" class="id">
          {name}
        </h2>
        <a class="close" href={addressOf('queues')} aria-label="Close the messages">
          ×
        </a>
      </div>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {data?.total === 0 && <Nothing>No message.</Nothing>}
      {data && data.total > 0 && (
        <Scroll label="Messages">
          <p class="hint">
            {data.messages.length === data.total
              ? `${data.total} in all`
              : `The first ${data.messages.length} of ${data.total}`}
            . Looking at a message does not receive it.
          </p>
          <ol class="receipts">
            {data.messages.map((message, index) => (
              <li key={index}>
                <small>
                  {message.group !== undefined && <>group {message.group} · </>}
                  {message.visibleAt > Date.now()
                    ? `visible in ${span(message.visibleAt - Date.now())}`
                    : 'visible'}
                </small>
                <JsonView value={message.body} />
              </li>
            ))}
          </ol>
        </Scroll>
      )}
    </section>
  );
}
