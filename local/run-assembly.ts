import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { readAssembly } from './assembly/assembly.ts';
import { type Deployment, type Resource, resolveDeployment } from './assembly/deployment.ts';
import { functionsOf, type LocalFunction } from './assembly/functions.ts';
import { reportIgnored } from './assembly/ignored-resources.ts';
import { isObject, type Json, parseJson } from './assembly/json.ts';
import { localNames } from './assembly/physical-names.ts';
import type { AwsCall } from './aws/aws-call.ts';
import { checkData } from './damaged-data.ts';
import { lambdaPace, type SourcePace } from './events/event-source.ts';
import { startEventSources } from './events/event-sources.ts';
import { startSchedules } from './events/schedules.ts';
import { type AccessKeys, accessKeys, lambdaEnvironment } from './functions/access-keys.ts';
import { type ClockShifts, timeOfServices } from './functions/clock-shifts.ts';
import type { ApiCall, ApiResponse } from './functions/function-host.ts';
import { type FunctionPool, functionPool } from './functions/function-pool.ts';
import type { LocalResources } from './gate/api-calls.ts';
import { type TableWrites, tableWrites } from './gate/data-gate.ts';
import { type IamProxy, startIamProxy } from './gate/gate.ts';
import { type FrontPage, frontPageAnswer, isBrowserAtRoot } from './http/front-page.ts';
import { type HttpApi, listenForApi, onTheWire, PortTaken, serveApi } from './http/http-api.ts';
import { type Access, type AccessDecision, accessControl, grantMarks } from './iam/access.ts';
import { accessTrace, type TraceLine } from './iam/access-trace.ts';
import { functionAccess } from './iam/function-access.ts';
import { functionRoles, type Grant, rolesOfPeople } from './iam/function-roles.ts';
import { resourceDocuments, resourcePolicies } from './iam/resource-policies.ts';
import type { Log, LogLine } from './log.ts';
import { type LiveMetrics, liveMetrics } from './metrics/live-metrics.ts';
import { ownMember, setOwnMember } from './own-member.ts';
import { ownedFolder } from './owned-folder.ts';
import { bucketsOf } from './services/buckets.ts';
import { type FilledEmulators, fillEmulators, startEmulators } from './services/emulators.ts';
import {
  type PersistedMessage,
  type PersistedState,
  persistedState,
  type State,
} from './services/kept-state.ts';
import { keyService, keysOf } from './services/keys.ts';
import type { QueueEmulator, QueuesEnded } from './services/queue-emulator.ts';
import { queueSnapshot } from './services/queue-snapshot.ts';
import { type LocalQueue, type QueueDepth, queueDepth, queuesOf } from './services/queues.ts';
import { type RunningTables, TablesEnded } from './services/running-tables.ts';
import { newVersion, secretService, secretsOf } from './services/secrets.ts';
import { type LocalTable, type RestoredTable, tablesOf, withRestored } from './services/tables.ts';

export { type Grant, type LogLine, PortTaken, TablesEnded };

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
  /** Tables that run already, and that their owner stops; by default this run has its own. */
  readonly tables?: RunningTables;
  /** The address of another DynamoDB. */
  readonly dynamodbEndpoint?: string;
  /** Tables that the templates name and do not make. */
  readonly restoredTables?: readonly RestoredTable[];
  /** Variables added to the environment of every function. */
  readonly functionEnvironment?: Readonly<Record<string, string>>;
  /**
   * Gives each function a clock of its own: gets the functions, and its answer may be changed while
   * they run. Queues, streams and schedules keep this machine's time. By default all have it.
   */
  readonly clockShifts?: (functions: readonly LocalFunction[]) => ClockShifts;
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
  /** Ends a start that is under way: it stops all that runs, and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
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

/**
 * Runs a synthesized assembly, without knowing any of its resources by name. Resolves when the APIs
 * answer, and queues, streams and schedules are watched. Throws DamagedData, PortTaken and
 * TablesEnded, and an Error for a resource that it cannot run.
 */
export async function runAssembly(options: RunOptions): Promise<RunningAssembly> {
  const closers: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const { signal } = options;
    signal?.throwIfAborted();
    const starting = start(options, closers, close);
    return await (signal ? Promise.race([starting, abortOf(signal)]) : starting);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rejects with the reason of a signal. */
const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

type Closers = (() => void | Promise<void>)[];

async function start(
  { directory, dataDirectory, log = () => undefined, ...options }: RunOptions,
  closers: Closers,
  close: () => Promise<void>,
): Promise<RunningAssembly> {
  const region = process.env.AWS_REGION ?? 'eu-west-1';
  if (dataDirectory) checkData(dataDirectory);

  // A failure to make the assembly is reported where it is awaited, below.
  if (typeof directory !== 'string') directory.catch(() => undefined);

  // The slowest services start first, and in parallel.
  const emulators = startEmulators(
    region,
    { ...options, ...(dataDirectory !== undefined && { dataDirectory }) },
    closers,
    log,
  );
  const prepared = await prepare(directory, region, dataDirectory, options, closers, log);
  const { deployment, apis, kept, functions, declared, resources, rules } = prepared;

  let keepWork = async () => kept.save();
  if (dataDirectory) closers.push(saveEachSecond(() => keepWork(), kept.saveWhole, log));

  const { runtime, ...metrics } = liveMetrics(deployment, log);
  const credentials = credentialsIn(prepared, options.functionEnvironment);
  const settings = poolSettings(prepared, options.prepareCode);
  const clockShifts = options.clockShifts?.(functions);
  const started = functionPool(functions, {
    ...settings,
    clockShifts,
    credentials,
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

  const filled = await fillEmulators(emulators, declared, kept.state.queues);
  const { dynamodb, sqs, streamArns, queueEmulator } = filled;
  const writes = tableWrites(declared.tables.map(({ name }) => name));
  openCalls(prepared, pool, filled, writes, clockShifts, log);
  void queueEmulator.failure.then(({ message }) =>
    log({ level: 'error', source: 'queues', message }),
  );

  const pace = { ...lambdaPace, ...options.sourcePace };
  const { access } = rules;
  const progress: State['checkpoints'] = structuredClone(kept.state.checkpoints);
  const sources = startEventSources({
    deployment,
    functions: lambda,
    streamArns,
    progress,
    services: { resources, access, pool, sqs, dynamodb, pace, log, metrics: runtime, writes },
    running: pool.running,
  });
  closers.push(startSchedules(deployment, lambda, pool, log));
  closers.push(
    measureQueues(async () => {
      for (const queue of declared.queues)
        runtime.waiting(queue.name, (await queueDepth(queue, sqs)).visible);
    }),
  );
  closers.push(sources.stop);
  // New connections are refused during shutdown.
  closers.push(...apis.map(([, listening]) => listening.close));

  keepWork = () => saveWork(kept, progress, declared.queues, queueEmulator);

  return {
    ...calledByPerson(prepared, pool),
    ...tablesAndQueues(prepared, filled, credentials),
    warm: pool.warm,
    metrics,
    idle: sources.idle,
    failure: Promise.race([filled.runningTables.failure, queueEmulator.failure]),
    stop: close,
  };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Reads the assembly and the state of the run before, and listens for the APIs and the gate. */
async function prepare(
  directory: RunOptions['directory'],
  region: string,
  dataDirectory: string | undefined,
  options: Pick<
    RunOptions,
    'port' | 'prepareCode' | 'checkFunctions' | 'restoredTables' | 'secretValue' | 'accessTrace'
  >,
  closers: Closers,
  log: Log,
) {
  const gate = await startIamProxy();
  closers.push(gate.close);
  const { deployment, apis } = await listen(directory, region, gate, options.port, closers, log);
  const kept = persistedState(dataDirectory);
  const code = options.prepareCode ? 'comes later' : 'is there';
  const functions = functionsOf(deployment, scratchFolder(closers), code);
  options.checkFunctions?.(functions);
  const declared = declaredResources(deployment, options.restoredTables ?? []);
  const resources = localResources(region, declared, kept, options.secretValue);
  const rules = accessRules(deployment, functions, declared, options.accessTrace, log);
  const keys = accessKeys();
  return { region, gate, deployment, apis, kept, functions, declared, resources, rules, keys };
}

/** The APIs of the assembly, each with its server. */
type Apis = readonly (readonly [Resource, HttpApi])[];

/** Resolves the assembly's templates, and listens for its APIs, which do not answer yet. */
async function listen(
  directory: RunOptions['directory'],
  region: string,
  gate: IamProxy,
  portOf: RunOptions['port'],
  closers: Closers,
  log: Log,
): Promise<{
  readonly deployment: Deployment;
  readonly apis: Apis;
}> {
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
    const port = portOf?.({ stackName, logicalId, name }) ?? 0;
    const listening = await listenForApi(api, port);
    closers.push(listening.close);
    apis.set(api, listening);
    // From here on, references to the API resolve to its address.
    api.reference();
  }
  return { deployment, apis: [...apis] };
}

type Declared = ReturnType<typeof declaredResources>;

/** The resources that the assembly declares, by service. */
const declaredResources = (deployment: Deployment, restored: readonly RestoredTable[]) => ({
  tables: withRestored(tablesOf(deployment), restored),
  queues: queuesOf(deployment),
  buckets: bucketsOf(deployment),
  keys: keysOf(deployment),
  secrets: secretsOf(deployment),
});

/** The resources as calls find them. New keys and secrets get their values. */
function localResources(
  region: string,
  { tables, queues, buckets, keys, secrets }: Declared,
  kept: PersistedState,
  secretValue: RunOptions['secretValue'],
): LocalResources {
  const { state } = kept;
  for (const { id } of keys) {
    if (!Object.hasOwn(state.keys, id)) {
      setOwnMember(state.keys, id, randomBytes(32).toString('base64'));
    }
  }
  const versions = new Map(Object.entries(state.secrets));
  for (const secret of secrets) {
    const { stackName, logicalId, name, arn } = secret;
    const given = secretValue?.({ stackName, logicalId, name });
    const before = versions.get(arn);
    const value = given ?? before?.[0]?.value ?? secret.initialValue();
    if (before?.[0]?.value !== value) versions.set(arn, [newVersion(value)]);
  }
  const keepSecrets = () => {
    state.secrets = Object.fromEntries([...versions].map(([arn, all]) => [arn, [...all]]));
    kept.save();
  };
  keepSecrets();
  return {
    region,
    tables: new Map(tables.map((table) => [table.name, table])),
    queues: new Map(queues.map((queue) => [queue.name, queue])),
    buckets: new Map(buckets.map((bucket) => [bucket.name, bucket])),
    keys: keyService(keys, (id) => Buffer.from(ownMember(state.keys, id) ?? '', 'base64')),
    secrets: secretService(secrets, versions, keepSecrets),
  };
}

type AccessRules = ReturnType<typeof accessRules>;

/** The roles and policies that decide on calls, and the trace of their decisions. */
function accessRules(
  deployment: Deployment,
  functions: readonly LocalFunction[],
  declared: Declared,
  trace: RunOptions['accessTrace'],
  log: Log,
) {
  const roles = functionRoles(deployment, functions, log);
  const people = rolesOfPeople(deployment, log);
  const policies = resourcePolicies(declared);
  const marks = grantMarks(roles, people);
  const decided =
    trace &&
    accessTrace([...roles.values(), ...people.values()], resourceDocuments(declared), trace);
  const decidedHere = decided && ((decision: AccessDecision) => decided('main', decision));
  const access = accessControl(deployment, roles, policies, people, marks, decidedHere);
  return { roles, people, policies, marks, decided, access };
}

/** Issues the credentials of an instance, and makes the environment that contains them. */
const credentialsIn =
  ({ region, gate, keys }: Prepared, added: RunOptions['functionEnvironment']) =>
  (target: LocalFunction) => {
    const key = keys.issue(target);
    const environment = {
      ...lambdaEnvironment(target, region, gate.url, key),
      ...target.environment,
      ...added,
    };
    return { accessKeyId: key.id, environment };
  };

/** The addresses and rules that the pool of functions depends on. */
const poolSettings = (
  { gate, apis, rules: { access, decided }, keys }: Prepared,
  prepareCode: RunOptions['prepareCode'],
) => ({
  ...(prepareCode && { prepareCode }),
  proxyPort: gate.port,
  apiPorts: apis.map(([, { port }]) => port),
  callApi: (asked: ApiCall) => callApi(apis, asked),
  revoke: ({ accessKeyId }: { readonly accessKeyId: string }) => keys.revoke(accessKeyId),
  mayLog: access.mayLog,
  ...(decided && { decided }),
});

/** Opens the gate, and lets functions call DynamoDB and SQS within their threads. */
function openCalls(
  { gate, keys, rules, declared, resources }: Prepared,
  pool: FunctionPool,
  filled: FilledEmulators,
  writes: TableWrites,
  clockShifts: ClockShifts | undefined,
  log: Log,
) {
  const { runningTables, queueEmulator, objects } = filled;
  const streamArns = new Map(
    declared.tables.map(({ name, streamArn }) => [
      streamArn,
      filled.streamArns.get(name) ?? streamArn,
    ]),
  );
  gate.open({
    access: rules.access,
    resources,
    writes,
    log,
    streamArns,
    dynamodb: runningTables.call,
    sqs: queueEmulator.call,
    s3: objects,
    caller: keys.callerOf,
    now: () => timeOfServices(clockShifts),
  });
  pool.open(
    {
      region: resources.region,
      resourcePolicies: rules.policies,
      marks: rules.marks,
      keys: declared.keys,
      writes,
      traced: rules.decided !== undefined,
      roles: [...rules.roles.values()],
      tables: resources.tables,
      queues: resources.queues,
      streamArns,
    },
    () => ({ dynamodb: runningTables.connect(), sqs: queueEmulator.connect() }),
  );
}

/** Sends a function's request to an API of the assembly, without a connection. */
async function callApi(
  apis: Apis,
  { port, path: url, headers, body, ...asked }: ApiCall,
): Promise<ApiResponse> {
  const [, api] = apis.find(([, one]) => one.port === port) ?? [];
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
}

async function saveWork(
  kept: PersistedState,
  progress: State['checkpoints'],
  queues: readonly LocalQueue[],
  { call }: QueueEmulator,
) {
  // The positions in the streams are saved before the queues. Later records are read again: a
  // message caused by a change is either kept or caused again.
  const checkpoints = structuredClone(progress);
  const waiting = await Promise.all(queues.map((queue) => queueSnapshot(queue, call)));
  kept.state.queues = Object.fromEntries(
    queues.map(({ name }, index) => [name, waiting[index] ?? []]),
  );
  kept.state.checkpoints = checkpoints;
  kept.save();
}

/** The APIs, functions and permissions of a running assembly, and the calls of its person. */
const calledByPerson = (
  { apis, functions, rules: { access, people }, keys, gate }: Prepared,
  pool: Pick<FunctionPool, 'invoke'>,
): Pick<RunningAssembly, 'apis' | 'functions' | 'invoke' | 'iam' | 'credentialsOf'> => ({
  apis: apis.map(([, { stackName, logicalId, name, url }]) => ({
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
  invoke: (logicalId, event) => invokeNamed(functions, pool, logicalId, event),
  iam: access,
  credentialsOf: (roleLogicalId) => personCredentials(people, keys, gate, roleLogicalId),
});

/** The tables and queues of a running assembly, past the permissions of functions. */
const tablesAndQueues = (
  { declared: { tables, queues }, functions }: Prepared,
  { dynamodb, sqs, streamArns, queueEmulator }: FilledEmulators,
  credentials: ReturnType<typeof credentialsIn>,
): Pick<RunningAssembly, 'inside' | 'queueDepths'> => ({
  inside: {
    tables,
    streamArns,
    queues,
    dynamodb,
    sqs,
    messages: (queue) => queueSnapshot(queue, queueEmulator.call),
    functions,
    environmentOf: (target) => credentials(target).environment,
  },
  queueDepths: () => Promise.all(queues.map((queue) => queueDepth(queue, sqs))),
});

async function invokeNamed(
  functions: readonly LocalFunction[],
  pool: Pick<FunctionPool, 'invoke'>,
  functionLogicalId: string,
  event: unknown,
): Promise<unknown> {
  const named = functions.filter(({ logicalId }) => logicalId === functionLogicalId);
  const [target] = named;
  if (!target || named.length > 1) {
    throw new Error(`${named.length} functions are called ${functionLogicalId}.`);
  }
  const ending = await pool.invoke(target, JSON.stringify(event) ?? 'null');
  if (ending.kind === 'result') return parseJson(ending.payload);
  throw functionError(ending.error);
}

function personCredentials(
  people: AccessRules['people'],
  keys: AccessKeys,
  { url: endpoint }: IamProxy,
  roleLogicalId: string,
): PersonCredentials {
  const [found] = [...people].filter(([{ logicalId }]) => logicalId === roleLogicalId);
  if (!found) throw new Error(`No role ${roleLogicalId} is one that people may take.`);
  const [person, { arn: roleArn }] = found;
  const { id, secret, token } = keys.issue(person);
  return { roleArn, endpoint, accessKeyId: id, secretAccessKey: secret, sessionToken: token };
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

/**
 * Saves the changes of the state every second, and all of it at the end. Returns a function that
 * ends this.
 */
function saveEachSecond(
  keep: () => Promise<void>,
  keepWhole: () => void,
  log: Log,
): () => Promise<void> {
  let keeping = Promise.resolve();
  const next = (save: () => void | Promise<void>) => {
    keeping = keeping.then(save).catch((error: unknown) => {
      log({ level: 'error', source: 'state', message: `Not kept: ${String(error)}` });
    });
    return keeping;
  };
  const timer = setInterval(() => next(keep), 1_000);
  return () => {
    clearInterval(timer);
    next(keep);
    return next(keepWhole);
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
