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
import { CallFailed, caller } from '../../console/json-calls.ts';
import { byTestCard, createTestMerchant } from '../../console/test-merchant.ts';
import { type RunningAssembly, runAssembly } from '../../local/run-assembly.ts';
import { type BuiltInTables, startBuiltInTables } from '../../local/services/built-in-tables.ts';
import { verifyWebhook } from '../../packages/node/src/index.ts';
import { writeLaptopAssembly } from '../../tools/laptop-assembly.ts';
import type { Command, Surroundings } from '../command-line/program.ts';
import { events } from '../events.ts';
import { lists } from '../lists.ts';
import { refuseProduction } from '../start/refuse-production.ts';

const region = 'eu-west-1';
const restoredName = 'turnout-laptop-restored';
const adminKey = randomBytes(24).toString('hex');

/** The result of one check of the rehearsal. */
export interface RehearsedCheck {
  readonly what: string;
  readonly isGood: boolean;
  /** The value or the error that was found instead. */
  readonly failure?: string;
}

/**
 * Rehearses `docs/runbooks/restore.md` on this machine: a switch works, its table is copied as a
 * restore to a moment would make it, work goes on and is lost, and the switch goes on with the
 * copy. It prints its parts, and each check with `ok` or `NOT OK`.
 *
 * It cannot rehearse the restore itself, which only AWS can do.
 */
export async function rehearseRestore(
  say: (line: string) => void,
  surroundings: Surroundings,
): Promise<readonly RehearsedCheck[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'turnout-rehearsal-'));
  const database = await startBuiltInTables(region, undefined, () => undefined);
  const receiver = await receiveWebhooks();
  const { host, port, accessKeyId } = await database.listen();
  const endpoint = `http://${host}:${port}`;
  const world = {
    folder,
    database,
    receiver,
    client: new DynamoDBClient({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey: 'local' },
    }),
    surroundings: {
      ...surroundings,
      environment: {
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: 'local',
      },
      // They come to their end: Ctrl-C ends the rehearsal as a whole.
      ending: () => new AbortController().signal,
    },
  };
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
    world.client.destroy();
    await receiver.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return checks;
}

/** Prints whether something is as it should be: `act` resolves with true. */
type Check = (what: string, act: () => Promise<unknown>) => Promise<void>;

interface World {
  readonly folder: string;
  readonly database: BuiltInTables;
  readonly receiver: Receiver;
  readonly client: DynamoDBClient;
  /** Lead the commands of this repository to the database. */
  readonly surroundings: Surroundings;
}

const Payment = v.object({ payment_id: v.string(), status: v.string(), connector: v.string() });
const Listed = v.object({ data: v.array(v.object({ payment_id: v.string() })) });

async function rehearse(
  world: World,
  { say, check }: { say: (line: string) => void; check: Check },
) {
  const { receiver } = world;
  const since = new Date();
  say('A switch takes payments.');
  const first = await startSwitch(world);
  const shop = await aShop(first, receiver);
  const before = shop.at(first.url);
  const paid = await before.pay();
  const authorized = await before.pay({ capture_method: 'manual' });
  const missed = await before.pay();
  await first.assembly.idle();
  const own = await tableOf(first, world);

  say(`Its table is copied as it was at this moment, but for what a reader had not made yet.`);
  const heard = receiver.eventsOf(missed);
  await copyTable(world, own, ({ pk }) => !heard.some((id) => pk?.S?.includes(id)));
  const after = await before.pay();
  await first.assembly.idle();
  const charged = await shop.bookOf(first, after);
  await first.assembly.stop();

  say('The switch goes on with the copy.');
  const second = await startSwitch(world, { from: own, ports: first.assembly.apis });
  const now = shop.at(second.url);
  await check('a payment from before is there, by the same API key', async () => {
    const { status } = await now.call(`${second.url}/payments/${paid}`, Payment);
    return status === 'succeeded';
  });
  await check('an authorized one is captured at the processor', async () => {
    const url = `${second.url}/payments/${authorized}/capture`;
    return (await now.call(url, Payment, {})).status === 'succeeded';
  });
  await check('a captured one is refunded at the processor', async () => {
    const body = { payment_id: paid, amount: 100 };
    const { status } = await now.call(
      `${second.url}/refunds`,
      v.object({ status: v.string() }),
      body,
    );
    return status === 'succeeded';
  });

  say('What the readers of the stream missed is made again.');
  // Its own reader makes the events of the capture and the refund, which the command would count.
  await second.assembly.idle();
  await check('events -- rebuild makes the missing event', async () => {
    const said = await run(world, events, 'rebuild', '--since', since.toISOString());
    return / 1 made, 0 lost in part, 0 not rebuilt/.test(said) || said;
  });
  await check('it has the id that the merchant knows already', async () => {
    await second.assembly.idle();
    const again = await eventIdsOf(second, shop, missed);
    return JSON.stringify(again) === JSON.stringify(heard) || { heard, again };
  });
  await check(
    'lists -- rebuild puts every payment on the lists, and none that is lost',
    async () => {
      await run(world, lists, 'rebuild');
      await second.assembly.idle();
      const { data } = await now.call(`${second.url}/payments/list?limit=20`, Listed);
      const listed = data.map(({ payment_id }) => payment_id);
      const has = [paid, authorized, missed].every((id) => listed.includes(id));
      return (has && !listed.includes(after)) || listed;
    },
  );

  say('What came after the copy is lost for the switch, and not for the processor.');
  await check('a payment of that time is unknown', async () => {
    const error = await now.call(`${second.url}/payments/${after}`, Payment).catch(errorOf);
    return error instanceof CallFailed && error.code === 'HE_02' ? true : error;
  });
  await check(
    'its merchant repeats it by the same payment_id, and nobody is charged twice',
    async () => {
      await now.pay({ payment_id: after });
      const book = await shop.bookOf(second, after);
      return JSON.stringify(book) === JSON.stringify(charged) || book;
    },
  );
  await second.assembly.idle();
  await check('no merchant heard twice of what it had heard of', async () => {
    const twice = receiver.deliveredTwice();
    return twice.length === 0 || twice;
  });
  await second.assembly.stop();
}

const errorOf = (error: unknown) => error;

interface RunningSwitch {
  readonly assembly: RunningAssembly;
  readonly url: string;
  readonly sandboxUrl: string;
}

interface Restored {
  /** The name of the table that was copied. */
  readonly from: string;
  /** The APIs of the switch before: the processor calls them back where they were. */
  readonly ports: RunningAssembly['apis'];
}

/** The switch with everything that it kept: on its own table, or on the copy of that one. */
async function startSwitch(world: World, restored?: Restored): Promise<RunningSwitch> {
  const directory = path.join(world.folder, restored ? 'after' : 'before');
  const streamArn = `arn:aws:dynamodb:${region}:000000000000:table/${restoredName}/stream/2025-01-01T00:00:00.000`;
  await writeLaptopAssembly(
    directory,
    restored ? { tableName: restoredName, tableStreamArn: streamArn } : {},
  );
  const assembly = await runAssembly({
    directory,
    checkFunctions: refuseProduction,
    dataDirectory: path.join(world.folder, 'kept'),
    tables: world.database,
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
async function aShop({ url }: RunningSwitch, receiver: Receiver) {
  const id = `rehearsal_${randomBytes(6).toString('hex')}`;
  const processorKey = randomBytes(24).toString('base64url');
  const account = { merchant_id: id, webhook_details: { webhook_url: receiver.url } };
  const { call, connect, hashKey } = await createTestMerchant(
    { switchUrl: url, adminKey },
    account,
    'rehearsal',
  );
  receiver.verifyBy(hashKey);
  await connect('stripe_test', {
    connector_account_details: { auth_type: 'HeaderKey', api_key: processorKey },
  });
  return {
    id,
    call,
    at: (switchUrl: string) => ({
      call,
      /** The id of a new payment by a published test card. */
      async pay(more: object = {}) {
        const { payment_id } = await call(`${switchUrl}/payments`, Payment, {
          amount: 6_540,
          currency: 'EUR',
          confirm: true,
          ...byTestCard(),
          ...more,
        });
        return payment_id;
      },
    }),
    /** The processor's record of a payment. */
    async bookOf({ url: switchUrl, sandboxUrl }: RunningSwitch, paymentId: string) {
      const asShop = caller({ 'api-key': processorKey });
      const Known = v.object({ reference_id: v.string() });
      const { reference_id } = await call(`${switchUrl}/payments/${paymentId}`, Known);
      const Book = v.object({ id: v.string(), status: v.string(), captures: v.array(v.unknown()) });
      return asShop(`${sandboxUrl}/payments/${reference_id}`, Book);
    },
  };
}

async function eventIdsOf(
  { url }: RunningSwitch,
  { id, call }: { id: string; call: Call },
  paymentId: string,
) {
  const Found = v.object({ events: v.array(v.object({ event_id: v.string() })) });
  const { events } = await call(`${url}/events/${id}`, Found, { object_id: paymentId });
  return events.map(({ event_id }) => event_id);
}
type Call = ReturnType<typeof caller>;

/** The name of the switch's own table. */
async function tableOf({ assembly }: RunningSwitch, { client }: World): Promise<string> {
  const own = assembly.inside.tables.find(({ name }) => name.includes('-data-'));
  if (!own) throw new Error('The switch has no table.');
  await client.send(new DescribeTableCommand({ TableName: own.name }));
  return own.name;
}

type Stored = Readonly<Record<string, { readonly S?: string | undefined }>>;

/** Copies a table as a restore does: all items and indexes, without stream and time to live. */
async function copyTable({ client }: World, from: string, isRestored: (item: Stored) => boolean) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: from }));
  await client.send(
    new CreateTableCommand({
      TableName: restoredName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(
        ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
      ),
    }),
  );
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from })) {
    for (const Item of Items.filter(isRestored)) {
      await client.send(new PutItemCommand({ TableName: restoredName, Item }));
    }
  }
}

/** Runs a command of this repository on the restored table, and returns its output. */
async function run(
  { surroundings }: World,
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

interface Receiver {
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
