import type { Deployment } from '../assembly/deployment.ts';
import { objectOf, optionalString } from '../assembly/json.ts';
import { ownMember } from '../own-member.ts';
import type { ReadLine } from './log-metrics.ts';
import type { MetricStore } from './metric-store.ts';

/** Takes the runtime's events, and stores them as AWS's own metrics. */
export interface RuntimeMetrics {
  /** An invocation ended. `running` is how many ran at once with it; times in ms. */
  invoked(run: {
    readonly functionName: string;
    readonly ms: number;
    readonly ending: 'done' | 'failed' | 'throttled';
    readonly running: number;
  }): void;
  /** A function wrote a line to its log. */
  printed(logGroup: string, line: string): void;
  /** An API answered a request. */
  answered(answer: {
    readonly apiId: string;
    readonly requestId: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
    /** Why the API answered itself; absent where the function did. */
    readonly error?: string;
  }): void;
  /** A function was given changes of a table, the last of which was made so many ms ago. */
  read(functionName: string, behindMs: number): void;
  /** A message was received from a queue, so many ms after it had been sent. */
  received(queueName: string, waitedMs: number): void;
  /** The number of messages that are visible in a queue. */
  waiting(queueName: string, visible: number): void;
}

/** The metrics of AWS that this runtime measures, by their namespaces. It has no others. */
export const measuredHere: Readonly<Record<string, readonly string[]>> = {
  'AWS/Lambda': ['Invocations', 'Errors', 'Duration', 'Throttles', 'IteratorAge'],
  'AWS/Usage': ['ResourceCount'],
  'AWS/ApiGateway': ['Count', '4xx', '5xx', 'Latency'],
  'AWS/SQS': ['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible'],
};

/** How Lambda's use of the account's concurrency is counted. */
const concurrency = {
  Service: 'Lambda',
  Type: 'Resource',
  Resource: 'ConcurrentExecutions',
  Class: 'None',
};

/** @param guard makes of an observer one that never throws */
export function runtimeMetrics(
  deployment: Deployment,
  store: MetricStore,
  readLine: ReadLine,
  guard: <Given extends readonly unknown[]>(
    act: (...given: Given) => void,
  ) => (...given: Given) => void,
): RuntimeMetrics {
  const accessLogs = accessLogsOf(deployment);
  /** AWS counts by function, and once more over all functions. */
  const ofFunction = (functionName: string, name: string, value: number) => {
    const series = { namespace: 'AWS/Lambda', name };
    store.add({ ...series, dimensions: { FunctionName: functionName } }, value);
    store.add({ ...series, dimensions: {} }, value);
  };
  const ofQueue = (QueueName: string, name: string, value: number) =>
    store.add({ namespace: 'AWS/SQS', name, dimensions: { QueueName } }, value);

  return {
    invoked: guard(({ functionName, ms, ending, running }) => {
      ofFunction(functionName, 'Throttles', ending === 'throttled' ? 1 : 0);
      const series = { namespace: 'AWS/Usage', name: 'ResourceCount', dimensions: concurrency };
      store.add(series, running);
      if (ending === 'throttled') return;
      ofFunction(functionName, 'Invocations', 1);
      ofFunction(functionName, 'Duration', ms);
      ofFunction(functionName, 'Errors', ending === 'failed' ? 1 : 0);
    }),
    printed: readLine,
    answered: guard(({ apiId, requestId, route, status, ms, error }) => {
      const of = (name: string, value: number) =>
        store.add({ namespace: 'AWS/ApiGateway', name, dimensions: { ApiId: apiId } }, value);
      of('Count', 1);
      of('4xx', status >= 400 && status < 500 ? 1 : 0);
      of('5xx', status >= 500 ? 1 : 0);
      of('Latency', ms);
      const { logGroup, format } = accessLogs.get(apiId) ?? {};
      if (logGroup === undefined || format === undefined) return;
      const context: Readonly<Record<string, string | number>> = {
        requestId,
        routeKey: route,
        status,
        responseLatency: ms,
        integrationLatency: ms,
        ...(error !== undefined && { integrationErrorMessage: error }),
      };
      // A quotation mark in a route key would break the line; API Gateway allows none.
      readLine(
        logGroup,
        format.replaceAll(/\$context\.(\w+)/g, (_, name: string) =>
          String(ownMember(context, name) ?? '-'),
        ),
      );
    }),
    read: guard((functionName, behindMs) => ofFunction(functionName, 'IteratorAge', behindMs)),
    received: guard((queueName, waitedMs) =>
      ofQueue(queueName, 'ApproximateAgeOfOldestMessage', waitedMs / 1_000),
    ),
    waiting: guard((queueName, visible) =>
      ofQueue(queueName, 'ApproximateNumberOfMessagesVisible', visible),
    ),
  };
}

/** The log group and the lines' format of each API, by the API's id. */
function accessLogsOf(deployment: Deployment) {
  return new Map(
    deployment.ofType('AWS::ApiGatewayV2::Stage').map((stage) => {
      const settings = objectOf(stage.property('AccessLogSettings'), 'AccessLogSettings');
      const arn = optionalString(settings.DestinationArn) ?? '';
      const [, logGroup] = /:log-group:([^:]+)/.exec(arn) ?? [];
      return [
        String(stage.property('ApiId')),
        { logGroup, format: optionalString(settings.Format) },
      ] as const;
    }),
  );
}
