import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  Effect,
  Policy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { LineMessage } from '#platform/metrics.ts';
import { functionTimeoutMs } from '#platform/time-limits.ts';
import type { OutgoingNetwork } from '../network/network-stack.ts';
import { allowedRecursion } from '../queues/allowed-recursion.ts';
import { type FunctionKind, functionMemoryMb } from '../settings/function-memory.ts';
import type { Stage } from '../settings/stage.ts';
import { readLineMetrics } from './line-metrics.ts';
import { suppress } from './nag-suppressions.ts';

export interface Grant {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Record<string, Record<string, string | string[]>>;
  /** Why it is granted on every resource, where it is: one sentence. */
  readonly unrestrictedBecause?: string;
}

export interface SwitchFunctionProps {
  readonly stage: Stage;
  /** Encrypts its log. */
  readonly key: IKey;
  /** The bundle, below `dist`: `payments/confirm`. */
  readonly bundle: string;
  readonly description: string;
  /** Decides its memory; `computes` by default. */
  readonly kind?: FunctionKind;
  /** Whether any caller may call it: then it has no more than its share of concurrency. */
  readonly isKeyless?: boolean;
  /** How many of its containers are kept warm, which have to be within its share. */
  readonly keepWarm?: number;
  /** All its permissions, apart from writing its log and, where enabled, its traces. */
  readonly grants?: readonly Grant[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeout?: Duration;
  /** The lines that it logs of which metrics are read. */
  readonly counted?: LineMessage;
  /** The network whose address its requests to others have; without it they have any of AWS's. */
  readonly network?: OutgoingNetwork | undefined;
  /** The role's name, where other resources' policies name it. */
  readonly roleName?: string;
  /** The function's name, where a policy names it before it exists. */
  readonly functionName?: string;
  /** A role that another stack made for the function; this construct adds the other permissions. */
  readonly role?: Role;
}

/** A function with its own log and its own role, which has exactly the permissions given here. */
export class SwitchFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: SwitchFunctionProps) {
    const { stage, key, bundle, description, grants = [], environment = {} } = props;
    const logGroup = new LogGroup(scope, `${id}Log`, {
      retention: stage.logRetention,
      encryptionKey: key,
      removalPolicy: stage.removalPolicy,
    });
    if (props.counted) readLineMetrics(scope, id, { stage, logGroup, message: props.counted });
    const all: readonly Grant[] = [
      // `logGroupArn` ends in `:*`, which matches the streams of that one group.
      {
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      },
      ...(stage.traces ? [writesTraces] : []),
      ...(props.network ? [joinsNetwork] : []),
      ...grants,
    ];
    const statements = all.map(allow);
    const role =
      props.role ??
      new Role(scope, `${id}Role`, {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        description,
        ...(props.roleName && { roleName: props.roleName }),
        inlinePolicies: { Exactly: new PolicyDocument({ statements }) },
      });
    const given =
      props.role && new Policy(scope, `${id}Grants`, { roles: [props.role], statements });
    const unrestricted = all.flatMap(({ unrestrictedBecause = [] }) => unrestrictedBecause);
    if (unrestricted.length > 0) {
      suppress(given ?? role, { 'AwsSolutions-IAM5[Resource::*]': unrestricted.join(' ') });
    }

    super(scope, id, {
      ...(props.functionName && { functionName: props.functionName }),
      code: Code.fromAsset(`dist/${bundle}`),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: functionMemoryMb[props.kind ?? 'computes'],
      timeout: props.timeout ?? Duration.millis(functionTimeoutMs),
      ...(props.isKeyless &&
        stage.keylessConcurrency > 0 && {
          reservedConcurrentExecutions: Math.max(stage.keylessConcurrency, props.keepWarm ?? 0),
        }),
      ...(Object.hasOwn(allowedRecursion, id) && { recursiveLoop: RecursiveLoop.ALLOW }),
      ...(stage.traces && { tracing: Tracing.ACTIVE }),
      description,
      environment: {
        STAGE: stage.name,
        FUNCTION_NAME: id,
        ...(!stage.logsAddresses && { LOG_ADDRESSES: 'off' }),
        ...(stage.docsUrl !== undefined && answersApi(bundle) && { DOCS_URL: stage.docsUrl }),
        ...(stage.traceSampling > 0 &&
          isTraced(bundle) && { TRACE_SAMPLING: String(stage.traceSampling) }),
        ...environment,
      },
      logGroup,
      // Where a version is published, earlier ones stay for a rollback. They go with the function.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      // Our lines are JSON already. Lambda's own three lines for each invocation would be most of
      // the log. Its lines about invocations that fail, run out of time or cannot start are kept.
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      // All grants stand above. Nothing else in the app can add to them.
      role: role.withoutPolicyUpdates(),
    });
    if (given) this.node.addDependency(given);
    const { defaultChild } = this.node;
    if (!(defaultChild instanceof CfnFunction)) throw new Error(`What is ${this.node.path}?`);
    if (props.network) {
      const { subnetIds, securityGroupId } = props.network;
      defaultChild.vpcConfig = {
        subnetIds: [...subnetIds],
        securityGroupIds: [securityGroupId],
      };
    }
    if (stage.codeSigningConfig) defaultChild.codeSigningConfigArn = stage.codeSigningConfig;
  }
}

/** Jobs and readers of queues answer no developer, and the sandbox answers as a processor does. */
const answersApi = (bundle: string) => !/^(queues|vault-jobs|sandbox)\//.test(bundle);

/** The vault takes no part in traces, and neither does the sandbox processor. */
const isTraced = (bundle: string) => !/^(vault|vault-jobs|sandbox)\//.test(bundle);

/** The grant for writing traces of a function's invocations. */
const writesTraces: Grant = {
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
  unrestrictedBecause: 'X-Ray knows no resources.',
};

/**
 * The calls by which Lambda puts a function into a network, in the function's name. A request of
 * the function's own code names the function, and is refused.
 */
const joinsNetwork: Grant = {
  actions: [
    ...['CreateNetworkInterface', 'DescribeNetworkInterfaces', 'DeleteNetworkInterface'],
    ...['DescribeSubnets', 'AssignPrivateIpAddresses', 'UnassignPrivateIpAddresses'],
  ].map((action) => `ec2:${action}`),
  resources: ['*'],
  conditions: { Null: { 'lambda:SourceFunctionArn': 'true' } },
  unrestrictedBecause:
    'Lambda makes the interfaces, and their names are not known before. The function may not.',
};

/**
 * The calls by which Lambda reads a table's changes for a function, in the function's name.
 * `ListStreams` has no resource, so a grant of it on one stream grants nothing.
 *
 * @see https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSLambdaDynamoDBExecutionRole.html
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
export const readsStream = (streamArn: string): readonly Grant[] => [
  {
    actions: ['DescribeStream', 'GetRecords', 'GetShardIterator'].map(
      (action) => `dynamodb:${action}`,
    ),
    resources: [streamArn],
  },
  {
    actions: ['dynamodb:ListStreams'],
    resources: ['*'],
    unrestrictedBecause: 'Streams are listed for the whole account; their names are all it shows.',
  },
];

/** The calls by which Lambda reads messages of queues for a function, in the function's name. */
export const consumesQueues = (...queueArns: readonly string[]): Grant => ({
  actions: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map(
    (action) => `sqs:${action}`,
  ),
  resources: queueArns,
});

export const allow = ({ actions, resources, conditions }: Grant) =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...actions],
    resources: [...resources],
    ...(conditions && { conditions }),
  });
