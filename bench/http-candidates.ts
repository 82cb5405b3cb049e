import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { operations } from '../shared/operations.ts';
import { type BenchDeployment, root } from './deployment.ts';
import { type Ask, askerOf, type HttpRequest } from './http-callers.ts';
import {
  type ApiRequest,
  type BenchRequest,
  connectorAccount,
  createAndConfirm,
  lifecycle,
  type Merchant,
} from './measured-operations.ts';
import {
  cpuMsOf,
  type Process,
  processTree,
  rssKbOf,
  type ThreadTimes,
  threadTimes,
} from './processes.ts';
import { npmStart, type Program, type StartedProgram, startProgram } from './started-program.ts';
import { openTargets, recordedTwice } from './targets.ts';

/** Requests about one token, sent one after another. */
const scenarios = { lifecycle, 'create with confirm': [createAndConfirm] } as const;
export type Scenario = keyof typeof scenarios;

/** CPU time in ms by process: the measured server, its table, and the systems that it calls. */
export interface Cpu {
  readonly server: number;
  readonly table: number;
  readonly outside: number;
}

/** A server under test that answers the switch's requests over HTTP, in processes of its own. */
export interface HttpCandidate {
  readonly name: string;
  /** Where its inspector listens, if it was started with one. */
  readonly inspectorUrl?: string;
  /** Prepares the requests about these tokens. */
  prepare(course: Scenario, tokens: readonly string[]): Promise<void>;
  /** Sends the requests of a course about a token, and resolves with the last response. */
  run(course: Scenario, token: string): Promise<unknown>;
  cpu(): Cpu;
  /** CPU time of the threads of the server and of its table. */
  threads(): ThreadTimes;
  /** Resident memory of the server and of its table. */
  rssKb(): number;
  /** Webhooks that the merchant's server has received so far. */
  webhooks(): Promise<number>;
  stop(): Promise<void>;
}

/** CPU time in ms of the threads that hold tables, in these processes. */
const tableMs = (processes: readonly Process[]) => threadTimes(processes).get('node tables') ?? 0;
/** This process, without those that it started. */
const thisProcess = () => processTree(process.pid).slice(0, 1);

/** The operator's key that `npm start` uses by default. */
const operatorsKey = process.env.ADMIN_API_KEY || 'test_admin';

const NewKey = v.object({ api_key: v.string() });
const Taken = v.object({ webhooks: v.number() });

const node = (directory: string, file: string, ...parameters: readonly string[]) => ({
  directory,
  command: process.execPath,
  parameters: [path.join(import.meta.dirname, file), ...parameters],
});

/**
 * The switch of a checkout, started with `npm start`, with everything in memory. Its one merchant
 * has a server for webhooks.
 */
export async function startedSwitch(
  name: string,
  directory: string,
  interrupted: AbortSignal,
  program: Program = npmStart(directory),
): Promise<HttpCandidate> {
  return assembled(async (begun) => {
    const outside = await begun(startProgram(node(root, 'outside-stubs.ts'), interrupted));
    const started = await begun(startProgram(program, interrupted));
    const inspectorUrl = started.urls.get('inspector');
    const outsideUrl = urlOf(outside, 'outside');
    const ask = askerOf(urlOf(started, 'turnout-laptop'));
    const webhookUrl = `${outsideUrl}/webhooks`;
    const { run } = await merchantCaller(ask, { merchantId: 'mer_bench', webhookUrl });
    return {
      name,
      ...(inspectorUrl !== undefined && { inspectorUrl }),
      prepare: async () => undefined,
      run,
      cpu() {
        const all = started.processes();
        const table = tableMs(all);
        return { server: cpuMsOf(all) - table, table, outside: cpuMsOf(outside.processes()) };
      },
      threads: () => threadTimes(started.processes()),
      rssKb: () => rssKbOf(started.processes()),
      webhooks: () => countWebhooks(outsideUrl),
    };
  });
}

/**
 * A plain HTTP server. For each request it replays the calls that the real handlers of this
 * checkout were recorded to make. It calls the tables, which are in a thread of this process, and a
 * processor in a process of its own.
 */
export async function startedBare(
  bench: BenchDeployment,
  interrupted: AbortSignal,
): Promise<HttpCandidate> {
  return assembled(async (begun) => {
    const outside = await begun(startProgram(node(root, 'outside-stubs.ts'), interrupted));
    const targets = await begun(openTargets(bench).then((one) => ({ ...one, stop: one.close })));
    const outsideUrl = urlOf(outside, 'outside');
    const recorded = {
      reach: { ...targets.endpoints, stubUrl: outsideUrl },
      courses: {
        lifecycle: await recordedTwice(scenarios.lifecycle, targets),
        'create with confirm': await recordedTwice(scenarios['create with confirm'], targets),
      } satisfies Record<Scenario, unknown>,
    };
    const file = path.join(bench.directory, 'recorded-scenarios.json');
    writeFileSync(file, JSON.stringify(recorded));
    const server = await begun(startProgram(node(root, 'bare-server.ts', file), interrupted));
    const ask = askerOf(urlOf(server, 'bare'));
    const merchant = { id: targets.merchant.id, apiKey: targets.merchant.apiKey };
    return {
      name: 'bare',
      async prepare(scenario, tokens) {
        await ask({
          method: 'POST',
          path: '/prepare',
          apiKey: '',
          body: { course: scenario, tokens },
        });
      },
      run: (scenario, token) => ranScenario(ask, scenario, token, merchant),
      cpu: () => ({
        server: cpuMsOf(server.processes()),
        table: tableMs(thisProcess()),
        outside: cpuMsOf(outside.processes()),
      }),
      threads: () =>
        new Map([
          ...threadTimes(server.processes()),
          ['node tables', tableMs(thisProcess())] as const,
        ]),
      rssKb: () => rssKbOf(server.processes()),
      webhooks: () => countWebhooks(outsideUrl),
    };
  });
}

type Stoppable = { stop(): Promise<void> };

/**
 * Everything that was started ends with the contestant, in reverse order, and also when a later
 * start fails.
 */
async function assembled(
  make: (
    begun: <T extends Stoppable>(one: Promise<T>) => Promise<T>,
  ) => Promise<Omit<HttpCandidate, 'stop'>>,
): Promise<HttpCandidate> {
  const all: Stoppable[] = [];
  const stop = async () => {
    for (const one of all.splice(0).reverse()) await one.stop();
  };
  try {
    const made = await make(async (beginning) => {
      const one = await beginning;
      all.push(one);
      return one;
    });
    return { ...made, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where a part of a started program listens. */
export function urlOf({ urls }: StartedProgram, name: string): string {
  const url = urls.get(name);
  if (url === undefined) throw new Error(`${name} did not say where it listens.`);
  return url;
}

/** A merchant who sends the requests of a scenario. */
export type MerchantCaller = Pick<HttpCandidate, 'run'>;

/** Makes a merchant with a key, a processor and a server for webhooks. */
export async function merchantCaller(
  ask: Ask,
  { merchantId, webhookUrl }: { readonly merchantId: string; readonly webhookUrl: string },
): Promise<MerchantCaller> {
  const asked = (path: string, body: unknown) =>
    ask({ method: 'POST', path, apiKey: operatorsKey, body });
  const webhook_details = { webhook_url: webhookUrl };
  await asked('/accounts', { merchant_id: merchantId, webhook_details });
  await asked(`/account/${merchantId}/connectors`, connectorAccount);
  const key = await asked(`/api_keys/${merchantId}`, { name: 'Bench', expiration: 'never' });
  const merchant = { id: merchantId, apiKey: v.parse(NewKey, key).api_key };
  return { run: (scenario, token) => ranScenario(ask, scenario, token, merchant) };
}

async function ranScenario(ask: Ask, scenario: Scenario, token: string, merchant: Merchant) {
  let last: unknown;
  for (const each of scenarios[scenario]) {
    last = await ask(wired(each, each.request(token, merchant, new Map())));
  }
  return last;
}

/** A request with the path of its operation. */
function wired({ bundle }: BenchRequest, { method, params = {}, apiKey = '', body }: ApiRequest) {
  const operation = operations.find(({ name }) => name.replace('.', '/') === bundle);
  if (!operation) throw new Error(`There is no operation ${bundle}.`);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  return { method, path, apiKey, body } satisfies HttpRequest;
}

async function countWebhooks(outsideUrl: string): Promise<number> {
  const ask = askerOf(outsideUrl);
  const answer = await ask({ method: 'GET', path: '/webhooks', apiKey: '' });
  return v.parse(Taken, answer).webhooks;
}
