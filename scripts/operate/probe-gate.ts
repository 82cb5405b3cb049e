import * as v from 'valibot';
import { metricNamespace } from '#platform/metrics.ts';
import type { AwsCli } from './aws-cli.ts';

export interface ProbeGate {
  readonly stage: string;
  /** When the deployment had ended. */
  readonly since: Date;
  /** How long to wait for the probe, in minutes. */
  readonly minutes: number;
  readonly aws: AwsCli;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<void>;
  readonly say: (line: string) => void;
}

/** A run of the probe ends within so many minutes (lib/ops/probe-stack.ts). */
export const probeMinutes = 3;

const Statistics = v.object({
  Datapoints: v.array(v.object({ Timestamp: v.string(), SampleCount: v.number() })),
});
const Alarm = v.object({ AlarmName: v.string() });
const AlarmList = v.object({
  MetricAlarms: v.optional(v.array(Alarm), []),
  CompositeAlarms: v.optional(v.array(Alarm), []),
});

/** The findings about a deployment. */
export interface CheckedDeployment {
  /** Whether the probe succeeded in time, and no alarm is on. */
  readonly isGood: boolean;
  readonly hasPaid: boolean;
  /** The names of the alarms that are on; only after a payment of the probe. */
  readonly alarms: readonly string[];
}

/**
 * Waits until the probe of a sandbox has paid after a deployment, and then looks at the stage's
 * alarms.
 *
 * Only a success that is later than the longest run counts: an earlier one may belong to a run that
 * began before the deployment had ended.
 */
export async function checkDeployment(gate: ProbeGate): Promise<CheckedDeployment> {
  const { stage, since, minutes, aws, now, pause, say } = gate;
  const from = new Date(Math.ceil(since.getTime() / 60_000) * 60_000 + probeMinutes * 60_000);
  const until = since.getTime() + minutes * 60_000;
  say(`Waiting for a payment of the probe after ${from.toISOString()}.`);
  while (!(await hasPaid(gate, from))) {
    if (now().getTime() >= until) {
      say(
        `The probe of ${stage} has not paid within ${minutes} minutes: docs/runbooks/probe-missed.md`,
      );
      return { isGood: false, hasPaid: false, alarms: [] };
    }
    await pause(20_000);
  }
  const on = v.parse(
    AlarmList,
    await aws(
      ...['cloudwatch', 'describe-alarms', '--state-value', 'ALARM'],
      ...['--alarm-types', 'MetricAlarm', 'CompositeAlarm'],
      ...['--alarm-name-prefix', `turnout-${stage}-`],
    ),
  );
  const alarms = [...on.MetricAlarms, ...on.CompositeAlarms].map((one) => one.AlarmName);
  for (const name of alarms) say(`Alarm: ${name}`);
  if (alarms.length === 0) say(`The probe of ${stage} has paid, and no alarm is on.`);
  return { isGood: alarms.length === 0, hasPaid: true, alarms };
}

/** Whether the probe succeeded at or after a full minute. Its metric has a value per success. */
async function hasPaid({ stage, aws, now }: ProbeGate, from: Date): Promise<boolean> {
  const to = new Date(Math.max(now().getTime(), from.getTime()) + 60_000);
  const { Datapoints } = v.parse(
    Statistics,
    await aws(
      ...['cloudwatch', 'get-metric-statistics', '--metric-name', 'ProbeSucceeded'],
      ...['--namespace', metricNamespace(stage), '--statistics', 'SampleCount', '--period', '60'],
      ...['--start-time', from.toISOString(), '--end-time', to.toISOString()],
    ),
  );
  return Datapoints.some(
    ({ Timestamp, SampleCount }) =>
      SampleCount > 0 && new Date(Timestamp).getTime() >= from.getTime(),
  );
}
