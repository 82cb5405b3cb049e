import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import * as apigw from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sources from 'aws-cdk-lib/aws-lambda-event-sources';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { buildSync } from 'esbuild';
import type { LogLine } from '../../local/log.ts';
import { type RunningAssembly, type RunOptions, runAssembly } from '../../local/run-assembly.ts';
import { startTables, type TablesName } from '../support/table/local-table.ts';

/** An assembly with one of everything the laptop runtime runs, synthesized into a new folder. */
export interface Fixture {
  readonly directory: string;
  remove(): void;
}

/** How many functions the fixture has besides those with a purpose, to measure with. */
export function synthesizeFixture(idleFunctions = 0): Fixture {
  const directory = mkdtempSync(path.join(tmpdir(), 'fixture-'));
  const bundled = path.join(directory, 'bundle');
  buildSync({
    entryPoints: [path.join(import.meta.dirname, 'fixture-handlers.ts')],
    outfile: path.join(bundled, 'index.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
  });
  const outdir = path.join(directory, 'assembly');
  const app = new App({ outdir, analyticsReporting: false, treeMetadata: false });
  const data = dataStack(app);
  workStack(app, data, lambda.Code.fromAsset(bundled), idleFunctions);
  app.synth();
  return {
    directory: outdir,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export interface Started {
  readonly assembly: RunningAssembly;
  readonly url: string;
  /** The log lines of functions and the runtime so far. */
  readonly lines: LogLine[];
  /** Messages that one function printed as JSON. */
  printed(functionId: string): unknown[];
}

/** Runs the fixture and collects its log lines. */
export async function startFixture(
  { directory }: Fixture,
  { tables, ...options }: FixtureOptions = {},
): Promise<Started> {
  const lines: LogLine[] = [];
  const log = (line: LogLine) => void lines.push(line);
  const assembly = await startOn(tables, { directory, log, ...options });
  return {
    assembly,
    url: assembly.apis[0]?.url ?? '',
    lines,
    printed: (functionId) =>
      lines
        .filter(({ level, source }) => level === 'info' && source === functionId)
        .filter(({ message }) => message.startsWith('{'))
        .map(({ message }) => JSON.parse(message)),
  };
}

type FixtureOptions = Omit<Partial<RunOptions>, 'tables'> & {
  /** The program for the tables; by default the built-in one. */
  readonly tables?: TablesName;
};

/** Runs an assembly on this program, which ends with it. */
export async function startOn(
  name: TablesName | undefined,
  options: RunOptions,
): Promise<RunningAssembly> {
  if (name !== 'dynamodb-local') return runAssembly(options);
  const { dataDirectory, log } = options;
  const folder = dataDirectory && path.join(dataDirectory, 'judge');
  const tables = await startTables(name, folder, log);
  try {
    const assembly = await runAssembly({ ...options, tables });
    const stop = async () => {
      await assembly.stop();
      await tables.stop();
    };
    return { ...assembly, stop };
  } catch (error) {
    await tables.stop();
    throw error;
  }
}

/** Logical ids without the hash that the CDK adds to those of nested constructs. */
const named = <T extends { node: { defaultChild?: unknown } }>(construct: T, id: string): T => {
  (construct.node.defaultChild as { overrideLogicalId(id: string): void }).overrideLogicalId(id);
  return construct;
};

function dataStack(app: App) {
  const stack = new Stack(app, 'Data', { stackName: 'fixture-data' });
  const box = named(new kms.Key(stack, 'Box', { alias: 'alias/box' }), 'Box');
  const shut = named(
    new kms.Key(stack, 'Shut', {
      policy: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({
            actions: ['kms:Create*', 'kms:Put*', 'kms:Describe*'],
            principals: [new iam.AccountRootPrincipal()],
            resources: ['*'],
          }),
        ],
      }),
    }),
    'Shut',
  );
  const ledger = named(
    new dynamodb.TableV2(stack, 'Ledger', {
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: 'expires_at',
    }),
    'Ledger',
  );
  ledger.addGlobalSecondaryIndex({
    indexName: 'by-owner',
    partitionKey: { name: 'owner', type: dynamodb.AttributeType.STRING },
  });
  const sealed = named(
    new dynamodb.Table(stack, 'Sealed', {
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      encryptionKey: box,
    }),
    'Sealed',
  );
  const workDead = named(new sqs.Queue(stack, 'WorkDead'), 'WorkDead');
  const work = named(
    new sqs.Queue(stack, 'Work', {
      visibilityTimeout: Duration.seconds(1),
      deadLetterQueue: { queue: workDead, maxReceiveCount: 2 },
    }),
    'Work',
  );
  const parked = named(new sqs.Queue(stack, 'Parked'), 'Parked');
  const later = named(new sqs.Queue(stack, 'Later'), 'Later');
  const crowd = named(new sqs.Queue(stack, 'Crowd'), 'Crowd');
  const loopDead = named(new sqs.Queue(stack, 'LoopDead'), 'LoopDead');
  const deadLetterQueue = { queue: loopDead, maxReceiveCount: 100 };
  const loop = named(new sqs.Queue(stack, 'Loop', { deadLetterQueue }), 'Loop');
  const bounded = named(new sqs.Queue(stack, 'Bounded', { deadLetterQueue }), 'Bounded');
  const locked = named(new sqs.Queue(stack, 'Locked', { encryptionMasterKey: box }), 'Locked');
  locked.addToResourcePolicy(
    new iam.PolicyStatement({
      effect: iam.Effect.DENY,
      principals: [new iam.AnyPrincipal()],
      actions: ['sqs:PurgeQueue'],
      resources: [locked.queueArn],
    }),
  );
  const secret = named(
    new secretsmanager.Secret(stack, 'Admin', {
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
    }),
    'Admin',
  );
  const shelf = named(
    new s3.Bucket(stack, 'Shelf', {
      encryption: s3.BucketEncryption.KMS,
      encryptionKey: box,
      bucketKeyEnabled: true,
    }),
    'Shelf',
  );
  shelf.addToResourcePolicy(
    new iam.PolicyStatement({
      effect: iam.Effect.DENY,
      principals: [new iam.AnyPrincipal()],
      actions: ['s3:*'],
      resources: [shelf.arnForObjects('forbidden/*')],
    }),
  );
  return {
    ...{ shelf, box, shut, ledger, sealed, secret },
    ...{ work, workDead, parked, later, crowd, locked, loop, bounded },
  };
}

function workStack(
  app: App,
  data: ReturnType<typeof dataStack>,
  code: lambda.Code,
  idleFunctions: number,
) {
  const { shelf, box, ledger, sealed, work, parked, later, crowd, locked, secret } = data;
  const { loop, bounded } = data;
  const stack = new Stack(app, 'Work', { stackName: 'fixture-work' });
  const functionOf = (id: string, handler: string, props: Partial<lambda.FunctionProps> = {}) =>
    named(
      new lambda.Function(stack, id, {
        code,
        handler: `index.${handler}`,
        runtime: lambda.Runtime.NODEJS_24_X,
        timeout: Duration.seconds(5),
        description: `Does ${id}`,
        ...props,
        environment: {
          LEDGER: ledger.tableName,
          SEALED: sealed.tableName,
          WORK: work.queueUrl,
          LATER: later.queueUrl,
          CROWD: crowd.queueUrl,
          LOOP: loop.queueUrl,
          BOUNDED: bounded.queueUrl,
          LOCKED: locked.queueUrl,
          PARKED: parked.queueUrl,
          SECRET: secret.secretArn,
          SHELF: shelf.bucketName,
          BOX: box.keyArn,
          SHUT: data.shut.keyArn,
          ...props.environment,
        },
      }),
      id,
    );
  const may = (target: lambda.Function, actions: string[], resources: string[]) =>
    target.addToRolePolicy(new iam.PolicyStatement({ actions, resources }));

  const api = named(
    new apigw.HttpApi(stack, 'Api', {
      apiName: 'fixture',
      corsPreflight: {
        allowOrigins: ['https://shop.example'],
        allowMethods: [apigw.CorsHttpMethod.POST],
        allowHeaders: ['api-key'],
        maxAge: Duration.minutes(5),
      },
    }),
    'Api',
  );
  const echo = functionOf('Echo', 'echo', { environment: { API: api.apiEndpoint } });
  const route = (key: string, target: lambda.Function, authorizer?: apigw.IHttpRouteAuthorizer) => {
    const [method = '', path = ''] = key.split(' ');
    new apigw.HttpRoute(stack, `Route ${key}`, {
      httpApi: api,
      routeKey:
        key === '$default'
          ? apigw.HttpRouteKey.DEFAULT
          : apigw.HttpRouteKey.with(path, apigw.HttpMethod[method as 'GET']),
      integration: new HttpLambdaIntegration(`Integration ${key}`, target),
      ...(authorizer && { authorizer }),
    });
  };
  route('ANY /echo/{id}', echo);
  route('GET /echo/fixed', echo);
  route('GET /files/{path+}', echo);
  route('GET /capture/{rest+}', echo);
  route('POST /respond', functionOf('Respond', 'respond'));
  route('POST /slow', functionOf('Slow', 'slow', { timeout: Duration.seconds(1) }));
  const orders = functionOf('Orders', 'orders');
  ledger.grant(orders, 'dynamodb:PutItem');
  route('POST /orders', orders);
  const guard = functionOf('Guard', 'authorize');
  const authorizer = new HttpLambdaAuthorizer('Authorizer', guard, {
    identitySource: ['$request.header.api-key'],
    responseTypes: [HttpLambdaResponseType.SIMPLE],
    resultsCacheTtl: Duration.minutes(5),
  });
  route('GET /guarded', echo, authorizer);

  const onChange = functionOf('OnChange', 'onChange');
  // The CDK grants it on the stream, which grants nothing: IAM knows no resource for it.
  may(onChange, ['dynamodb:ListStreams'], ['*']);
  onChange.addEventSource(
    new sources.DynamoEventSource(ledger, {
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      retryAttempts: 1,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new sources.SqsDlq(parked),
      filters: [
        lambda.FilterCriteria.filter({
          eventName: lambda.FilterRule.isEqual('INSERT'),
          dynamodb: { NewImage: { kind: { S: lambda.FilterRule.isEqual('order') } } },
        }),
      ],
    }),
  );
  work.grantSendMessages(onChange);
  const onWork = functionOf('OnWork', 'onWork');
  onWork.addEventSource(
    new sources.SqsEventSource(work, { batchSize: 5, reportBatchItemFailures: true }),
  );
  functionOf('OnCrowd', 'hangs', { timeout: Duration.seconds(30) }).addEventSource(
    new sources.SqsEventSource(crowd, { batchSize: 1, maxConcurrency: 8 }),
  );

  // Each sends a message to its own queue; the second one may.
  for (const [id, queue, recursiveLoop] of [
    ['OnLoop', loop, lambda.RecursiveLoop.TERMINATE],
    ['OnBounded', bounded, lambda.RecursiveLoop.ALLOW],
  ] as const) {
    const environment = { OWN: queue.queueUrl };
    const sender = functionOf(id, 'onLoop', { environment, recursiveLoop });
    sender.addEventSource(new sources.SqsEventSource(queue, { batchSize: 5 }));
    may(sender, ['sqs:SendMessage'], [queue.queueArn]);
  }

  // May do everything a test asks of it, on the things it names.
  const trusted = functionOf('Trusted', 'call');
  may(trusted, ['dynamodb:*'], [ledger.tableArn, `${ledger.tableArn}/index/by-owner`]);
  may(trusted, ['dynamodb:GetItem', 'dynamodb:PutItem'], [sealed.tableArn]);
  may(
    trusted,
    ['sqs:*'],
    [later, crowd, locked, parked, work, loop, bounded].map(({ queueArn }) => queueArn),
  );
  may(trusted, ['secretsmanager:GetSecretValue'], [secret.secretArn]);
  may(trusted, ['s3:*Object'], [shelf.arnForObjects('*')]);
  may(trusted, ['kms:*'], [box.keyArn, data.shut.keyArn]);
  // May also learn which objects are missing.
  const lister = functionOf('Lister', 'call');
  may(lister, ['s3:*Object'], [shelf.arnForObjects('open/*')]);
  may(lister, ['s3:ListBucket'], [shelf.bucketArn]);
  may(lister, ['kms:*'], [box.keyArn]);
  // May read the table and nothing else; above all not use a key.
  const reader = functionOf('Reader', 'call');
  may(reader, ['dynamodb:GetItem'], [ledger.tableArn, sealed.tableArn]);
  may(reader, ['sqs:SendMessage'], [locked.queueArn]);
  may(reader, ['s3:GetObject', 's3:PutObject'], [shelf.arnForObjects('open/*')]);
  // May only open data that was sealed for one purpose.
  const narrow = functionOf('Narrow', 'call');
  narrow.addToRolePolicy(
    new iam.PolicyStatement({
      actions: ['kms:Decrypt'],
      resources: [box.keyArn],
      conditions: { StringEquals: { 'kms:EncryptionContext:purpose': 'cards' } },
    }),
  );
  const late = functionOf('Late', 'late', { timeout: Duration.seconds(1) });
  ledger.grant(late, 'dynamodb:PutItem');
  functionOf('Nobody', 'call');
  functionOf('Sibling', 'echo');
  functionOf('Asker', 'ask');
  functionOf('Silent', 'call', {
    role: named(
      new iam.Role(stack, 'SilentRole', {
        assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      }),
      'SilentRole',
    ),
  });
  functionOf('Inline', 'handler', {
    code: lambda.Code.fromInline('exports.handler = async () => ({ inline: true });'),
  });
  functionOf('Alone', 'slow', { reservedConcurrentExecutions: 1 });
  const tick = functionOf('Tick', 'tick');
  new events.Rule(stack, 'EveryMinute', {
    schedule: events.Schedule.rate(Duration.minutes(1)),
    targets: [new LambdaFunction(tick)],
  });
  for (let index = 0; index < idleFunctions; index += 1) functionOf(`Idle${index}`, 'echo');
}
