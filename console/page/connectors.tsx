import { useState } from 'preact/hooks';
import type { ConnectorsAnswer, PaidAnswer, TestCard } from '../answers.ts';
import { money } from '../money.ts';
import { messageOf, order, useAnswer } from './live.ts';
import { addressOf, go } from './place.ts';
import { Answered } from './state.tsx';
import { Scroll } from './words.tsx';

const currencies = ['EUR', 'USD', 'GBP', 'JPY'] as const;

/** The simulated processors, each with buttons that pay with a published test card. */
export function Connectors(_: { below: readonly string[] }) {
  const answer = useAnswer<ConnectorsAnswer>('/api/connectors');
  const { data } = answer;
  const [chosen, setChosen] = useState<string | undefined>();
  const [amount, setAmount] = useState(2_599);
  const [currency, setCurrency] = useState<string>('EUR');
  const [busy, setBusy] = useState<string | undefined>();
  const [said, setSaid] = useState<preact.ComponentChildren>('');
  const connector = chosen ?? data?.connectors[0]?.name;
  const cards = data?.connectors.find(({ name }) => name === connector)?.cards ?? [];

  const pay = (card: TestCard) => {
    setBusy(card.number);
    setSaid(`Paying ${money(amount, currency)} …`);
    order<PaidAnswer>('/api/pay', { connector, card: card.number, amount, currency })
      .then(
        (paid) => {
          if (paid.redirectUrl === undefined)
            return go('payments', paid.merchantId, paid.paymentId);
          setSaid(<Challenge paid={paid} url={paid.redirectUrl} />);
        },
        (failure: unknown) => setSaid(messageOf(failure)),
      )
      .finally(() => setBusy(undefined));
  };

  return (
    <section class="panel connectors" aria-labelledby="connectors">
      <div class="head">
        <h1 id="connectors">Connectors</h1>
        <label class="amount-field">
          Amount in minor units
          <input
            type="number"
            min="1"
            max="1000000"
            value={amount}
            onInput={({ currentTarget }) => setAmount(Number(currentTarget.value))}
          />
        </label>
        <select
          aria-label="Currency"
          value={currency}
          onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
        >
          {currencies.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      <Answered answer={answer} of="connectors">
        {({ connectors, others }) => (
          <>
            <fieldset class="choices">
              <legend class="unseen">Connector</legend>
              {connectors.map(({ name }) => (
                <label key={name} class={name === connector ? 'chosen' : ''}>
                  <input
                    type="radio"
                    name="connector"
                    checked={name === connector}
                    onChange={() => setChosen(name)}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
            <p class="said" role="status">
              {said}
            </p>
            <Scroll label="Test cards">
              <ul class="cards">
                {cards.map((card) => (
                  <li key={card.number}>
                    <button
                      type="button"
                      class={`card ${card.tone}`}
                      disabled={busy !== undefined}
                      aria-busy={busy === card.number}
                      onClick={() => pay(card)}
                    >
                      <span class="digits">{card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</span>
                      <span class="meaning">{card.meaning}</span>
                    </button>
                  </li>
                ))}
              </ul>
              <p class="hint">
                These processors are simulated: a press makes a real payment through the API of this
                switch, for a merchant of the console’s own, with a card number that processors
                publish for tests. The connectors of real processors get no button:{' '}
                {others.join(', ')}.
              </p>
            </Scroll>
          </>
        )}
      </Answered>
    </section>
  );
}

const Challenge = ({ paid, url }: { paid: PaidAnswer; url: string }) => (
  <>
    The customer must act:{' '}
    <a href={url} target="_blank" rel="noreferrer">
      open the 3-D Secure page
    </a>{' '}
    or <a href={addressOf('payments', paid.merchantId, paid.paymentId)}>see the payment’s story</a>.
  </>
);
