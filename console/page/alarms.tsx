import type { Alarm, AlarmsAnswer } from '../answers.ts';
import { toneOfAlarm } from './dashboards.tsx';
import { useAnswer } from './live.ts';
import { Badge, number, Scroll } from './words.tsx';

/** The alarms of the deployment, in the state that they would have: ringing ones first. */
export function Alarms(_: { below: readonly string[] }) {
  const { data, error } = useAnswer<AlarmsAnswer>('/api/alarms', 'alarms', 5_000);
  const ringing = data?.alarms.filter(({ state }) => state === 'ALARM').length;
  const all = data?.alarms.toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <section class="panel" aria-labelledby="alarms">
      <div class="head">
        <h1 id="alarms">Alarms</h1>
        <span class="count">
          {data && `${ringing === 0 ? 'none' : ringing} of ${data.alarms.length} would ring`}
        </span>
      </div>
      <p class="hint">
        The alarms of the deployment, by what this machine has measured. Composite alarms wake a
        person; the others are their parts.
      </p>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {all && (
        <Scroll label="List of alarms">
          <ol class="receipts">
            {all.map((alarm) => (
              <AlarmRow key={alarm.arn} alarm={alarm} />
            ))}
          </ol>
        </Scroll>
      )}
    </section>
  );
}

/** Ringing, then composite, then measured, then unmeasured alarms. */
const rankOf = ({ state, isComposite }: Alarm) =>
  (state === 'ALARM' ? 0 : 4) + (isComposite ? 0 : 2) + (state === 'OK' ? 0 : 1);

const AlarmRow = ({ alarm }: { alarm: Alarm }) => (
  <li>
    <details>
      <summary class="brief">
        <Badge text={words[alarm.state]} tone={toneOfAlarm(alarm.state)} />
        <b>{alarm.name}</b>
        {alarm.isComposite && <small>composite</small>}
        {alarm.threshold !== undefined && (
          <small class="measured">
            {lastOf(alarm)} · threshold {number(alarm.threshold)}
          </small>
        )}
      </summary>
      <p class="hint">{alarm.description}</p>
    </details>
  </li>
);

const words = { OK: 'quiet', ALARM: 'rings', INSUFFICIENT_DATA: 'no data' } as const;

const lastOf = ({ values }: Alarm) => {
  const last = values.findLast((one) => one !== null);
  return last == null ? 'no value' : number(last);
};
