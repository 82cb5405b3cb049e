import diagnostics from 'node:diagnostics_channel';
import { closeSync, openSync } from 'node:fs';
import * as v from 'valibot';
import { awsCall } from '../local/aws-call.ts';
import { startTableEmulator } from '../local/table-emulator.ts';
import { createTables, tablesOf } from '../local/tables.ts';
import { bodyOf, type Container, loggingNowhere, startContainer } from './container.ts';
import { environmentOf, type Laboratory, region } from './laboratory.ts';
import { markdownTable, times } from './markdown-table.ts';
import {
  connectorAccount,
  type MeasuredOperation,
  type Merchant,
  measuredOperations,
} from './measured-operations.ts';
import { barePlayer, type Player, sdkPlayer } from './players.ts';
import { newToken, type Script, scriptOf } from './script.ts';
import { adminKey, type StandIns, startStandIns } from './stand-ins.ts';
import { percentile } from './statistics.ts';

/** Requests of one kind that follow each other, before the others have their turn. */
const perTurn = 10;
/** Turns that nobody counts, so that what is measured is compiled. */
const warmUpTurns = 10;
/** However slow the machine is, so many turns are counted, */
const fewestTurns = 5;
/** and no more are begun when all operations together have taken this long. */
const longestMs = 90_000;

interface Contestant {
  readonly name: 'handler' | 'bare' | 'sdk';
  /** Gets ready for a request; what is returned makes it. */
  prepare(token: string): () => Promise<unknown>;
  readonly ms: number[];
  cpuMicroseconds: number;
  requests: number;
  logBytes: number;
  /** Requests that made other calls than the script's, such as reading the settings anew. */
  leftOut: number;
}

/**
 * Every operation's real handler, from its real bundle, against a script that makes the same calls
 * through a minimal signed client, and against one that makes them through the AWS client; as a table.
 */
export async function latencies(
  laboratory: Laboratory,
  rounds: number,
  wanted: string,
): Promise<string> {
  const site = await openSite(laboratory);
  try {
    const operations = measuredOperations.filter(({ name }) => name.includes(wanted));
    const rows: string[][] = [];
    for (const operation of operations) {
      rows.push(await measured(operation, rounds, longestMs / operations.length, site));
    }
    return markdownTable(
      [
        'operation',
        'requests',
        'calls (steps)',
        'p50 ms: handler',
        'bare',
        'AWS client',
        'p50: handler / bare',
        'AWS client / bare',
        'handler / AWS client',
        'p99 ms: handler',
        'bare',
        'p99: handler / bare',
        'AWS client / bare',
        'CPU ms over bare: handler',
        'AWS client',
        'log bytes',
        'left out',
      ],
      rows,
    );
  } finally {
    await site.close();
  }
}

/** What requests are made to, and by whom. */
interface Site {
  readonly standIns: StandIns;
  readonly merchant: Merchant;
  readonly bare: Player;
  readonly sdk: Player;
  /** A container that talks to the database through the stand-ins, which can record it. */
  recorded(bundle: string): Container;
  /** The container that serves this bundle, the same each time. */
  live(bundle: string): Container;
  close(): Promise<void>;
}

async function openSite(laboratory: Laboratory): Promise<Site> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const database = await startTableEmulator(region, undefined, ({ message }) =>
      console.error(message),
    );
    closers.push(database.stop);
    const { emulator } = database;
    const standIns = await startStandIns(emulator);
    closers.push(standIns.close);
    const deployment = laboratory.deployment(standIns.url);
    await createTables(tablesOf(deployment), awsCall(emulator));

    // The emulator keeps a world for each access key; ours is the one that it was asked with.
    const accessKeyId = /Credential=(\w+)\//.exec(emulator.authorization)?.[1] ?? '';
    const databaseUrl = `http://${emulator.host}:${emulator.port}`;
    const container = (name: string, databaseUrl: string) => {
      const bundle = laboratory.bundles.find((one) => one.name === name);
      if (!bundle) throw new Error(`There is no bundle ${name}.`);
      return startContainer(bundle.file, {
        ...environmentOf(bundle, deployment, laboratory.directory),
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_ENDPOINT_URL_DYNAMODB: databaseUrl,
        AWS_ENDPOINT_URL_KMS: standIns.url,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: standIns.url,
      });
    };
    const containers = new Map<string, Container>();
    const live = (name: string) => {
      const known = containers.get(name) ?? container(name, databaseUrl);
      containers.set(name, known);
      return known;
    };
    const reach = { databaseUrl, standInUrl: standIns.url, accessKeyId };
    return {
      standIns,
      merchant: await silently(() => newMerchant(live)),
      bare: barePlayer(reach),
      sdk: sdkPlayer(reach),
      recorded: (name) => container(name, standIns.url),
      live,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const NewKey = v.object({ api_key: v.string() });

/** A merchant with a key and a processor. */
async function newMerchant(live: Site['live']): Promise<Merchant> {
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

async function measured(
  operation: MeasuredOperation,
  rounds: number,
  allottedMs: number,
  site: Site,
) {
  const started = performance.now();
  const { merchant, live, bare, sdk } = site;
  const script = await recordedScript(operation, site);
  const container = live(operation.bundle);
  const contestants = [
    contestant('handler', (token) => container.prepare(operation.request(token, merchant))),
    contestant('bare', (token) => bare.prepare(script.for(token))),
    contestant('sdk', (token) => sdk.prepare(script.for(token))),
  ];

  const turns = Math.ceil(rounds / perTurn);
  for (let turn = -warmUpTurns; turn < turns; turn++) {
    if (turn >= fewestTurns && performance.now() - started > allottedMs) break;
    const entries = contestants.map((one) => ({
      one,
      tokens: Array.from({ length: perTurn }, newToken),
    }));
    const tokens = entries.flatMap((entry) => entry.tokens);
    await silently(() => prepareFor(operation, tokens, site));
    for (const { one, tokens } of inTurn(entries, turn + warmUpTurns)) {
      await takeTurn(one, tokens, script.calls, turn >= 0);
    }
  }
  return rowOf(operation, script, contestants);
}

/** Whoever follows pays for what was left over, so each follows each of the others as often. */
function inTurn<T>(entries: readonly T[], turn: number): readonly T[] {
  const first = turn % entries.length;
  const order = [...entries.slice(first), ...entries.slice(0, first)];
  return Math.floor(turn / entries.length) % 2 === 0 ? order : order.reverse();
}

const contestant = (name: Contestant['name'], prepare: Contestant['prepare']): Contestant => ({
  name,
  prepare,
  ms: [],
  cpuMicroseconds: 0,
  requests: 0,
  logBytes: 0,
  leftOut: 0,
});

/** What the handler asks in a container that has served before. */
async function recordedScript(operation: MeasuredOperation, site: Site): Promise<Script> {
  const container = site.recorded(operation.bundle);
  const serve = (token: string) =>
    silently(() => container.answer(operation.request(token, site.merchant)));
  const tokens = Array.from({ length: 4 }, newToken);
  await silently(() => prepareFor(operation, tokens, site));
  const [warming = '', again = '', one = '', two = ''] = tokens;
  await serve(warming);
  await serve(again);
  const first = { token: one, steps: await site.standIns.record(() => serve(one)) };
  const second = { token: two, steps: await site.standIns.record(() => serve(two)) };
  return scriptOf(first, second);
}

/** Makes what requests with these tokens need to find. */
async function prepareFor(
  { after = [] }: MeasuredOperation,
  tokens: readonly string[],
  { live, merchant }: Site,
) {
  for (const name of after) {
    const before = measuredOperations.find((one) => one.name === name);
    if (!before) throw new Error(`Nothing is called ${name}.`);
    for (const token of tokens) {
      await live(before.bundle).answer(before.request(token, merchant));
    }
  }
}

async function takeTurn(
  contestant: Contestant,
  tokens: readonly string[],
  calls: number,
  counts: boolean,
) {
  const ready = tokens.map((token) => contestant.prepare(token));
  const ms: number[] = [];
  const answers: unknown[] = [];
  let leftOut = 0;
  const { bytes, result: cpu } = await counted(async (made) => {
    const before = process.cpuUsage();
    for (const send of ready) {
      const madeBefore = made();
      const started = performance.now();
      const answer = await send();
      const took = performance.now() - started;
      answers.push(answer);
      if (made() - madeBefore === calls) ms.push(took);
      else leftOut += 1;
    }
    return process.cpuUsage(before);
  });
  if (contestant.name === 'handler') for (const answer of answers) bodyOf(answer);
  if (!counts) return;
  contestant.ms.push(...ms);
  contestant.leftOut += leftOut;
  contestant.logBytes += bytes;
  contestant.requests += tokens.length;
  contestant.cpuMicroseconds += cpu.user + cpu.system;
}

/** Runs while the HTTP requests of this process are counted and its log goes nowhere. */
async function counted<T>(run: (made: () => number) => Promise<T>) {
  let made = 0;
  const count = () => {
    made += 1;
  };
  const nowhere = openSync('/dev/null', 'w');
  diagnostics.subscribe('http.client.request.start', count);
  try {
    return await loggingNowhere(nowhere, () => run(() => made));
  } finally {
    diagnostics.unsubscribe('http.client.request.start', count);
    closeSync(nowhere);
  }
}

async function silently<T>(run: () => Promise<T>): Promise<T> {
  return (await counted(run)).result;
}

function rowOf(
  { name }: MeasuredOperation,
  { calls, steps }: Script,
  contestants: readonly Contestant[],
): string[] {
  const figures = (wanted: Contestant['name']) => {
    const found = contestants.find((one) => one.name === wanted);
    if (!found) throw new Error(`${wanted} did not run.`);
    const { ms, cpuMicroseconds, requests, logBytes, leftOut } = found;
    if (ms.length === 0) throw new Error(`${name}: no request made the calls that were recorded.`);
    return {
      p50: percentile(ms, 50),
      p99: percentile(ms, 99),
      cpuMs: cpuMicroseconds / requests / 1_000,
      logBytes: logBytes / requests,
      requests,
      leftOut,
    };
  };
  const [handler, bare, sdk] = [figures('handler'), figures('bare'), figures('sdk')];
  return [
    name,
    String(handler.requests),
    `${calls} (${steps})`,
    handler.p50.toFixed(2),
    bare.p50.toFixed(2),
    sdk.p50.toFixed(2),
    times(handler.p50 / bare.p50),
    times(sdk.p50 / bare.p50),
    times(handler.p50 / sdk.p50),
    handler.p99.toFixed(2),
    bare.p99.toFixed(2),
    times(handler.p99 / bare.p99),
    times(sdk.p99 / bare.p99),
    (handler.cpuMs - bare.cpuMs).toFixed(2),
    (sdk.cpuMs - bare.cpuMs).toFixed(2),
    handler.logBytes.toFixed(0),
    String(handler.leftOut),
  ];
}
