import diagnostics from 'node:diagnostics_channel';
import { closeSync, openSync } from 'node:fs';
import * as v from 'valibot';
import { type AwsCall, awsCall } from '../local/aws/aws-call.ts';
import { startBuiltInTables } from '../local/services/built-in-tables.ts';
import { createTables, tablesOf } from '../local/services/tables.ts';
import { type BenchClient, bareClient, type Endpoints } from './bare-client.ts';
import { type Container, startContainer, withoutLogging } from './container.ts';
import { type BenchDeployment, environmentOf, region } from './deployment.ts';
import {
  type BenchRequest,
  connectorAccount,
  type Earlier,
  type MeasuredOperation,
  type Merchant,
} from './measured-operations.ts';
import { newToken, type Script, scriptOf } from './script.ts';
import { adminKey, type Stubs, startStubs } from './stubs.ts';

/** The systems under measurement, and the merchant that calls them. */
export interface BenchTargets {
  readonly stubs: Stubs;
  readonly merchant: Merchant;
  readonly bare: BenchClient;
  /** How another process reaches the same database and stand-ins. */
  readonly endpoints: Endpoints;
  /** A container that reaches the database through the stand-ins, which can record its calls. */
  recorded(bundle: string): Container;
  /** The container that serves this bundle; every call returns the same one. */
  live(bundle: string): Container;
  /** The environment of this bundle's function. */
  environment(bundle: string): Readonly<Record<string, string>>;
  /** The same environment, with the addresses of the database and of the stand-ins. */
  connected(bundle: string): Readonly<Record<string, string>>;
  /** Calls the database for data outside the measurement. */
  readonly database: AwsCall;
  /** The answers about a token that `askEach` received. */
  earlier(token: string): Earlier;
  /** Stores an answer for the next request about the token. */
  keep(token: string, bundle: string, answer: unknown): void;
  close(): Promise<void>;
}

/** A database with one merchant, the systems that bundles call, and the bundles. */
export async function openTargets(bench: BenchDeployment): Promise<BenchTargets> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const database = await startBuiltInTables(region, undefined, ({ message }) =>
      console.error(message),
    );
    closers.push(database.stop);
    const emulator = await database.listen();
    const stubs = await startStubs(emulator);
    closers.push(stubs.close);
    const deployment = bench.deployment(stubs.url);
    const ask = awsCall(database.call);
    await createTables(tablesOf(deployment), ask);

    const { accessKeyId } = emulator;
    const databaseUrl = `http://${emulator.host}:${emulator.port}`;
    const bundleOf = (name: string) => {
      const bundle = bench.bundles.find((one) => one.name === name);
      if (!bundle) throw new Error(`There is no bundle ${name}.`);
      return bundle;
    };
    const environment = (name: string) =>
      environmentOf(bundleOf(name), deployment, bench.directory);
    const connected = (name: string, databaseUrl: string) => ({
      ...environment(name),
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_ENDPOINT_URL_DYNAMODB: databaseUrl,
      AWS_ENDPOINT_URL_KMS: stubs.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: stubs.url,
    });
    const container = (name: string, databaseUrl: string) =>
      startContainer(bundleOf(name).file, connected(name, databaseUrl));
    const containers = new Map<string, Container>();
    const live = (name: string) => {
      const known = containers.get(name) ?? container(name, databaseUrl);
      containers.set(name, known);
      return known;
    };
    const answers = new Map<string, Map<string, unknown>>();
    const earlier = (token: string) => {
      const known = answers.get(token) ?? new Map<string, unknown>();
      answers.set(token, known);
      return known;
    };
    const endpoints = { databaseUrl, stubUrl: stubs.url, accessKeyId };
    return {
      stubs,
      merchant: await withoutOutput(() => newMerchant(live)),
      bare: bareClient(endpoints),
      endpoints,
      recorded: (name) => container(name, stubs.url),
      live,
      environment,
      connected: (name) => connected(name, databaseUrl),
      database: ask,
      earlier,
      keep: (token, bundle, answer) => void earlier(token).set(bundle, answer),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const NewKey = v.object({ api_key: v.string() });

/** A merchant with a key and a processor. */
async function newMerchant(live: BenchTargets['live']): Promise<Merchant> {
  const id = 'mer_bench';
  const asOperator = { method: 'POST', apiKey: adminKey } as const;
  await live('accounts/create').answer({ ...asOperator, body: { merchant_id: id } });
  await live('connector-accounts/create').answer({
    ...asOperator,
    params: { account_id: id },
    body: connectorAccount,
  });
  const key = await live('api-keys/create').answer({
    ...asOperator,
    params: { merchant_id: id },
    body: { name: 'Bench', expiration: 'never' },
  });
  return { id, apiKey: v.parse(NewKey, key).api_key };
}

/**
 * Records the calls that handlers make for these consecutive requests about one token. The
 * containers have served requests before. `after` lists the requests that must precede and are not
 * recorded. `names` gives the texts, besides the token, that identify each request.
 */
export async function recordedScript(
  requests: readonly BenchRequest[],
  targets: BenchTargets,
  { after = [], names }: Pick<MeasuredOperation, 'after' | 'names'> = {},
): Promise<Script> {
  const bundles = [...new Set(requests.map(({ bundle }) => bundle))];
  const containers = new Map(bundles.map((bundle) => [bundle, targets.recorded(bundle)]));
  const serve = async (token: string) => {
    for (const { bundle, request } of requests) {
      const asked = request(token, targets.merchant, targets.earlier(token));
      targets.keep(token, bundle, await containers.get(bundle)?.answer(asked));
    }
  };
  const tokens = Array.from({ length: 4 }, newToken);
  await withoutOutput(() => askEach(after, tokens, targets));
  const [warming = '', again = '', one = '', two = ''] = tokens;
  for (const token of [warming, again]) await withoutOutput(() => serve(token));
  const recording = async (token: string) => {
    // Read before the request, which may use up their source.
    const known = (await names?.(token, targets.earlier(token))) ?? [];
    const steps = await targets.stubs.record(() => withoutOutput(() => serve(token)));
    return { token, names: known, steps };
  };
  return scriptOf(await recording(one), await recording(two));
}

/** Sends these requests for each of the tokens, one at a time. */
export async function askEach(
  requests: readonly BenchRequest[],
  tokens: readonly string[],
  { live, merchant, earlier, keep }: BenchTargets,
): Promise<void> {
  for (const { bundle, request } of requests) {
    for (const token of tokens) {
      keep(token, bundle, await live(bundle).answer(request(token, merchant, earlier(token))));
    }
  }
}

/** Node.js's message when it begins a request. */
const RequestStart = v.object({ request: v.unknown() });

/** Runs a function while this process's HTTP requests are counted and its log is discarded. */
export async function counted<T>(run: (made: () => number) => Promise<T>) {
  // Node.js announces a request twice that is written as soon as it has its socket.
  const requests = new Set<unknown>();
  const count = (message: unknown) => {
    requests.add(v.parse(RequestStart, message).request);
  };
  const nowhere = openSync('/dev/null', 'w');
  diagnostics.subscribe('http.client.request.start', count);
  try {
    return await withoutLogging(nowhere, () => run(() => requests.size));
  } finally {
    diagnostics.unsubscribe('http.client.request.start', count);
    closeSync(nowhere);
  }
}

export async function withoutOutput<T>(run: () => Promise<T>): Promise<T> {
  return (await counted(run)).result;
}
