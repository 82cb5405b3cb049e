import { masked } from './log.ts';
import { subject } from './log-subject.ts';
import { stageName } from './stage.ts';

/**
 * The metrics that alarms watch. None has a dimension by merchant, which would cost a series for
 * each.
 */
const units = {
  /** Payments and refunds that have waited for their processor longer than they should. */
  SyncOverdue: 'Count',
  /** How long the oldest thing that is due has been due. */
  OldestDueSeconds: 'Seconds',
  /** Answers of processors that speak of another amount or currency than was asked for. */
  IntegrityFailure: 'Count',
  /** Answers of processors that contradict what they said before. */
  ConflictingOutcome: 'Count',
  /** Answers of processors that do not take a merchant's credentials. */
  CredentialsRefused: 'Count',
  /** Events that no receiver took in all their tries. */
  UndeliveredParked: 'Count',
  /** Cards and card verification codes that the vault should have erased by now. */
  OverdueItems: 'Count',
  /** What the vault could not erase, or a run of its sweeper that ended half-way. */
  SweepFailed: 'Count',
  /** Lines that the audit trail of the vault did not take: then nothing was revealed. */
  AuditFailed: 'Count',
  /** Keys of tenants that the key service did not make or open. */
  KeyUnavailable: 'Count',
  /** Callers of the vault who were refused. */
  AccessRefused: 'Count',
  /** What browsers are given of the vault's pages that is not as it was approved. */
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
