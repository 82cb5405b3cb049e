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
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { physicalName } from '../constructs/physical-name.ts';
import type { Stage } from '../settings/stage.ts';
import { type Concern, minute, ours } from './alarm.ts';
import { AlarmStack, type AlarmStackProps } from './alarm-stack.ts';
import { alarmsOf, concerns, type Watched } from './alarms.ts';
import { businessDashboard } from './business-dashboard.ts';
import { machineryDashboard } from './machinery-dashboard.ts';
import type { WatchedLogs } from './widgets.ts';

interface OpsStackProps extends AlarmStackProps {
  readonly stage: Stage;
  /** Whether composite alarms publish, in place of each alarm. */
  readonly groupsAlarms: boolean;
  readonly hasDashboards: boolean;
  /** Encrypts the alarms' messages. */
  readonly key: IKey;
  readonly apiId: string;
  /** The vault's API; undefined where it is in another account. */
  readonly vaultApiId: string | undefined;
  /** The ARNs of the root keys of the vault in this account. */
  readonly vaultKeyArns: readonly string[];
  readonly tableName: string;
  readonly functionNames: Watched['functionNames'];
  readonly queues: Readonly<
    Record<Exclude<keyof Watched['queues'], 'unsentReceipts'> | 'slowDeliveries', IQueue> &
      Partial<Record<'receipts' | 'unsentReceipts', IQueue>>
  >;
  readonly logs: WatchedLogs;
  /** Whether CloudFront and its filter stand in front of the API or the vault's pages. */
  readonly hasEdge: boolean;
  readonly isProbed: boolean;
}

/**
 * The tools of operators: two dashboards, the alarms with their runbooks, and the one topic to
 * which the composite alarms publish. Settings leave out the dashboards, and have each alarm publish
 * by itself.
 */
export class OpsStack extends AlarmStack {
  constructor(scope: Construct, id: string, props: OpsStackProps) {
    const { stage, key, apiId, vaultApiId, tableName, functionNames, queues, ...others } = props;
    const { vaultKeyArns, ...rest } = others;
    const { logs, hasEdge, isProbed, groupsAlarms, hasDashboards, ...stackProps } = rest;
    super(scope, id, stackProps, key);
    const queueMetric =
      (queue: IQueue): Watched['queues']['deliveries'] =>
      (metricName, statistic) =>
        queue.metric(metricName, { statistic, period: minute });
    const { deliveries, syncs, undelivered, unpublished, unsettled, unlisted, unsentReceipts } =
      queues;
    const defined = alarmsOf({
      stage: stage.name,
      apiId,
      tableName,
      functionNames,
      isProbed,
      vaultRules: this.watchVault(stage, vaultKeyArns).map(({ ruleName }) => ruleName),
      queues: {
        deliveries: queueMetric(deliveries),
        syncs: queueMetric(syncs),
        undelivered: queueMetric(undelivered),
        unpublished: queueMetric(unpublished),
        unsettled: queueMetric(unsettled),
        unlisted: queueMetric(unlisted),
        ...(unsentReceipts && { unsentReceipts: queueMetric(unsentReceipts) }),
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
      title: props.cell === undefined ? 'Alarms' : `Alarms of the cell ${props.cell}`,
      alarms: [...composites, ...alarms.values()],
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
        alarmDescription: this.ofCell(concerns[concern]),
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
