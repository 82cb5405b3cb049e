import * as v from 'valibot';
import { logTo } from '#platform/log.ts';
import { metricsTo } from '#platform/metrics.ts';
import { readAssembly } from '../../../local/assembly/assembly.ts';
import { resolveDeployment } from '../../../local/assembly/deployment.ts';
import { localNames } from '../../../local/assembly/physical-names.ts';
import { AlarmProperties, alarmState } from '../../../local/metrics/alarm-state.ts';
import { alarmsOf } from '../../../local/metrics/alarms.ts';
import { evaluateExpression } from '../../../local/metrics/expression.ts';
import { logMetrics } from '../../../local/metrics/log-metrics.ts';
import { metricStore } from '../../../local/metrics/metric-store.ts';
import { type Random, seededRandom } from '../../prove/faults/random.ts';
import { synthesized, synthesizedIn } from '../../support/deployment/synthesized-app.ts';

const production = synthesized('production');
const alarmOf = (name: string) => v.parse(AlarmProperties, production.resource(name).properties);

describe('a release of a stack', () => {
  const newVersions = alarmOf('ApiPayments.NewVersions');
  const unhealthy = alarmOf('Api.Unhealthy');
  /** CodeDeploy gives new versions this share of requests for so many minutes. */
  const shift = { share: 0.1, minutes: 5 };
  const background = 0.0002;
  const releases = 100;

  /** Of how many releases one of the two alarms goes off while they shift. */
  function goneBack(requestsPerMinute: number, failing: number): number {
    const random = seededRandom(requestsPerMinute + failing * 1e6);
    let count = 0;
    for (let release = 0; release < releases; release += 1) {
      let isBack = false;
      for (let minute = 0; minute < shift.minutes && !isBack; minute += 1) {
        const requests = drawn(requestsPerMinute, shift.share, random);
        const failed = drawn(requests, failing, random);
        const ofOthers = drawn(requestsPerMinute - requests, background, random);
        isBack =
          isOn(newVersions, { requests, failed }) ||
          isOn(unhealthy, { requests: requestsPerMinute, failed: failed + ofOthers });
      }
      if (isBack) count += 1;
    }
    return count;
  }

  it.each([
    [1, 0, 0, 0, 0],
    [10, 0, 0, 0, 0],
    [100, 0, 0, 0, 0],
    [1_000, 0, 0, 100, 'few'],
    [10_000, 0, 0, 100, 100],
    [100_000, 0, 0, 100, 100],
    // 100, 1,000 and 10,000 requests a second.
    [6_000, 0, 0, 100, 100],
    [60_000, 0, 0, 100, 100],
    [600_000, 0, 0, 100, 100],
  ] as const)(
    'a release at %i requests a minute goes back so often of 100 times: good %s, failing at the usual 0.02 %% %s, at 10 %% %s, at 2 %% %s',
    (requestsPerMinute, good, usual, tenth, fiftieth) => {
      const inWords = (count: number) => (count > 0 && count < 20 ? 'few' : count);
      expect(
        [0, background, 0.1, 0.02]
          .map((failing) => goneBack(requestsPerMinute, failing))
          .map(inWords),
      ).toEqual([good, usual, tenth, fiftieth]);
    },
  );
});

/** The state of an alarm after one minute, with the values of its metrics in it. */
function isOn(
  alarm: AlarmProperties,
  { requests, failed }: Readonly<Record<'requests' | 'failed', number>>,
): boolean {
  const expression = alarm.Metrics?.find(({ ReturnData }) => ReturnData)?.Expression ?? '';
  // A metric without a sample in a minute has no value in it.
  const values = new Map([
    ['requests', requests || undefined],
    ['failed', failed || undefined],
  ]);
  const value = evaluateExpression(expression, (id) => values.get(id));
  return alarmState(alarm, [value]) === 'ALARM';
}

/** How many of a number happen, each with the same probability. */
function drawn(all: number, probability: number, random: Random): number {
  if (probability === 0) return 0;
  let count = 0;
  // From one to the next that happens.
  const next = () => 1 + Math.floor(Math.log(1 - random.next()) / Math.log(1 - probability));
  for (let at = next(); at <= all; at += next()) count += 1;
  return count;
}

describe('the lines of a function', () => {
  // The version of the deployment has the number 1 here.
  const deployment = synthesizedIn('production', {}, (directory) =>
    resolveDeployment(
      readAssembly(directory),
      'eu-west-1',
      localNames('eu-west-1', { queueHost: 'http://127.0.0.1', apiUrl: () => 'http://127.0.0.1' }),
    ),
  );
  const logGroup = String(
    deployment
      .ofType('AWS::Logs::LogGroup')
      .find(({ logicalId }) => logicalId.startsWith('paymentsconfirmLog'))
      ?.reference(),
  );

  /** The alarms that are on after these requests of a minute to versions of one function. */
  function alarmsAfter(requests: readonly { readonly version: string; readonly fails: boolean }[]) {
    const now = () => 1_700_000_000_000;
    const store = metricStore(now);
    const read = logMetrics(deployment, store);
    const before = process.env.AWS_LAMBDA_FUNCTION_VERSION;
    for (const { version, fails } of requests) {
      process.env.AWS_LAMBDA_FUNCTION_VERSION = version;
      logTo((line) => read(logGroup, line), now).info('request', { status: fails ? 500 : 200 });
      if (fails)
        metricsTo(
          (line) => read(logGroup, line),
          () => 'production',
          now,
        )('ServerFailures', 1);
    }
    if (before === undefined) delete process.env.AWS_LAMBDA_FUNCTION_VERSION;
    else process.env.AWS_LAMBDA_FUNCTION_VERSION = before;
    return alarmsOf(deployment, store, now)()
      .filter(({ state, name }) => state === 'ALARM' && name.startsWith('NewVersions'))
      .map(({ arn }) => arn);
  }
  const times = (count: number, version: string, fails: boolean) =>
    Array.from({ length: count }, () => ({ version, fails }));

  it('the lines of a new version that fails take back the versions of its stack only', () => {
    const on = alarmsAfter([
      ...times(900, '0', false),
      ...times(90, '1', false),
      ...times(10, '1', true),
    ]);
    expect(on).toEqual([expect.stringContaining('api-payments')]);
  });

  it('the lines of a version before that fails take no new version back', () => {
    expect(alarmsAfter([...times(100, '1', false), ...times(50, '0', true)])).toEqual([]);
  });

  it('the lines of functions without versions are not counted', () => {
    expect(alarmsAfter(times(50, '$LATEST', true))).toEqual([]);
  });
});

it('the alarm on new versions costs two metrics a stack, and reads at most ten', () => {
  const alarms = production
    .resources('AWS::CloudWatch::Alarm')
    .filter(({ name }) => name.endsWith('.NewVersions'));
  const stacks = new Set(
    production.resources('AWS::Lambda::Alias').map(({ name }) => name.split('.')[0]),
  );
  expect(alarms.map(({ name }) => name.split('.')[0]).sort()).toEqual([...stacks].sort());
  for (const { properties } of alarms) {
    const { Metrics = [] } = v.parse(AlarmProperties, properties);
    expect(Metrics.filter(({ MetricStat }) => MetricStat)).toHaveLength(2);
  }
});

it('a run of the sync is compared by the version that ran, because no request asks for it', () => {
  const { Metrics = [] } = v.parse(
    AlarmProperties,
    production.resource('Sync.NewVersions').properties,
  );
  const [failed] = Metrics.filter(({ Id }) => Id === 'failed');
  expect(failed?.MetricStat?.Metric).toEqual({
    Namespace: 'AWS/Lambda',
    MetricName: 'Errors',
    Dimensions: [
      {
        Name: 'ExecutedVersion',
        Value: expect.stringMatching(/^Sync[.]queuessyncpendingCurrentVersion\w+[.]Version$/),
      },
      { Name: 'FunctionName', Value: 'Sync.queuessyncpending' },
      { Name: 'Resource', Value: 'Sync.queuessyncpending:live' },
    ],
  });
});

it('an alias leads to a new version only after the filters that count it are there', () => {
  const aliases = production
    .resources('AWS::Lambda::Alias')
    .filter(({ name }) => !name.startsWith('Sync.'));
  expect(aliases.length).toBeGreaterThan(40);
  for (const { name, after, properties } of aliases) {
    const filters = production
      .resources('AWS::Logs::MetricFilter')
      .filter(
        (one) =>
          after.includes(one.name) &&
          String(one.properties.FilterPattern).includes(
            `($.version = "${properties.FunctionVersion}")`,
          ),
      );
    expect([name, filters.length]).toEqual([name, 2]);
  }
});

it('new versions that take over at once have no alarm of their own, because CodeDeploy is done before it could go off', () => {
  const sandbox = synthesized('sandbox');
  expect(sandbox.resources().filter(({ name }) => name.endsWith('.NewVersions'))).toEqual([]);
  const [group] = sandbox.resources('AWS::CodeDeploy::DeploymentGroup');
  expect(group?.properties.AlarmConfiguration).toEqual({
    Enabled: true,
    Alarms: [{ Name: 'Api.Unhealthy' }],
  });
});
