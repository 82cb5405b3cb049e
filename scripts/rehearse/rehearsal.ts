import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { type PaymentRequest, verifyWebhook } from '#turnout/node';
import { askJson } from '../../console/ask-json.ts';
import { switchClient } from '../../console/switch-client.ts';
import { byTestCard, createTestMerchant, newProcessorKey } from '../../console/test-merchant.ts';
import { type RunningAssembly, runAssembly } from '../../local/run-assembly.ts';
import { type BuiltInTables, startBuiltInTables } from '../../local/services/built-in-tables.ts';
import { writeLaptopAssembly } from '../../tools/templates/laptop-assembly.ts';
import type { Command, Surroundings } from '../command-line/program.ts';
import { refuseProduction } from '../start/refuse-production.ts';

const region = 'eu-west-1';
/** The name of the table that the second switch goes on with. */
export const restoredName = 'turnout-laptop-restored';
const adminKey = randomBytes(24).toString('hex');

/** The result of one check of the rehearsal. */
export interface RehearsedCheck {
  readonly what: string;
  readonly isGood: boolean;
  /** The value or the error that was found instead. */
  readonly failure?: string;
}

/**
 * Plays a rehearsal in a world of its own, which ends with it. It prints its parts, and each check
 * with `ok` or `NOT OK`.
 */
export async function rehearseWith(
  rehearse: (world: World, stage: RehearsalStage) => Promise<void>,
  say: (line: string) => void,
  surroundings: Surroundings,
): Promise<readonly RehearsedCheck[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'turnout-rehearsal-'));
  const receiver = await receiveWebhooks();
  const database = await startDatabase();
  const world = { ...database, folder, receiver, surroundings: leadingTo(database, surroundings) };
  const checks: RehearsedCheck[] = [];
  const check: Check = async (what, act) => {
    const failure = await act().then(
      (result) => (result === true ? undefined : `it is ${JSON.stringify(result)}`),
      (error: unknown) => String(error),
    );
    const isGood = failure === undefined;
    checks.push({ what, isGood, ...(failure !== undefined && { failure }) });
    say(isGood ? `ok      ${what}` : `NOT OK  ${what}: ${failure}`);
  };
  try {
    await rehearse(world, { say, check });
  } finally {
    await receiver.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return checks;
}

/** A database of a switch, and a client of it. */
export interface Database {
  readonly tables: BuiltInTables;
  readonly client: DynamoDBClient;
  readonly endpoint: string;
  readonly accessKeyId: string;
  stop(): Promise<void>;
}

export async function startDatabase(): Promise<Database> {
  const tables = await startBuiltInTables(region, undefined, () => undefined);
  const { host, port, accessKeyId } = await tables.listen();
  const endpoint = `http://${host}:${port}`;
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region, credentials });
  return {
    tables,
    client,
    endpoint,
    accessKeyId,
    async stop() {
      client.destroy();
      await tables.stop();
    },
  };
}

/** Lead the commands of this repository to a database. */
export const leadingTo = (
  { endpoint, accessKeyId }: Database,
  surroundings: Surroundings,
): Surroundings => ({
  ...surroundings,
  environment: {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'local',
  },
  // They come to their end: Ctrl-C ends the rehearsal as a whole.
  ending: () => new AbortController().signal,
});

/** Prints whether something is as it should be: `act` resolves with true. */
type Check = (what: string, act: () => Promise<unknown>) => Promise<void>;

/** Where a rehearsal prints its parts and its checks. */
export interface RehearsalStage {
  readonly say: (line: string) => void;
  readonly check: Check;
}

export interface World extends Database {
  readonly folder: string;
  readonly receiver: Receiver;
  /** Lead the commands of this repository to the database. */
  readonly surroundings: Surroundings;
}

export const errorOf = (error: unknown) => error;

export interface RunningSwitch {
  readonly assembly: RunningAssembly;
  readonly url: string;
  readonly sandboxUrl: string;
}

interface Restored {
  /** The name of the table that was copied. */
  readonly from: string;
  /** The folder with the keys, secrets, files and messages that the second switch has. */
  readonly kept?: string;
  /** The APIs of the switch before: the processor calls them back where they were. */
  readonly ports: RunningAssembly['apis'];
}

/** The switch with everything that it kept: on its own table, or on the copy of that one. */
export async function startSwitch(
  world: Pick<World, 'folder' | 'tables'>,
  restored?: Restored,
): Promise<RunningSwitch> {
  const directory = path.join(world.folder, restored ? 'after' : 'before');
  const streamArn = `arn:aws:dynamodb:${region}:000000000000:table/${restoredName}/stream/2025-01-01T00:00:00.000`;
  await writeLaptopAssembly(
    directory,
    restored ? { tableName: restoredName, tableStreamArn: streamArn } : {},
  );
  const assembly = await runAssembly({
    directory,
    checkFunctions: refuseProduction,
    dataDirectory: restored?.kept ?? path.join(world.folder, 'kept'),
    tables: world.tables,
    ...(restored && { restoredTables: [{ name: restoredName, from: restored.from }] }),
    port: ({ name }) => {
      const before = restored?.ports.find((one) => one.name === name);
      return before && Number(new URL(before.url).port);
    },
    secretValue: ({ logicalId }) => (logicalId.startsWith('AdminKey') ? adminKey : undefined),
    sourcePace: { everyMs: 60, maxWindowMs: 60 },
  });
  const urlOf = (name: string) => assembly.apis.find((one) => one.name === name)?.url ?? '';
  return {
    assembly,
    url: urlOf('turnout-laptop'),
    sandboxUrl: urlOf('turnout-laptop-processor'),
  };
}

/** A merchant with a processor, and with a server for its webhooks. */
export async function aShop({ url }: RunningSwitch, receiver: Receiver) {
  const id = `rehearsal_${randomBytes(6).toString('hex')}`;
  const processorKey = newProcessorKey();
  const account = { merchant_id: id, webhook_details: { webhook_url: receiver.url } };
  const operator = { url, apiKey: adminKey };
  const { apiKey, connect, hashKey } = await createTestMerchant(operator, account, {
    name: 'rehearsal',
  });
  receiver.verifyBy(hashKey);
  await connect('stripe_test', { processorKey });
  const at = ({ url: baseUrl }: RunningSwitch) => {
    const turnout = switchClient({ url: baseUrl, apiKey });
    return {
      turnout,
      /** The id of a new payment by a published test card. */
      async pay(more: PaymentRequest = {}) {
        const { payment_id } = await turnout.payments.create({
          amount: 6_540,
          currency: 'EUR',
          confirm: true,
          ...byTestCard(),
          ...more,
        });
        return payment_id;
      },
      async eventIdsOf(paymentId: string) {
        const ids: string[] = [];
        const events = turnout.events.list(id, { object_id: paymentId });
        for await (const { event_id } of events) ids.push(event_id);
        return ids;
      },
    };
  };
  return {
    at,
    /** The processor's record of a payment. */
    async bookOf(running: RunningSwitch, paymentId: string) {
      const { reference_id } = await at(running).turnout.payments.retrieve(paymentId);
      const Book = v.object({ id: v.string(), status: v.string(), captures: v.array(v.unknown()) });
      const url = `${running.sandboxUrl}/payments/${reference_id}`;
      return askJson(url, Book, { apiKey: processorKey });
    },
  };
}

/** The name of the switch's own table. */
export async function tableOf({ assembly }: RunningSwitch, { client }: Database): Promise<string> {
  const own = assembly.inside.tables.find(({ name }) => name.includes('-data-'));
  if (!own) throw new Error('The switch has no table.');
  await client.send(new DescribeTableCommand({ TableName: own.name }));
  return own.name;
}

type Stored = Readonly<Record<string, { readonly S?: string | undefined }>>;

/**
 * Copies a table as a restore does: all items and indexes, without stream and time to live.
 *
 * @param isCopied whether an item gets into the copy
 */
export async function copyTable(
  from: { readonly client: DynamoDBClient; readonly name: string },
  to: { readonly client: DynamoDBClient; readonly name: string },
  isCopied: (item: Stored) => boolean = () => true,
) {
  const { client } = from;
  const { Table } = await client.send(new DescribeTableCommand({ TableName: from.name }));
  await to.client.send(
    new CreateTableCommand({
      TableName: to.name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(
        ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
      ),
    }),
  );
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from.name })) {
    for (const Item of Items.filter(isCopied)) {
      await to.client.send(new PutItemCommand({ TableName: to.name, Item }));
    }
  }
}

/** Runs a command of this repository on the restored table, and returns its output. */
export async function run(
  { surroundings }: Pick<World, 'surroundings'>,
  command: Command,
  ...[word = '', ...options]: readonly string[]
): Promise<string> {
  let said = '';
  const taker = {
    write(text: string) {
      said += text;
    },
  };
  const args = [word, '--table', restoredName, ...options];
  await command.run(args, { ...surroundings, output: taker, errors: taker });
  return said;
}

export interface Receiver {
  readonly url: string;
  verifyBy(key: string): void;
  /** The ids of the events about a payment that came. */
  eventsOf(paymentId: string): readonly string[];
  /** The ids of events that came more than once. */
  deliveredTwice(): readonly string[];
  stop(): Promise<void>;
}

const Event = v.object({ event_id: v.string() });

/** A merchant's server, which takes webhooks that are signed with its key. */
async function receiveWebhooks(): Promise<Receiver> {
  const received: { readonly id: string; readonly body: string }[] = [];
  let key = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const isGenuine = await verifyWebhook(body, request.headers, key).then(
      () => true,
      () => false,
    );
    response.writeHead(isGenuine ? 200 : 401).end();
    if (!isGenuine) return;
    const text = body.toString('utf8');
    received.push({ id: v.parse(Event, JSON.parse(text)).event_id, body: text });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    verifyBy: (given) => {
      key = given;
    },
    eventsOf: (paymentId) =>
      received.filter(({ body }) => body.includes(paymentId)).map(({ id }) => id),
    deliveredTwice: () =>
      received.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
