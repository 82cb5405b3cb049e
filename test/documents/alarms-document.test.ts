import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { AlarmProperties, alarmState, statisticOf } from '../../local/metrics/alarm-state.ts';
import { evaluateExpression } from '../../local/metrics/expression.ts';
import { type StageName, synthesized } from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];
const root = join(import.meta.dirname, '..', '..');

describe.each(stages)('each alarm of %s', (stage) => {
  const alarms = synthesized(stage).resources('AWS::CloudWatch::Alarm');
  it.each(alarms.map(({ name, properties }) => [name, properties] as const))(
    '%s is off while all is well, and on when its metric crosses its threshold for so long',
    (_, properties) => {
      const alarm = v.parse(AlarmProperties, properties);
      const { EvaluationPeriods: periods, Threshold, TreatMissingData } = alarm;
      const isMissed = TreatMissingData === 'breaching';
      const well = valueOn(alarm, isMissed ? 'high' : 'low');
      const bad = isMissed ? undefined : valueOn(alarm, 'high');
      const times = (count: number, value: number | undefined) =>
        Array.from({ length: count }, () => value);
      expect(alarmState(alarm, times(periods, well))).toBe('OK');
      expect(alarmState(alarm, [...times(periods - 1, bad), well])).toBe('OK');
      expect(alarmState(alarm, [well, ...times(periods, bad)])).toBe('ALARM');
      // Missing data raises an alarm only where it is the fault.
      expect(alarmState(alarm, times(periods, undefined))).toBe(isMissed ? 'ALARM' : 'OK');
      expect(Threshold).toBeGreaterThanOrEqual(0);
    },
  );
});

/** The value of an alarm's metric in a period, on a good or on a bad day. */
function valueOn(alarm: AlarmProperties, day: 'low' | 'high'): number | undefined {
  const sample = day === 'high' ? 1e6 : 0;
  const expression = alarm.Metrics?.find(({ Expression }) => Expression !== undefined);
  if (!expression?.Expression) {
    const statistic = alarm.Statistic ?? alarm.ExtendedStatistic ?? '';
    // A count of none is a metric without samples.
    return day === 'low' && statistic === 'SampleCount'
      ? undefined
      : statisticOf(statistic, [sample]);
  }
  const stats = new Map(alarm.Metrics?.map(({ Id, MetricStat }) => [Id, MetricStat?.Stat]));
  return evaluateExpression(expression.Expression, (id) =>
    statisticOf(stats.get(id) ?? '', [id === 'requests' ? 1e6 : sample]),
  );
}

describe('the commands of the runbooks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-runbooks-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a command of the runbooks with an AWS CLI that prints its arguments. */
  function run(command: string): string {
    const aws = join(folder, 'aws');
    writeFileSync(aws, '#!/bin/sh\nprintf "%s\\n" "$@" >> "$ASKED"\necho Complete\n');
    chmodSync(aws, 0o755);
    const asked = join(folder, 'asked');
    writeFileSync(asked, '');
    const line = `source docs/runbooks/commands.sh sandbox; ${command}`;
    // Bash takes a pipe of Node.js for a network connection, and then reads ~/.bashrc, which may put
    // another AWS CLI before this one.
    execFileSync('bash', ['--norc', '-c', line], {
      cwd: root,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, ASKED: asked },
      stdio: 'pipe',
    });
    return readFileSync(asked, 'utf8');
  }

  it("the runbooks' commands query all logs of the stage at once", () => {
    const asked = run(`logs "filter message = 'request'" 10`);
    expect(asked).toContain(
      "SOURCE logGroups(namePrefix: ['turnout-sandbox']) | filter message = 'request'",
    );
    expect(asked).toContain('get-query-results');
  });

  it("the runbooks' commands find a trace's spans by any id in it", () => {
    const asked = run(`trace pay_1 10 || true`);
    expect(asked).toContain(
      "filter message = 'span' and (trace_id = 'pay_1' or payment_id = 'pay_1' or",
    );
  });

  it("the runbooks' commands find functions and queues by this project's names", () => {
    expect(run('function_of payments.confirm')).toContain("FUNCTION_NAME=='payments.confirm'");
    const queues = synthesized('production')
      .resources('AWS::SQS::Queue')
      .map(({ name }) => name.replace(/^\w+\./, ''));
    for (const name of queues) expect(run('queues')).toContain(`contains(@, '-${name}')`);
  });

  it("the runbooks' commands silence the alarms minute by minute, so that the silence ends by itself", () => {
    const silence = (command: string) => {
      const [json = '[]'] = /^\[\{.*\}\]$/m.exec(run(command)) ?? [];
      return v.parse(Data, JSON.parse(json));
    };
    const data = silence('silence 30');
    expect(data).toHaveLength(30);
    expect(new Set(data.map(({ Value }) => Value))).toEqual(new Set([1]));
    const times = data.map(({ Timestamp }) => Date.parse(Timestamp));
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(29 * 60_000);
    expect(silence('speak').map(({ Value }) => Value)).toEqual(
      Array.from({ length: 115 }, () => 0),
    );
    expect(() => run('silence 600')).toThrow('1 to 115');
    expect(run('silence 1')).toContain('Turnout/sandbox');
  });

  const Data = v.array(
    v.object({ MetricName: v.literal('Silenced'), Value: v.number(), Timestamp: v.string() }),
  );
});
