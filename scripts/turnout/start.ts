import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type LocalConsole, startConsole } from '../../console/console.ts';
import { recentLines } from '../../console/recent-lines.ts';
import { sendSafely } from '../../console/safe-request.ts';
import { DamagedData } from '../../local/damaged-data.ts';
import type { FrontPage } from '../../local/http/front-page.ts';
import { disown, own, ownedFolder, removeAbandoned } from '../../local/owned-folder.ts';
import {
  PortTaken,
  type RunningAssembly,
  runAssembly,
  scratchPrefix,
  TablesEnded,
} from '../../local/run-assembly.ts';
import { QueuesEnded } from '../../local/services/queue-emulator.ts';
import { ownMember } from '../../shared/platform/own-member.ts';
import {
  firstPaymentFunctions,
  nextStepFunctions,
} from '../../tools/bundle/first-payment-functions.ts';
import { type GrowingAssembly, growLaptopAssembly } from '../../tools/templates/laptop-assembly.ts';
import { type Output, turnoutCommand, UsageError } from '../command-line/command.ts';
import { printable } from '../command-line/printable.ts';
import { runAsProgram } from '../command-line/program.ts';
import { frontPage } from '../start/front-page.ts';
import { endOnInterrupt } from '../start/interrupts.ts';
import { laptopSettings } from '../start/laptop-settings.ts';
import { type MerchantPage, startMerchantPage } from '../start/merchant-page.ts';
import { isFree, missingPrerequisites } from '../start/prerequisites.ts';
import { refuseProduction } from '../start/refuse-production.ts';

/**
 * The longest batching window of queues and streams, in ms. In the cloud windows of up to 20 s save
 * invocations; here they only delay a sync, and the webhook that follows from it.
 */
const longestWindowMs = 250;

const help = `Runs the whole switch on this machine.

  npm start                        everything in memory
  npm start -- --data DIR          keeps data in DIR from one start to the next
  npm start -- --verbose           shows what the functions log
  npm start -- --help              shows this

Environment:
  PORT                3000         where the API of the switch listens
  VAULT_PORT          3001         where the card vault listens
  SANDBOX_PORT        3002         where the sandbox processor listens
  SHOP_PORT           3003         where the example shop listens, which embeds the card form
  CONSOLE_PORT        3004         where the console is, a page that shows what happens in here
  ADMIN_API_KEY       test_admin   the operator's key
  VAULT_API_KEY       vault_test_master
                                   the master key of the card vault
  REFUNDS_PER_PAYMENT 10           a payment with so many refunds may have one more, and no other
  TRACE_SAMPLING      0            the share of requests that are traced in the log: 1 traces each
  CONNECTOR_URLS      stripe=sandbox
                                   where connectors lead to instead of their processors: NAME=URL,
                                   with commas; sandbox is the sandbox processor
  RECEIPTS_FROM                    the sender of receipts by mail, which go to the log: see --verbose
  DYNAMODB_ENDPOINT                another DynamoDB that holds the tables, such as DynamoDB Local
  BUILD_CACHE                      the folder of what is built, instead of .turnout/cache
`;

const root = join(import.meta.dirname, '..', '..');

/** Ports by API. Programs that start the switch set these variables. */
const ports: Readonly<Record<string, { readonly variable: string; readonly port: number }>> = {
  'turnout-laptop': portFrom('PORT', 3000),
  'turnout-laptop-vault': portFrom('VAULT_PORT', 3001),
  'turnout-laptop-processor': portFrom('SANDBOX_PORT', 3002),
};

const shop = portFrom('SHOP_PORT', 3003);
const consolePort = portFrom('CONSOLE_PORT', 3004);

/** How long the work in the background waits for the first requests, in ms. */
const firstRequestsMs = 3_000;

/** Whether a line of the log has reported that the tables ended. */
let isTablesEndLogged = false;

/** The newest lines of the log, for the console. */
const lines = recentLines();

const dynamodbEndpoint = process.env.DYNAMODB_ENDPOINT || undefined;

export const startSwitch = turnoutCommand(
  {
    name: 'npm start',
    help,
    options: { data: 'value', verbose: 'flag' },
  },
  async (given, output) => {
    await main({ data: given.text('data'), verbose: given.has('verbose'), output });
    return { code: undefined };
  },
);

interface StartOptions {
  readonly data: string | undefined;
  readonly verbose: boolean;
  readonly output: Output;
}

async function main(wishes: StartOptions) {
  const { output } = wishes;
  const ending = new AbortController();
  /** The steps that an end has to undo, the latest first. */
  const undo: (() => unknown)[] = [];
  let mistake: unknown;
  let shopPage: MerchantPage | undefined;
  let localConsole: LocalConsole | undefined;
  const clear = onceOnly(async () => {
    ending.abort(new Error('The switch is stopping.'));
    for (const step of undo.splice(0).reverse()) await step();
  });
  const stop = onceOnly(async () => {
    await clear().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
    process.exit(process.exitCode ?? 0);
  });
  // This comes first, so that an interrupt finds nothing that it leaves behind.
  const { forgetLauncher } = endOnInterrupt(stop);

  await check(wishes).catch((error: unknown) => {
    forgetLauncher();
    throw error;
  });
  if (ending.signal.aborted) return;
  for (const folder of [
    ...removeAbandoned(root, '.turnout-'),
    ...removeAbandoned(join(root, 'dist'), '.new-'),
    ...removeAbandoned(tmpdir(), scratchPrefix),
  ]) {
    output.progress(`Removed ${folder}, which a switch that was killed left behind.`);
  }

  // Each run has its own folder for the assembly, so that two switches can run side by side.
  const directory = ownedFolder(root, '.turnout-');
  // A bundle that is just being linked may be added meanwhile.
  undo.push(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }));
  const { data } = wishes;
  if (data !== undefined) {
    own(data);
    undo.push(() => disown(data));
  }
  const growing = grow(directory, output);
  const pages = () => frontPage({ console: localConsole?.url, shop: shopPage?.url });
  const running = start(growing, wishes, pages, ending.signal).catch((error: unknown) => {
    mistake = error;
    return undefined;
  });
  undo.push(async () => (await running)?.stop());
  undo.push(() => Promise.all([shopPage?.stop(), localConsole?.stop()]));
  undo.push(growing.stop);

  const assembly = await running;
  if (ending.signal.aborted) return;
  if (!assembly) {
    await clear();
    forgetLauncher();
    // The log may have the end of the tables already.
    if (!(mistake instanceof TablesEnded && isTablesEndLogged)) throw printError(mistake);
    process.exitCode = 1;
    return;
  }
  void assembly.failure.then(() => {
    process.exitCode = 1;
    return stop();
  });
  for (const { name, url } of assembly.apis) {
    output.result({ kind: 'api', name, url }, `${name} listens on ${url}`);
  }
  output.progress(
    `Connectors that lead elsewhere than to their processors: ${process.env.CONNECTOR_URLS || 'stripe=sandbox'}.`,
  );
  shopPage = await startMerchantShop(assembly.apis);
  if (shopPage) {
    const { url } = shopPage;
    output.result({ kind: 'page', name: 'shop', url }, `The example shop is at ${url}`);
  } else {
    output.progress(`Port ${shop.port} is taken: no example shop. ${shop.variable} moves it.`);
  }
  localConsole = await startLocalConsole(assembly);
  if (localConsole) {
    const { url } = localConsole;
    output.result({ kind: 'page', name: 'console', url }, `The console is at ${url}`);
  } else {
    const { port, variable } = consolePort;
    output.progress(`Port ${port} is taken: no console. ${variable} moves it.`);
  }
  const keys = { adminApiKey: adminKey(), vaultApiKey: masterKey() };
  output.result(
    { kind: 'ready', ...keys },
    `The operator's key is ${keys.adminApiKey}.\nThe master key of the vault is ${keys.vaultApiKey}.\nready`,
  );
  // A first payment after `ready` comes sooner where no build takes the processors.
  await pause(firstRequestsMs, undefined, { signal: ending.signal }).catch(() => undefined);
  if (ending.signal.aborted) return;
  await growing.proveTemplates();
  await growing.bundleOthers().catch((error: unknown) => {
    if (!ending.signal.aborted)
      console.error(`Functions are bundled when they are asked for: ${error}`);
  });
}

/**
 * Checks prerequisites before anything is built. Throws a UsageError that names all missing ones.
 */
async function check({ data, output }: StartOptions) {
  output.progress('Checking ports and folders.');
  // A number that is no port is reported with all other missing prerequisites.
  const isOpen = async ({ port }: typeof shop) => !(port <= 65_535) || (await isFree(port));
  const [shopIsOpen, consoleIsOpen] = await Promise.all([isOpen(shop), isOpen(consolePort)]);
  const missing = await missingPrerequisites({
    // The switch starts even if another program uses the port of the shop or of the console.
    ports: [
      ...Object.values(ports),
      ...(shopIsOpen ? [shop] : []),
      ...(consoleIsOpen ? [consolePort] : []),
    ],
    dataDirectory: data,
    workDirectory: root,
    dynamodbEndpoint,
    settingProblems: laptopSettings(process.env).problems,
  });
  if (missing.length > 0) throw new UsageError(missing.join('\n'));
}

async function start(
  growing: GrowingAssembly,
  { data, verbose, output }: StartOptions,
  pages: () => FrontPage | undefined,
  signal: AbortSignal,
) {
  output.progress(
    dynamodbEndpoint
      ? `Using the database at ${dynamodbEndpoint}.`
      : `Starting the tables, with data ${data === undefined ? 'in memory' : `in ${data}`}.`,
  );
  const assembly = await runAssembly({
    directory: growing.directory.then((directory) => {
      output.progress('Starting its tables, queues, APIs and functions.');
      return directory;
    }),
    prepareCode: growing.prepareCode,
    signal,
    checkFunctions: refuseProduction,
    port: ({ name }) => ownMember(ports, name)?.port,
    frontPage: ({ name }) => (name === 'turnout-laptop' ? pages() : undefined),
    secretValue: ({ logicalId }) => {
      if (logicalId.startsWith('AdminKey')) return adminKey();
      return logicalId.startsWith('MasterKey') ? masterKey() : undefined;
    },
    sourcePace: { maxWindowMs: longestWindowMs },
    ...(data !== undefined && { dataDirectory: data }),
    ...(dynamodbEndpoint && { dynamodbEndpoint }),
    log: (line) => {
      const { level, source, message } = line;
      lines.add(line);
      // Without its tables every call fails, so only the reason for their end is printed.
      if (isTablesEndLogged || signal.aborted) return;
      isTablesEndLogged = level === 'error' && source === 'tables';
      if (verbose || level === 'warn' || level === 'error') {
        printLog(`${new Date().toISOString()} ${level} ${source}: ${message}`);
      }
    },
  });
  try {
    await growing.first;
    await untilAnswering(assembly.apis, signal);
  } catch (error) {
    await assembly.stop();
    throw error;
  }
  return assembly;
}

/** How long a start waits for its first answer, in milliseconds, on a machine that is very busy. */
const firstAnswerMs = 60_000;

/**
 * Waits until the request that everyone sends first is answered, so that `ready` means it. It has
 * another key than the operator's, so that it is refused once its function, the tables and the
 * operator's key have been reached.
 */
async function untilAnswering(apis: RunningAssembly['apis'], signal: AbortSignal): Promise<void> {
  const url = apis.find(({ name }) => name === 'turnout-laptop')?.url;
  const giveUpAt = Date.now() + firstAnswerMs;
  while (url !== undefined && Date.now() < giveUpAt && !signal.aborted) {
    const headers = { 'api-key': 'none', 'content-type': 'application/json' };
    const answer = await sendSafely(`${url}/accounts`, {
      ...{ method: 'POST', headers, signal },
      body: JSON.stringify({ merchant_id: 'none' }),
    }).catch(() => undefined);
    if (answer?.status === 401) return;
    await pause(200, undefined, { signal }).catch(() => undefined);
  }
}

/** A line of a log may contain a stranger's text. */
const printLog = (line: string) => console.error(printable(line));

function grow(directory: string, { progress }: Output): GrowingAssembly {
  const { given: settings } = laptopSettings(process.env);
  const cache = process.env.BUILD_CACHE;
  return growLaptopAssembly(directory, settings, {
    ...(cache && { cache: resolve(cache) }),
    first: firstPaymentFunctions,
    next: nextStepFunctions,
    mayBeStale: true,
    say: progress,
  });
}

/** Starts the example shop, unless another program uses its port. */
async function startMerchantShop(apis: RunningAssembly['apis']): Promise<MerchantPage | undefined> {
  const urlOf = (wanted: string) => apis.find(({ name }) => name === wanted)?.url ?? '';
  return startMerchantPage({
    port: shop.port,
    switchUrl: urlOf('turnout-laptop'),
    vaultUrl: urlOf('turnout-laptop-vault'),
    adminKey: adminKey(),
    log: (line) => printLog(`The example shop: ${line}`),
  }).catch(() => undefined);
}

/** Starts the console, unless another program uses its port. */
async function startLocalConsole({
  apis,
  inside,
  metrics,
}: RunningAssembly): Promise<LocalConsole | undefined> {
  return startConsole({
    port: consolePort.port,
    inside,
    metrics,
    lines,
    adminKey: adminKey(),
    switchUrl: apis.find(({ name }) => name === 'turnout-laptop')?.url ?? '',
    // These are loaded when a browser opens the page.
    realConnectors: async () => {
      const { allAbouts } = await import('#connectors/abouts.ts');
      return allAbouts().flatMap(({ addresses, displayName }) => (addresses ? displayName : []));
    },
    page: async () => (await import('../../tools/bundle/bundle-console.ts')).bundleConsole(),
    docs: async () => (await import('../../site/open-site.ts')).openSite(),
    log: ({ level, source, message }) => printLog(`${level} ${source}: ${message}`),
  }).catch(() => undefined);
}

/** Prints an error that the user can correct in one line, and every other error in full. */
function printError(error: unknown): unknown {
  const known = [PortTaken, DamagedData, TablesEnded, QueuesEnded];
  const isKnown = error instanceof Error && known.some((one) => error instanceof one);
  return isKnown ? new UsageError(error.message, { cause: error }) : error;
}

function adminKey() {
  return process.env.ADMIN_API_KEY || 'test_admin';
}

function masterKey() {
  return process.env.VAULT_API_KEY || 'vault_test_master';
}

/** A value that is not a number is reported together with all other missing prerequisites. */
function portFrom(variable: string, otherwise: number) {
  const given = process.env[variable] || String(otherwise);
  return { variable, port: /^\d+$/.test(given) ? Number(given) : Number.NaN };
}

function onceOnly(run: () => Promise<void>) {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}

await runAsProgram(import.meta, startSwitch);
