import { existsSync } from 'node:fs';
import * as v from 'valibot';
import { accessMetrics, lineMetrics, metricNames, metricsTo } from '#platform/metrics.ts';
import { stageName } from '#platform/stage.ts';
import { account, type Resource as LocalResource } from '../../local/assembly/deployment.ts';
import { type JsonObject, objectOf, parseJson, stringsOf } from '../../local/assembly/json.ts';
import { eventPattern } from '../../local/events/event-pattern.ts';
import { AlarmProperties, alarmState } from '../../local/metrics/alarm-state.ts';
import { evaluateExpression } from '../../local/metrics/expression.ts';
import { assemblyAccess } from '../support/deployment/assembly-access.ts';
import { ourFunctions } from '../support/deployment/role-grants.ts';
import { permitsService, topicPolicies } from '../support/deployment/service-access.ts';
import {
  environmentOf,
  type Resource,
  type StageName,
  type SynthesizedApp,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];

describe.each(stages)('the alarms of %s', (stage) => {
  const app = synthesized(stage);
  const alarms = app.resources('AWS::CloudWatch::Alarm').map(({ properties }) => properties);

  it('an alarm is on every dead-letter queue', () => {
    const queues = alarms.filter(
      ({ Namespace, MetricName }) =>
        Namespace === 'AWS/SQS' && MetricName === 'ApproximateNumberOfMessagesVisible',
    );
    expect(queues.map(({ Dimensions }) => Dimensions)).toEqual(
      ['Webhooks.Undelivered', 'Stream.Unpublished', 'Sync.Unsettled', 'Lists.Unlisted'].map(
        (queue) => [{ Name: 'QueueName', Value: `${queue}.QueueName` }],
      ),
    );
  });

  it('every metric of ours is in an alarm or on a dashboard, and no unknown one is named', () => {
    const named = new Set([
      ...alarms.flatMap((one) =>
        String(one.Namespace).startsWith('Turnout') ? [String(one.MetricName)] : [],
      ),
      ...dashboardsOf(app).flatMap(({ ours }) => ours),
    ]);
    const all = [...metricNames, ...Object.keys(lineMetrics), ...Object.keys(accessMetrics)];
    const probed = ['ProbeSucceeded', 'ProbeMs'];
    const expected = all.filter((name) => stage !== 'production' || !probed.includes(name));
    expect([...named].sort()).toEqual(expected.sort());
  });

  it('an alarm on a metric of AWS names only a metric that AWS emits, of an existing resource', () => {
    const { deployment } = assemblyAccess(stage);
    const dashboards = deployment.ofType('AWS::CloudWatch::Dashboard');
    const named = [
      ...dashboards.flatMap((one) => metricsOfWidgets(String(one.property('DashboardBody')))),
      ...deployment.ofType('AWS::CloudWatch::Alarm').flatMap(metricsOfAlarm),
    ].filter(({ namespace }) => namespace.startsWith('AWS/'));
    expect(named.length).toBeGreaterThan(40);
    const namesOf = (type: string) => deployment.ofType(type).map((one) => one.reference());
    const resources: Readonly<Record<string, readonly string[]>> = {
      FunctionName: namesOf('AWS::Lambda::Function'),
      TableName: namesOf('AWS::DynamoDB::GlobalTable'),
      ApiId: namesOf('AWS::ApiGatewayV2::Api'),
      QueueName: deployment
        .ofType('AWS::SQS::Queue')
        .map((one) => String(one.attribute('QueueName'))),
      DistributionId: namesOf('AWS::CloudFront::Distribution'),
    };
    for (const { namespace, name, dimensions } of named) {
      expect([namespace, measuredByAws[namespace]]).toEqual([
        namespace,
        expect.arrayContaining([name]),
      ]);
      for (const [dimension, value] of Object.entries(dimensions)) {
        const known = resources[dimension];
        if (known)
          expect([dimension, value, known.includes(value)]).toEqual([dimension, value, true]);
      }
    }
  });

  it("the alarms read the metrics of this stage's functions, and of no other stage", () => {
    const read = [
      ...alarms.map(({ Namespace }) => String(Namespace)),
      ...dashboardsOf(app).flatMap(({ namespaces }) => namespaces),
    ].filter((namespace) => namespace.startsWith('Turnout/'));
    const written = ourFunctions(app).map(namespaceWrittenBy);
    expect(new Set(read)).toEqual(new Set([`Turnout/${stage}`]));
    expect(new Set(written)).toEqual(new Set(read));
  });

  it('an alarm is on the throttled reads and writes of each index of the table, and goes off for one of them alone', () => {
    const Table = v.object({
      GlobalSecondaryIndexes: v.array(v.object({ IndexName: v.string() })),
    });
    const indexes = v
      .parse(Table, app.resource('Data.Table').properties)
      .GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);
    const alarm = v.parse(AlarmProperties, app.resource('Ops.IndexThrottled').properties);
    const stats = (alarm.Metrics ?? []).flatMap(({ Id, MetricStat }) =>
      MetricStat ? [{ Id, ...MetricStat.Metric }] : [],
    );
    const watched = stats.map(({ MetricName, Dimensions }) => [
      Dimensions.find(({ Name }) => Name === 'GlobalSecondaryIndexName')?.Value,
      MetricName,
    ]);
    expect(watched).toEqual(
      indexes.flatMap((name) => [
        [name, 'ReadThrottleEvents'],
        [name, 'WriteThrottleEvents'],
      ]),
    );
    for (const name of ['Ops.IndexThrottled', 'Ops.TableThrottled']) {
      const one = v.parse(AlarmProperties, app.resource(name).properties);
      const [expression = ''] = (one.Metrics ?? []).flatMap(({ Expression }) => Expression ?? []);
      const ids = (one.Metrics ?? []).flatMap(({ Id, MetricStat }) => (MetricStat ? [Id] : []));
      for (const id of ids) {
        // The others were not throttled, so that CloudWatch has no value of them.
        const value = evaluateExpression(expression, (other) => (other === id ? 11 : undefined));
        expect([name, id, alarmState(one, [value, value, value])]).toEqual([name, id, 'ALARM']);
      }
    }
  });

  it('the alarms pay for no metric of a single route', () => {
    const settings = app
      .resources('AWS::ApiGatewayV2::Stage')
      .flatMap(({ properties: { DefaultRouteSettings, RouteSettings = {} } }) =>
        [DefaultRouteSettings, ...Object.values(Object(RouteSettings))].map((one) =>
          v.parse(RouteMetrics, one),
        ),
      );
    expect(settings.length).toBeGreaterThan(1);
    for (const one of settings) expect(one).toEqual({ DetailedMetricsEnabled: false });
    // Metrics of a whole API are free; one of a route or stage is not.
    const readers = app
      .resources()
      .filter(({ type }) => /^AWS::CloudWatch::|MetricFilter$/.test(type))
      .map(({ properties }) => JSON.stringify(properties))
      .filter((properties) => properties.includes('AWS/ApiGateway'));
    expect(readers).not.toEqual([]);
    for (const one of readers) expect(one).not.toMatch(/"(Stage|Route|Resource)",/);
  });

  it('every alarm describes its cause, and links an existing runbook', () => {
    // These page no operator: some are only for deployments, and operators cause one.
    const quiet = /^(Api\.Unhealthy|Ops\.Silenced|[\w-]+\.NewVersions)$/;
    const waking = app.resources('AWS::CloudWatch::Alarm').filter(({ name }) => !quiet.test(name));
    for (const { name, properties } of waking) {
      const said = String(properties.AlarmDescription);
      expect(said.split('. ').length).toBeGreaterThan(2);
      expect(said.length).toBeLessThanOrEqual(1_024);
      const [, runbook = `none of ${name}`] =
        /Runbook: (docs\/runbooks\/[\w-]+\.md)\.$/.exec(said) ?? [];
      expect([runbook, existsSync(runbook)]).toEqual([runbook, true]);
    }
  });

  it('the alarms wake once for each concern, when the first begins and the last ends, and are silenced together', () => {
    for (const { AlarmActions, OKActions } of alarms) {
      expect([AlarmActions, OKActions]).toEqual([undefined, undefined]);
    }
    const composites = app.resources('AWS::CloudWatch::CompositeAlarm');
    expect(composites.map(({ name }) => name).sort()).toEqual(
      ['MerchantsHearLate', 'MoneyInDoubt', 'PaymentsInTrouble', 'VaultInTrouble'].map(
        (name) => `Ops.${name}`,
      ),
    );
    for (const { properties } of composites) {
      expect(properties).toMatchObject({
        AlarmActions: ['Ops.Alarms'],
        OKActions: ['Ops.Alarms'],
        ActionsSuppressor: 'Ops.Silenced.Arn',
      });
    }
    const rules = composites.map(({ properties }) => String(properties.AlarmRule)).join();
    const named = [...rules.matchAll(/ALARM\("(Ops\.\w+)\.Arn"\)/g)].map(([, name]) => name);
    const all = app.resources('AWS::CloudWatch::Alarm').map(({ name }) => name);
    const ofOps = all.filter((name) => name.startsWith('Ops.') && name !== 'Ops.Silenced');
    // Each wakes by one concern; webhooks are silent while payments themselves are in trouble.
    expect(named.sort()).toEqual([...ofOps, 'Ops.PaymentsInTrouble'].sort());
    expect(app.resource('Ops.Alarms').properties).toEqual({ KmsMasterKeyId: 'Data.Key.Arn' });
    expect(app.resources('AWS::SNS::Subscription')).toEqual([]);
  });

  it('every alarm reaches its topics: it may publish to them and use their keys', () => {
    const { deployment, keys } = assemblyAccess(stage);
    const made = deployment.ofType('AWS::CloudWatch::CompositeAlarm');
    expect(made).toHaveLength(4);
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

  it('an alarm reports each change of a role that opens cards, or of its function, except by a deployment', () => {
    const rule = app.resource('Ops.VaultRoleChanges').properties;
    const hears = eventPattern(objectOf(parseJson(JSON.stringify(rule.EventPattern)), 'pattern'));
    const role = `turnout-${stage}-vault-for-payments-confirm-eu-west-1`;
    const person = 'arn:aws:iam::123456789012:role/admin';
    const deployment =
      'arn:<AWS::Partition>:iam::<AWS::AccountId>:role/cdk-hnb659fds-cfn-exec-role-<AWS::AccountId>-<AWS::Region>';
    // Any administrator may make a role whose name only resembles it.
    const likeness = 'arn:aws:iam::123456789012:role/cdk-mine-cfn-exec-role-123456789012-eu-west-1';
    const told = (eventName: string, requestParameters: JsonObject, issuer?: string) =>
      hears({
        source: /Role/.test(eventName) ? 'aws.iam' : 'aws.lambda',
        'detail-type': 'AWS API Call via CloudTrail',
        detail: {
          eventName,
          requestParameters,
          userIdentity:
            issuer === undefined
              ? { type: 'IAMUser' }
              : { type: 'AssumedRole', sessionContext: { sessionIssuer: { arn: issuer } } },
        },
      });
    const arn = (kind: string, name: string) => `arn:aws:${kind}:123456789012:${name}`;
    const changes: readonly (readonly [string, JsonObject])[] = [
      ['UpdateAssumeRolePolicy', { roleName: role }],
      ['PutRolePolicy', { roleName: role }],
      ['AttachRolePolicy', { roleName: role }],
      ['UpdateFunctionCode20150331v2', { functionName: role }],
      [
        'UpdateFunctionCode20150331v2',
        { functionName: arn('lambda:eu-west-1', `function:${role}`) },
      ],
      ['UpdateFunctionConfiguration20150331v2', { functionName: role, timeout: 3 }],
      [
        'UpdateFunctionConfiguration20150331v2',
        { functionName: 'mine', role: arn('iam:', `role/${role}`) },
      ],
      ['CreateFunction20150331', { functionName: 'mine', role: arn('iam:', `role/${role}`) }],
      ['DeleteFunctionCodeSigningConfig20200630', { functionName: role }],
      ['UpdateAssumeRolePolicy', { roleName: deployment.split('/')[1] ?? '' }],
      ['CreateFunction20150331', { functionName: 'mine', role: deployment }],
    ];
    for (const [name, asked] of changes) {
      expect([name, told(name, asked, person), told(name, asked)]).toEqual([name, true, true]);
      expect([name, told(name, asked, deployment)]).toEqual([name, false]);
      expect([name, told(name, asked, likeness)]).toEqual([name, true]);
    }
    expect(told('GetRole', { roleName: role }, person)).toBe(false);
    expect(told('UpdateAssumeRolePolicy', { roleName: 'another' }, person)).toBe(false);
    expect(app.resource('Ops.VaultRoleChanged').properties).toMatchObject({
      Metrics: expect.arrayContaining(
        ['Ops.VaultRoleChanges', 'Ops.VaultProtectionChanges'].map((Value) =>
          expect.objectContaining({
            MetricStat: expect.objectContaining({
              Metric: {
                Namespace: 'AWS/Events',
                MetricName: 'TriggeredRules',
                Dimensions: [{ Name: 'RuleName', Value }],
              },
            }),
          }),
        ),
      ),
    });
  });

  it('an alarm reports each change of the keys, tables, buckets and copies of the vault, and of the rules that report it', () => {
    const matching = (rule: string) =>
      eventPattern(
        objectOf(
          parseJson(JSON.stringify(app.resource(`Ops.${rule}`).properties.EventPattern)),
          'pattern',
        ),
      );
    const rules = { roles: matching('VaultRoleChanges'), rest: matching('VaultProtectionChanges') };
    const told = (eventName: string, more: JsonObject) => {
      const event = {
        'detail-type': 'AWS API Call via CloudTrail',
        detail: { eventName, userIdentity: { type: 'IAMUser' }, ...more },
      };
      return { roles: rules.roles(event), rest: rules.rest(event) };
    };
    const asks = (name: string, value: string | string[]) => ({
      requestParameters: { [name]: value },
    });
    const root = app
      .resources('AWS::KMS::Key')
      .find(({ name }) => name.startsWith('Vault.') && name.toLowerCase().includes('pan'));
    const ofKey = { resources: [{ type: 'AWS::KMS::Key', ARN: `${root?.name}.Arn` }] };
    const ours = `turnout-${stage}-vault-Cards1A2B`;
    const ofTrail = { eventSource: 'cloudtrail.amazonaws.com' };
    const changes: readonly (readonly [string, JsonObject])[] = [
      ...['PutKeyPolicy', 'ReplicateKey', 'DisableKey', 'ScheduleKeyDeletion'].map(
        (name) => [name, ofKey] as const,
      ),
      ['PutResourcePolicy', asks('resourceArn', `arn:aws:dynamodb:eu-west-1:1:table/${ours}`)],
      ['DeleteTable', asks('tableName', ours)],
      ['UpdateContinuousBackups', asks('tableName', ours)],
      ['DeleteBucket', asks('bucketName', `turnout-${stage}-data-files1a2b`)],
      ['DeleteRecoveryPoint', { eventSource: 'backup.amazonaws.com' }],
      ['DeleteBackupVault', { eventSource: 'backup.amazonaws.com' }],
      ['DeleteAlarms', asks('alarmNames', ['other', `turnout-${stage}-ops-VaultInTrouble`])],
      ['StopLogging', ofTrail],
      ['DeleteTrail', ofTrail],
    ];
    for (const [name, asked] of changes) {
      expect([name, told(name, asked)]).toEqual([name, { roles: false, rest: true }]);
    }
    // A rule that was disabled reports nothing more, so the other one does.
    for (const name of ['DisableRule', 'DeleteRule', 'PutRule']) {
      const asked = asks('name', `turnout-${stage}-ops-VaultRoleChanges1A2B`);
      expect([name, told(name, asked)]).toEqual([name, { roles: true, rest: true }]);
    }
    const removed = asks('rule', `turnout-${stage}-ops-VaultProtectionChanges1A2B`);
    expect(told('RemoveTargets', removed)).toEqual({ roles: true, rest: true });
    const others: readonly (readonly [string, JsonObject])[] = [
      ['ScheduleKeyDeletion', { resources: [{ ARN: 'arn:aws:kms:eu-west-1:1:key/other' }] }],
      ['DeleteTable', asks('tableName', 'other')],
      ['DeleteBucket', asks('bucketName', 'other')],
      ['DescribeTable', asks('tableName', ours)],
      ['DeleteTrail', { eventSource: 'other.amazonaws.com' }],
    ];
    for (const [name, asked] of others) {
      expect([name, told(name, asked)]).toEqual([name, { roles: false, rest: false }]);
    }
  });

  it("the patterns of the deployment's rules stay below EventBridge's limit of 2,048 characters", () => {
    for (const { name, properties } of app.resources('AWS::Events::Rule')) {
      // An ARN of a key, with all that a deployment puts in the place of its reference.
      const text = (JSON.stringify(properties.EventPattern) ?? '')
        .replaceAll(/"Vault\.[\w.]+\.Arn"/g, `"${'a'.repeat(85)}"`)
        .replaceAll('<AWS::AccountId>', '123456789012')
        .replaceAll('<AWS::Region>', 'ap-southeast-2')
        .replaceAll('<AWS::Partition>', 'aws');
      expect([name, text.length > 2_048]).toEqual([name, false]);
    }
  });

  it("the alarms' encrypted topic accepts messages from the deployment's rules, and from no other rule", () => {
    const { Targets } = app.resource('Ops.VaultRoleChanges').properties;
    expect(Targets).toEqual([
      expect.objectContaining({ Arn: 'Ops.Alarms', RoleArn: 'Ops.VaultRoleChangesRole.Arn' }),
    ]);
    expect(app.resource('Ops.VaultProtectionChanges').properties.Targets).toMatchObject([
      { Arn: 'Ops.Alarms', RoleArn: 'Ops.VaultRoleChangesRole.Arn' },
    ]);
    const { AssumeRolePolicyDocument, Policies } = app.resource(
      'Ops.VaultRoleChangesRole',
    ).properties;
    expect(AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Principal: { Service: 'events.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' } },
        },
      ],
    });
    expect(Policies).toMatchObject([
      {
        PolicyDocument: {
          Statement: [
            { Action: 'sns:Publish', Effect: 'Allow', Resource: 'Ops.Alarms' },
            {
              Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
              Effect: 'Allow',
              Resource: expect.stringMatching(/Data\.Key/),
            },
          ],
        },
      },
    ]);
    const { deployment } = assemblyAccess(stage);
    const [topic] = deployment.ofType('AWS::SNS::Topic');
    const arn = topic?.reference() ?? '';
    const context = { 'aws:SourceAccount': [account], 'aws:SecureTransport': ['true'] };
    const events = { service: 'events.amazonaws.com', action: 'sns:Publish', resource: arn };
    expect(permitsService(topicPolicies(deployment, arn), { ...events, context })).toBe(false);
  });

  it('missing data raises an alarm only where silence is the failure', () => {
    const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
    const probe = {
      MetricName: 'ProbeSucceeded',
      Statistic: 'SampleCount',
      Period: 300,
      EvaluationPeriods: 3,
    };
    const jobs = [
      ['Sync.queues.find-due', 60, 5] as const,
      ['Vault.vault-jobs.sweep', 60, 5] as const,
      ['Vault.vault-jobs.seal-audit', 60, 10] as const,
      ['Vault.vault-jobs.check-pages', 3 * 3_600, 1] as const,
      ['Sync.queues.check-link-pages', 3 * 3_600, 1] as const,
    ].map(([job, Period, EvaluationPeriods]) => ({
      Namespace: 'AWS/Lambda',
      MetricName: 'Invocations',
      Statistic: 'Sum',
      Dimensions: [{ Name: 'FunctionName', Value: job.replaceAll(/(?<=\..*)[.-]/g, '') }],
      Period,
      EvaluationPeriods,
    }));
    expect(silent).toEqual(
      [...(stage === 'production' ? [] : [probe]), ...jobs].map((one) =>
        expect.objectContaining({
          ...one,
          TreatMissingData: 'breaching',
          Threshold: 0,
          ComparisonOperator: 'LessThanOrEqualToThreshold',
        }),
      ),
    );
  });
});

interface NamedMetrics {
  readonly ours: readonly string[];
  readonly namespaces: readonly string[];
}

/** The sources of a dashboard's widgets: metrics, searches and queries. */
function dashboardsOf(app: SynthesizedApp): readonly NamedMetrics[] {
  return app.resources('AWS::CloudWatch::Dashboard').map(({ properties }) => {
    const { widgets } = v.parse(DashboardBody, JSON.parse(String(properties.DashboardBody)));
    const metrics = widgets.flatMap(({ properties: { metrics = [] } }) => metrics);
    const read = metrics.map(readMetric).filter((one) => one !== undefined);
    return {
      ours: read.flatMap(({ namespace, name }) => (namespace.startsWith('AWS/') ? [] : [name])),
      namespaces: read.map(({ namespace }) => namespace),
    };
  });
}

const DashboardBody = v.object({
  widgets: v.array(
    v.looseObject({
      properties: v.looseObject({ metrics: v.optional(v.array(v.array(v.unknown()))) }),
    }),
  ),
});

/** The namespace and the name of a metric in a widget; of an expression over others, nothing. */
function readMetric([first, name]: readonly unknown[]) {
  if (typeof first === 'string') return { namespace: first, name: String(name) };
  const { expression } = v.parse(v.object({ expression: v.string() }), first);
  const searched = /SEARCH\('\{([^,}]+)[^}]*\} MetricName="(\w+)"/.exec(expression);
  const queried = /^SELECT \w+\((\w+)\) FROM SCHEMA\("([^"]+)"/.exec(expression);
  if (searched) return { namespace: String(searched[1]), name: String(searched[2]) };
  if (queried) return { namespace: String(queried[2]), name: String(queried[1]) };
  return undefined;
}

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
/**
 * The metrics that AWS measures of our resources by itself.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/aws-services-cloudwatch-metrics.html
 */
const measuredByAws: Readonly<Record<string, readonly string[]>> = {
  'AWS/ApiGateway': ['Count', '4xx', '5xx', 'Latency'],
  'AWS/Billing': ['EstimatedCharges'],
  'AWS/CloudFront': ['Requests', '4xxErrorRate', '5xxErrorRate'],
  'AWS/DynamoDB': [
    ...['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits', 'SystemErrors'],
    ...['ReadThrottleEvents', 'WriteThrottleEvents', 'ConditionalCheckFailedRequests'],
    'TransactionConflict',
  ],
  'AWS/Events': ['FailedInvocations', 'TriggeredRules'],
  'AWS/Lambda': ['Invocations', 'Errors', 'Throttles', 'Duration', 'IteratorAge'],
  'AWS/SQS': ['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible'],
  'AWS/Usage': ['ResourceCount'],
  'AWS/WAFV2': ['BlockedRequests'],
};

interface WatchedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

function metricsOfWidgets(body: string): readonly WatchedMetric[] {
  const { widgets } = v.parse(DashboardBody, JSON.parse(body));
  return widgets.flatMap(({ properties: { metrics = [] } }) =>
    metrics.flatMap((metric) => {
      const read = readMetric(metric);
      if (!read) return [];
      const rest = metric.slice(2).filter((part) => typeof part === 'string');
      const pairs = rest.flatMap((part, at) => (at % 2 === 0 ? [[part, rest[at + 1]]] : []));
      return [{ ...read, dimensions: Object.fromEntries(pairs) }];
    }),
  );
}

function metricsOfAlarm(resource: LocalResource): readonly WatchedMetric[] {
  const property = (name: string) => {
    const value = resource.property(name);
    return value === undefined ? {} : { [name]: value };
  };
  const alone = { ...property('Namespace'), ...property('MetricName'), ...property('Dimensions') };
  const { Metrics = [] } = v.parse(AlarmMetrics, property('Metrics'));
  const named = Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
  const all = 'MetricName' in alone ? [v.parse(NamedMetric, alone), ...named] : named;
  return all.map(({ Namespace, MetricName, Dimensions }) => ({
    namespace: Namespace,
    name: MetricName,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
  }));
}

const NamedMetric = v.object({
  Namespace: v.string(),
  MetricName: v.string(),
  Dimensions: v.optional(v.array(v.object({ Name: v.string(), Value: v.string() })), []),
});
const AlarmMetrics = v.object({
  Metrics: v.optional(
    v.array(v.object({ MetricStat: v.optional(v.object({ Metric: NamedMetric })) })),
  ),
});

const RouteMetrics = v.object({ DetailedMetricsEnabled: v.boolean() });

it('an address that is given gets every alarm', () => {
  const app = synthesized('production', { alarmEmail: 'operator@example.com' }, []);
  const subscribed = app.resources('AWS::SNS::Subscription').map(({ properties }) => properties);
  expect(subscribed).toEqual([
    expect.objectContaining({ Protocol: 'email', Endpoint: 'operator@example.com' }),
  ]);
});

describe('the tools of operators with fewer parts', () => {
  const watching = (settings: Readonly<Record<string, string>>) => {
    const app = synthesized('production', settings);
    const count = (type: string) => app.resources(`AWS::CloudWatch::${type}`).length;
    return { app, dashboards: count('Dashboard'), composites: count('CompositeAlarm') };
  };
  const whole = watching({});
  const alarmsOf = ({ app }: typeof whole) =>
    app
      .resources('AWS::CloudWatch::Alarm')
      .filter(({ name }) => name.startsWith('Ops.') && name !== 'Ops.Silenced');

  it('no dashboard is made with -c dashboards=off, and every alarm stays', () => {
    const without = watching({ dashboards: 'off' });
    expect([whole.dashboards, without.dashboards]).toEqual([2, 0]);
    expect(without.composites).toBe(4);
    expect(alarmsOf(without)).toEqual(alarmsOf(whole));
  });

  it('every alarm publishes by itself with -c groupedAlarms=off, and no composite alarm is made', () => {
    const without = watching({ groupedAlarms: 'off' });
    expect([whole.composites, without.composites]).toEqual([4, 0]);
    expect(without.dashboards).toBe(2);
    const names = (some: ReturnType<typeof alarmsOf>) => some.map(({ name }) => name);
    expect(names(alarmsOf(without))).toEqual(names(alarmsOf(whole)));
    expect(without.app.resources('AWS::CloudWatch::Alarm').map(({ name }) => name)).not.toContain(
      'Ops.Silenced',
    );
    for (const { name, properties } of alarmsOf(without)) {
      expect([name, properties]).toEqual([
        name,
        expect.objectContaining({ AlarmActions: ['Ops.Alarms'], OKActions: ['Ops.Alarms'] }),
      ]);
    }
  });
});
