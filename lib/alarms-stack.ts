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
  /** Encrypts what is told. */
  readonly key: IKey;
  /** Queues in which nothing should ever be. */
  readonly undelivered: IQueue;
  readonly unpublished: IQueue;
  readonly unsettled: IQueue;
  readonly unlisted: IQueue;
}

/** What a person must know of, each with what to do, told to one topic. */
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
   * A policy of its own replaces the one that a topic has by default, by which the account's services
   * may publish. So what refuses plain HTTP has to let the alarms in as well.
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
      // Nothing said is nothing wrong, but where saying nothing is what is wrong.
      treatMissingData: how.isMissed ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: how.runbook,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }
}

interface AlarmOf {
  readonly metric: Metric;
  /** What has happened, and what whoever is woken does about it. */
  readonly runbook: string;
  /** 0 without it. */
  readonly exceeds?: number;
  /** Minutes in a row that must be so, or longer periods of the metric; 1 without it. */
  readonly minutes?: number;
  /** Whether it is the lack of values that is wrong. */
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
        'A processor answered for another amount or currency than was asked for, and the payment is conflicted. Compare it with the processor’s records and settle it with the merchant before anything is shipped.',
    },
    ConflictingOutcome: {
      metric: ours('ConflictingOutcome', 'Sum'),
      runbook:
        'A processor contradicted what it had said of a payment before. The log names the payment: ask the processor which answer is true, and retrieve the payment with force_sync.',
    },
    CredentialsRefused: {
      metric: ours('CredentialsRefused', 'Sum'),
      runbook:
        'A processor refuses a merchant’s credentials, so payments there fail. The log names the connector account: have the merchant renew its keys, or disable the account so that routing passes it over.',
    },
    SyncOverdue: {
      metric: ours('SyncOverdue', 'Sum'),
      runbook:
        'A payment or refund has waited for its processor for 15 minutes. Look at the processor’s status page. The switch goes on asking, and charges nobody twice.',
    },
    OldestDueSeconds: {
      metric: ours('OldestDueSeconds', 'Maximum'),
      exceeds: 300,
      minutes: 5,
      runbook:
        'What is due is not done in time: webhooks and looks at waiting payments are late. Look at the logs of find-due, sync-pending and deliver-webhook, and at whether the account has functions left to run them.',
    },
    DueNotSearched: {
      metric: ours('OldestDueSeconds', 'SampleCount'),
      minutes: 5,
      isMissed: true,
      runbook:
        'Nobody has looked for what is due for five minutes. See whether the rule EveryMinute is enabled and why find-due fails; what is due is found as soon as it runs again.',
    },
    OverdueItems: {
      metric: ours('OverdueItems', 'Maximum'),
      minutes: 5,
      runbook:
        'The vault keeps cards or service codes that should be gone. The log of vault-jobs/sweep says what stops it: mend that, and the next minutes erase what is left. Nobody is given an expired code meanwhile.',
    },
    SweepNotRun: {
      metric: ours('OverdueItems', 'SampleCount'),
      minutes: 5,
      isMissed: true,
      runbook:
        'Nobody has swept the vault for five minutes, so expired service codes are still kept. See whether its rule is enabled and why vault-jobs/sweep fails; it catches up as soon as it runs again.',
    },
    SweepFailed: {
      metric: ours('SweepFailed', 'Sum'),
      minutes: 3,
      runbook:
        'The vault could not erase something three minutes in a row. The log of vault-jobs/sweep names the table and the reason. It is tried again every minute.',
    },
    AuditFailed: {
      metric: ours('AuditFailed', 'Sum'),
      runbook:
        'The audit trail of the vault takes no lines, so the vault shows, sends and stores no cards: payments with saved cards fail. Look at the audit table for throttling and at its policy; nothing has to be repeated.',
    },
    KeyUnavailable: {
      metric: ours('KeyUnavailable', 'Sum'),
      exceeds: 5,
      runbook:
        'KMS does not open keys of the vault: cards of tenants who were not served in the last five minutes cannot be used. See whether a root is disabled or its policy was changed, and the status of KMS. It recovers by itself; never make new roots.',
    },
    AccessRefused: {
      metric: ours('AccessRefused', 'Sum'),
      exceeds: 50,
      minutes: 3,
      runbook:
        'Many callers of the vault are refused: somebody tries keys, or a tenant goes on with a revoked one. The audit trail has their addresses and the tenant. Addresses that guess are shut out for half an hour by themselves; tell the tenant.',
    },
    PagesTampered: {
      metric: ours('PagesTampered', 'Sum').with({ period: Duration.hours(1) }),
      runbook:
        'What browsers get of the vault’s pages is not what was approved, or could not be looked at: somebody may be reading cards. The log of vault-jobs/check-pages names path and header or bytes. Unless a deployment was under way just then, take the pages offline and look for who changed them.',
    },
    PagesNotChecked: {
      metric: ours('PagesTampered', 'SampleCount').with({ period: Duration.hours(3) }),
      isMissed: true,
      runbook:
        'Nobody has looked at the vault’s pages for three hours. See whether the rule of vault-jobs/check-pages is enabled and why it fails; the next run looks at everything.',
    },
    UndeliveredParked: {
      metric: ours('UndeliveredParked', 'Sum'),
      exceeds: 100,
      runbook:
        'More than a hundred events a minute are given up: a merchant’s server has been away for a day. Tell the merchant; once its server is well, run `npm run redrive` for it.',
    },
  };
}

const queueRunbooks: Readonly<Record<string, string>> = {
  Undelivered:
    'Merchants took these events in none of 17 tries. Tell them; once their server is well, run `npm run redrive` for each merchant and purge the queue, which holds copies only.',
  Unpublished:
    'Changes of payments could not be turned into events. The log of publish-events says why: mend that, and read the changes that the messages name again before the stream forgets them after a day. What waits among them is looked at all the same.',
  Unsettled:
    'Payments or refunds could not be looked at. The log of sync-pending says why: mend that, then redrive the queue to SyncQueue. Looking twice does no harm.',
  Unlisted:
    'Changes are missing on merchants’ lists. The log of project-lists says why: mend that. Each thing is listed rightly again when it next changes; `npm run lists -- rebuild` lists all that is missing. Then purge the queue, which names the changes only.',
};
