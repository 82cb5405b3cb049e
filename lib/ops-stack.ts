import { Stack, type StackProps } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  type IAlarmRule,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { EventField, type EventPattern, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import {
  Effect,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type AlarmOf, type Concern, minute, ours } from './ops/alarm.ts';
import { alarmsOf, concerns, type Watched } from './ops/alarms.ts';
import { businessDashboard } from './ops/business-dashboard.ts';
import { machineryDashboard } from './ops/machinery-dashboard.ts';
import { deploymentRole, vaultProtectionChanges, vaultRoleChanges } from './ops/vault-changes.ts';
import type { WatchedLogs } from './ops/widgets.ts';
import { physicalName } from './physical-name.ts';
import type { Stage } from './stage.ts';

interface OpsStackProps extends StackProps {
  readonly stage: Stage;
  /** Encrypts the alarms' messages. */
  readonly key: IKey;
  readonly apiId: string;
  readonly vaultApiId: string;
  /** The ARNs of the root keys of the vault. */
  readonly vaultKeyArns: readonly string[];
  readonly tableName: string;
  readonly functionNames: Watched['functionNames'];
  readonly queues: Readonly<Record<keyof Watched['queues'] | 'slowDeliveries', IQueue>>;
  readonly logs: WatchedLogs;
  /** Whether CloudFront and its filter stand in front of the API or the vault's pages. */
  readonly hasEdge: boolean;
  readonly isProbed: boolean;
  /** The address that alarms are sent to. */
  readonly alarmEmail: string | undefined;
  /** The folder in which operators read the runbooks. */
  readonly runbooks: string;
  /** Whether composite alarms publish, in place of each alarm. */
  readonly groupsAlarms: boolean;
  readonly hasDashboards: boolean;
}

/**
 * The tools of operators: two dashboards, the alarms with their runbooks, and the one topic to
 * which the composite alarms publish. Settings leave out the dashboards, and have each alarm publish
 * by itself.
 */
export class OpsStack extends Stack {
  private readonly topic: Topic;
  private readonly runbooks: string;

  constructor(scope: Construct, id: string, props: OpsStackProps) {
    const { stage, key, apiId, vaultApiId, tableName, functionNames, queues, ...others } = props;
    const { vaultKeyArns, ...rest } = others;
    const { logs, hasEdge, isProbed, alarmEmail, runbooks, ...chosen } = rest;
    const { groupsAlarms, hasDashboards, ...stackProps } = chosen;
    super(scope, id, stackProps);
    this.topic = this.addTopic(key);
    this.runbooks = runbooks.replace(/\/+$/, '');
    if (alarmEmail) this.topic.addSubscription(new EmailSubscription(alarmEmail));
    const queueMetric =
      (queue: IQueue): Watched['queues'][keyof Watched['queues']] =>
      (metricName, statistic) =>
        queue.metric(metricName, { statistic, period: minute });
    const { deliveries, syncs, undelivered, unpublished, unsettled, unlisted } = queues;
    const defined = alarmsOf({
      stage: stage.name,
      apiId,
      tableName,
      functionNames,
      isProbed,
      vaultRules: this.watchVault(stage, key, vaultKeyArns).map(({ ruleName }) => ruleName),
      queues: {
        deliveries: queueMetric(deliveries),
        syncs: queueMetric(syncs),
        undelivered: queueMetric(undelivered),
        unpublished: queueMetric(unpublished),
        unsettled: queueMetric(unsettled),
        unlisted: queueMetric(unlisted),
      },
    });
    const alarms = new Map(
      Object.entries(defined).map(([name, alarm]) => [name, this.watch(name, alarm)]),
    );
    const composites = groupsAlarms
      ? this.addConcerns(stage, (concern) =>
          Object.entries(defined).flatMap(([name, one]) =>
            one.concern === concern
              ? [alarms.get(name)].filter((alarm) => alarm !== undefined)
              : [],
          ),
        )
      : [];
    if (!groupsAlarms) for (const alarm of alarms.values()) this.publish(alarm);
    if (!hasDashboards) return;
    const business = physicalName(stage, 'business');
    businessDashboard(this, { name: business, stage: stage.name, logs });
    machineryDashboard(this, {
      name: physicalName(stage, 'machinery'),
      stage: stage.name,
      apiId,
      vaultApiId,
      tableName,
      logs,
      queues,
      functionNames,
      hasEdge,
      alarms: [...composites, ...alarms.values()],
    });
  }

  /**
   * Sets the topic's policy, which replaces the default one. The default lets the account's
   * services publish, so the statement that refuses plain HTTP needs one beside it that lets
   * CloudWatch publish.
   */
  private addTopic(key: IKey): Topic {
    const topic = new Topic(this, 'Alarms', { masterKey: key, enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'OurAlarms',
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    return topic;
  }

  /** Reports each change of the cards' protection with its author, also while alarms are silenced. */
  private watchVault(stage: Stage, key: IKey, keyArns: readonly string[]): readonly Rule[] {
    const [name, who, ip] = ['eventName', 'userIdentity.arn', 'sourceIPAddress'].map((field) =>
      EventField.fromPath(`$.detail.${field}`),
    );
    const role = this.telling(key);
    const deployment = deploymentRole(this);
    const rule = (id: string, what: string, eventPattern: EventPattern) => {
      const message = RuleTargetInput.fromText(
        `${what} changed outside of a deployment of the stage ${stage.name}: ${name} by ${who} from ${ip} at ${EventField.time}. Alarm: VaultRoleChanged. Runbook: ${this.runbooks}/vault-trouble.md.`,
      );
      return new Rule(this, id, {
        description: `${what} changed, but by no deployment.`,
        eventPattern,
        targets: [{ bind: () => ({ arn: this.topic.topicArn, input: message, role }) }],
      });
    };
    return [
      rule(
        'VaultRoleChanges',
        'A role that opens cards, the code of its function, or a rule that reports this was',
        vaultRoleChanges(stage, deployment),
      ),
      rule(
        'VaultProtectionChanges',
        'A key, a table, a bucket or a copy, or a rule, an alarm or a trail that reports this was',
        vaultProtectionChanges(stage, deployment, keyArns),
      ),
    ];
  }

  /**
   * The role by which a rule publishes: policies of topics cannot distinguish our rules from
   * others.
   */
  private telling(key: IKey): Role {
    const { topicArn } = this.topic;
    const { keyArn } = key;
    return new Role(this, 'VaultRoleChangesRole', {
      assumedBy: new ServicePrincipal('events.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      description: 'Tells operators of changes of the roles that open cards.',
      inlinePolicies: {
        Exactly: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ['sns:Publish'], resources: [topicArn] }),
            new PolicyStatement({
              actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
              resources: [keyArn],
            }),
          ],
        }),
      },
    });
  }

  private watch(name: string, { metric, exceeds = 0, periods = 1, ...how }: AlarmOf): Alarm {
    return new Alarm(this, name, {
      metric,
      threshold: exceeds,
      evaluationPeriods: periods,
      comparisonOperator: how.isMissed
        ? ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.GREATER_THAN_THRESHOLD,
      // Missing values are fine, except for a metric whose absence is the fault.
      treatMissingData: how.isMissed ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${how.meaning} Runbook: ${this.runbooks}/${how.runbook}.md.`,
    });
  }

  /** Publishes when the alarm begins, and when it ends. */
  private publish(alarm: AlarmBase): void {
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }

  /**
   * One composite alarm for each concern. Only it publishes, when the first of its alarms begins
   * and when the last one ends, so one outage wakes once. All are silent after the command
   * `silence` of docs/runbooks/commands.sh, which ends by itself.
   */
  private addConcerns(
    stage: Stage,
    alarmsOfConcern: (concern: Concern) => readonly IAlarm[],
  ): readonly CompositeAlarm[] {
    const silenced = new Alarm(this, 'Silenced', {
      metric: ours(stage.name)('Silenced', Stats.MINIMUM),
      threshold: 0,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription:
        'An operator silenced the alarms, mostly for a deployment, with the command silence of the runbooks. It is no fault and ends by itself.',
    });
    const made: CompositeAlarm[] = [];
    const add = (concern: Concern, alarmRule: IAlarmRule) => {
      const composite = new CompositeAlarm(this, concern, {
        compositeAlarmName: physicalName(stage, concern),
        alarmRule,
        alarmDescription: concerns[concern],
        actionsSuppressor: silenced,
      });
      this.publish(composite);
      made.push(composite);
      return composite;
    };
    const anyOf = (concern: Concern) =>
      AlarmRule.anyOf(
        ...alarmsOfConcern(concern).map((one) => AlarmRule.fromAlarm(one, AlarmState.ALARM)),
      );
    const payments = add('PaymentsInTrouble', anyOf('PaymentsInTrouble'));
    add(
      'MerchantsHearLate',
      AlarmRule.allOf(
        anyOf('MerchantsHearLate'),
        AlarmRule.not(AlarmRule.fromAlarm(payments, AlarmState.ALARM)),
      ),
    );
    add('MoneyInDoubt', anyOf('MoneyInDoubt'));
    add('VaultInTrouble', anyOf('VaultInTrouble'));
    return made;
  }
}
