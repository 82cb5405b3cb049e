import type { Alarm, AlarmsAnswer } from '../answers.ts';
import { toneOfAlarm } from './dashboards.tsx';
import { DocumentText } from './document-text.tsx';
import { useAnswer } from './live.ts';
import { addressOf } from './place.ts';
import { Answered } from './state.tsx';
import { Badge, number, Scroll } from './words.tsx';

/**
 * The alarms of the deployment, in the state that they would have, ringing ones first; and beside
 * them the runbook of one.
 */
export function Alarms({ below: [runbook] }: { below: readonly string[] }) {
  const answer = useAnswer<AlarmsAnswer>('/api/alarms', 'alarms', 5_000);
  const { data } = answer;
  const ringing = data?.alarms.filter(({ state }) => state === 'ALARM').length;
  return (
    <div class={runbook === undefined ? 'split' : 'split open'}>
      <section class="panel list" aria-labelledby="alarms">
        <div class="head">
          <h1 id="alarms">Alarms</h1>
          <span class="count">
            {data && `${ringing === 0 ? 'none' : ringing} of ${data.alarms.length} would ring`}
          </span>
        </div>
        <p class="hint">
          The alarms of the deployment, by the measurements of this machine. Composite alarms wake a
          person; the others are their parts.
        </p>
        <Answered
          answer={answer}
          of="alarms"
          isEmpty={({ alarms }) => alarms.length === 0}
          empty={<p>The templates of this switch have no alarm.</p>}
        >
          {({ alarms }) => (
            <Scroll label="List of alarms">
              <ol class="receipts">
                {alarms
                  .toSorted((one, other) => rankOf(one) - rankOf(other))
                  .map((alarm) => (
                    <AlarmRow key={alarm.arn} alarm={alarm} open={runbook} />
                  ))}
              </ol>
            </Scroll>
          )}
        </Answered>
      </section>
      {runbook !== undefined && <Runbook name={runbook} />}
    </div>
  );
}

const Runbook = ({ name }: { name: string }) => (
  <section class="panel story" aria-labelledby="runbook">
    <div class="head">
      <h2 id="runbook">Runbook: {titleOf(name)}</h2>
      <a class="close" href={addressOf('alarms')} aria-label="Close the runbook">
        ×
      </a>
    </div>
    <DocumentText path={`runbooks/${name}.md`} />
  </section>
);

/** Ringing, then composite, then measured, then unmeasured alarms. */
const rankOf = ({ state, isComposite }: Alarm) =>
  (state === 'ALARM' ? 0 : 4) + (isComposite ? 0 : 2) + (state === 'OK' ? 0 : 1);

function AlarmRow({ alarm, open }: { alarm: Alarm; open: string | undefined }) {
  const { meaning, runbook } = partsOfDescription(alarm.description);
  return (
    <li class={`alarm ${alarm.state === 'ALARM' ? 'rings' : ''}`}>
      <p class="brief">
        <Badge text={words[alarm.state]} tone={toneOfAlarm(alarm.state)} />
        <b>{alarm.name}</b>
        {alarm.isComposite && <small>composite</small>}
      </p>
      <p>{meaning}</p>
      <p class="brief">
        <small>{measuredOf(alarm)}</small>
        {runbook !== undefined && (
          <a
            href={addressOf('alarms', runbook)}
            aria-current={runbook === open ? 'true' : undefined}
          >
            Runbook: {titleOf(runbook)}
            <span class="unseen"> for {alarm.name}</span>
          </a>
        )}
      </p>
    </li>
  );
}

const words = { OK: 'quiet', ALARM: 'rings', INSUFFICIENT_DATA: 'no data' } as const;

/** The templates end a description with the address of the alarm's runbook. */
function partsOfDescription(description: string) {
  const [, address] = /\sRunbook: (\S{1,300})\.md\.$/.exec(description) ?? [];
  const runbook = address?.split('/').at(-1);
  return { meaning: description.replace(/\sRunbook: \S+$/, ''), runbook };
}

const titleOf = (runbook: string) => runbook.replaceAll('-', ' ');

/** The last value beside the threshold, as a sentence. */
function measuredOf({ isComposite, values, threshold, state }: Alarm): string {
  if (isComposite || threshold === undefined) {
    return state === 'ALARM'
      ? 'An alarm that leads to it rings.'
      : 'No alarm that leads to it rings.';
  }
  const last = values.findLast((one) => one !== null);
  const bound = `its threshold is ${number(threshold)}`;
  return last == null
    ? `No value was measured on this machine; ${bound}.`
    : `The last value is ${number(last)}; ${bound}.`;
}
