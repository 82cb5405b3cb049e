import { masked } from './log.ts';
import { subject } from './log-subject.ts';
import { publishedVersion, stageName } from './stage.ts';

/**
 * Counts of rare events, which functions write as metrics of their own. Each is one series, but for
 * errors by their code; the log line beside each has the subject's ids. A name that ends in `Ms` or
 * `Seconds` is a time in this unit; all others are counts.
 */
export const metricNames = [
  /** Set by an operator who silences the alarms: above 0 while they are. */
  'Silenced',
  /** Test payments of the probe that came through to their signed webhooks. */
  'ProbeSucceeded',
  /** How long such a payment took, from the request to its webhook. */
  'ProbeMs',
  /** Requests that were refused or failed, by the public error code. */
  'RequestErrors',
  /**
   * Requests that the switch failed to answer by its own fault: see `isOurFailure`. CloudWatch adds
   * those that API Gateway answered because a function did not: `readServerFailures`.
   */
  'ServerFailures',
  /** Payments and refunds without a final result for longer than they should be. */
  'SyncOverdue',
  /**
   * Payments, refunds and payouts whose answer was lost and which their processor cannot find for
   * us. They wait for a webhook or a person.
   */
  'WaitingTooLong',
  /** For how long the oldest due item has been due. */
  'OldestDueSeconds',
  /** Processors' answers with another amount or currency than the request. */
  'IntegrityFailure',
  /** Processors' answers that contradict their earlier results. */
  'ConflictingOutcome',
  /** Payments and payouts whose routing could not be used, so that the fallback list decided. */
  'RoutingFallback',
  /**
   * Payments and payouts whose next connector could not be asked: see `report-failover-stop.ts`.
   */
  'FailoverStopped',
  /** Processors' answers that refuse a merchant's credentials. */
  'CredentialsRefused',
  /** Connector accounts that a function stopped asking, because their processors did not answer. */
  'CircuitOpened',
  /**
   * Connectors whose share of authorized payments fell far below its earlier value: see
   * `authorization-drop.ts`.
   */
  'AuthorizationDrop',
  /** Webhooks that a receiver has not taken for an hour. */
  'DestinationFailing',
  /** Endpoints that were switched off, because they took nothing for five days. */
  'EndpointSwitchedOff',
  /** Events that no attempt delivered. */
  'UndeliveredParked',
  /** Cards and card verification codes that the vault should have erased by now. */
  'OverdueItems',
  /** Items that the vault failed to erase, or runs of its sweep job that ended half-way. */
  'SweepFailed',
  /** Suspicious minutes in the vault's audit trail. */
  'AuditFinding',
  /** How far the seal of the vault's audit trail is behind; written only while it is behind. */
  'AuditSealBehindSeconds',
  /** Runs of the vault's key rotation that left tenants or cards as they were. */
  'KeyRotationFailed',
  /** Audit records that could not be written: then nothing was revealed. */
  'AuditFailed',
  /** Tenants' keys that KMS did not create or decrypt. */
  'KeyUnavailable',
  /** Uses of cards and of tenants' keys that the vault could not write down. */
  'UseNotRecorded',
  /** Refused callers of the vault. */
  'AccessRefused',
  /** Vault pages that browsers receive otherwise than they were approved. */
  'PagesTampered',
] as const;

export type MetricName = (typeof metricNames)[number];

/** A metric that CloudWatch reads out of lines of a log: `lib/constructs/line-metrics.ts`. */
export interface LineMetric {
  /** The `message` of the lines. */
  readonly message: LineMessage;
  /** The field with the value; without one, each line counts 1. */
  readonly value?: string;
  readonly unit: 'Milliseconds' | 'Count' | 'None';
  /**
   * Fields whose values separate its series; three at most, and lines without them are left out.
   */
  readonly dimensions: readonly string[];
  /** Fields that lines must have, with the value where it is stated. */
  readonly where?: Readonly<Record<string, string | true>>;
}

/** The messages of the lines that metrics are read from. */
export type LineMessage = 'connector outcome' | 'webhook delivery' | 'transition';

/**
 * Metrics of frequent events. CloudWatch reads them out of lines that are logged anyway, so they
 * add no byte to the log. A series is $0.30 for a month in which it is written all the time. For
 * that reason none has a dimension by merchant, and `test/lib/metric-series.test.ts` limits how
 * many there can be.
 */
export const lineMetrics = {
  /** How long processors took to answer, by connector and flow. */
  ConnectorMs: {
    message: 'connector outcome',
    value: 'ms',
    unit: 'Milliseconds',
    dimensions: ['connector', 'flow'],
  },
  /** The results of their answers, by connector; `unknown` is no answer. */
  ConnectorResults: {
    message: 'connector outcome',
    unit: 'Count',
    dimensions: ['connector', 'result'],
  },
  /**
   * Results of authorizations, 100 or 0, also of those that another attempt followed. Its average
   * is the authorization rate, its sample count the number.
   */
  AuthorizedPercent: {
    message: 'transition',
    value: 'authorized_percent',
    unit: 'None',
    dimensions: ['connector', 'method'],
  },
  /** Changes of payments, refunds, disputes and payouts by their new status. */
  Transitions: { message: 'transition', unit: 'Count', dimensions: ['kind', 'status'] },
  /** The amounts of these changes, in minor units: captured, refunded, disputed, paid out. */
  Amounts: {
    message: 'transition',
    value: 'amount',
    unit: 'None',
    dimensions: ['money', 'currency'],
  },
  /** Failed authorizations by the unified code of their error, and those without an error. */
  Declines: { message: 'transition', unit: 'Count', dimensions: ['unified_code'] },
  /** Payments that succeeded after an attempt with another connector or account had failed. */
  SavedByRetry: {
    message: 'transition',
    unit: 'Count',
    dimensions: [],
    where: { saved_by_retry: true },
  },
  /** Attempts to deliver webhooks, with how long the receiver took, by outcome. */
  DeliveryMs: {
    message: 'webhook delivery',
    value: 'ms',
    unit: 'Milliseconds',
    dimensions: ['outcome'],
  },
  /** From the commit of a change to the first try of its webhook. */
  FirstTryMs: {
    message: 'webhook delivery',
    value: 'first_try_ms',
    unit: 'Milliseconds',
    dimensions: [],
  },
  /** The same by outcome: how many webhooks were delivered at once. */
  FirstTries: {
    message: 'webhook delivery',
    value: 'first_try_ms',
    unit: 'Milliseconds',
    dimensions: ['outcome'],
  },
} as const satisfies Record<string, LineMetric>;

export type LineMetricName = keyof typeof lineMetrics;

/**
 * Metrics that CloudWatch reads out of the access log: requests by route that were refused (4xx) or
 * failed (5xx). A route without such answers has no series, so they cost little.
 */
export const accessMetrics = {
  RequestsRefused: { status: '4*' },
  RequestsFailed: { status: '5*' },
} as const;

/** Each stage has its own namespace: values of a sandbox would hide production's silence. */
export const metricNamespace = (stage: string): string => `Turnout/${stage}`;

/** Adds a value to a metric. A dimension, by its name, makes a series for each of its values. */
export type Metric = (
  name: MetricName,
  value: number,
  dimension?: Readonly<Record<string, string>>,
) => void;

/**
 * Metrics as lines of the log, which CloudWatch reads out of it: no call, nothing to wait for, no
 * permission. A line holds a name of ours, a number, and the ids of its subject, which are no
 * dimensions. One with a dimension counts refused requests, whose callers may have put a key where
 * an id belongs, so it names nothing.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const metricsTo =
  (write: (line: string) => void, stage = stageName, clock: () => number = Date.now): Metric =>
  (name, value, dimension) => {
    const now = clock();
    try {
      write(
        JSON.stringify({
          timestamp: new Date(now).toISOString(),
          _aws: {
            Timestamp: now,
            CloudWatchMetrics: [
              {
                Namespace: metricNamespace(stage()),
                Dimensions: [Object.keys(dimension ?? {})],
                Metrics: [{ Name: name, Unit: unitOf(name) }],
              },
            ],
          },
          [name]: value,
          version: publishedVersion(),
          ...(dimension ??
            Object.fromEntries(Object.entries(subject()).map(([key, id]) => [key, masked(id)]))),
        }),
      );
    } catch {
      // The counted work continues also where its metric cannot be written.
    }
  };

const unitOf = (name: MetricName) =>
  name.endsWith('Ms') ? 'Milliseconds' : name.endsWith('Seconds') ? 'Seconds' : 'Count';

export const metric: Metric = metricsTo((line) => process.stdout.write(`${line}\n`));
