import { useState } from 'preact/hooks';
import type { EventSummary, Receipt, WebhooksAnswer } from '../answers.ts';
import { JsonView } from './json-view.tsx';
import { messageOf, order, useAnswer } from './live.ts';
import { moveBetweenRows } from './payments.tsx';
import { addressOf } from './place.ts';
import { Answered, FirstPayment } from './state.tsx';
import { Badge, Scroll, timeOf } from './words.tsx';

/** The merchants' events, and the webhooks that the console's own receiver got. */
export function Webhooks(_: { below: readonly string[] }) {
  const answer = useAnswer<WebhooksAnswer>('/api/webhooks');
  const { data, again } = answer;
  return (
    <div class="halves">
      <section class="panel" aria-labelledby="sent">
        <div class="head">
          <h1 id="sent">Events</h1>
          <span class="count">{data?.events.length}</span>
        </div>
        <Answered
          answer={answer}
          of="events"
          isEmpty={({ events }) => events.length === 0}
          empty={<NoEvents />}
        >
          {({ events }) => <Events all={events} onSent={again} />}
        </Answered>
      </section>
      <section class="panel" aria-labelledby="received">
        <div class="head">
          <h1 id="received">Receiver</h1>
          <span class="count">{data?.receipts.length}</span>
        </div>
        {data && <Hint receiver={data.receiver} />}
        <Answered
          answer={answer}
          of="received webhooks"
          isEmpty={({ receipts }) => receipts.length === 0}
          empty={<NoReceipts />}
        >
          {({ receipts }) => <Receipts all={receipts} />}
        </Answered>
      </section>
    </div>
  );
}

const NoEvents = () => (
  <p>
    No event yet. A payment makes one with each change of its status. <FirstPayment />.
  </p>
);

const NoReceipts = () => (
  <p>
    No webhook yet. The console’s own merchant sends its webhooks here. <FirstPayment />.
  </p>
);

const Hint = ({ receiver }: { receiver: string }) => (
  <p class="hint">
    This page verifies and stores the webhooks to <code>{receiver}MERCHANT_ID</code>. Any merchant
    of this switch can use it: set its <code>webhook_details.webhook_url</code> to that address,
    with
    <code>POST /accounts/MERCHANT_ID</code>.
  </p>
);

function Events({ all, onSent }: { all: readonly EventSummary[]; onSent: () => void }) {
  return (
    <Scroll label="List of events">
      <table class="rows" onKeyDown={moveBetweenRows}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Event</th>
            <th scope="col">Of</th>
            <th scope="col">Delivery</th>
            <th scope="col">
              <span class="unseen">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((event) => (
            <tr key={event.eventId}>
              <td class="time">{timeOf(event.createdAt)}</td>
              <td>{event.type.replaceAll('_', ' ')}</td>
              <td>
                {event.paymentId === undefined ? (
                  <span class="id">{event.objectId}</span>
                ) : (
                  <a class="id" href={addressOf('payments', event.merchantId, event.paymentId)}>
                    {event.objectId}
                  </a>
                )}
              </td>
              <td>
                <Badge text={event.state ?? 'not sent yet'} />
                {event.attempts > 0 && (
                  <small>
                    {' '}
                    {event.lastStatus ?? 'no answer'}
                    {event.attempts > 1 && ` · ${event.attempts} tries`}
                  </small>
                )}
              </td>
              <td class="action">
                <Resend event={event} onSent={onSent} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Resend({ event, onSent }: { event: EventSummary; onSent: () => void }) {
  const [said, setSaid] = useState('');
  const send = () => {
    setSaid('…');
    const { merchantId, eventId } = event;
    order<{ is_delivery_successful: boolean }>('/api/resend', { merchantId, eventId })
      .then(
        (sent) => setSaid(sent.is_delivery_successful ? 'taken' : 'not taken'),
        (error: unknown) => setSaid(messageOf(error)),
      )
      .finally(onSent);
  };
  return (
    <>
      <button
        type="button"
        class="small"
        onClick={send}
        aria-label={`Send again: ${event.type} of ${event.objectId}`}
      >
        Send again
      </button>
      <small role="status">{said}</small>
    </>
  );
}

const Receipts = ({ all }: { all: readonly Receipt[] }) => (
  <Scroll label="List of received webhooks">
    <ol class="receipts">
      {all.map((receipt) => (
        <li key={`${receipt.at} ${receipt.eventId}`}>
          <details>
            <summary class="brief">
              <span class="time">{timeOf(receipt.at)}</span>
              <Badge text={receipt.verdict} />
              <b>{receipt.type?.replaceAll('_', ' ') ?? 'no event'}</b>
              <span class="id">{receipt.paymentId}</span>
            </summary>
            {receipt.paymentId !== undefined && (
              <p class="hint">
                <a href={addressOf('payments', receipt.merchantId, receipt.paymentId)}>
                  The story of this payment
                </a>
              </p>
            )}
            <JsonView value={{ headers: receipt.headers, body: receipt.payload }} />
          </details>
        </li>
      ))}
    </ol>
  </Scroll>
);
