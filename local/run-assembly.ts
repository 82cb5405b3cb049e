import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readAssembly } from './assembly/assembly.ts';
import { type Resource, resolveDeployment } from './assembly/deployment.ts';
import { functionsOf, type LocalFunction } from './assembly/functions.ts';
import { reportIgnored } from './assembly/ignored-resources.ts';
import { isObject, type Json, parseJson, stringOf } from './assembly/json.ts';
import { localNames } from './assembly/physical-names.ts';
import { type AwsCall, addressOf, awsCall, emulatorAt, queueCall } from './aws/aws-call.ts';
import { checkData } from './damaged-data.ts';
import {
  type EventSource,
  lambdaPace,
  type SourcePace,
  type SourceServices,
} from './events/event-source.ts';
import { queueSource } from './events/queue-source.ts';
import { startSchedules } from './events/schedules.ts';
import type { Checkpoints } from './events/stream-shards.ts';
import { streamSource } from './events/stream-source.ts';
import { type FunctionPool, functionPool } from './functions/function-pool.ts';
import type { LocalResources } from './gate/api-calls.ts';
import { tableWrites } from './gate/data-gate.ts';
import { startIamProxy } from './gate/gate.ts';
import { type FrontPage, frontPageAnswer, isBrowserAtRoot } from './http/front-page.ts';
import { type HttpApi, listenForApi, onTheWire, PortTaken, serveApi } from './http/http-api.ts';
import { type Access, type AccessDecision, accessControl, grantMarks } from './iam/access.ts';
import { accessTrace, type TraceLine } from './iam/access-trace.ts';
import { functionAccess } from './iam/function-access.ts';
import { type Caller, functionRoles, type Grant, rolesOfPeople } from './iam/function-roles.ts';
import { resourceDocuments, resourcePolicies } from './iam/resource-policies.ts';
import type { Log, LogLine } from './log.ts';
import { type LiveMetrics, liveMetrics } from './metrics/live-metrics.ts';
import { ownedFolder } from './owned-folder.ts';
import { bucketsOf, createBuckets } from './services/buckets.ts';
import { type PersistedMessage, persistedState, type State } from './services/kept-state.ts';
import { keyService, keysOf } from './services/keys.ts';
import { type QueuesEnded, startQueueEmulator } from './services/queue-emulator.ts';
import { queueSnapshot, restoreMessages } from './services/queue-snapshot.ts';
import {
  createQueues,
  type LocalQueue,
  type QueueDepth,
  queueDepth,
  queuesOf,
} from './services/queues.ts';
import { type TableEmulator, TablesEnded } from './services/running-tables.ts';
import { newVersion, secretService, secretsOf } from './services/secrets.ts';
import { namingIterators } from './services/shard-iterators.ts';
import { startTableEmulator, type TableEmulatorName } from './services/table-emulator.ts';
import { JavaMissing } from './services/table-process.ts';
import {
  createTables,
  type LocalTable,
  type RestoredTable,
  tablesOf,
  withRestored,
} from './services/tables.ts';

export { type Grant, JavaMissing, type LogLine, PortTaken, TablesEnded };

export interface RunOptions {
  /** The cloud assembly, or a promise of one: the emulators start while it is made. */
  readonly directory: string | Promise<string>;
  /**
   * Resolves when a function's code is in its folder of the assembly; by default it is there. Where
   * it rejects, the waiting invocations fail as those of a function that cannot be loaded do, and
   * the next one asks again.
   */
  readonly prepareCode?: (codeDirectory: string) => Promise<void>;
  /** Throws for functions that may not run here. Called before any of them starts. */
  readonly checkFunctions?: (functions: readonly LocalFunction[]) => void;
  /** The port of an API; undefined or 0 means any free port. */
  readonly port?: (api: Named & { readonly name: string }) => number | undefined;
  /** The value of a secret; undefined means a value generated as the template asks. */
  readonly secretValue?: (secret: Named & { readonly name: string }) => string | undefined;
  /**
   * The folder that keeps tables, objects, keys, secrets and queued messages over restarts. Without
   * it, all are in memory.
   */
  readonly dataDirectory?: string;
  /** The emulator of the tables; by default Dynoxide or, where it is not installed, our own. */
  readonly tables?: TableEmulatorName;
  /** A DynamoDB to use instead of starting one. */
  readonly dynamodbEndpoint?: string;
  /** The access key with which that one is called; `local` without it. */
  readonly dynamodbAccessKeyId?: string;
  /** Tables that the templates name and do not make. */
  readonly restoredTables?: readonly RestoredTable[];
  /** Variables added to the environment of every function. */
  readonly functionEnvironment?: Readonly<Record<string, string>>;
  /** How fast streams and queues are read; as in the cloud by default. */
  readonly sourcePace?: Partial<SourcePace>;
  /** Gets each decision on a call of AWS, of this thread and of the functions' threads. */
  readonly accessTrace?: (line: TraceLine) => void;
  /**
   * Wraps how functions are invoked, by their APIs, their event sources and this machine's person.
   */
  readonly invoking?: (ordinary: Invoke) => Invoke;
  /** The page for a browser that opens an API's own address; undefined means the API's answer. */
  readonly frontPage?: (api: Named & { readonly name: string }) => FrontPage | undefined;
  readonly log?: Log;
}

export type Invoke = FunctionPool['invoke'];

interface Named {
  readonly stackName: string;
  readonly logicalId: string;
}

/** Credentials and addresses with which a person calls AWS. */
export interface PersonCredentials {
  readonly roleArn: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/**
 * The machinery of a running assembly, for the person at this machine: reached past the permissions
 * that hold for functions. Functions never get it.
 */
export interface AssemblyInside {
  readonly tables: readonly LocalTable[];
  /** The ARN of each table's stream in the emulator, by table name. */
  readonly streamArns: ReadonlyMap<string, string>;
  readonly queues: readonly LocalQueue[];
  readonly dynamodb: AwsCall;
  readonly sqs: AwsCall;
  /** All messages of a queue, without receiving them. */
  messages(queue: LocalQueue): Promise<readonly PersistedMessage[]>;
  readonly functions: readonly LocalFunction[];
  /** The environment of a new instance of a function, with credentials of its own. */
  environmentOf(target: LocalFunction): Readonly<Record<string, string>>;
}

/** A running cloud assembly. */
export interface RunningAssembly {
  readonly apis: readonly (Named & { readonly name: string; readonly url: string })[];
  readonly functions: readonly (Named & { readonly description: string })[];
  /** Invokes a function directly. Rejects with an error named after the function's error. */
  invoke(functionLogicalId: string, event: unknown): Promise<unknown>;
  /** Starts an instance of every function. */
  warm(): Promise<void>;
  readonly iam: Pick<Access, 'grants' | 'refusal' | 'without'>;
  /** Credentials of a role that people may assume. Throws when the assembly has no such role. */
  credentialsOf(roleLogicalId: string): PersonCredentials;
  queueDepths(): Promise<readonly QueueDepth[]>;
  readonly inside: AssemblyInside;
  /** The values of the assembly's dashboards and alarms, as measured on this machine. */
  readonly metrics: LiveMetrics;
  /** Resolves when the system is idle: no change, message or invocation is pending. */
  idle(): Promise<void>;
  /**
   * Resolves with the reason when the tables or the queues end, without which the assembly cannot
   * work.
   */
  readonly failure: Promise<TablesEnded | QueuesEnded>;
  /** Stops everything that was started. */
  stop(): Promise<void>;
}

/** How long `idle` waits before it reports that the system does not become idle. */
const maxIdleWaitMs = 60_000;

/**
 * Runs a synthesized assembly, without knowing any of its resources by name. Resolves when the APIs
 * answer, and queues, streams and schedules are watched. Throws DamagedData, PortTaken, JavaMissing
 * and TablesEnded, and an Error for a resource that it cannot run.
 */
export async function runAssembly(options: RunOptions): Promise<RunningAssembly> {
  const closers: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return await start(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  { directory, dataDirectory, log = () => undefined, ...options }: RunOptions,
  closers: (() => void | Promise<void>)[],
  close: () => Promise<void>,
): Promise<RunningAssembly> {
  const region = process.env.AWS_REGION ?? 'eu-west-1';
  if (dataDirectory) checkData(dataDirectory);

  // A failure to make the assembly is reported where it is awaited, below.
  if (typeof directory !== 'string') directory.catch(() => undefined);

  // The slowest services start first, and in parallel.
  const startingTables = options.dynamodbEndpoint
    ? Promise.resolve(givenTables(options.dynamodbEndpoint, options.dynamodbAccessKeyId, region))
    : startTableEmulator(region, dataDirectory, log, options.tables);
  const objects = dataDirectory && path.join(dataDirectory, 'objects');
  const startingQueues = startQueueEmulator(region, objects);
  closers.push(() =>
    startingTables.then(
      ({ stop }) => stop(),
      () => undefined,
    ),
  );
  closers.push(() =>
    startingQueues.then(
      ({ stop }) => stop(),
      () => undefined,
    ),
  );
  startingTables.catch(() => undefined);
  startingQueues.catch(() => undefined);

  const gate = await startIamProxy();
  closers.push(gate.close);

  const apis = new Map<Resource, HttpApi>();
  const names = localNames(region, {
    queueHost: gate.url,
    apiUrl(api) {
      const listening = apis.get(api);
      if (!listening) throw new Error(`${api.logicalId} does not listen yet.`);
      return listening.url;
    },
  });
  const deployment = resolveDeployment(readAssembly(await directory), region, names);
  reportIgnored(deployment, log);
  for (const api of deployment.ofType('AWS::ApiGatewayV2::Api')) {
    const { stackName, logicalId } = api;
    const name = String(api.property('Name') ?? logicalId);
    const port = options.port?.({ stackName, logicalId, name }) ?? 0;
    const listening = await listenForApi(api, port);
    closers.push(listening.close);
    apis.set(api, listening);
    // From here on, references to the API resolve to its address.
    api.reference();
  }

  const kept = persistedState(dataDirectory);
  const { state } = kept;
  const scratch = scratchFolder(closers);
  const functions = functionsOf(deployment, scratch);
  options.checkFunctions?.(functions);
  const tables = withRestored(tablesOf(deployment), options.restoredTables ?? []);
  const queues = queuesOf(deployment);
  const buckets = bucketsOf(deployment);
  const keys = keysOf(deployment);
  const secrets = secretsOf(deployment);

  for (const { id } of keys) state.keys[id] ??= randomBytes(32).toString('base64');
  const versions = new Map(Object.entries(state.secrets));
  for (const secret of secrets) {
    const { stackName, logicalId, name, arn } = secret;
    const given = options.secretValue?.({ stackName, logicalId, name });
    const before = versions.get(arn);
    const value = given ?? before?.[0]?.value ?? secret.initialValue();
    if (before?.[0]?.value !== value) versions.set(arn, [newVersion(value)]);
  }
  const keepSecrets = () => {
    state.secrets = Object.fromEntries([...versions].map(([arn, all]) => [arn, [...all]]));
    kept.save();
  };
  keepSecrets();

  const resources: LocalResources = {
    region,
    tables: new Map(tables.map((table) => [table.name, table])),
    queues: new Map(queues.map((queue) => [queue.name, queue])),
    buckets: new Map(buckets.map((bucket) => [bucket.name, bucket])),
    keys: keyService(keys, (id) => Buffer.from(state.keys[id] ?? '', 'base64')),
    secrets: secretService(secrets, versions, keepSecrets),
  };
  const roles = functionRoles(deployment, functions, log);
  const people = rolesOfPeople(deployment, log);
  const things = { tables, queues, keys, secrets, buckets };
  const policies = resourcePolicies(things);
  const marks = grantMarks(roles, people);
  const decided =
    options.accessTrace &&
    accessTrace(
      [...roles.values(), ...people.values()],
      resourceDocuments(things),
      options.accessTrace,
    );
  const decidedHere = decided && ((decision: AccessDecision) => decided('main', decision));
  const access = accessControl(deployment, roles, policies, people, marks, decidedHere);

  let keepWork = async () => kept.save();
  if (dataDirectory) closers.push(saveEachSecond(() => keepWork(), log));

  const { runtime, ...metrics } = liveMetrics(deployment, log);
  const callers = new Map<string, Caller>();
  const credentials = (target: LocalFunction) => {
    const key = newAccessKey();
    callers.set(key.id, target);
    const environment = {
      ...lambdaEnvironment(target, region, gate.url, key),
      ...target.environment,
      ...options.functionEnvironment,
    };
    return { accessKeyId: key.id, environment };
  };
  const started = functionPool(functions, {
    ...(options.prepareCode && { prepareCode: options.prepareCode }),
    proxyPort: gate.port,
    apiPorts: [...apis.values()].map(({ port }) => port),
    callApi: async ({ port, path: url, headers, body, ...asked }) => {
      const api = [...apis.values()].find((one) => one.port === port);
      if (!api) throw new Error(`No API listens on ${port}.`);
      const request = {
        ...asked,
        url,
        headers: { ...headers },
        rawHeaders: Object.entries(headers).flat(),
        httpVersion: '1.1',
        socket: { remoteAddress: '127.0.0.1', localPort: port },
      };
      return onTheWire(await api.answer(request, Buffer.from(body)));
    },
    credentials,
    revoke: ({ accessKeyId }) => callers.delete(accessKeyId),
    mayLog: access.mayLog,
    ...(decided && { decided }),
    metrics: runtime,
    log,
  });
  closers.push(started.stop);
  const pool = { ...started, invoke: options.invoking?.(started.invoke) ?? started.invoke };

  const lambda = functionAccess(deployment, functions);
  for (const [api, listening] of apis) {
    const serve = serveApi(api, deployment, lambda, pool, runtime, log);
    listening.open(async (request, body) => {
      const page = isBrowserAtRoot(request) ? options.frontPage?.(listening) : undefined;
      return page ? frontPageAnswer(page) : serve(request, body);
    });
  }

  const [dynamodbEmulator, sqsEmulator] = await Promise.all([startingTables, startingQueues]);
  const dynamodb = namingIterators(awsCall(dynamodbEmulator.emulator));
  const sqs = queueCall(sqsEmulator.call);
  const [streamArns] = await Promise.all([
    unlessEnded(createTables(tables, dynamodb), dynamodbEmulator.failure),
    createQueues(queues, sqs),
    createBuckets(buckets, sqsEmulator.emulator),
  ]);
  for (const queue of queues) await restoreMessages(queue, state.queues[queue.name] ?? [], sqs);

  const writes = tableWrites(tables.map(({ name }) => name));
  const emulatedStreams = new Map(
    tables.map(({ name, streamArn }) => [streamArn, streamArns.get(name) ?? streamArn]),
  );
  gate.open({
    access,
    resources,
    writes,
    log,
    streamArns: emulatedStreams,
    dynamodb: dynamodbEmulator.emulator,
    sqs: sqsEmulator.call,
    s3: sqsEmulator.emulator,
    caller: (id) => callers.get(id),
  });
  pool.open(
    {
      region,
      resourcePolicies: policies,
      marks,
      keys,
      writes,
      traced: decided !== undefined,
      roles: [...roles.values()],
      tables: resources.tables,
      queues: resources.queues,
      streamArns: emulatedStreams,
      dynamodb: addressOf(dynamodbEmulator.emulator),
    },
    sqsEmulator.connect,
  );
  void sqsEmulator.failure.then(({ message }) =>
    log({ level: 'error', source: 'queues', message }),
  );

  const pace = { ...lambdaPace, ...options.sourcePace };
  const surroundings: SourceServices = {
    resources,
    access,
    pool,
    sqs,
    dynamodb,
    pace,
    log,
    metrics: runtime,
  };
  const sources: EventSource[] = [];
  const progress: State['checkpoints'] = structuredClone(state.checkpoints);
  const fedQueues: LocalQueue[] = [];
  for (const mapping of deployment.ofType('AWS::Lambda::EventSourceMapping')) {
    if (mapping.property('Enabled') === false) continue;
    const arn = stringOf(mapping.property('EventSourceArn'), 'EventSourceArn');
    const target = lambda.find(stringOf(mapping.property('FunctionName'), 'FunctionName'));
    const queue = queues.find((one) => one.arn === arn);
    const table = tables.find((one) => one.streamArn === arn);
    if (queue) {
      fedQueues.push(queue);
      sources.push(queueSource(mapping, queue, target, surroundings));
    } else if (table) {
      const stream = streamArns.get(table.name);
      if (!stream) throw new Error(`${mapping.logicalId}: ${table.name} has no stream.`);
      const id = `${mapping.stackName}/${mapping.logicalId}/${stream}`;
      const read = checkpointsIn(progress, id);
      const reading = { ...surroundings, writes };
      sources.push(streamSource(mapping, table, stream, target, read, reading));
    } else {
      throw new Error(`${mapping.logicalId}: there is no queue or stream ${arn} here.`);
    }
  }
  closers.push(startSchedules(deployment, lambda, pool, log));
  closers.push(
    measureQueues(async () => {
      for (const queue of queues)
        runtime.waiting(queue.name, (await queueDepth(queue, sqs)).visible);
    }),
  );

  closers.push(async () => {
    await Promise.all(sources.map(({ stop }) => stop()));
  });
  // New connections are refused during shutdown.
  closers.push(...[...apis.values()].map((listening) => listening.close));

  keepWork = async () => {
    // The positions in the streams are saved before the queues. Later records are read again: a
    // message caused by a change is either kept or caused again.
    const checkpoints = structuredClone(progress);
    const waiting = await Promise.all(
      queues.map((queue) => queueSnapshot(queue, sqsEmulator.emulator)),
    );
    state.queues = Object.fromEntries(
      queues.map(({ name }, index) => [name, waiting[index] ?? []]),
    );
    state.checkpoints = checkpoints;
    kept.save();
  };

  return {
    apis: [...apis.values()].map(({ stackName, logicalId, name, url }) => ({
      stackName,
      logicalId,
      name,
      url,
    })),
    functions: functions.map(({ stackName, logicalId, description }) => ({
      stackName,
      logicalId,
      description,
    })),
    async invoke(functionLogicalId, event) {
      const named = functions.filter(({ logicalId }) => logicalId === functionLogicalId);
      const [target] = named;
      if (!target || named.length > 1) {
        throw new Error(`${named.length} functions are called ${functionLogicalId}.`);
      }
      const ending = await pool.invoke(target, JSON.stringify(event) ?? 'null');
      if (ending.kind === 'result') return parseJson(ending.payload);
      throw functionError(ending.error);
    },
    warm: pool.warm,
    iam: access,
    credentialsOf(roleLogicalId) {
      const [found] = [...people].filter(([{ logicalId }]) => logicalId === roleLogicalId);
      if (!found) throw new Error(`No role ${roleLogicalId} is one that people may take.`);
      const [person, { arn: roleArn }] = found;
      const { id, secret, token } = newAccessKey();
      callers.set(id, person);
      return {
        roleArn,
        endpoint: gate.url,
        accessKeyId: id,
        secretAccessKey: secret,
        sessionToken: token,
      };
    },
    metrics,
    queueDepths: () => Promise.all(queues.map((queue) => queueDepth(queue, sqs))),
    inside: {
      tables,
      streamArns,
      queues,
      dynamodb,
      sqs,
      messages: (queue) => queueSnapshot(queue, sqsEmulator.emulator),
      functions,
      environmentOf: (target) => credentials(target).environment,
    },
    async idle() {
      const until = Date.now() + maxIdleWaitMs;
      const noMore = sources.map((source) => source.pollSooner());
      try {
        for (let restful = 0; restful < 2; ) {
          if (Date.now() > until) throw new Error('Things did not come to rest within a minute.');
          restful = (await isAtRest(sources, pool.running, fedQueues, sqs)) ? restful + 1 : 0;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      } finally {
        for (const end of noMore) end();
      }
    },
    failure: Promise.race([dynamodbEmulator.failure, sqsEmulator.failure]),
    stop: close,
  };
}

/** A database that another program runs; this program owns only the connections to it. */
function givenTables(endpoint: string, accessKeyId = 'local', region: string): TableEmulator {
  const emulator = emulatorAt(endpoint, accessKeyId, region);
  const failure = Promise.withResolvers<TablesEnded>();
  return { emulator, failure: failure.promise, stop: async () => emulator.close() };
}

/** A connection may break a moment before its database's end is known, which has the reason. */
async function unlessEnded<T>(asking: Promise<T>, failure: Promise<TablesEnded>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const isBroken = error instanceof Error && 'code' in error && /^E/.test(String(error.code));
    const late = new Promise((resolve) => setTimeout(resolve, 1_000, error));
    throw isBroken ? await Promise.race([failure, late]) : error;
  }
}

async function isAtRest(
  sources: readonly EventSource[],
  running: () => number,
  fedQueues: readonly LocalQueue[],
  sqs: AwsCall,
): Promise<boolean> {
  const quiet = () => running() === 0 && sources.every((source) => source.isIdle());
  if (!quiet()) return false;
  const depths = await Promise.all(fedQueues.map((queue) => queueDepth(queue, sqs)));
  return depths.every(({ visible, inFlight }) => visible + inFlight === 0) && quiet();
}

/** Prefix of a run's folder, in the folder for temporary files. */
export const scratchPrefix = 'local-functions-';

/** A folder of this run, created on first use and removed at the end. */
function scratchFolder(closers: (() => void)[]): () => string {
  let folder: string | undefined;
  closers.push(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    folder ??= ownedFolder(tmpdir(), scratchPrefix);
    return folder;
  };
}

/** Saves the state every second, and once more at the end. Returns a function that ends this. */
function saveEachSecond(keep: () => Promise<void>, log: Log): () => Promise<void> {
  let keeping = Promise.resolve();
  const once = () => {
    keeping = keeping.then(keep).catch((error: unknown) => {
      log({ level: 'error', source: 'state', message: `Not kept: ${String(error)}` });
    });
    return keeping;
  };
  const timer = setInterval(once, 1_000);
  return () => {
    clearInterval(timer);
    return once();
  };
}

/** How often the queues' depths are measured, in ms; AWS does so each minute. */
const queuesMeasuredMs = 15_000;

/** Measures at once and now and then. Returns a function that ends this. */
function measureQueues(measure: () => Promise<void>): () => Promise<void> {
  // The emulator may be gone before the timer is.
  let measuring = measure().catch(() => undefined);
  const timer = setInterval(() => {
    measuring = measuring.then(measure).catch(() => undefined);
  }, queuesMeasuredMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return measuring;
  };
}

function checkpointsIn(progress: State['checkpoints'], source: string): Checkpoints {
  const shards = progress[source] ?? {};
  progress[source] = shards;
  return {
    get: (shardId) => shards[shardId],
    set(shardId, sequenceNumber) {
      shards[shardId] = sequenceNumber;
    },
  };
}

interface AccessKey {
  readonly id: string;
  readonly secret: string;
  readonly token: string;
}

const newAccessKey = (): AccessKey => ({
  id: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
  secret: randomBytes(30).toString('base64'),
  token: randomBytes(60).toString('base64'),
});

/** The variables that Lambda sets in every environment, and the gate's address. */
function lambdaEnvironment(
  target: LocalFunction,
  region: string,
  gateUrl: string,
  key: AccessKey,
): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: key.id,
    AWS_SECRET_ACCESS_KEY: key.secret,
    AWS_SESSION_TOKEN: key.token,
    AWS_DEFAULT_REGION: region,
    AWS_REGION: region,
    AWS_ENDPOINT_URL_DYNAMODB: gateUrl,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: gateUrl,
    AWS_ENDPOINT_URL_KMS: gateUrl,
    AWS_ENDPOINT_URL_S3: gateUrl,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: gateUrl,
    AWS_ENDPOINT_URL_SQS: gateUrl,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(target.memoryMb),
    AWS_LAMBDA_FUNCTION_NAME: target.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: target.logFormat,
    AWS_LAMBDA_LOG_GROUP_NAME: target.logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: target.codeDirectory,
    _HANDLER: target.handler,
  };
}

function functionError(text: string): Error {
  let described: Json = text;
  try {
    described = parseJson(text);
  } catch {
    // An error that is not JSON is shown as it is.
  }
  if (!isObject(described)) return new Error(text);
  const error = new Error(String(described.errorMessage));
  error.name = String(described.errorType);
  return error;
}
