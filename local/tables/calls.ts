import { isObject, type Json, type JsonObject, parseJson } from '../assembly/json.ts';
import type { Tables } from './actions.ts';
import { catalogueIn } from './catalogue.ts';
import { changesIn } from './changes.ts';
import { openDatabase } from './database.ts';
import {
  batchGetItem,
  batchWriteItem,
  deleteItem,
  getItem,
  putItem,
  updateItem,
} from './item-calls.ts';
import { query, scan } from './pages.ts';
import { describeStream, getRecords, getShardIterator, listStreams } from './stream-calls.ts';
import {
  createTable,
  deleteTable,
  describeTable,
  describeTimeToLive,
  listTables,
  removeExpired,
  updateTable,
  updateTimeToLive,
} from './table-calls.ts';
import { malformed, TableError } from './table-error.ts';
import { forgetTokens, transactGetItems, transactWriteItems } from './transactions.ts';
import { prepareDatabase } from './versions.ts';

/** Answers a call with JSON. Throws a TableError. */
type Call = (tables: Tables, request: JsonObject) => string;

/** Every call that is emulated, by its target. */
const calls = new Map<string, Call>([
  ...Object.entries({
    BatchGetItem: batchGetItem,
    BatchWriteItem: batchWriteItem,
    CreateTable: createTable,
    DeleteItem: deleteItem,
    DeleteTable: deleteTable,
    DescribeTable: describeTable,
    DescribeTimeToLive: describeTimeToLive,
    GetItem: getItem,
    ListTables: listTables,
    PutItem: putItem,
    Query: query,
    Scan: scan,
    TransactGetItems: transactGetItems,
    TransactWriteItems: transactWriteItems,
    UpdateItem: updateItem,
    UpdateTable: updateTable,
    UpdateTimeToLive: updateTimeToLive,
  }).map(([name, call]): [string, Call] => [`DynamoDB_20120810.${name}`, call]),
  ...Object.entries({
    DescribeStream: describeStream,
    GetRecords: getRecords,
    GetShardIterator: getShardIterator,
    ListStreams: listStreams,
  }).map(([name, call]): [string, Call] => [`DynamoDBStreams_20120810.${name}`, call]),
]);

/** An emulator of DynamoDB, without HTTP. */
export interface TableCalls {
  /**
   * Throws a TableError for a call that DynamoDB refuses, and any other error when storing fails.
   */
  answer(target: string, body: string): string;
  /**
   * Does DynamoDB's own upkeep: forgets changes and tokens, removes expired items. Each step takes
   * some ms, however much there is to do, and calls may be answered between two.
   */
  tidy(): Iterable<void>;
  close(): void;
}

/**
 * @param file the file that keeps the tables; undefined keeps them in memory
 * @param now the time, in ms since 1970
 */
export function tableCalls(
  region: string,
  file: string | undefined,
  now: () => number = Date.now,
): TableCalls {
  const database = openDatabase(file);
  try {
    prepareDatabase(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const changes = changesIn(database, now);
  const catalogue = catalogueIn(database, now);
  const tables: Tables = { database, catalogue, changes, region, now };
  return {
    answer(target, body) {
      const call = calls.get(target);
      if (!call) throw new TableError('UnknownOperationException', '');
      return call(tables, requestIn(body));
    },
    *tidy() {
      while (changes.forget()) yield;
      while (forgetTokens(tables)) yield;
      yield* removeExpired(tables);
    },
    close: () => database.close(),
  };
}

function requestIn(body: string): JsonObject {
  let request: Json | undefined;
  try {
    request = parseJson(body);
  } catch {
    // Refused below.
  }
  if (!isObject(request)) throw malformed('The request is not a structure');
  return request;
}
