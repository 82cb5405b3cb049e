import { Duration } from 'aws-cdk-lib';
import { type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { indexKeys } from '#platform/table/port.ts';
import {
  type AlarmOf,
  type Alarms,
  type Concern,
  minute,
  ofAws,
  ours,
  percentFailed,
  percentOfConcurrency,
  rulesTriggered,
  runsOf,
  throttled,
} from './alarm.ts';

/** Jobs of the vault whose runs are watched, by their names in the app. */
export type VaultJobNames = Readonly<
  Record<'vault-jobs.sweep' | 'vault-jobs.seal-audit' | 'vault-jobs.check-pages', string>
>;

/** The parts of the vault that the alarms watch. */
interface WatchedVault extends Pick<Watched, 'stage' | 'vaultRules'> {
  readonly functionNames: Partial<Watched['functionNames']>;
}

/** A metric of a queue, by its name and statistic. */
type QueueMetric = (metricName: string, statistic: string) => IMetric;

/** The parts of the deployment that the alarms watch. */
export interface Watched {
  readonly stage: string;
  readonly apiId: string;
  readonly tableName: string;
  /** Functions by their names in the app. Those of the vault may be in another account. */
  readonly functionNames: Readonly<
    Record<
      | 'queues.publish-events'
      | 'queues.project-lists'
      | 'queues.find-due'
      | 'queues.check-link-pages',
      string
    > &
      Partial<VaultJobNames>
  >;
  readonly queues: Readonly<
    Record<
      'deliveries' | 'syncs' | 'undelivered' | 'unpublished' | 'unsettled' | 'unlisted',
      QueueMetric
    >
  > & {
    /** Receipts that no attempt mailed; absent where none are mailed. */
    readonly unsentReceipts?: QueueMetric;
  };
  /** The names of the rules that report changes of the cards' protection. */
  readonly vaultRules: readonly string[];
  /** Whether the probe runs: only where there is a test processor to pay. */
  readonly isProbed: boolean;
}

/** Messages are delayed by this at most, in minutes, so an older one waits for us. */
const longestDelayMinutes = 15;

/** All alarms, by their names in the template. */
export const alarmsOf = (watched: Watched): Alarms => ({
  ...withConcern('PaymentsInTrouble', {
    ...requestAlarms(watched),
    ...capacityAlarms(watched),
    ...connectorAlarms(watched),
  }),
  ...withConcern('MerchantsHearLate', {
    ...lateWorkAlarms(watched),
    ...receiverAlarms(watched),
    ...deadLetterAlarms(watched),
  }),
  ...withConcern('MoneyInDoubt', moneyAlarms(watched)),
  ...vaultAlarmsOf(watched),
});

/** The alarms of an account that has a vault alone: about the vault, and about its functions. */
export const vaultAccountAlarmsOf = (watched: WatchedVault): Alarms => {
  const { throttled: functions, concurrency, errors } = accountAlarms();
  const ofAccount = { Throttled: functions, ConcurrencyHigh: concurrency, FunctionErrors: errors };
  return { ...withConcern('VaultInTrouble', ofAccount), ...vaultAlarmsOf(watched) };
};

/** The alarms about a vault; those of runs only for the jobs that the account has. */
const vaultAlarmsOf = (watched: WatchedVault): Alarms =>
  withConcern('VaultInTrouble', {
    ...sweepAlarms(watched),
    ...auditAlarms(watched),
    ...accessAlarms(watched),
    ...pageAlarms(watched),
  });

/** Alarms of one subject; `alarmsOf` adds their concern. */
type AlarmsOfSubject = Readonly<Record<string, Omit<AlarmOf, 'concern'>>>;

const withConcern = (concern: Concern, alarms: AlarmsOfSubject): Alarms =>
  Object.fromEntries(Object.entries(alarms).map(([name, alarm]) => [name, { ...alarm, concern }]));

function requestAlarms({ stage, apiId, isProbed }: Watched): AlarmsOfSubject {
  const own = ours(stage);
  const probe: AlarmsOfSubject = isProbed
    ? {
        ProbeMissed: {
          metric: own('ProbeSucceeded', Stats.SAMPLE_COUNT, Duration.minutes(5)),
          runbook: 'probe-missed',
          isMissed: true,
          periods: 3,
          meaning:
            'For fifteen minutes no test payment came through to its signed webhook. What the probe cannot do, merchants probably cannot do either: pay, or hear of it.',
        },
      }
    : {};
  return {
    ...probe,
    ServerErrors: {
      metric: percentFailed(stage, apiId, 20),
      runbook: 'errors',
      exceeds: 1,
      periods: 3,
      meaning:
        'More than 1 % of requests failed on our side for three minutes; requests for what is not implemented and refusals of processors do not count. Merchants’ customers see errors at the checkout; their payments may be retried by hand, which is safe.',
    },
    SlowAnswers: {
      metric: ofAws('ApiGateway', 'Latency', 'p99', { ApiId: apiId }),
      runbook: 'processor-down',
      exceeds: 15_000,
      periods: 5,
      meaning:
        'One request in a hundred took longer than 15 seconds for five minutes. Customers wait at the checkout. Mostly a processor answers slowly.',
    },
  };
}

function capacityAlarms({ tableName }: Watched): AlarmsOfSubject {
  const { throttled: functions, concurrency, errors } = accountAlarms();
  return {
    Throttled: functions,
    ConcurrencyHigh: concurrency,
    TableThrottled: {
      metric: throttled(tableName),
      runbook: 'table-trouble',
      exceeds: 10,
      periods: 3,
      meaning:
        'DynamoDB throttles the table. Requests are retried and get slower; what cannot be written is answered with 503, and nothing is charged for it.',
    },
    IndexThrottled: {
      metric: throttled(tableName, Object.keys(indexKeys)),
      runbook: 'table-trouble',
      exceeds: 10,
      periods: 3,
      meaning:
        'DynamoDB throttles an index of the table. While it cannot take writes, writes of the table that concern it are refused too: requests get slower, then 503. While it cannot be read, lists and the search for due work are late. The dashboard shows which index.',
    },
    FunctionErrors: errors,
  };
}

/** About all functions of an account together, which may be that of a vault alone. */
function accountAlarms() {
  return {
    throttled: {
      metric: ofAws('Lambda', 'Throttles', Stats.SUM),
      runbook: 'concurrency-exhausted',
      periods: 2,
      meaning:
        'Lambda refused to run functions, because the account runs as many as it may. Requests get 503, and merchants’ customers cannot pay.',
    },
    concurrency: {
      metric: percentOfConcurrency(),
      runbook: 'concurrency-exhausted',
      exceeds: 70,
      periods: 3,
      meaning:
        'More than 70 % of the functions that the account may run at once are running. Merchants notice nothing yet; beyond 100 % their requests are refused.',
    },
    errors: {
      metric: ofAws('Lambda', 'Errors', Stats.SUM),
      runbook: 'errors',
      exceeds: 5,
      periods: 3,
      meaning:
        'Functions crashed or ran out of time, more than five times a minute. Behind the API these are errors that merchants see; behind queues the work is repeated. The dashboard names the functions.',
    },
  } as const satisfies AlarmsOfSubject;
}

function connectorAlarms({ stage }: Watched): AlarmsOfSubject {
  const own = ours(stage);
  return {
    AuthorizationDrop: {
      metric: own('AuthorizationDrop', Stats.SUM, Duration.minutes(5)),
      runbook: 'processor-down',
      meaning:
        'A connector authorizes far fewer payments than before: below 70 % of its own past share, over its last 50 results. Customers are declined who were not. The log line “authorization rate fell” names the connector and both shares.',
    },
    FailoverStopped: {
      metric: own('FailoverStopped', Stats.SUM),
      runbook: 'routing-trouble',
      meaning:
        'A payment or payout should have gone to its next connector, and that one could not even be asked: perhaps its credentials do not open. The payment failed with the first decline, as if there were no other connector. The log line “next connector not asked” names the connector account and the error.',
    },
    CredentialsRefused: {
      metric: own('CredentialsRefused', Stats.SUM),
      runbook: 'processor-down',
      meaning:
        'A processor refuses a merchant’s credentials, so that merchant’s payments fail there. The log names the connector account: have the merchant renew its keys, or disable the account so that routing skips it.',
    },
    CircuitOpened: {
      metric: own('CircuitOpened', Stats.SUM),
      runbook: 'processor-down',
      meaning:
        'A processor answered none of five consecutive requests, for one connector account or for several. For ten seconds no function sends it anything for them: new payments fail there, or go to the next connector. Payments that were sent before are still synced.',
    },
    RoutingFallback: {
      metric: own('RoutingFallback', Stats.SUM),
      runbook: 'routing-trouble',
      meaning:
        'A merchant’s routing could not be used, so its payments go by the fallback list: perhaps to a processor that costs more. Or its program about 3-D Secure or surcharges could not: then its payments are made without.',
    },
  };
}

function lateWorkAlarms({ stage, functionNames, queues }: Watched): AlarmsOfSubject {
  const own = ours(stage);
  const runbook = 'webhooks-behind';
  const iteratorAge = (name: 'queues.publish-events' | 'queues.project-lists') =>
    ofAws('Lambda', 'IteratorAge', Stats.MAXIMUM, { FunctionName: functionNames[name] });
  const late = (minutes: number) => 60 * (longestDelayMinutes + minutes);
  return {
    EventsBehind: {
      metric: iteratorAge('queues.publish-events'),
      runbook,
      exceeds: 60_000,
      periods: 3,
      meaning:
        'The reader that turns changes into events is more than a minute behind. Merchants get their webhooks that much later, and none is lost for 23 hours.',
    },
    ListsBehind: {
      metric: iteratorAge('queues.project-lists'),
      runbook,
      exceeds: 60_000,
      periods: 3,
      meaning:
        'The reader that keeps lists is more than a minute behind. Merchants see old lists and numbers; payments and webhooks are not concerned.',
    },
    DeliveriesLate: {
      metric: queues.deliveries('ApproximateAgeOfOldestMessage', Stats.MAXIMUM),
      runbook,
      exceeds: late(5),
      periods: 3,
      meaning:
        'A webhook has waited in its queue for five minutes more than any delay asks for. Merchants ship late. Read whether deliver-webhook fails or is throttled.',
    },
    SyncsLate: {
      metric: queues.syncs('ApproximateAgeOfOldestMessage', Stats.MAXIMUM),
      runbook: 'stuck-payments',
      exceeds: late(5),
      periods: 3,
      meaning:
        'A pending payment waits in the sync queue for five minutes more than its delay. Its merchant learns the result late; the search of every minute asks all the same.',
    },
    OldestDueSeconds: {
      metric: own('OldestDueSeconds', Stats.MAXIMUM),
      runbook,
      exceeds: 300,
      periods: 5,
      meaning:
        'Scheduled work is late: merchants get their webhooks and the results of pending payments too late. Read the logs of find-due, sync-pending and deliver-webhook, and check whether the account has reached its limit of concurrent functions.',
    },
    DueNotSearched: {
      metric: runsOf(functionNames['queues.find-due'], minute),
      runbook,
      isMissed: true,
      periods: 5,
      meaning:
        'find-due has not run for five minutes, so retries of webhooks and syncs of pending payments stand still for all merchants. Check whether the rule EveryMinute is enabled and why find-due fails. Its next run finds everything that is due.',
    },
  };
}

function receiverAlarms({ stage }: Watched): AlarmsOfSubject {
  const own = ours(stage);
  const runbook = 'webhooks-behind';
  return {
    DestinationFailing: {
      metric: own('DestinationFailing', Stats.SUM, Duration.minutes(15)),
      runbook,
      exceeds: 20,
      meaning:
        'More than twenty webhooks have not been taken for an hour. A merchant’s server is down, or refuses them. The log line “webhook delivery” with more than eight tries names the merchant: inform it. Nothing is lost, the tries go on for a day.',
    },
    EndpointSwitchedOff: {
      metric: own('EndpointSwitchedOff', Stats.SUM),
      runbook,
      meaning:
        'A merchant’s endpoint took nothing for five days and was switched off. Its events are stored, and sent once it is switched on again. The log line “endpoint switched off” names the merchant, which has an event of it too: inform it.',
    },
    UndeliveredParked: {
      metric: own('UndeliveredParked', Stats.SUM),
      runbook,
      exceeds: 100,
      meaning:
        'The switch gives up more than a hundred webhook events a minute: a merchant’s server has been unreachable for a day. Inform the merchant. Once its server answers again, run `npx turnout redrive` for that merchant.',
    },
  };
}

function deadLetterAlarms({ queues }: Watched): AlarmsOfSubject {
  const runbook = 'webhooks-behind';
  const parkedIn = (metric: QueueMetric) =>
    metric('ApproximateNumberOfMessagesVisible', Stats.MAXIMUM);
  const parked = (name: 'undelivered' | 'unpublished' | 'unsettled' | 'unlisted') =>
    parkedIn(queues[name]);
  return {
    Undelivered: {
      metric: parked('undelivered'),
      runbook,
      meaning:
        'Merchants’ servers accepted these events in none of 17 attempts. Inform the merchants. Once their servers answer again, run `npx turnout redrive` for each merchant and purge the queue, which holds copies only.',
    },
    Unpublished: {
      metric: parked('unpublished'),
      runbook,
      meaning:
        'The switch could not turn changes of payments into events, so merchants miss webhooks. The log of publish-events names the reason: fix it. Then `npx turnout events rebuild` makes what is missing. Pending payments among them are synced all the same.',
    },
    Unsettled: {
      metric: parked('unsettled'),
      runbook: 'stuck-payments',
      meaning:
        'The switch could not sync payments or refunds, so their merchants have no final result. The log of sync-pending names the reason: fix it, then redrive the queue to SyncQueue. A repeated sync does no harm.',
    },
    Unlisted: {
      metric: parked('unlisted'),
      runbook,
      meaning:
        'Changes are missing on merchants’ lists. The log of project-lists names the reason: fix it. Each payment, refund or other entity is listed correctly when it next changes; `npx turnout lists rebuild` lists all that are missing. Then purge the queue, which only names the changes.',
    },
    ...(queues.unsentReceipts && {
      ReceiptsUnsent: {
        metric: parkedIn(queues.unsentReceipts),
        runbook,
        meaning:
          'Payers did not get their receipts by mail; the link shows them. The log of send-receipt has the answer of Amazon SES: perhaps the address of the setting receiptsFrom is not verified, or the account is in the sandbox of SES. Correct that, then redrive the queue to Receipts. A receipt that was sent is not sent again.',
      },
    }),
  };
}

function moneyAlarms({ stage }: Watched): AlarmsOfSubject {
  const own = ours(stage);
  return {
    IntegrityFailure: {
      metric: own('IntegrityFailure', Stats.SUM),
      runbook: 'money-in-doubt',
      meaning:
        'A processor reported another amount or currency than the switch asked for, and the payment is conflicted. The merchant may be paid too little, or its customer charged too much. Compare the payment with the processor’s records and settle it with the merchant before anything is shipped.',
    },
    ConflictingOutcome: {
      metric: own('ConflictingOutcome', Stats.SUM),
      runbook: 'money-in-doubt',
      meaning:
        'A processor contradicted its earlier result of a payment, so the merchant may have been told the wrong one. The log names the payment: ask the processor which result is true, and retrieve the payment with force_sync.',
    },
    SyncOverdue: {
      metric: own('SyncOverdue', Stats.SUM),
      runbook: 'stuck-payments',
      meaning:
        'A payment, refund, payout or relay has had no final result from its processor for 15 minutes, or an answer to a dispute none, so its merchant cannot ship yet. Check the processor’s status page. The sync job keeps asking, and no customer is charged twice.',
    },
    WaitingTooLong: {
      metric: own('WaitingTooLong', Stats.SUM),
      runbook: 'stuck-payments',
      meaning:
        'The answer to a payment, refund or payout was lost 15 minutes ago or more, its processor finds it by nothing that the switch knows, and no webhook has come. It never fails by time alone, because the money may have moved. Find it in the processor’s dashboard by the reference that the log names. Then have the processor send its webhook again, or state the result with npx turnout resolve.',
    },
  };
}

function sweepAlarms({ stage, functionNames }: WatchedVault): AlarmsOfSubject {
  const own = ours(stage);
  const runbook = 'vault-trouble';
  const sweep = functionNames['vault-jobs.sweep'];
  return {
    OverdueItems: {
      metric: own('OverdueItems', Stats.MAXIMUM),
      runbook,
      periods: 5,
      meaning:
        'The vault still stores cards or card verification codes that it should have erased. The log of vault-jobs/sweep names the reason: fix it, and the next runs erase the rest. Meanwhile the vault gives no expired code to any caller.',
    },
    ...(sweep && {
      SweepNotRun: {
        metric: runsOf(sweep, minute),
        runbook,
        isMissed: true,
        periods: 5,
        meaning:
          'vault-jobs/sweep has not run for five minutes, so expired card verification codes are still stored. Check whether its rule is enabled and why it fails. Its next run erases everything that is due.',
      },
    }),
    SweepFailed: {
      metric: own('SweepFailed', Stats.SUM),
      runbook,
      periods: 3,
      meaning:
        'vault-jobs/sweep failed to erase an item three minutes in a row. Its log names the table and the reason. It tries again every minute; merchants notice nothing.',
    },
  };
}

function auditAlarms({ stage, functionNames }: WatchedVault): AlarmsOfSubject {
  const own = ours(stage);
  const runbook = 'vault-trouble';
  const seal = functionNames['vault-jobs.seal-audit'];
  return {
    AuditFailed: {
      metric: own('AuditFailed', Stats.SUM),
      runbook,
      meaning:
        'The vault cannot write its audit trail, so it shows, sends and stores no cards: merchants’ payments with saved cards fail. Check the audit table for throttling and check its policy. Nothing has to be repeated afterwards.',
    },
    ...(seal && {
      AuditNotSealed: {
        metric: runsOf(seal, minute),
        runbook,
        isMissed: true,
        periods: 10,
        meaning:
          'vault-jobs/seal-audit has not run for ten minutes, so the newest minutes of the audit trail could be changed unnoticed. Merchants notice nothing. Its next run seals everything since.',
      },
    }),
    AuditFinding: {
      metric: own('AuditFinding', Stats.SUM),
      runbook,
      meaning:
        'The review of the audit trail found a suspicious minute: somebody reads or tries cards in a way that no shop does. The log line “audit finding” of vault-jobs/seal-audit names the tenant and what was found. Treat it as an incident until it is explained.',
    },
  };
}

/** Access to cards: by roles, by keys and by callers. */
function accessAlarms({ stage, vaultRules }: WatchedVault): AlarmsOfSubject {
  const own = ours(stage);
  const runbook = 'vault-trouble';
  return {
    VaultRoleChanged: {
      metric: rulesTriggered(vaultRules),
      runbook,
      meaning:
        'Outside of a deployment, a role that opens cards was changed, or the code of its function, or the role was given to another function; or a key, a table, a bucket or a copy of the vault was changed or deleted, or a rule, an alarm or a trail that reports all this. An attacker with administrator’s rights may be about to read cards. The message of the rule names who did it and from where, and CloudTrail has the whole call. Treat it as an incident until it is explained.',
    },
    KeyRotationFailed: {
      metric: own('KeyRotationFailed', Stats.SUM, Duration.hours(1)),
      runbook,
      meaning:
        'The daily rotation left keys of tenants, or cards under an old key. Merchants notice nothing. Its log names the tenants; the next run goes on with them.',
    },
    KeyUnavailable: {
      metric: own('KeyUnavailable', Stats.SUM),
      runbook,
      exceeds: 5,
      meaning:
        'KMS does not decrypt keys of the vault. Merchants whose keys are not cached (five minutes) cannot use saved cards. Check whether a root key is disabled, whether its policy changed, and the status of KMS. The vault recovers by itself; never create new root keys.',
    },
    UseNotRecorded: {
      metric: own('UseNotRecorded', Stats.SUM, Duration.hours(1)),
      runbook,
      exceeds: 10,
      meaning:
        'The vault could not write down that cards or keys were used. Payments go on. But a card whose uses are not written down is deleted when its time ends, although the merchant still uses it, and a key may be used more often than it should be. The log line “use not recorded” names the table’s error.',
    },
    AccessRefused: {
      metric: own('AccessRefused', Stats.SUM),
      runbook,
      exceeds: 50,
      periods: 3,
      meaning:
        'The vault refuses many callers: an attacker is guessing keys, or a merchant still uses a revoked one and its payments with saved cards fail. The audit trail names the addresses and the tenant. The vault blocks guessing addresses for half an hour by itself; inform the tenant.',
    },
  };
}

function pageAlarms({ stage, functionNames }: WatchedVault): AlarmsOfSubject {
  const own = ours(stage);
  const runbook = 'vault-trouble';
  const check = functionNames['vault-jobs.check-pages'];
  const checkLinks = functionNames['queues.check-link-pages'];
  return {
    PagesTampered: {
      metric: own('PagesTampered', Stats.SUM, Duration.hours(1)),
      runbook,
      meaning:
        'The vault’s pages or those of payment links, as browsers receive them, differ from the approved ones, or the check could not fetch them. An attacker may be reading customers’ cards. The log of vault-jobs/check-pages or of queues/check-link-pages names the path and the header or bytes. Unless a deployment was running just then, take the pages offline and find out who changed them.',
    },
    ...(check && {
      PagesNotChecked: {
        metric: runsOf(check, Duration.hours(3)),
        runbook,
        isMissed: true,
        meaning:
          'vault-jobs/check-pages has not run for three hours, so a changed page would go unnoticed. Check whether its rule is enabled and why it fails. Its next run checks every page.',
      },
    }),
    ...(checkLinks && {
      LinkPagesNotChecked: {
        metric: runsOf(checkLinks, Duration.hours(3)),
        runbook,
        isMissed: true,
        meaning:
          'queues/check-link-pages has not run for three hours, so a changed page of a payment link would go unnoticed. Check whether its rule is enabled and why it fails. Its next run checks every page.',
      },
    }),
  };
}

/**
 * The descriptions of the composite alarms: first the affected people, then the alarms with the
 * cause.
 */
export const concerns = {
  PaymentsInTrouble:
    'Merchants’ customers cannot pay, or soon will not. The alarms in this rule that are in ALARM say why, and each links its runbook.',
  MerchantsHearLate:
    'Payments work, but merchants get webhooks, results or lists late. The alarms in this rule that are in ALARM say why. While payments themselves are in trouble, only that is told.',
  MoneyInDoubt:
    'What the switch says of a payment may not be what its processor says, or nobody knows yet. A person has to look at single payments; the logs name them.',
  VaultInTrouble:
    'The vault’s duties are not done: erasing, sealing, checking, or opening keys. Merchants notice it only where a runbook says so.',
} as const;
