import type { DueAnswer } from '../answers.ts';
import { useAnswer } from './live.ts';
import { moveBetweenRows } from './payments.tsx';
import { addressOf } from './place.ts';
import { Answered } from './state.tsx';
import { clockOf, Scroll, span } from './words.tsx';

/** Work that waits for a time: syncs with processors, retries of webhooks, and expiries. */
export function Due(_: { below: readonly string[] }) {
  const answer = useAnswer<DueAnswer>('/api/due');
  const { data } = answer;
  const now = Date.now();
  return (
    <section class="panel" aria-labelledby="due">
      <div class="head">
        <h1 id="due">Due</h1>
        <span class="count">{data && `${data.due.length}${data.isCut ? ' soonest' : ''}`}</span>
      </div>
      <p class="hint">
        Pending work is on the table’s due index, which is read every minute. Syncs within 15
        minutes have a delayed message as well.
      </p>
      <Answered
        answer={answer}
        of="due work"
        isEmpty={({ due }) => due.length === 0}
        empty={<NoDueWork />}
      >
        {({ due }) => (
          <Scroll label="List of what is due">
            <table class="rows" onKeyDown={moveBetweenRows}>
              <thead>
                <tr>
                  <th scope="col">Due</th>
                  <th scope="col">At</th>
                  <th scope="col">What</th>
                  <th scope="col">Id</th>
                  <th scope="col" class="wide">
                    Merchant
                  </th>
                </tr>
              </thead>
              <tbody>
                {due.map((one) => (
                  <tr key={`${one.merchantId} ${one.kind} ${one.id}`}>
                    <td class={one.dueAt < now ? 'bad' : ''}>
                      {one.dueAt < now
                        ? `${span(now - one.dueAt)} ago`
                        : `in ${span(one.dueAt - now)}`}
                    </td>
                    <td class="time">{clockOf(one.dueAt)}</td>
                    <td>{one.kind}</td>
                    <td>
                      {one.paymentId === undefined ? (
                        <span class="id">{one.id}</span>
                      ) : (
                        <a class="id" href={addressOf('payments', one.merchantId, one.paymentId)}>
                          {one.id}
                        </a>
                      )}
                    </td>
                    <td class="wide id">{one.merchantId}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Answered>
    </section>
  );
}

const NoDueWork = () => (
  <p>
    No work is pending. A payment that waits for its customer or its processor appears here:{' '}
    <a href={addressOf('connectors')}>pay with a test card that asks for 3-D Secure</a>.
  </p>
);
