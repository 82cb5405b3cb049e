import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { itemFromWire } from '#platform/table/attribute-values.ts';
import { unpacked } from '#platform/table/packed-item.ts';
import type { AwsCall } from '../../../local/aws/aws-call.ts';
import type { TraceLine } from '../../../local/iam/access-trace.ts';
import type { Log } from '../../../local/log.ts';
import {
  type Invoke,
  type LogLine,
  type RunningAssembly,
  type RunOptions,
  runAssembly,
} from '../../../local/run-assembly.ts';
import { writeLaptopAssembly } from '../../../tools/templates/laptop-assembly.ts';
import type { Settings } from '../../../tools/templates/synthesize.ts';
import { layDownAssembly } from '../deployment/built-assembly.ts';
import { openTraceFile } from '../deployment/trace-file.ts';
import { operationAt, unpublishedIn } from '../requests/published-answers.ts';

/** The whole switch, as it would be deployed for a laptop, running on free ports. */
export interface RunningSwitch {
  /** Where the API listens. */
  readonly url: string;
  /** Where the sandbox processor listens. */
  readonly sandboxUrl: string;
  /** Where the card vault listens. */
  readonly vaultUrl: string;
  readonly assembly: RunningAssembly;
  call: Call;
  /** Every answer that `call` got, as it was on the wire. */
  readonly answers: readonly Exchange[];
  /** Everything that functions and the runtime have logged since then. */
  readonly lines: readonly LogLine[];
  /** All items of all tables, or those whose key begins so; read past every rule. */
  items(beginning?: string): Promise<readonly Stored[]>;
  /** Writes an item past every rule, into the switch's own table unless another is named. */
  put(item: Readonly<Record<string, unknown>>, table?: string): Promise<void>;
  /** Writes an item anew with these attributes changed, past every rule. */
  rewrite(item: Stored, changes: Readonly<Record<string, unknown>>): Promise<void>;
  /** Takes an item away, past every rule. */
  remove(item: Pick<Stored, 'table' | 'pk' | 'sk'>): Promise<void>;
  /** The bodies of all messages that wait in the queues. */
  queued(): Promise<readonly string[]>;
  /** Throws when any answer that `call` got was not as published. */
  stop(): Promise<void>;
}

/** A started switch, which several suites may use one after another. */
export interface StartedSwitch {
  readonly assembly: RunningAssembly;
  /**
   * The switch from now on: without the merchants that were there before, and without their lines,
   * items and messages. Lines, items and messages of no merchant are everybody's. To stop it only
   * ends this view. It cannot wait until all is idle: work that another suite left may take minutes.
   */
  look(log?: Log): RunningSwitch;
  stop(): Promise<void>;
}

/** An item in DynamoDB's own notation, with its packed members and bytes as plain text too. */
interface Stored {
  /** The name of its table. */
  readonly table: string;
  readonly pk: string;
  readonly sk: string;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** The same as plain values, unpacked. */
  readonly value: Readonly<Record<string, unknown>>;
  /** All of it that can be read by whoever holds the item. */
  readonly text: string;
}

/** Asks the API, or the server that `path` names with scheme and host. Redirects are answers. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PATCH' | 'OPTIONS',
  path: string,
  given?: {
    readonly key?: string | undefined;
    /** Text is sent as it is, everything else as JSON. */
    readonly body?: unknown;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
  },
) => Promise<Answer>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined when it is none. */
  readonly body: unknown;
}

export interface Exchange {
  readonly request: string;
  readonly answer: Answer;
}

export const adminKey = 'test_admin';
/** The first API key of the vault's own tenant. */
export const vaultMasterKey = 'vault_test_master';
/** CloudFront's header, in an assembly with an edge. */
export const edgeSecret = 'edge_test_secret';

export interface StartOptions
  extends Pick<RunOptions, 'dataDirectory' | 'functionEnvironment' | 'clockShifts'> {
  /** Settings of the deployment, as `-c NAME=VALUE` gives them; an assembly of its own is made. */
  readonly settings?: Settings;
  /** How often a stream's change that cannot be told is tried again. */
  readonly streamRetries?: number;
  /** Gets each line that functions and the runtime log, besides `lines`. */
  readonly log?: Log;
  /** Gets each decision on a call of AWS. */
  readonly accessTrace?: (line: TraceLine) => void;
  /** Wraps how functions are invoked. */
  readonly invoking?: (ordinary: Invoke) => Invoke;
  /** Changes the started assembly, as a deployment of other templates would: they come by their stack. */
  readonly change?: (templates: ReadonlyMap<string, Template>) => void;
}

/** Starts the same as `npm start`, for one caller. */
export async function startSwitch({ log, ...options }: StartOptions = {}): Promise<RunningSwitch> {
  const started = await startSwitchForSeveral(options, log);
  const running = started.look();
  return {
    ...running,
    assembly: { ...running.assembly, idle: started.assembly.idle },
    async stop() {
      await started.stop();
      await running.stop();
    },
  };
}

/**
 * Starts the same as `npm start`.
 *
 * @param log gets the lines from the start on
 */
export async function startSwitchForSeveral(
  options: Omit<StartOptions, 'log'> = {},
  log: Log = () => undefined,
): Promise<StartedSwitch> {
  const { dataDirectory, functionEnvironment, clockShifts } = options;
  const directory = await mkdtemp(join(process.env.TURNOUT_TEST_RUN ?? tmpdir(), 'switch-'));
  const readers = new Set<Log>([log]);
  const merchants = new Set<string>();
  const trace = openTraceFile();
  const traced = [trace?.write, options.accessTrace].filter((one) => one !== undefined);
  const close = async () => {
    trace?.close();
    await rm(directory, { recursive: true, force: true });
  };

  let assembly: RunningAssembly;
  try {
    assembly = await runAssembly({
      directory: await assemblyIn(join(directory, 'assembly'), options),
      secretValue: ({ logicalId }) => {
        if (logicalId.startsWith('AdminKey')) return adminKey;
        if (logicalId.startsWith('EdgeSecret')) return edgeSecret;
        return logicalId.startsWith('MasterKey') ? vaultMasterKey : undefined;
      },
      // A test that waits for an event need not wait for Lambda's rate, nor for a batch to fill.
      sourcePace: { everyMs: 60, maxWindowMs: 60 },
      ...(dataDirectory !== undefined && { dataDirectory }),
      ...(functionEnvironment && { functionEnvironment }),
      ...(clockShifts && { clockShifts }),
      ...(options.invoking && { invoking: options.invoking }),
      ...(traced.length > 0 && {
        accessTrace(line) {
          for (const write of traced) write(line);
        },
      }),
      log(line) {
        for (const merchant of merchantsIn(line.message)) merchants.add(merchant);
        for (const read of readers) read(line);
      },
    });
  } catch (error) {
    await close();
    throw error;
  }

  return {
    assembly,
    look(read) {
      const lines: LogLine[] = [];
      const isOthers = namesOneOf(new Set(merchants));
      const add: Log = (line) => {
        if (isOthers(line.message)) return;
        lines.push(line);
        read?.(line);
      };
      readers.add(add);
      const end = async () => {
        readers.delete(add);
      };
      return { ...askedThroughApis(assembly, end), ...readPastRules(assembly, isOthers), lines };
    },
    async stop() {
      await assembly.stop();
      await close();
    },
  };
}

/** Writes the assembly that these options ask for, and returns its folder. */
async function assemblyIn(
  directory: string,
  { settings, streamRetries, change }: StartOptions,
): Promise<string> {
  if (settings) await writeLaptopAssembly(directory, settings);
  else await layDownAssembly(directory);
  if (streamRetries !== undefined) retryStreams(directory, streamRetries);
  if (change) changeTemplates(directory, change);
  return directory;
}

/** The merchants that a line, the key of an item or a message names. */
const merchantsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:merchant(?:_id|Id)\\?":\\?"|(?:MERCHANT|TENANT)#)([\w-]+)/g)].map(
    ([, id = '']) => id,
  );
const namesOneOf = (merchants: ReadonlySet<string>) => (text: string) =>
  merchants.size > 0 && merchantsIn(text).some((id) => merchants.has(id));

/** The switch as its callers reach it. */
function askedThroughApis(
  assembly: RunningAssembly,
  end: () => Promise<void>,
): Pick<
  RunningSwitch,
  'url' | 'sandboxUrl' | 'vaultUrl' | 'assembly' | 'call' | 'answers' | 'stop'
> {
  const urlOf = (name: string) => {
    const api = assembly.apis.find((one) => one.name === name);
    if (!api) throw new Error(`There is no API ${name}.`);
    return api.url;
  };
  const url = urlOf('turnout-laptop');
  const answers: Exchange[] = [];
  const unpublished = new Set<string>();
  const ask = callerOf(url, answers);
  const stop = async () => {
    await end();
    if (unpublished.size > 0) {
      throw new Error(`Answers that are not as published:\n${[...unpublished].join('\n')}`);
    }
  };
  const idle = () =>
    Promise.reject(new Error('A suite that waits until all is idle needs a switch of its own.'));
  return {
    url,
    sandboxUrl: urlOf('turnout-laptop-processor'),
    vaultUrl: urlOf('turnout-laptop-vault'),
    assembly: { ...assembly, stop, idle },
    answers,
    async call(method, path, given) {
      const answer = await ask(method, path, given);
      const { origin, pathname } = new URL(path, `${url}/`);
      const operation = origin === url ? operationAt(method, pathname) : undefined;
      if (operation && answer.status === 200) {
        for (const one of unpublishedIn(operation, answer.body)) unpublished.add(one);
      }
      return answer;
    },
    stop,
  };
}

/** The state of the switch, past the permissions of functions. */
function readPastRules(
  { inside: { dynamodb, tables, queues, messages } }: RunningAssembly,
  isOthers: (text: string) => boolean,
): Pick<RunningSwitch, 'items' | 'put' | 'rewrite' | 'remove' | 'queued'> {
  const write = async (TableName: string, attributes: object) => {
    const Item = JSON.parse(
      JSON.stringify(attributes, (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ),
    );
    await dynamodb(`${api}.PutItem`, { TableName, Item });
  };
  return {
    async items(beginning = '') {
      const all = await Promise.all(
        tables.map(({ name }) => scan(dynamodb, name, beginning, isOthers)),
      );
      return all.flat();
    },
    async put(item, table) {
      const own = tables.find(({ name }) => name.startsWith('turnout-laptop-data-'))?.name;
      await write(table ?? own ?? '', marshall(item, { removeUndefinedValues: true }));
    },
    rewrite: ({ table, attributes }, changes) =>
      write(table, { ...attributes, ...marshall(changes) }),
    async remove({ table: TableName, pk, sk }) {
      await dynamodb(`${api}.DeleteItem`, { TableName, Key: { pk: { S: pk }, sk: { S: sk } } });
    },
    async queued() {
      const waiting = await Promise.all(queues.map(messages));
      return waiting
        .flat()
        .map(({ body }) => body)
        .filter((body) => !isOthers(body));
    },
  };
}

const api = 'DynamoDB_20120810';

/** The text at a path such as `next_action.redirect_to_url`; throws when there is none. */
export function textAt({ body, text }: Answer, path: string): string {
  const found = path
    .split('.')
    .reduce(
      (value: unknown, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      body,
    );
  if (typeof found !== 'string') throw new Error(`No ${path} in ${text.slice(0, 500)}`);
  return found;
}

/** Calls the API at this address, and notes its answer. */
export function callerOf(url: string, answers: Exchange[] = []): Call {
  return async (method, path, { key, body, query, headers } = {}) => {
    const target = new URL(path, `${url}/`);
    for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, value);
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { 'api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
    answers.push({ request: `${method} ${target.pathname}`, answer });
    return answer;
  };
}

/** A request that cannot be sent is given up sooner, so that no test waits for it. */
function retryStreams(directory: string, times: number) {
  for (const file of globSync(join(directory, '*.template.json'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/"MaximumRetryAttempts": \d+/, `"MaximumRetryAttempts": ${times}`),
    );
  }
}

/** A template as far as tests change it. */
const Template = v.looseObject({
  Resources: v.record(
    v.string(),
    v.looseObject({
      Type: v.string(),
      Properties: v.optional(v.record(v.string(), v.unknown())),
    }),
  ),
});
export type Template = v.InferOutput<typeof Template>;

function changeTemplates(
  directory: string,
  change: (templates: ReadonlyMap<string, Template>) => void,
) {
  const suffix = '.template.json';
  const templates = new Map(
    globSync(`*${suffix}`, { cwd: directory }).map((file) => [
      file.slice(0, -suffix.length),
      v.parse(Template, JSON.parse(readFileSync(join(directory, file), 'utf8'))),
    ]),
  );
  change(templates);
  for (const [stack, template] of templates) {
    writeFileSync(join(directory, `${stack}${suffix}`), JSON.stringify(template));
  }
}

async function scan(
  dynamodb: AwsCall,
  TableName: string,
  beginning: string,
  isOthers: (key: string) => boolean,
) {
  const found: Stored[] = [];
  // The built-in tables scan in the order of the keys, so that a scan can begin and end where they
  // do.
  const isInOrder = beginning !== '';
  let from: ScanKey | undefined = isInOrder ? { pk: { S: beginning }, sk: { S: ' ' } } : undefined;
  for (;;) {
    const { Items, LastEvaluatedKey } = v.parse(
      Scan,
      await dynamodb(`${api}.Scan`, {
        TableName,
        ...(beginning && {
          FilterExpression: 'begins_with(pk, :beginning)',
          ExpressionAttributeValues: { ':beginning': { S: beginning } },
        }),
        ...(isInOrder && { Limit: 100 }),
        ...(from !== undefined && { ExclusiveStartKey: { ...from } }),
      }),
    );
    const shown = Items.filter(({ pk }) => !(pk && 'S' in pk && isOthers(pk.S)));
    found.push(...shown.map((attributes) => stored(TableName, attributes)));
    if (!LastEvaluatedKey) return found;
    if (isInOrder && !LastEvaluatedKey.pk.S.startsWith(beginning)) return found;
    from = LastEvaluatedKey;
  }
}

type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: boolean }
  | { readonly L: readonly AttributeValue[] }
  | { readonly M: Readonly<Record<string, AttributeValue>> };

const AttributeValue: v.GenericSchema<AttributeValue> = v.lazy(() =>
  v.union([
    v.object({ S: v.string() }),
    v.object({ N: v.string() }),
    v.object({ B: v.string() }),
    v.object({ BOOL: v.boolean() }),
    v.object({ NULL: v.boolean() }),
    v.object({ L: v.array(AttributeValue) }),
    v.object({ M: v.record(v.string(), AttributeValue) }),
  ]),
);
const ScanKey = v.object({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) });
type ScanKey = v.InferOutput<typeof ScanKey>;
const Scan = v.object({
  Items: v.array(v.record(v.string(), AttributeValue)),
  LastEvaluatedKey: v.optional(ScanKey),
});

function stored(table: string, attributes: Readonly<Record<string, AttributeValue>>): Stored {
  const { pk, sk } = attributes;
  if (!pk || !sk || !('S' in pk) || !('S' in sk)) throw new Error('An item without its keys.');
  const value = unpacked(itemFromWire(attributes));
  const bytes = [...JSON.stringify(attributes).matchAll(/\{"B":"([^"]*)"\}/g)].map(
    ([, base64 = '']) => Buffer.from(base64, 'base64').toString('latin1'),
  );
  return {
    table,
    pk: pk.S,
    sk: sk.S,
    attributes,
    value,
    text: [JSON.stringify(attributes), JSON.stringify(value), ...bytes].join('\n'),
  };
}

/** The identifiers of an answered payment that its number at the processor is made of. */
export const sentIn = (answer: Answer) => ({
  payment_id: textAt(answer, 'payment_id'),
  merchant_connector_id: textAt(answer, 'merchant_connector_id'),
});
