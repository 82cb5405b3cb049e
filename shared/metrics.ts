import { masked } from './log.ts';
import { subject } from './log-subject.ts';
import { stageName } from './stage.ts';

/**
 * The metrics that alarms watch. None has a dimension by merchant, which would cost a series for
 * each.
 */
const units = {
  /** Payments and refunds without a final result for longer than they should be. */
  SyncOverdue: 'Count',
  /**
   * Payments, refunds and payouts whose answer was lost and which their processor cannot find for us.
   * They wait for a webhook or a person.
   */
  WaitingTooLong: 'Count',
  /** For how long the oldest due item has been due. */
  OldestDueSeconds: 'Seconds',
  /** Processors' answers with another amount or currency than the request. */
  IntegrityFailure: 'Count',
  /** Processors' answers that contradict their earlier results. */
  ConflictingOutcome: 'Count',
  /** Payments and payouts whose routing could not be used, so that the fallback list decided. */
  RoutingFallback: 'Count',
  /** Processors' answers that refuse a merchant's credentials. */
  CredentialsRefused: 'Count',
  /** Connector accounts that a function stopped asking, because their processors did not answer. */
  CircuitOpened: 'Count',
  /** Events that no attempt delivered. */
  UndeliveredParked: 'Count',
  /** Cards and card verification codes that the vault should have erased by now. */
  OverdueItems: 'Count',
  /** Items that the vault failed to erase, or runs of its sweep job that ended half-way. */
  SweepFailed: 'Count',
  /** Audit records that could not be written: then nothing was revealed. */
  AuditFailed: 'Count',
  /** Tenants' keys that KMS did not create or decrypt. */
  KeyUnavailable: 'Count',
  /** Refused callers of the vault. */
  AccessRefused: 'Count',
  /** Vault pages that browsers receive otherwise than they were approved. */
  PagesTampered: 'Count',
} as const;

export type MetricName = keyof typeof units;
export const metricNames = Object.keys(units) as readonly MetricName[]; // The keys of a constant.

/** Each stage has a namespace of its own: values of a sandbox would hide the silence of a production. */
export const metricNamespace = (stage: string): string => `Turnout/${stage}`;

/** Adds a value to a metric. */
export type Metric = (name: MetricName, value: number) => void;

/**
 * Metrics as lines of the log, which CloudWatch reads out of it: no call, nothing to wait for, no
 * permission. A line holds a name of ours, a number, and the ids of what it is about, which are no
 * dimensions.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const metricsTo =
  (write: (line: string) => void, stage = stageName, clock: () => number = Date.now): Metric =>
  (name, value) =>
    write(
      JSON.stringify({
        _aws: {
          Timestamp: clock(),
          CloudWatchMetrics: [
            {
              Namespace: metricNamespace(stage()),
              Dimensions: [[]],
              Metrics: [{ Name: name, Unit: units[name] }],
            },
          ],
        },
        [name]: value,
        ...Object.fromEntries(Object.entries(subject()).map(([key, id]) => [key, masked(id)])),
      }),
    );

export const metric: Metric = metricsTo((line) => process.stdout.write(`${line}\n`));
