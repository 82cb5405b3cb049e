import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MessagePort } from 'node:worker_threads';
import { type JsonObject, listOf, objectOf, stringOf } from '../../../local/assembly/json.ts';
import { addressAt, awsCall } from '../../../local/aws/aws-call.ts';
import { httpCalls } from '../../../local/aws/http-calls.ts';
import type { LogLine } from '../../../local/log.ts';
import { startBuiltInTables } from '../../../local/services/built-in-tables.ts';
import { type TableCalls, tableCalls } from '../../../local/tables/calls.ts';

const name = 'things';
const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
const keys = (pk: string, sk: string) => [
  { AttributeName: pk, KeyType: 'HASH' },
  { AttributeName: sk, KeyType: 'RANGE' },
];
const definition = {
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'other'].map(text),
  KeySchema: keys('pk', 'sk'),
  LocalSecondaryIndexes: [
    {
      IndexName: 'by-other',
      KeySchema: keys('pk', 'other'),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
};

/** Makes calls without a thread. */
const askerOf =
  ({ answer }: Pick<TableCalls, 'answer'>) =>
  (operation: string, request: object): JsonObject => {
    const service = /Stream|Shard|Records/.test(operation) ? 'DynamoDBStreams' : 'DynamoDB';
    const target = `${service}_20120810.${operation}`;
    return objectOf(JSON.parse(answer(target, JSON.stringify(request))), 'The answer');
  };

const inMemory = () => startBuiltInTables('eu-west-1', undefined, () => undefined);

/** The emulator without its thread, with a clock of the test's own. */
function tables(file?: string) {
  const clock = { nowMs: Date.UTC(2026, 0, 1) };
  const calls = tableCalls('eu-west-1', file, () => clock.nowMs);
  const ask = askerOf(calls);
  ask('CreateTable', definition);
  return { ...calls, ask, clock };
}

/** Carries out all steps of the upkeep; returns their number. */
const tidyWhole = (tidy: () => Iterable<void>) => [...tidy()].length;

const item = (sk: string, more: object = {}) => ({ pk: { S: 'p' }, sk: { S: sk }, ...more });
const ofPartition = {
  TableName: name,
  KeyConditionExpression: 'pk = :p',
  ExpressionAttributeValues: { ':p': { S: 'p' } },
};

type Ask = ReturnType<typeof tables>['ask'];

function streamOf(ask: Ask) {
  const [stream] = listOf(ask('ListStreams', { TableName: name }).Streams);
  const StreamArn = stringOf(objectOf(stream, 'A stream').StreamArn, 'StreamArn');
  const described = objectOf(ask('DescribeStream', { StreamArn }).StreamDescription, 'It');
  return { StreamArn, shards: listOf(described.Shards).map((one) => objectOf(one, 'A shard')) };
}

function recordsOf(ask: Ask, StreamArn: string, ShardId: JsonObject[string]) {
  const position = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
  const { ShardIterator } = ask('GetShardIterator', position);
  const { Records, NextShardIterator } = ask('GetRecords', { ShardIterator });
  return { records: listOf(Records).map((one) => objectOf(one, 'A record')), NextShardIterator };
}

describe('the built-in emulator of DynamoDB', () => {
  it('the built-in DynamoDB ends a page with the item that reaches a megabyte, and goes on after it', () => {
    const { ask } = tables();
    const pad = { S: 'x'.repeat(300_000) };
    for (const sk of ['1', '2', '3', '4', '5']) {
      ask('PutItem', { TableName: name, Item: item(sk, { pad }) });
    }
    const first = ask('Query', ofPartition);
    expect(first).toMatchObject({ Count: 4, LastEvaluatedKey: item('4') });
    const rest = ask('Query', { ...ofPartition, ExclusiveStartKey: first.LastEvaluatedKey });
    expect(rest).toMatchObject({ Count: 1, Items: [item('5')] });
    expect(rest).not.toHaveProperty('LastEvaluatedKey');
  });

  it('the built-in DynamoDB sorts numbers as numbers, texts by their UTF-8 bytes, and binary keys by their bytes', () => {
    const sorted = (type: 'N' | 'S' | 'B', values: readonly string[]) => {
      const calls = tableCalls('eu-west-1', undefined);
      const call = (operation: string, request: object) =>
        JSON.parse(calls.answer(`DynamoDB_20120810.${operation}`, JSON.stringify(request)));
      call('CreateTable', {
        TableName: name,
        AttributeDefinitions: [text('pk'), { AttributeName: 'sk', AttributeType: type }],
        KeySchema: keys('pk', 'sk'),
      });
      for (const value of values) {
        call('PutItem', { TableName: name, Item: { pk: { S: 'p' }, sk: { [type]: value } } });
      }
      return call('Query', ofPartition).Items.map((one: Record<string, Record<string, string>>) =>
        String(one.sk?.[type]),
      );
    };
    const numbers = ['-1e125', '-12', '-1.25', '-1.2', '-1e-130', '0', '1e-130', '0.5', '9', '10'];
    expect(sorted('N', numbers.toReversed()).map(Number)).toEqual(numbers.map(Number));
    const texts = ['A', 'a', 'a\u0000', 'é', '\uffff', '\u{1f600}'];
    expect(sorted('S', texts.toReversed())).toEqual(texts);
    expect(sorted('B', ['/w==', 'AQ==', 'AQA='])).toEqual(['AQ==', 'AQA=', '/w==']);
  });

  it('the built-in DynamoDB reads attributes that a local index lacks from the table, and charges for that', () => {
    const { ask } = tables();
    ask('PutItem', { TableName: name, Item: item('1', { other: { S: 'o' }, more: { N: '1' } }) });
    const query = { ...ofPartition, IndexName: 'by-other', ReturnConsumedCapacity: 'INDEXES' };
    expect(ask('Query', query).Items).toEqual([item('1', { other: { S: 'o' } })]);
    expect(
      ask('Query', { ...query, Select: 'ALL_ATTRIBUTES', ConsistentRead: true }),
    ).toMatchObject({
      Items: [item('1', { more: { N: '1' } })],
      ConsumedCapacity: {
        CapacityUnits: 2,
        Table: { CapacityUnits: 1 },
        LocalSecondaryIndexes: { 'by-other': { CapacityUnits: 1 } },
      },
    });
  });

  it('the built-in DynamoDB returns each item in exactly one segment of a parallel scan', () => {
    const { ask } = tables();
    const all = Array.from({ length: 40 }, (_, index) => `partition ${index}`);
    for (const pk of all) {
      ask('PutItem', { TableName: name, Item: { pk: { S: pk }, sk: { S: '1' } } });
    }
    const segments = [0, 1, 2].map((Segment) =>
      listOf(ask('Scan', { TableName: name, Segment, TotalSegments: 3 }).Items),
    );
    expect(segments.every((some) => some.length > 0)).toBe(true);
    expect(segments.flat().map((one) => JSON.stringify(one))).toHaveLength(40);
    expect(new Set(segments.flat().map((one) => JSON.stringify(one))).size).toBe(40);
  });

  it('the built-in DynamoDB shows inserts, changes and removals in its stream, and no write that changes nothing', () => {
    const { ask } = tables();
    const [one, other] = [item('1', { n: { N: '1' } }), item('1', { n: { N: '2' } })];
    for (const Item of [one, one, other]) ask('PutItem', { TableName: name, Item });
    ask('DeleteItem', { TableName: name, Key: item('1') });
    const { StreamArn, shards } = streamOf(ask);
    const { records, NextShardIterator } = recordsOf(ask, StreamArn, shards[0]?.ShardId);
    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
    expect(records).toMatchObject([
      { dynamodb: { Keys: item('1'), NewImage: one } },
      { dynamodb: { OldImage: one, NewImage: other } },
      { dynamodb: { OldImage: other } },
    ]);
    expect(NextShardIterator).toMatch(`${StreamArn}|`);
    const numbers = records.map(({ dynamodb }) => objectOf(dynamodb, 'It').SequenceNumber);
    expect(numbers.every((number) => /^\d{21}$/.test(String(number)))).toBe(true);
    expect(numbers.toSorted()).toEqual(numbers);
    expect(new Set(records.map(({ eventID }) => eventID)).size).toBe(3);
  });

  it('the built-in DynamoDB closes a shard after four hours, and goes on in a child of it', () => {
    const { ask, clock, tidy } = tables();
    ask('PutItem', { TableName: name, Item: item('1') });
    clock.nowMs += 4 * 3_600_000;
    ask('PutItem', { TableName: name, Item: item('2') });
    const { StreamArn, shards } = streamOf(ask);
    const [parent, child] = shards;
    expect(parent?.ShardId).toMatch(/^shardId-\d{20}-[0-9a-f]{8}$/);
    expect(child).toMatchObject({ ParentShardId: parent?.ShardId });
    const closed = recordsOf(ask, StreamArn, parent?.ShardId);
    expect(closed.records).toMatchObject([{ dynamodb: { Keys: item('1') } }]);
    expect(closed.NextShardIterator).toBeUndefined();
    const open = recordsOf(ask, StreamArn, child?.ShardId);
    expect(open.records).toMatchObject([{ dynamodb: { Keys: item('2') } }]);
    expect(open.NextShardIterator).toBeDefined();
    // A day after its last change, a closed shard is gone with its changes.
    clock.nowMs += 21 * 3_600_000;
    tidyWhole(tidy);
    expect(streamOf(ask).shards.map(({ ShardId }) => ShardId)).not.toContain(parent?.ShardId);
  });

  it('the built-in DynamoDB removes an expired item, and attributes the removal to DynamoDB in the stream', () => {
    const { ask, clock, tidy } = tables();
    ask('UpdateTimeToLive', {
      TableName: name,
      TimeToLiveSpecification: { AttributeName: 'until', Enabled: true },
    });
    const seconds = Math.floor(clock.nowMs / 1_000);
    const until = (at: number) => ({ until: { N: String(at) } });
    ask('PutItem', { TableName: name, Item: item('past', until(seconds - 1)) });
    ask('PutItem', { TableName: name, Item: item('later', until(seconds + 60)) });
    ask('PutItem', { TableName: name, Item: item('long ago', until(12)) });
    ask('PutItem', { TableName: name, Item: item('text', { until: { S: 'now' } }) });
    tidyWhole(tidy);
    expect(ask('Query', ofPartition).Items).toMatchObject(
      ['later', 'long ago', 'text'].map((sk) => item(sk)),
    );
    const { StreamArn, shards } = streamOf(ask);
    expect(recordsOf(ask, StreamArn, shards[0]?.ShardId).records.at(-1)).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
      dynamodb: { Keys: item('past') },
    });
  });

  it('the built-in DynamoDB removes many expired items in short steps, and answers calls in between', () => {
    const { ask, clock, tidy } = tables();
    const until = { until: { N: String(Math.floor(clock.nowMs / 1_000) - 1) } };
    const all = Array.from({ length: 1_000 }, (_, number) => String(number));
    for (const sk of all) ask('PutItem', { TableName: name, Item: item(sk, until) });
    ask('UpdateTimeToLive', {
      TableName: name,
      TimeToLiveSpecification: { AttributeName: 'until', Enabled: true },
    });
    const left: number[] = [];
    for (const _ of tidy()) {
      left.push(Number(ask('Query', { ...ofPartition, Select: 'COUNT' }).Count));
      // Items that are put or renewed meanwhile stay.
      ask('PutItem', { TableName: name, Item: item('999') });
      ask('PutItem', { TableName: name, Item: item('new') });
    }
    const falls = left.map((count, step) => (left[step - 1] ?? count) - count);
    expect(Math.max(...falls)).toBeLessThanOrEqual(100);
    const { Items } = ask('Query', ofPartition);
    expect(Items).toEqual([item('999'), item('new')]);
    expect(tidyWhole(tidy)).toBe(0);
  });

  it('the built-in DynamoDB expires an item by the time that its last write states', () => {
    const { ask, clock, tidy } = tables();
    const timeToLive = (Enabled: boolean) =>
      ask('UpdateTimeToLive', {
        TableName: name,
        TimeToLiveSpecification: { AttributeName: 'until', Enabled },
      });
    const inSeconds = (seconds: number) => ({
      until: { N: String(Math.floor(clock.nowMs / 1_000) + seconds) },
    });
    const left = () => {
      tidyWhole(tidy);
      return listOf(ask('Query', ofPartition).Items).map((one) => objectOf(one, 'It').sk);
    };
    timeToLive(true);
    ask('PutItem', { TableName: name, Item: item('earlier', inSeconds(600)) });
    ask('PutItem', { TableName: name, Item: item('earlier', inSeconds(60)) });
    ask('PutItem', { TableName: name, Item: item('later', inSeconds(60)) });
    ask('PutItem', { TableName: name, Item: item('later', inSeconds(600)) });
    ask('PutItem', { TableName: name, Item: item('never', inSeconds(60)) });
    ask('PutItem', { TableName: name, Item: item('never', { note: { S: 'until' } }) });
    ask('PutItem', { TableName: name, Item: item('removed', inSeconds(60)) });
    ask('DeleteItem', { TableName: name, Key: item('removed') });
    clock.nowMs += 61_000;
    expect(left()).toEqual([{ S: 'later' }, { S: 'never' }]);
    timeToLive(false);
    clock.nowMs += 600_000;
    expect(left()).toEqual([{ S: 'later' }, { S: 'never' }]);
    timeToLive(true);
    expect(left()).toEqual([{ S: 'never' }]);
  });

  it('the built-in DynamoDB states the number and the bytes of a table’s items', () => {
    const { ask } = tables();
    const size = () => {
      const { ItemCount, TableSizeBytes } = objectOf(
        ask('DescribeTable', { TableName: name }).Table,
        'The table',
      );
      return [ItemCount, TableSizeBytes];
    };
    expect(size()).toEqual([0, 0]);
    for (const sk of ['1', '2', '2']) ask('PutItem', { TableName: name, Item: item(sk) });
    expect(size()).toEqual([2, 12]);
    ask('PutItem', { TableName: name, Item: item('2', { more: { S: 'text' } }) });
    expect(size()).toEqual([2, 20]);
    ask('DeleteItem', { TableName: name, Key: item('2') });
    expect(size()).toEqual([1, 6]);
    ask('DeleteTable', { TableName: name });
    ask('CreateTable', definition);
    expect(size()).toEqual([0, 0]);
  });

  it('the built-in DynamoDB drops the token of a transaction after ten minutes', () => {
    const { ask, clock } = tables();
    const add = {
      TableName: name,
      Key: item('1'),
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    };
    const transact = () =>
      ask('TransactWriteItems', { TransactItems: [{ Update: add }], ClientRequestToken: 'once' });
    const number = () => ask('GetItem', { TableName: name, Key: item('1') }).Item;
    transact();
    transact();
    expect(number()).toMatchObject({ n: { N: '1' } });
    clock.nowMs += 10 * 60_000;
    transact();
    expect(number()).toMatchObject({ n: { N: '2' } });
  });

  it('the built-in DynamoDB adds an index to a table with items, and removes it again', () => {
    const { ask } = tables();
    ask('PutItem', { TableName: name, Item: item('1', { g: { S: 'group' } }) });
    ask('UpdateTable', {
      TableName: name,
      AttributeDefinitions: [...definition.AttributeDefinitions, text('g')],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'by-g',
            KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        },
      ],
    });
    const query = {
      TableName: name,
      IndexName: 'by-g',
      KeyConditionExpression: 'g = :g',
      ExpressionAttributeValues: { ':g': { S: 'group' } },
    };
    expect(ask('Query', query).Items).toMatchObject([item('1')]);
    ask('UpdateTable', {
      TableName: name,
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g' } }],
    });
    expect(() => ask('Query', query)).toThrow('The table does not have the specified index: by-g');
  });

  it('the built-in DynamoDB refuses callers without the access key of this start, such as a web page', async () => {
    const { listen, stop } = await inMemory();
    const { host, port } = await listen();
    const stranger = httpCalls(addressAt(`http://${host}:${port}`, 'local', 'eu-west-1'));
    const listing = awsCall(stranger.call)('DynamoDB_20120810.ListTables', {});
    await expect(listing).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
    const answer = await fetch(`http://${host}:${port}/`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables', origin: 'http://page.example' },
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(host).toBe('127.0.0.1');
    stranger.close();
    await stop();
  });

  it('the built-in DynamoDB ends the switch with one line when its file is no database', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tables-'));
    try {
      const start = () => startBuiltInTables('eu-west-1', folder, () => undefined);
      await (await start()).stop();
      writeFileSync(path.join(folder, 'tables.db'), 'x'.repeat(10_000));
      await expect(start()).rejects.toMatchObject({
        name: 'TablesEnded',
        message: expect.stringMatching(
          /^The built-in emulator of DynamoDB, which holds the tables, ended: .*not a database$/,
        ),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** A file as an earlier version of the built-in tables left it, before it had versions. */
function writeVersion0(file: string, nowMs: number) {
  const sqlite = new DatabaseSync(file);
  const seconds = Math.floor(nowMs / 1_000);
  for (const statement of [
    'CREATE TABLE tables (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, definition TEXT, created INTEGER, time_to_live TEXT)',
    'CREATE TABLE streams (id INTEGER PRIMARY KEY AUTOINCREMENT, table_name TEXT, label TEXT, definition TEXT, created INTEGER, closed INTEGER)',
    'CREATE TABLE changes (number INTEGER PRIMARY KEY AUTOINCREMENT, stream INTEGER, at INTEGER, keys TEXT, old_item TEXT, old_bytes INTEGER, new_item TEXT, new_bytes INTEGER, is_expiry INTEGER)',
    'CREATE INDEX changes_by_stream ON changes (stream, number)',
    'CREATE TABLE shards (id TEXT PRIMARY KEY, stream INTEGER, parent TEXT, first INTEGER, last INTEGER, opened INTEGER)',
    'CREATE TABLE tokens (token TEXT PRIMARY KEY, request TEXT, at INTEGER)',
    'CREATE TABLE items_1 (id INTEGER PRIMARY KEY, pk BLOB, sk BLOB, item TEXT, bytes INTEGER, UNIQUE (pk, sk))',
    'CREATE TABLE "entries_1_by-other" (pk BLOB, sk BLOB, item_pk BLOB, item_sk BLOB, entry INTEGER, PRIMARY KEY (pk, sk, item_pk, item_sk)) WITHOUT ROWID',
  ]) {
    sqlite.exec(statement);
  }
  const run = (sql: string, ...values: (string | number | Buffer)[]) =>
    sqlite.prepare(sql).run(...values);
  const text = JSON.stringify(definition);
  run('INSERT INTO tables VALUES (1, ?, ?, ?, ?)', name, text, seconds, 'until');
  run('INSERT INTO streams VALUES (1, ?, ?, ?, ?, NULL)', name, '2026', text, nowMs);
  const [p, one, other] = [Buffer.from('p'), Buffer.from('1'), Buffer.from('2')];
  const expiring = JSON.stringify(item('1', { until: { N: String(seconds + 60) } }));
  const staying = JSON.stringify(item('2', { other: { S: 'o' } }));
  run('INSERT INTO items_1 VALUES (1, ?, ?, ?, 21)', p, one, expiring);
  run('INSERT INTO items_1 VALUES (2, ?, ?, ?, 12)', p, other, staying);
  run('INSERT INTO "entries_1_by-other" VALUES (?, ?, ?, ?, 2)', p, Buffer.from('o'), p, other);
  const keysText = JSON.stringify(item('1'));
  run('INSERT INTO changes VALUES (1, 1, ?, ?, NULL, NULL, ?, 21, 0)', nowMs, keysText, expiring);
  run("INSERT INTO shards VALUES ('shardId-1', 1, NULL, 1, NULL, ?)", nowMs);
  const written = [{ Put: { TableName: name, Item: item('2', { other: { S: 'o' } }) } }];
  run("INSERT INTO tokens VALUES ('once', ?, ?)", JSON.stringify(written), nowMs);
  sqlite.close();
  return { TransactItems: written, ClientRequestToken: 'once' };
}

describe('a file of the built-in tables from an earlier version', () => {
  it('a file of an earlier version is opened with its items, indexes, stream and tokens, and its items expire', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tables-'));
    const file = path.join(folder, 'tables.db');
    try {
      const nowMs = Date.UTC(2026, 0, 1);
      const repeated = writeVersion0(file, nowMs);
      // Opened twice: by the version that changes it, and again after that.
      const open = () => {
        const calls = tableCalls('eu-west-1', file, () => clock.nowMs);
        return { ...calls, ask: askerOf(calls) };
      };
      const clock = { nowMs };
      open().close();
      const { ask, tidy, close } = open();
      expect(listOf(ask('Query', ofPartition).Items)).toHaveLength(2);
      expect(ask('DescribeTable', { TableName: name }).Table).toMatchObject({
        ItemCount: 2,
        TableSizeBytes: 33,
      });
      expect(ask('Query', { ...ofPartition, IndexName: 'by-other' }).Items).toEqual([
        item('2', { other: { S: 'o' } }),
      ]);
      ask('DeleteItem', { TableName: name, Key: item('2') });
      ask('TransactWriteItems', repeated);
      expect(ask('GetItem', { TableName: name, Key: item('2') })).toEqual({});
      clock.nowMs += 61_000;
      tidyWhole(tidy);
      expect(ask('Query', ofPartition).Items).toEqual([]);
      const { StreamArn, shards } = streamOf(ask);
      const { records } = recordsOf(ask, StreamArn, shards[0]?.ShardId);
      expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'REMOVE', 'REMOVE']);
      close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a file of a later version is refused with its number, and stays as it is', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tables-'));
    const file = path.join(folder, 'tables.db');
    try {
      const sqlite = new DatabaseSync(file);
      sqlite.exec('CREATE TABLE tables (name TEXT); PRAGMA user_version = 1000');
      sqlite.close();
      expect(() => tableCalls('eu-west-1', file)).toThrow(
        'The tables were written by a later version of this program (1000).',
      );
      const after = new DatabaseSync(file);
      expect(after.prepare('SELECT name FROM sqlite_master').all()).toHaveLength(1);
      after.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Starts the tables of a folder in a process of its own, which prints their address. */
async function tablesIn(folder: string) {
  const script = `
    import { startBuiltInTables } from './local/services/built-in-tables.ts';
    const { listen } = await startBuiltInTables('eu-west-1', process.argv[1], () => {});
    const { port, accessKeyId } = await listen();
    console.log(JSON.stringify({ port, key: accessKeyId }));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    cwd: path.join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve));
  const { port, key } = objectOf(JSON.parse(String(line)), 'The line');
  const overHttp = httpCalls(addressAt(`http://127.0.0.1:${port}`, String(key), 'eu-west-1'));
  const kill = () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    return gone;
  };
  return { call: awsCall(overHttp.call), close: overHttp.close, kill, pid: child.pid };
}

it('every write that the built-in tables acknowledged is there after their process was killed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tables-'));
  try {
    const first = await tablesIn(folder);
    await first.call('DynamoDB_20120810.CreateTable', definition);
    const acknowledged: string[] = [];
    const writing = Array.from({ length: 4 }, async (_, writer) => {
      for (let turn = 0; ; turn++) {
        const sk = `${writer}-${turn}`;
        await first.call('DynamoDB_20120810.PutItem', { TableName: name, Item: item(sk) });
        acknowledged.push(sk);
        if (acknowledged.length === 100) await first.kill();
      }
    });
    await Promise.allSettled(writing);
    first.close();
    expect(acknowledged.length).toBeGreaterThanOrEqual(100);

    const second = await tablesIn(folder);
    const { Items } = await second.call('DynamoDB_20120810.Query', ofPartition);
    const kept = new Set(listOf(Items).map((one) => JSON.stringify(one)));
    expect(acknowledged.filter((sk) => !kept.has(JSON.stringify(item(sk))))).toEqual([]);
    second.close();
    await second.kill();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a request whose body never ends keeps no other caller of the built-in tables waiting', async () => {
  const { call, listen, stop } = await inMemory();
  const { host, port, signature } = await listen();
  const headers = {
    ...signature,
    'content-length': 1_000,
    'x-amz-target': 'DynamoDB_20120810.ListTables',
  };
  const stuck = http.request({ host, port, headers, method: 'POST' });
  stuck.on('error', () => undefined);
  stuck.write('{');
  expect(await awsCall(call)('DynamoDB_20120810.ListTables', {})).toEqual({ TableNames: [] });
  stuck.destroy();
  await stop();
});

describe('the built-in tables, asked by messages,', () => {
  const api = 'DynamoDB_20120810';
  const started = async (folder?: string) => {
    const lines: LogLine[] = [];
    const log = (line: LogLine) => void lines.push(line);
    const tables = await startBuiltInTables('eu-west-1', folder, log);
    const ask = awsCall(tables.call);
    await ask(`${api}.CreateTable`, definition);
    return { ...tables, lines, ask };
  };

  it('the built-in tables answer 2,000 calls in flight, each with its own item', async () => {
    const { ask, stop } = await started();
    const all = Array.from({ length: 2_000 }, (_, index) => String(index));
    const writing = all.map((sk) => ask(`${api}.PutItem`, { TableName: name, Item: item(sk) }));
    const reading = all.map((sk) => ask(`${api}.GetItem`, { TableName: name, Key: item(sk) }));
    await Promise.all(writing);
    expect(await Promise.all(reading)).toEqual(all.map((sk) => ({ Item: item(sk) })));
    await stop();
  });

  it('the built-in tables store an item of 400 KB and a transaction of 100, and refuse a byte and an item more', async () => {
    const { ask, stop } = await started();
    // An item has the bytes of its names and its values.
    const pad = 'x'.repeat(409_600 - 'pkpsk1pad'.length);
    const largest = item('1', { pad: { S: pad } });
    await ask(`${api}.PutItem`, { TableName: name, Item: largest });
    expect(await ask(`${api}.GetItem`, { TableName: name, Key: item('1') })).toEqual({
      Item: largest,
    });
    const larger = { ...largest, pad: { S: `${pad}x` } };
    await expect(ask(`${api}.PutItem`, { TableName: name, Item: larger })).rejects.toThrow(
      'Item size has exceeded the maximum allowed size',
    );
    const puts = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        Put: { TableName: name, Item: item(`transaction ${index}`) },
      }));
    await ask(`${api}.TransactWriteItems`, { TransactItems: puts(100) });
    expect(await ask(`${api}.Query`, ofPartition)).toMatchObject({ Count: 101 });
    await expect(
      ask(`${api}.TransactWriteItems`, { TransactItems: puts(101) }),
    ).rejects.toMatchObject({ name: 'ValidationException' });
    await stop();
  });

  it('the built-in tables that die say so in one line, and each call that waits rejects', async () => {
    const { ask, connect, failure, lines, stop } = await started();
    const port = connect();
    if (!(port instanceof MessagePort)) throw new Error('The built-in tables have no port.');
    // No list of calls: its code throws.
    port.postMessage(null);
    await failure;
    const waiting = [1, 2].map((one) =>
      ask(`${api}.GetItem`, { TableName: name, Key: item(String(one)) }),
    );
    for (const one of waiting) {
      await expect(one).rejects.toThrow('The emulator of DynamoDB has ended.');
    }
    expect(lines).toEqual([
      {
        level: 'error',
        source: 'tables',
        message: expect.stringMatching(
          /^The built-in emulator of DynamoDB, which holds the tables, ended: [^\n]+$/,
        ),
      },
    ]);
    await stop();
  });

  it('the built-in tables stop though their thread has more work than it can do, and each call that waits rejects', async () => {
    const { ask, stop } = await started();
    const pad = { S: 'x'.repeat(8_000) };
    const TransactItems = Array.from({ length: 100 }, (_, index) => ({
      Put: { TableName: name, Item: item(String(index), { pad }) },
    }));
    await ask(`${api}.TransactWriteItems`, { TransactItems });
    // Each of them reads all items, and they are all in one message.
    const scan = { TableName: name, FilterExpression: 'attribute_exists(absentee)' };
    const work = Array.from({ length: 3_000 }, () =>
      ask(`${api}.Scan`, scan).then(
        () => 'done',
        ({ name: reason }: Error) => reason,
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await stop();
    const endings = new Set(await Promise.all(work));
    expect(endings).toContain('InternalFailure');
  });
});

// A limit on the size of its files, which Linux can set for a running process, is a full disk.
(process.platform === 'linux' ? it : it.skip)(
  'the built-in tables end when their disk is full, and keep every write that they acknowledged',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tables-'));
    try {
      const first = await tablesIn(folder);
      await first.call('DynamoDB_20120810.CreateTable', definition);
      execFileSync('prlimit', ['--pid', String(first.pid), '--fsize=300000']);
      const acknowledged: string[] = [];
      const pad = { S: 'x'.repeat(10_000) };
      const filling = async () => {
        for (let turn = 0; turn < 1_000; turn += 1) {
          const Item = item(String(turn), { pad });
          await first.call('DynamoDB_20120810.PutItem', { TableName: name, Item });
          acknowledged.push(String(turn));
        }
      };
      await expect(filling()).rejects.toThrow();
      await first.kill();
      first.close();
      expect(acknowledged.length).toBeGreaterThan(0);

      const second = await tablesIn(folder);
      const { Items } = await second.call('DynamoDB_20120810.Query', {
        ...ofPartition,
        ProjectionExpression: 'pk, sk',
      });
      const kept = new Set(listOf(Items).map((one) => JSON.stringify(one)));
      expect(acknowledged.filter((sk) => !kept.has(JSON.stringify(item(sk))))).toEqual([]);
      second.close();
      await second.kill();
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
