import { useState } from 'preact/hooks';
import type { PaymentSummary, PaymentsAnswer } from '../answers.ts';
import { money } from '../money.ts';
import { useAnswer } from './live.ts';
import { addressOf, go } from './place.ts';
import { Answered, FirstPayment } from './state.tsx';
import { Story } from './story.tsx';
import { Badge, Scroll, timeOf } from './words.tsx';

/** The payments, newest first, and beside them the story of one. */
export function Payments({ below: [merchantId, paymentId] }: { below: readonly string[] }) {
  const [status, setStatus] = useState('');
  const [text, setText] = useState('');
  const query = new URLSearchParams({ status, text });
  const answer = useAnswer<PaymentsAnswer>(`/api/payments?${query}`, 'payments');
  const { data } = answer;
  const showAll = () => {
    setStatus('');
    setText('');
  };
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
        <Answered
          answer={answer}
          of="payments"
          isEmpty={({ payments }) => payments.length === 0}
          empty={<NoPayments isFiltered={status !== '' || text !== ''} onShowAll={showAll} />}
        >
          {({ payments }) => <List all={payments} openId={paymentId} />}
        </Answered>
      </section>
      {isOpen && <Story merchantId={merchantId} paymentId={paymentId} />}
    </div>
  );
}

const countOf = ({ matching, known, isCut }: PaymentsAnswer) =>
  `${matching === known ? known : `${matching} of ${known}`}${isCut ? ' newest' : ''}`;

interface NoPaymentsProps {
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
}

const NoPayments = ({ isFiltered, onShowAll }: NoPaymentsProps) =>
  isFiltered ? (
    <p>
      No payment matches.{' '}
      <button type="button" class="small" onClick={onShowAll}>
        Show all payments
      </button>
    </p>
  ) : (
    <p>
      No payments yet. <FirstPayment />, or send <code>POST /payments</code> as the README shows. It
      appears here by itself.
    </p>
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
