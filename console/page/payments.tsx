import { useState } from 'preact/hooks';
import type { PaymentSummary, PaymentsAnswer } from '../answers.ts';
import { money } from '../money.ts';
import { useAnswer } from './live.ts';
import { addressOf, go } from './place.ts';
import { Story } from './story.tsx';
import { Badge, Nothing, Scroll, timeOf } from './words.tsx';

/** The payments, newest first, and beside them the story of one. */
export function Payments({ below: [merchantId, paymentId] }: { below: readonly string[] }) {
  const [status, setStatus] = useState('');
  const [text, setText] = useState('');
  const query = new URLSearchParams({ status, text });
  const { data, error } = useAnswer<PaymentsAnswer>(`/api/payments?${query}`, 'payments');
  const isOpen = merchantId !== undefined && paymentId !== undefined;
  return (
    <div class={isOpen ? 'split open' : 'split'}>
      <section class="panel list" aria-labelledby="payments">
        <div class="head">
          <h1 id="payments">Payments</h1>
          <span class="count">{data && countOf(data)}</span>
          <search class="filters">
            <input
              type="search"
              data-search
              aria-label="Find payments by text"
              aria-keyshortcuts="/"
              placeholder="id, merchant, connector …  ( / )"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
            <select
              aria-label="Status"
              value={status}
              onChange={({ currentTarget }) => setStatus(currentTarget.value)}
            >
              <option value="">all statuses</option>
              {data?.statuses.map((one) => (
                <option key={one} value={one}>
                  {one.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          </search>
        </div>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        {data?.payments.length === 0 && <NoPayments isFiltered={status !== '' || text !== ''} />}
        {data && data.payments.length > 0 && <List all={data.payments} openId={paymentId} />}
      </section>
      {isOpen && <Story merchantId={merchantId} paymentId={paymentId} />}
    </div>
  );
}

const countOf = ({ matching, known, isCut }: PaymentsAnswer) =>
  `${matching === known ? known : `${matching} of ${known}`}${isCut ? ' newest' : ''}`;

const NoPayments = ({ isFiltered }: { isFiltered: boolean }) => (
  <Nothing>
    {isFiltered ? (
      'No payment matches.'
    ) : (
      <>
        No payments yet. <a href={addressOf('connectors')}>Make one with a test card</a>, or follow
        the README.
      </>
    )}
  </Nothing>
);

function List({ all, openId }: { all: readonly PaymentSummary[]; openId: string | undefined }) {
  return (
    <Scroll label="List of payments">
      <table class="rows" onKeyDown={moveBetweenRows}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Payment</th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col">Status</th>
            <th scope="col" class="wide">
              Connector
            </th>
            <th scope="col" class="wide">
              Merchant
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((one) => (
            <tr
              key={`${one.merchantId}/${one.id}`}
              class={one.id === openId ? 'open' : ''}
              onClick={() => go('payments', one.merchantId, one.id)}
            >
              <td class="time">{timeOf(one.createdAt)}</td>
              <td>
                <a
                  class="id"
                  href={addressOf('payments', one.merchantId, one.id)}
                  aria-current={one.id === openId ? 'true' : undefined}
                >
                  {one.id}
                </a>
              </td>
              <td class="number">{money(one.amountMinor, one.currency)}</td>
              <td>
                <Badge text={one.status} />
              </td>
              <td class="wide">
                {one.connector ?? '—'}
                {one.attempts > 1 && <small> · {one.attempts} attempts</small>}
              </td>
              <td class="wide id">{one.merchantId}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** Arrow keys move between the links of the rows. */
export function moveBetweenRows(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof Element)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  const next = links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
