import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { LocalFunction } from '../assembly/functions.ts';
import type { AccessDecision } from '../iam/access.ts';
import type { Log } from '../log.ts';
import type { RuntimeMetrics } from '../metrics/runtime-metrics.ts';
import type { ClockShifts } from './clock-shifts.ts';
import {
  type ApiCall,
  type ApiResponse,
  type Host,
  type HostRules,
  type Instance,
  type Invocation,
  type PrintedLine,
  startHost,
} from './function-host.ts';

/** All instances of all functions, and the host threads that run them. */
export interface FunctionPool {
  /**
   * Lets functions call DynamoDB and SQS within their thread; until then they call the gate.
   * `connect` gives each host its own ways to the emulators.
   */
  open(rules: SharedRules, connect: () => OwnWays): void;
  /**
   * Invokes a function once, in an instance of its own. Waits while all allowed instances are busy.
   */
  /** @param traceHeader the chain of requests that the invocation is part of: see `lineage.ts` */
  invoke(target: LocalFunction, event: string, traceHeader?: string): Promise<Invocation>;
  /** Starts an instance of every function that has none. */
  warm(): Promise<void>;
  /** The number of running and waiting invocations. */
  running(): number;
  /** The number of instances. */
  size(): number;
  stop(): Promise<void>;
}

/** An instance's identity at the gate. */
interface Credentials {
  readonly accessKeyId: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface PoolSettings {
  /** The port of the gate on the loopback interface. */
  readonly proxyPort: number;
  /**
   * Resolves when a function's code is in its folder; asked before its first instance starts, and
   * again after it rejected. By default all code is there.
   */
  prepareCode?(codeDirectory: string): Promise<void>;
  /** The ports of the assembly's own APIs, and the servers that answer there. */
  readonly apiPorts: readonly number[];
  callApi(asked: ApiCall): Promise<ApiResponse>;
  /** All clocks are right unless stated. */
  readonly clockShifts?: ClockShifts | undefined;
  /** Creates credentials for one instance, and the environment that contains them. */
  credentials(target: LocalFunction): Credentials;
  /** From now on the gate refuses these credentials. */
  revoke(credentials: Credentials): void;
  /** Whether the function may write its log. */
  mayLog(target: LocalFunction): boolean;
  /** Gets the decisions of the host threads, if the rules demand a trace of them. */
  decided?(thread: string, decision: AccessDecision): void;
  readonly metrics: Pick<RuntimeMetrics, 'invoked' | 'printed'>;
  readonly log: Log;
}

/** The most instances of one function at once, unless the template reserves fewer. */
const maxInstances = 32;

/** The number of instances of a function that are started under any load. */
const promptInstances = 2;
/**
 * While all hosts are saturated, a further instance would only share their time, so an invocation
 * waits this long for one to become idle. Those that only await something, such as a slow server,
 * do not become idle; after this time another one is started.
 */
const patienceMs = 1_000;

export function functionPool(
  functions: readonly LocalFunction[],
  settings: PoolSettings,
): FunctionPool {
  const hosts = hostsOf(functions, settings);
  const running = (): number => [...fleets.values()].reduce((sum, one) => sum + one.running(), 0);
  const fleets: ReadonlyMap<LocalFunction, ReturnType<typeof fleetOf>> = new Map(
    functions.map((target) => [target, fleetOf(target, hosts, running, settings)]),
  );
  return {
    open: hosts.open,
    invoke(target, event, traceHeader) {
      const fleet = fleets.get(target);
      if (!fleet) throw new Error(`${target.logicalId} is not in the pool.`);
      return fleet.invoke(event, traceHeader);
    },
    async warm() {
      // Started one after the other, so that the start does not set the peak of memory.
      for (const one of fleets.values()) await one.warm();
    },
    running,
    size: () => [...fleets.values()].reduce((sum, one) => sum + one.size(), 0),
    async stop() {
      for (const one of fleets.values()) one.stop();
      await hosts.stop();
    },
  };
}

type OwnWays = Pick<HostRules, 'dynamodb' | 'sqs'>;
type SharedRules = Omit<HostRules, keyof OwnWays>;

type Hosts = ReturnType<typeof hostsOf>;

/** As many host threads as the machine has cores. A thread that ends is replaced. */
function hostsOf(
  functions: readonly LocalFunction[],
  { proxyPort, apiPorts, clockShifts, callApi, decided, log }: PoolSettings,
) {
  const all = new Set<Host>();
  let born = 0;
  let opening: ((host: Host) => void) | undefined;
  let stopped = false;

  const add = () => {
    const bornAt = Date.now();
    born += 1;
    const thread = `host-${born}`;
    const host = startHost(
      { functions, proxyPort, apiPorts, clockShifts },
      callApi,
      (decision) => decided?.(thread, decision),
      log,
    );
    all.add(host);
    opening?.(host);
    void host.end.then(async () => {
      all.delete(host);
      if (stopped) return;
      log({ level: 'error', source: 'functions', message: 'A host thread died and is replaced.' });
      // A host that cannot start is started again only after a pause.
      if (Date.now() - bornAt < 1_000) await new Promise((resolve) => setTimeout(resolve, 1_000));
      if (!stopped) add();
    });
  };
  for (let count = availableParallelism(); count > 0; count -= 1) add();

  return {
    open(rules: SharedRules, connect: () => OwnWays) {
      opening = (host) => host.open({ ...rules, ...connect() });
      all.forEach(opening);
    },
    /** The hosts that accept work, the least loaded first. */
    byLoad: () =>
      [...all]
        .filter(({ ended }) => !ended)
        .map((host) => ({ host, load: host.load + (host.isStuck ? 1_000 : 0) }))
        .sort((one, other) => one.load - other.load)
        .map(({ host }) => host),
    /** Asks each of them, since a host measures itself from one question to the next. */
    areSaturated: () => ![...all].map(({ isSaturated }) => isSaturated).includes(false),
    async stop() {
      stopped = true;
      await Promise.all([...all].map((host) => host.stop()));
    },
  };
}

/** The instances of one function, and the invocations that wait for one. */
function fleetOf(
  target: LocalFunction,
  hosts: Hosts,
  running: () => number,
  settings: PoolSettings,
) {
  const { metrics } = settings;
  const most = Math.min(target.reservedConcurrency ?? maxInstances, maxInstances);
  const waiting = waitingInvocations();
  const instances = instancesOf(target, settings);
  let starting = 0;
  let busy = 0;
  let stopped = false;
  let later: NodeJS.Timeout | undefined;

  const code = codeOf(target, settings, (failure) => {
    if (failure !== undefined) waiting.failAll(failure);
    pump();
  });

  async function start() {
    const [host] = hosts.byLoad();
    if (!host) {
      // All hosts have just ended. The replacement hosts serve the waiting calls.
      setTimeout(pump, 50);
      return;
    }
    starting += 1;
    const error = await instances.start(host);
    starting -= 1;
    // The waiting invocation receives this error and does not wait for an instance that loads.
    if (error !== undefined) waiting.take()?.resolve({ kind: 'failure', error });
    pump();
  }

  function pump() {
    if (!code.isThere()) {
      if (waiting.count() > 0 && !stopped) void code.prepare();
      return;
    }
    while (waiting.count() > 0) {
      const free = instances.takeIdle(hosts);
      if (!free) break;
      void run(free);
    }
    const mayStart = () => !stopped && instances.count() < most;
    for (let count = waiting.count() - starting; count > 0 && mayStart(); count -= 1) {
      if (mayGetIdle()) {
        later ??= setTimeout(() => {
          later = undefined;
          pump();
        }, 20);
        return;
      }
      void start();
    }
  }

  /** Whether the next invocation had better wait for an instance than have a new one. */
  const mayGetIdle = () =>
    instances.count() >= promptInstances &&
    waiting.longestMs() < patienceMs &&
    hosts.areSaturated();

  async function run(instance: Instance) {
    const next = waiting.take();
    if (!next) return;
    busy += 1;
    const ending = await measured(target, metrics, running, instance, next);
    busy -= 1;
    instances.release(instance);
    next.resolve(ending);
    pump();
  }

  return {
    running: () => busy + waiting.count(),
    size: instances.count,
    invoke(event: string, traceHeader: string | undefined): Promise<Invocation> {
      if (most === 0 || stopped) {
        const { name: functionName } = target;
        metrics.invoked({ functionName, ms: 0, ending: 'throttled', running: running() });
        return Promise.resolve({ kind: 'failure', error: throttled });
      }
      const ending = waiting.add(event, traceHeader);
      pump();
      return ending;
    },
    async warm() {
      if (!code.isThere()) await code.prepare();
      if (code.isThere() && instances.count() === 0) await start();
    },
    stop() {
      stopped = true;
      clearTimeout(later);
      waiting.failAll(throttled);
    },
  };
}

interface Waiting {
  readonly event: string;
  readonly traceHeader: string | undefined;
  readonly since: number;
  resolve(ending: Invocation): void;
}

/** The invocations that wait for an instance, the first one first. */
function waitingInvocations() {
  const all: Waiting[] = [];
  return {
    count: () => all.length,
    add: (event: string, traceHeader: string | undefined): Promise<Invocation> =>
      new Promise((resolve) => all.push({ event, traceHeader, since: Date.now(), resolve })),
    /** Removes the first one. */
    take: () => all.shift(),
    /** How long the first one has been waiting, in ms. */
    longestMs: () => Date.now() - (all[0]?.since ?? 0),
    failAll(error: string) {
      for (const { resolve } of all.splice(0)) resolve({ kind: 'failure', error });
    },
  };
}

/** Invokes a function once and measures it, with the number of invocations that run then. */
async function measured(
  { name: functionName }: LocalFunction,
  metrics: PoolSettings['metrics'],
  running: () => number,
  instance: Instance,
  { event, traceHeader }: Waiting,
): Promise<Invocation> {
  const startedAt = performance.now();
  const invocation = await instance.invoke(randomUUID(), event, traceHeader);
  metrics.invoked({
    functionName,
    ms: performance.now() - startedAt,
    ending: invocation.kind === 'result' ? 'done' : 'failed',
    running: running(),
  });
  return invocation;
}

/**
 * The code of a function. `prepared` is called when it is in its folder, or with the error as JSON
 * text.
 */
function codeOf(
  { codeDirectory, displayName: source }: LocalFunction,
  { prepareCode, log }: PoolSettings,
  prepared: (failure: string | undefined) => void,
) {
  let isThere = prepareCode === undefined;
  /** Undefined until the code is asked for, and once it is there. */
  let preparing: Promise<void> | undefined;

  async function prepare() {
    let failure: string | undefined;
    try {
      await prepareCode?.(codeDirectory);
      isThere = true;
    } catch (error) {
      const errorMessage = error instanceof Error ? error.message : String(error);
      failure = JSON.stringify({ errorType: 'Runtime.ImportModuleError', errorMessage });
      log({ level: 'info', source, message: failure });
    }
    preparing = undefined;
    prepared(failure);
  }

  return {
    isThere: () => isThere,
    prepare(): Promise<void> {
      preparing ??= prepare();
      return preparing;
    },
  };
}

/** The instances of one function, idle or busy. */
function instancesOf(
  target: LocalFunction,
  { credentials, revoke, mayLog, metrics, log }: PoolSettings,
) {
  const idle: Instance[] = [];
  const all = new Set<Instance>();

  const print = ({ at, text }: PrintedLine) => {
    if (!mayLog(target)) return;
    metrics.printed(target.logGroup, text);
    log({ level: 'info', source: target.displayName, message: text, at });
  };

  return {
    count: () => all.size,
    /** Starts an instance. Resolves when it is idle, or with the error that its loading ended with. */
    async start(host: Host): Promise<string | undefined> {
      const own = credentials(target);
      const { environment, accessKeyId } = own;
      const revoked = () => {
        revoke(own);
        all.delete(instance);
      };
      const instance = host.start({ target, environment, accessKeyId, print, revoked });
      all.add(instance);
      try {
        await instance.ready;
        idle.push(instance);
        return undefined;
      } catch (error) {
        print({ at: Date.now(), text: String(error) });
        return String(error);
      }
    },
    /** The idle instance in the least loaded host; among several there, the last one used. */
    takeIdle(hosts: Hosts): Instance | undefined {
      for (let place = idle.length - 1; place >= 0; place -= 1) {
        if (idle[place]?.ended) idle.splice(place, 1);
      }
      for (const host of hosts.byLoad()) {
        const place = idle.findLastIndex((instance) => instance.host === host);
        if (place >= 0) return idle.splice(place, 1)[0];
      }
      return undefined;
    },
    /** Makes an instance idle after its invocation. */
    release(instance: Instance) {
      if (!instance.ended) idle.push(instance);
    },
  };
}

const throttled = JSON.stringify({
  errorType: 'TooManyRequestsException',
  errorMessage: 'Rate Exceeded.',
});
