import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type MetricName, metricNamespace } from '../shared/metrics.ts';
import type { Stage } from './stage.ts';

interface AlarmsStackProps extends StackProps {
  readonly stage: Stage;
  /** Encrypts the alarms' messages. */
  readonly key: IKey;
  /** Dead-letter queues, which are empty while all is well. */
  readonly undelivered: IQueue;
  readonly unpublished: IQueue;
  readonly unsettled: IQueue;
  readonly unlisted: IQueue;
}

/** The alarms, each with a runbook. All of them publish to one topic. */
export class AlarmsStack extends Stack {
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, key, ...props }: AlarmsStackProps) {
    const { undelivered, unpublished, unsettled, unlisted, ...rest } = props;
    super(scope, id, rest);
    this.topic = this.addTopic(key);
    const address: unknown = this.node.tryGetContext('alarmEmail');
    if (typeof address === 'string' && address) {
      this.topic.addSubscription(new EmailSubscription(address));
    }
    for (const [name, alarm] of Object.entries(metricAlarms(stage))) this.watch(name, alarm);
    const parked = {
      ...{ Undelivered: undelivered, Unpublished: unpublished },
      ...{ Unsettled: unsettled, Unlisted: unlisted },
    };
    for (const [name, queue] of Object.entries(parked)) {
      this.watch(name, {
        metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
        runbook: queueRunbooks[name] ?? '',
      });
    }
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

  private watch(name: string, { metric, exceeds = 0, minutes = 1, ...how }: AlarmOf) {
    const alarm = new Alarm(this, name, {
      metric,
      threshold: exceeds,
      evaluationPeriods: minutes,
      comparisonOperator: how.isMissed
        ? ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.GREATER_THAN_THRESHOLD,
      // Missing values are fine, except for a metric whose absence is the fault.
      treatMissingData: how.isMissed ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: how.runbook,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }
}

interface AlarmOf {
  readonly metric: Metric;
  /** What happened, what it means for merchants, and what the operator does about it. */
  readonly runbook: string;
  /** The alarm goes off above this value; 0 by default. */
  readonly exceeds?: number;
  /** Consecutive minutes above the value, or longer periods of the metric; 1 by default. */
  readonly minutes?: number;
  /** Whether missing values set the alarm off. */
  readonly isMissed?: boolean;
}

const period = Duration.minutes(1);
function metricAlarms(stage: Stage): Readonly<Record<string, AlarmOf>> {
  const namespace = metricNamespace(stage.name);
  const ours = (metricName: MetricName, statistic: string) =>
    new Metric({ namespace, metricName, statistic, period });
  return {
    IntegrityFailure: {
      metric: ours('IntegrityFailure', 'Sum'),
      runbook:
        'A processor reported another amount or currency than the switch asked for, and the payment is conflicted. The merchant may be paid too little. Compare the payment with the processor’s records and settle it with the merchant before anything is shipped.',
    },
    ConflictingOutcome: {
      metric: ours('ConflictingOutcome', 'Sum'),
      runbook:
        'A processor contradicted its earlier result of a payment, so the merchant may have been told the wrong one. The log names the payment: ask the processor which result is true, and retrieve the payment with force_sync.',
    },
    RoutingFallback: {
      metric: ours('RoutingFallback', 'Sum'),
      runbook:
        'A merchant’s routing could not be used, so its payments go by the fallback list: perhaps to a processor that costs more. Or its program about 3-D Secure or surcharges could not: then its payments are made without. The log names the algorithm or the program, and what is wrong with it: have the merchant create it anew, which checks it, and activate that one.',
    },
    CredentialsRefused: {
      metric: ours('CredentialsRefused', 'Sum'),
      runbook:
        'A processor refuses a merchant’s credentials, so that merchant’s payments fail there. The log names the connector account: have the merchant renew its keys, or disable the account so that routing skips it.',
    },
    CircuitOpened: {
      metric: ours('CircuitOpened', 'Sum'),
      runbook:
        'A processor answered none of five consecutive requests for a connector account. For ten seconds a function sends it nothing: new payments fail there, or go to the next connector. The log names the connector: check its status page, and have routing skip it if the outage lasts. Payments that were sent before are still synced.',
    },
    SyncOverdue: {
      metric: ours('SyncOverdue', 'Sum'),
      runbook:
        'A payment or refund has had no final result from its processor for 15 minutes, so its merchant cannot ship yet. Check the processor’s status page. The sync job keeps asking, and no customer is charged twice.',
    },
    WaitingTooLong: {
      metric: ours('WaitingTooLong', 'Sum'),
      runbook:
        'The answer to a payment, refund or payout was lost 15 minutes ago or more, its processor finds it by nothing that the switch knows, and no webhook has come. It never fails by time alone, because the money may have moved. Find it in the processor’s dashboard by the reference that the log names. Then have the processor send its webhook again, or state the result with npm run resolve.',
    },
    OldestDueSeconds: {
      metric: ours('OldestDueSeconds', 'Maximum'),
      exceeds: 300,
      minutes: 5,
      runbook:
        'Scheduled work is late: merchants get their webhooks and the results of pending payments too late. Read the logs of find-due, sync-pending and deliver-webhook, and check whether the account has reached its limit of concurrent functions.',
    },
    DueNotSearched: {
      metric: ours('OldestDueSeconds', 'SampleCount'),
      minutes: 5,
      isMissed: true,
      runbook:
        'find-due has not run for five minutes, so retries of webhooks and late syncs of payments stand still for all merchants. Check whether the rule EveryMinute is enabled and why find-due fails. Its next run finds everything that is due.',
    },
    OverdueItems: {
      metric: ours('OverdueItems', 'Maximum'),
      minutes: 5,
      runbook:
        'The vault still stores cards or card verification codes that it should have erased. The log of vault-jobs/sweep names the reason: fix it, and the next runs erase the rest. Meanwhile the vault gives no expired code to any caller.',
    },
    SweepNotRun: {
      metric: ours('OverdueItems', 'SampleCount'),
      minutes: 5,
      isMissed: true,
      runbook:
        'vault-jobs/sweep has not run for five minutes, so expired card verification codes are still stored. Check whether its rule is enabled and why it fails. Its next run erases everything that is due.',
    },
    SweepFailed: {
      metric: ours('SweepFailed', 'Sum'),
      minutes: 3,
      runbook:
        'vault-jobs/sweep failed to erase an item three minutes in a row. Its log names the table and the reason. It tries again every minute; merchants notice nothing.',
    },
    AuditFailed: {
      metric: ours('AuditFailed', 'Sum'),
      runbook:
        'The vault cannot write its audit trail, so it shows, sends and stores no cards: merchants’ payments with saved cards fail. Check the audit table for throttling and check its policy. Nothing has to be repeated afterwards.',
    },
    KeyUnavailable: {
      metric: ours('KeyUnavailable', 'Sum'),
      exceeds: 5,
      runbook:
        'KMS does not decrypt keys of the vault. Merchants whose keys are not cached (five minutes) cannot use saved cards. Check whether a root key is disabled, whether its policy changed, and the status of KMS. The vault recovers by itself; never create new root keys.',
    },
    AccessRefused: {
      metric: ours('AccessRefused', 'Sum'),
      exceeds: 50,
      minutes: 3,
      runbook:
        'The vault refuses many callers: an attacker is guessing keys, or a merchant still uses a revoked one and its payments with saved cards fail. The audit trail names the addresses and the tenant. The vault blocks guessing addresses for half an hour by itself; inform the tenant.',
    },
    PagesTampered: {
      metric: ours('PagesTampered', 'Sum').with({ period: Duration.hours(1) }),
      runbook:
        'The vault’s pages, as browsers receive them, differ from the approved ones, or the check could not fetch them. An attacker may be reading customers’ cards. The log of vault-jobs/check-pages names the path and the header or bytes. Unless a deployment was running just then, take the pages offline and find out who changed them.',
    },
    PagesNotChecked: {
      metric: ours('PagesTampered', 'SampleCount').with({ period: Duration.hours(3) }),
      isMissed: true,
      runbook:
        'vault-jobs/check-pages has not run for three hours, so a changed page would go unnoticed. Check whether its rule is enabled and why it fails. Its next run checks every page.',
    },
    UndeliveredParked: {
      metric: ours('UndeliveredParked', 'Sum'),
      exceeds: 100,
      runbook:
        'The switch gives up more than a hundred webhook events a minute: a merchant’s server has been unreachable for a day. Inform the merchant. Once its server answers again, run `npm run redrive` for that merchant.',
    },
  };
}

const queueRunbooks: Readonly<Record<string, string>> = {
  Undelivered:
    'Merchants’ servers accepted these events in none of 17 attempts. Inform the merchants. Once their servers answer again, run `npm run redrive` for each merchant and purge the queue, which holds copies only.',
  Unpublished:
    'The switch could not turn changes of payments into events, so merchants miss webhooks. The log of publish-events names the reason: fix it. Then read the changes that the messages name again, before the stream drops them after a day. Pending payments among them are synced all the same.',
  Unsettled:
    'The switch could not sync payments or refunds, so their merchants have no final result. The log of sync-pending names the reason: fix it, then redrive the queue to SyncQueue. A repeated sync does no harm.',
  Unlisted:
    'Changes are missing on merchants’ lists. The log of project-lists names the reason: fix it. Each payment, refund or other entity is listed correctly when it next changes; `npm run lists -- rebuild` lists all that are missing. Then purge the queue, which only names the changes.',
};
