import { checkDeployment, probeMinutes } from '../../../scripts/operate/probe-gate.ts';
import { synthesized } from '../../support/deployment/synthesized-app.ts';

const deployed = new Date('2026-02-01T12:00:30Z');
const minutesLater = (minutes: number) =>
  new Date(new Date('2026-02-01T12:01:00Z').getTime() + minutes * 60_000).toISOString();

/** CloudWatch with successes of the probe at these minutes after 12:01, and these alarms on. */
function run(successes: readonly number[], alarms: readonly string[] = []) {
  const said: string[] = [];
  const asked: string[][] = [];
  let at = deployed.getTime();
  const aws = async (...args: readonly string[]) => {
    asked.push([...args]);
    if (args[1] === 'describe-alarms') {
      return { MetricAlarms: alarms.map((AlarmName) => ({ AlarmName })), CompositeAlarms: [] };
    }
    const until = new Date(args[args.indexOf('--end-time') + 1] ?? '').getTime();
    // CloudWatch writes times with the zone in figures.
    const Datapoints = successes
      .map((minutes) => ({
        Timestamp: minutesLater(minutes).replace('.000Z', '+00:00'),
        SampleCount: 1,
      }))
      .filter(({ Timestamp }) => {
        const time = new Date(Timestamp).getTime();
        return time < until && time <= at;
      });
    return { Datapoints };
  };
  const checked = checkDeployment({
    stage: 'sandbox',
    since: deployed,
    minutes: 20,
    aws,
    now: () => new Date(at),
    pause: async (ms) => {
      at += ms;
    },
    say: (line) => said.push(line),
  });
  return { checked, said, asked };
}

it('the probe gate passes a deployment when the probe has paid after it and no alarm is on', async () => {
  const { checked, said, asked } = run([2, 7]);
  expect(await checked).toEqual({ isGood: true, hasPaid: true, alarms: [] });
  expect(said.at(-1)).toBe('The probe of sandbox has paid, and no alarm is on.');
  expect(asked[0]?.join(' ')).toContain(
    'get-metric-statistics --metric-name ProbeSucceeded --namespace Turnout/sandbox',
  );
});

it('the probe gate does not count a success of a run that may have begun before the deployment had ended', async () => {
  const { checked, said } = run([0, 2]);
  expect(await checked).toEqual({ isGood: false, hasPaid: false, alarms: [] });
  expect(said.at(-1)).toContain('The probe of sandbox has not paid within 20 minutes');
});

it('the probe gate stops a deployment when an alarm is on although the probe has paid, and names the alarm', async () => {
  const alarms = ['turnout-sandbox-ops-Errors'];
  const { checked, said } = run([4], alarms);
  expect(await checked).toEqual({ isGood: false, hasPaid: true, alarms });
  expect(said.at(-1)).toBe('Alarm: turnout-sandbox-ops-Errors');
});

it('a run of the probe ends within the time that the gate allows it', () => {
  const run = synthesized('sandbox')
    .resources('AWS::Lambda::Function')
    .filter(({ name }) => name.startsWith('Probe.proberun'));
  expect(run.map(({ properties }) => properties.Timeout)).toEqual([probeMinutes * 60]);
});
