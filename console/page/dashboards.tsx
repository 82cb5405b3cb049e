import { useState } from 'preact/hooks';
import type { AlarmsAnswer, DashboardsAnswer, Widget } from '../answers.ts';
import { GraphView } from './graph.tsx';
import { useAnswer } from './live.ts';
import { addressOf } from './place.ts';
import { shownGraph } from './shown-amounts.ts';
import { Answered, FirstPayment, State } from './state.tsx';
import { Badge, number, Scroll } from './words.tsx';

/** How often graphs are drawn anew, in ms. */
const slowlyMs = 5_000;

const ranges = [
  { minutes: 15, title: '15 minutes' },
  { minutes: 60, title: '1 hour' },
  { minutes: 360, title: '6 hours' },
  { minutes: 1_440, title: '1 day' },
];

/** The dashboards of the deployment, with this machine's measurements. */
export function Dashboards({ below: [wanted] }: { below: readonly string[] }) {
  const [minutes, setMinutes] = useState(15);
  const answer = useAnswer<DashboardsAnswer>(
    `/api/dashboards?minutes=${minutes}`,
    'dashboards',
    slowlyMs,
  );
  const { data } = answer;
  const open = data?.dashboards.find(({ name }) => name === wanted) ?? data?.dashboards[0];
  return (
    <section class="panel" aria-labelledby="dashboards">
      <div class="head">
        <h1 id="dashboards">Dashboards</h1>
        <nav class="tabs" aria-label="Dashboards">
          {data?.dashboards.map(({ name }) => (
            <a
              key={name}
              href={addressOf('dashboards', name)}
              aria-current={name === open?.name ? 'page' : undefined}
            >
              {titleOf(name)}
            </a>
          ))}
        </nav>
        <div class="filters">
          <select
            aria-label="Range"
            value={minutes}
            onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
          >
            {ranges.map((range) => (
              <option key={range.minutes} value={range.minutes}>
                last {range.title}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Answered answer={answer} of="dashboards" isEmpty={() => !open} empty={<p>No dashboard.</p>}>
        {() => open && <Opened name={open.name} widgets={open.widgets} />}
      </Answered>
    </section>
  );
}

const Opened = ({ name, widgets }: DashboardsAnswer['dashboards'][number]) => (
  <Scroll label="Widgets">
    {!widgets.some(hasValue) && (
      <State kind="empty">
        <p>
          No value in this time yet. <FirstPayment />, and the graphs fill within seconds.
        </p>
      </State>
    )}
    <div class="widgets">
      {withShortHeadings(widgets).map((widget) => (
        <WidgetView key={`${widget.x} ${widget.y} ${name}`} widget={widget} />
      ))}
    </div>
  </Scroll>
);

/** Whether this machine measured a value of the widget. */
function hasValue(widget: Widget): boolean {
  if (widget.kind === 'graph') {
    return widget.lines.some(({ values }) => values.some((one) => one !== null));
  }
  if (widget.kind === 'number') return widget.numbers.some(({ value }) => value !== undefined);
  return widget.kind === 'log query' && widget.results.length > 0;
}

/** Headings take one row here: the links below theirs lead to logs in AWS. */
function withShortHeadings(widgets: readonly Widget[]): readonly Widget[] {
  const spared = ({ y }: Widget) =>
    widgets
      .filter((one) => one.kind === 'text' && one.y < y)
      .reduce((rows, { height }) => rows + height - 1, 0);
  return widgets.map((widget) => ({
    ...widget,
    y: widget.y - spared(widget),
    height: widget.kind === 'text' ? 1 : widget.height,
  }));
}

/**
 * The part of a dashboard's name between its stage and its Region:
 * `turnout-laptop-business-eu-west-1`.
 */
const titleOf = (name: string) => {
  const word = name.split('-')[2] ?? name;
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
};

function WidgetView({ widget }: { widget: Widget }) {
  const { x, y, width, height } = widget;
  return (
    <div
      class={`widget ${widget.kind.replace(' ', '-')}`}
      style={{
        '--columns': `${x + 1} / span ${width}`,
        '--rows': `${y + 1} / span ${height}`,
      }}
    >
      <Content widget={widget} />
    </div>
  );
}

function Content({ widget }: { widget: Widget }) {
  switch (widget.kind) {
    case 'text':
      return <h2>{headingOf(widget.markdown)}</h2>;
    case 'alarms':
      return <AlarmStates title={widget.title} arns={widget.arns} />;
    case 'log query':
      return (
        <>
          <h3>{widget.title}</h3>
          <Results results={widget.results} />
        </>
      );
    case 'number':
      return (
        <>
          <h3>{widget.title}</h3>
          <OnlyInAws names={widget.onlyInAws} />
          <Scroll label={widget.title}>
            <dl class="numbers">
              {widget.numbers.map(({ label, value }, index) => (
                <div key={`${label} ${index}`}>
                  <dd>{value === undefined ? '—' : number(value)}</dd>
                  <dt>{label}</dt>
                </div>
              ))}
            </dl>
          </Scroll>
        </>
      );
    case 'graph': {
      const graph = shownGraph(widget, number);
      return (
        <>
          <h3>{graph.title}</h3>
          <OnlyInAws names={graph.onlyInAws} />
          <GraphView graph={graph} />
        </>
      );
    }
  }
}

/** The results of a log query; a result may lack a field that others have. */
function Results({ results }: Pick<Extract<Widget, { kind: 'log query' }>, 'results'>) {
  const fields = [...new Set(results.flatMap((result) => result.map(([field]) => field)))];
  if (fields.length === 0) return <p class="away">No line yet</p>;
  return (
    <div class="results">
      <table>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field} scope="col">
                {field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result, index) => (
            <tr key={index}>
              {fields.map((field) => (
                <td key={field}>{shownIn(result, field)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shownIn(result: readonly (readonly [string, string | number])[], wanted: string) {
  const value = result.find(([field]) => field === wanted)?.[1];
  return typeof value === 'number' ? number(value) : value;
}

/** The first line of a text; its links lead into the account of a deployment. */
const headingOf = (markdown: string) => markdown.split('\n')[0]?.replace(/^#+\s*/, '');

const OnlyInAws = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : (
    <p class="away">
      Measured in AWS only: {names.map((name) => name.split(' ').at(-1)).join(', ')}
    </p>
  );

/** The state of each alarm that a widget names. */
function AlarmStates({ title, arns }: { title: string; arns: readonly string[] }) {
  const { data } = useAnswer<AlarmsAnswer>('/api/alarms', 'alarms', slowlyMs);
  const shown = data?.alarms.filter(({ arn }) => arns.includes(arn)) ?? [];
  return (
    <>
      <h3>{title}</h3>
      <ul class="states">
        {shown.map(({ arn, name, state }) => (
          <li key={arn}>
            <Badge text={name} tone={toneOfAlarm(state)} />
          </li>
        ))}
      </ul>
    </>
  );
}

export const toneOfAlarm = (state: string) =>
  state === 'ALARM' ? 'bad' : state === 'OK' ? 'good' : 'plain';
