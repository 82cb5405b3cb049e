import * as v from 'valibot';
import { switchApp } from '../../lib/switch-app.ts';
import { account } from '../../local/assembly/deployment.ts';
import { stringsOf } from '../../local/assembly/json.ts';
import { metricNames, metricsTo } from '../../shared/metrics.ts';
import { stageName } from '../../shared/stage.ts';
import { assemblyAccess } from '../support/assembly-access.ts';
import { ourFunctions } from '../support/role-grants.ts';
import { permitsService, topicPolicies } from '../support/service-access.ts';
import {
  environmentOf,
  type Resource,
  type StageName,
  synthesized,
  withBundles,
} from '../support/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];

describe.each(stages)('the alarms of %s', (stage) => {
  const app = synthesized(stage);
  const alarms = app.resources('AWS::CloudWatch::Alarm').map(({ properties }) => properties);

  it('are on every metric of ours, and on every queue in which nothing should ever be', () => {
    const metrics = alarms.filter(({ Namespace }) => String(Namespace).startsWith('Turnout'));
    expect([...new Set(metrics.map(({ MetricName }) => MetricName))].sort()).toEqual(
      [...metricNames].sort(),
    );
    for (const one of metrics) expect(one).not.toHaveProperty('Dimensions');
    const queues = alarms.filter(({ Namespace }) => Namespace === 'AWS/SQS');
    expect(queues.map(({ Dimensions }) => Dimensions)).toEqual(
      ['Webhooks.Undelivered', 'Stream.Unpublished', 'Sync.Unsettled', 'Lists.Unlisted'].map(
        (queue) => [{ Name: 'QueueName', Value: `${queue}.QueueName` }],
      ),
    );
  });

  it('reads the metrics that the functions of this stage write, and of no other stage', () => {
    const read = alarms
      .map(({ Namespace }) => String(Namespace))
      .filter((namespace) => !namespace.startsWith('AWS/'));
    const written = ourFunctions(app).map(namespaceWrittenBy);
    expect(new Set(read)).toEqual(new Set([`Turnout/${stage}`]));
    expect(new Set(written)).toEqual(new Set(read));
  });

  it('pays for no metric of a single route', () => {
    const settings = app
      .resources('AWS::ApiGatewayV2::Stage')
      .map(({ properties: { DefaultRouteSettings, RouteSettings } }) => ({
        ...v.parse(RouteMetrics, DefaultRouteSettings),
        RouteSettings,
      }));
    expect(settings.length).toBeGreaterThan(1);
    for (const one of settings) {
      expect(one).toEqual({ DetailedMetricsEnabled: false, RouteSettings: undefined });
    }
    const readers = app
      .resources()
      .filter(({ type }) => /^AWS::CloudWatch::|MetricFilter$/.test(type))
      .filter(({ properties }) => JSON.stringify(properties).includes('AWS/ApiGateway'));
    expect(readers).toEqual([]);
  });

  it('say what has happened and what to do', () => {
    for (const { AlarmDescription } of alarms) {
      const said = String(AlarmDescription);
      expect(said.split('. ').length).toBeGreaterThan(1);
      expect(said).toMatch(/\.$/);
      expect(said.length).toBeLessThanOrEqual(1_024);
    }
  });

  it('are sent when they begin and when they end, through an encrypted topic', () => {
    for (const { AlarmActions, OKActions } of alarms) {
      expect([AlarmActions, OKActions]).toEqual([['Alarms.Alarms'], ['Alarms.Alarms']]);
    }
    expect(app.resource('Alarms.Alarms').properties).toEqual({ KmsMasterKeyId: 'Data.Key.Arn' });
    expect(app.resources('AWS::SNS::Subscription')).toEqual([]);
  });

  it('is reached: every alarm may publish to its topics and use the keys of these', () => {
    const { deployment, keys } = assemblyAccess(stage);
    const made = deployment.ofType('AWS::CloudWatch::Alarm');
    expect(made).toHaveLength(alarms.length);
    const topics = new Map(
      deployment.ofType('AWS::SNS::Topic').map((topic) => [topic.reference(), topic]),
    );
    const actionsOf = ['AlarmActions', 'OKActions', 'InsufficientDataActions'];
    for (const alarm of made) {
      const told = actionsOf.flatMap((name) => stringsOf(alarm.property(name)));
      expect([alarm.logicalId, told.length]).not.toEqual([alarm.logicalId, 0]);
      const asks = (policies: Parameters<typeof permitsService>[0], from: string) => {
        const context = { 'aws:SourceAccount': [from], 'aws:SecureTransport': ['true'] };
        const service = 'cloudwatch.amazonaws.com';
        return (action: string, resource: string) =>
          permitsService(policies, { service, action, resource, context });
      };
      for (const arn of told) {
        const published = topicPolicies(deployment, arn);
        expect([arn, asks(published, account)('sns:Publish', arn)]).toEqual([arn, true]);
        expect([arn, asks(published, '999999999999')('sns:Publish', arn)]).toEqual([arn, false]);
        const keyArn = topics.get(arn)?.property('KmsMasterKeyId');
        const key = keys.find((one) => one.arn === keyArn);
        if (!key) throw new Error(`${arn} is encrypted with no key of ours.`);
        for (const action of ['kms:GenerateDataKey', 'kms:Decrypt']) {
          expect([action, asks([key.policy], account)(action, key.arn)]).toEqual([action, true]);
        }
      }
    }
  });

  it('is not woken by silence, but where silence is what is wrong', () => {
    const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
    expect(silent).toEqual(
      [
        ['OldestDueSeconds', 60, 5] as const,
        ['OverdueItems', 60, 5] as const,
        ['PagesTampered', 3 * 3_600, 1] as const,
      ].map(([MetricName, Period, EvaluationPeriods]) =>
        expect.objectContaining({
          MetricName,
          Period,
          Statistic: 'SampleCount',
          TreatMissingData: 'breaching',
          EvaluationPeriods,
          ComparisonOperator: 'LessThanOrEqualToThreshold',
          Threshold: 0,
        }),
      ),
    );
  });
});

/** Where metrics of a function arrive, which its environment decides. */
function namespaceWrittenBy(one: Resource): string {
  const lines: string[] = [];
  const { STAGE } = environmentOf(one);
  metricsTo((line) => lines.push(line), stageNameIn(STAGE))('OldestDueSeconds', 1);
  const { CloudWatchMetrics } = v.parse(Embedded, JSON.parse(lines[0] ?? ''))._aws;
  return CloudWatchMetrics[0].Namespace;
}

/** The name of the stage as a function sees it that runs with this variable. */
function stageNameIn(STAGE: string | undefined): () => string {
  return () => {
    const before = process.env.STAGE;
    process.env.STAGE = STAGE ?? '';
    try {
      return stageName();
    } finally {
      process.env.STAGE = before ?? '';
    }
  };
}

const Embedded = v.object({
  _aws: v.object({ CloudWatchMetrics: v.tuple([v.object({ Namespace: v.string() })]) }),
});
const RouteMetrics = v.object({ DetailedMetricsEnabled: v.boolean() });

it('an address that is given gets every alarm', () => {
  const subscribed = withBundles((props) => {
    const context = { stage: 'production', alarmEmail: 'operator@example.com' };
    const assembly = switchApp({
      ...props,
      context,
      builtinCloudFormationValidation: false,
    }).synth();
    return assembly.stacks.flatMap(({ template }) =>
      Object.values<{ Type: string; Properties: object }>(template.Resources).filter(
        ({ Type }) => Type === 'AWS::SNS::Subscription',
      ),
    );
  });
  expect(subscribed).toEqual([
    expect.objectContaining({
      Properties: expect.objectContaining({ Protocol: 'email', Endpoint: 'operator@example.com' }),
    }),
  ]);
});
