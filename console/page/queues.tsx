import { useState } from 'preact/hooks';
import type { MessagesAnswer, QueueSummary, QueuesAnswer } from '../answers.ts';
import { JsonView } from './json-view.tsx';
import { messageOf, order, useAnswer } from './live.ts';
import { addressOf } from './place.ts';
import { Answered } from './state.tsx';
import { Badge, Scroll, span } from './words.tsx';

/** The queues with their depth, and the messages of one. */
export function Queues({ below: [open] }: { below: readonly string[] }) {
  const answer = useAnswer<QueuesAnswer>('/api/queues');
  return (
    <div class={open === undefined ? 'split' : 'split open'}>
      <section class="panel list" aria-labelledby="queues">
        <div class="head">
          <h1 id="queues">Queues</h1>
        </div>
        <Answered answer={answer} of="queues">
          {({ queues }) => (
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
                  {queues.map((queue) => (
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
                        {queue.redrivesTo !== undefined && (
                          <Redrive queue={queue} onMoved={answer.again} />
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <p class="hint">
                What a reader of the table’s stream could not handle is made again by{' '}
                <code>npx turnout events</code> and <code>npx turnout lists</code>.
              </p>
            </Scroll>
          )}
        </Answered>
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
  const answer = useAnswer<MessagesAnswer>(`/api/messages?${new URLSearchParams({ queue: name })}`);
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
      <Answered
        answer={answer}
        of="messages"
        isEmpty={({ total }) => total === 0}
        empty={<NoMessages />}
        gone={<NoSuchQueue />}
      >
        {({ messages, total }) => (
          <Scroll label="Messages">
            <p class="hint">
              {messages.length === total
                ? `${total} in all`
                : `The first ${messages.length} of ${total}`}
              . Looking at a message does not receive it.
            </p>
            <ol class="receipts">
              {messages.map((message, index) => (
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
      </Answered>
    </section>
  );
}

const NoMessages = () => (
  <p>
    No message. Messages stay here for moments, delayed ones until they are due, and dead letters
    until they are moved back.
  </p>
);

const NoSuchQueue = () => (
  <p>
    The switch has no such queue. <a href={addressOf('queues')}>All queues</a>
  </p>
);
