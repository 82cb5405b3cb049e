import { setTimeout } from 'node:timers/promises';
import { turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';
import { awsCliIn } from '../operate/aws-cli.ts';
import { checkDeployment } from '../operate/probe-gate.ts';

const help = `Waits until the probe of a deployed sandbox has paid, and looks at the alarms: the gate between
a deployment of the sandbox and one of production.

  npx turnout gate --stage sandbox [--since 2026-02-01T12:00Z] [--minutes 20]

  --stage    sandbox, the only stage with a probe
  --since    when the deployment had ended; without it now
  --minutes  how long to wait for the probe, which runs every five minutes; 20 without it
  --help     shows this

It asks CloudWatch by the AWS CLI, with its credentials and Region. Ends with 1 when the probe has not paid
in time, or an alarm of the stage is on.
`;

export const gate = turnoutCommand(
  {
    name: 'npx turnout gate',
    help,
    options: { stage: 'value', since: 'value', minutes: 'value' },
  },
  async (given, output, { environment, now }) => {
    given.required('stage', 'sandbox, the only stage with a probe');
    const stage = given.oneOf('stage', ['sandbox']) ?? 'sandbox';
    const minutes = given.wholeNumber('minutes', { least: 5, most: 120 }) ?? 20;
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/;
    const since = given.matching('since', time, '2026-02-01T12:00Z');
    const checked = await checkDeployment({
      stage,
      minutes,
      aws: awsCliIn(environment),
      now,
      since: since === undefined ? now() : new Date(since),
      pause: (ms) => setTimeout(ms),
      say: output.progress,
    });
    return { value: { stage, ...checked }, text: '', code: checked.isGood ? 0 : 1 };
  },
);

await runAsProgram(import.meta, gate);
