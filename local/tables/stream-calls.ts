import { isObject, type JsonObject, parseJson } from '../assembly/json.ts';
import type { Tables } from './actions.ts';
import { changeNumber, keptMs, recordText, type Shard, sequenceNumber } from './changes.ts';
import { numberIn, type Row, textIn } from './database.ts';
import { answerText, choice, count, listText, optionalText, text } from './request.ts';
import { schemaOf, type ViewType } from './schema.ts';
import { tableArn } from './table-calls.ts';
import { invalid, TableError } from './table-error.ts';

/** A stream, open or closed. */
interface Stream {
  readonly id: number;
  readonly arn: string;
  readonly label: string;
  readonly tableName: string;
  readonly keySchema: JsonObject['KeySchema'];
  readonly view: ViewType;
  readonly createdMs: number;
  readonly isOpen: boolean;
}

function streamsOf({ database, region, now }: Tables): readonly Stream[] {
  return database.rows('SELECT * FROM streams ORDER BY id').flatMap((row: Row) => {
    const definition = parseJson(textIn(row, 'definition'));
    const view = isObject(definition) ? schemaOf(definition).streamView : undefined;
    if (!view || !isObject(definition)) return [];
    const isOpen = row.closed === null;
    if (!isOpen && numberIn(row, 'closed') < now() - keptMs) return [];
    const [tableName, label] = [textIn(row, 'table_name'), textIn(row, 'label')];
    return [
      {
        id: numberIn(row, 'id'),
        tableName,
        label,
        view,
        isOpen,
        arn: `${tableArn(region, tableName)}/stream/${label}`,
        keySchema: definition.KeySchema,
        createdMs: numberIn(row, 'created'),
      },
    ];
  });
}

function streamBy(tables: Tables, arn: string): Stream {
  const stream = streamsOf(tables).find((one) => one.arn === arn);
  if (stream) return stream;
  throw new TableError(
    'ResourceNotFoundException',
    `Requested resource not found: Stream: ${arn} not found`,
  );
}

const maxStreams = 100;

export function listStreams(tables: Tables, request: JsonObject): string {
  const tableName = optionalText(request, 'TableName');
  const after = optionalText(request, 'ExclusiveStartStreamArn');
  const limit = count(request, 'Limit', maxStreams) ?? maxStreams;
  const all = streamsOf(tables).filter(
    (one) => tableName === undefined || one.tableName === tableName,
  );
  const rest = all.slice(after === undefined ? 0 : all.findIndex(({ arn }) => arn === after) + 1);
  const page = rest.slice(0, limit);
  return answerText({
    Streams: JSON.stringify(
      page.map(({ arn, tableName: TableName, label }) => ({
        StreamArn: arn,
        TableName,
        StreamLabel: label,
      })),
    ),
    LastEvaluatedStreamArn:
      rest.length > limit ? JSON.stringify(page.at(-1)?.arn ?? '') : undefined,
  });
}

const maxShards = 100;

export function describeStream(tables: Tables, request: JsonObject): string {
  const stream = streamBy(tables, text(request, 'StreamArn'));
  const after = optionalText(request, 'ExclusiveStartShardId');
  const limit = count(request, 'Limit', maxShards) ?? maxShards;
  const all = tables.changes.shards(stream.id);
  const rest = all.slice(after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1);
  const page = rest.slice(0, limit);
  const described: JsonObject = {
    StreamArn: stream.arn,
    StreamLabel: stream.label,
    StreamStatus: stream.isOpen ? 'ENABLED' : 'DISABLED',
    StreamViewType: stream.view,
    CreationRequestDateTime: Math.floor(stream.createdMs / 1_000),
    TableName: stream.tableName,
    KeySchema: stream.keySchema,
    Shards: page.map(({ id, parent, first, last }) => ({
      ShardId: id,
      SequenceNumberRange: {
        StartingSequenceNumber: sequenceNumber(first),
        ...(last !== undefined && { EndingSequenceNumber: sequenceNumber(last) }),
      },
      ...(parent !== undefined && { ParentShardId: parent }),
    })),
    ...(rest.length > limit && { LastEvaluatedShardId: page.at(-1)?.id }),
  };
  return answerText({ StreamDescription: JSON.stringify(described) });
}

function shardBy(tables: Tables, stream: Stream, id: string): Shard {
  const shard = tables.changes.shards(stream.id).find((one) => one.id === id);
  if (shard) return shard;
  throw new TableError(
    'ResourceNotFoundException',
    `Requested resource not found: Shard: ${id} in Stream: ${stream.arn} not found`,
  );
}

export function getShardIterator(tables: Tables, request: JsonObject): string {
  const stream = streamBy(tables, text(request, 'StreamArn'));
  const shard = shardBy(tables, stream, text(request, 'ShardId'));
  text(request, 'ShardIteratorType');
  const type = choice(request, 'ShardIteratorType', [
    'TRIM_HORIZON',
    'LATEST',
    'AT_SEQUENCE_NUMBER',
    'AFTER_SEQUENCE_NUMBER',
  ]);
  const given = optionalText(request, 'SequenceNumber');
  const number = given === undefined ? undefined : changeNumber(given);
  const isNumbered = type === 'AT_SEQUENCE_NUMBER' || type === 'AFTER_SEQUENCE_NUMBER';
  if (isNumbered && number === undefined) {
    throw invalid(`Invalid SequenceNumber: ${given ?? ''}`);
  }
  const after = {
    TRIM_HORIZON: shard.first - 1,
    LATEST: shard.last ?? tables.changes.latest(),
    AT_SEQUENCE_NUMBER: (number ?? 0) - 1,
    AFTER_SEQUENCE_NUMBER: number ?? 0,
  }[type];
  return answerText({
    ShardIterator: JSON.stringify(iterator(stream.arn, shard.id, after)),
  });
}

/** An iterator begins with the ARN of its stream, as in AWS, and contains how far it has read. */
const iterator = (arn: string, shardId: string, after: number): string =>
  `${arn}|1|${Buffer.from(`${shardId} ${after}`).toString('base64')}`;

const maxRecords = 1_000;
const maxAnswerBytes = 1024 ** 2;

export function getRecords(tables: Tables, request: JsonObject): string {
  const [arn = '', , place = ''] = text(request, 'ShardIterator').split('|');
  const [shardId = '', from = ''] = Buffer.from(place, 'base64').toString().split(' ');
  if (!/^\d+$/.test(from)) throw invalid('Invalid ShardIterator');
  const stream = streamBy(tables, arn);
  const shard = shardBy(tables, stream, shardId);
  const limit = count(request, 'Limit', maxRecords) ?? maxRecords;
  const texts: string[] = [];
  let bytes = 0;
  let read = Number(from);
  for (const change of tables.changes.after(stream.id, read, shard.last, limit)) {
    const record = recordText(change, { arn, region: tables.region, view: stream.view });
    if (texts.length > 0 && bytes + record.length > maxAnswerBytes) break;
    texts.push(record);
    bytes += record.length;
    read = change.number;
  }
  const isOver = shard.last !== undefined && (texts.length === 0 || read >= shard.last);
  return answerText({
    Records: listText(texts),
    NextShardIterator: isOver ? undefined : JSON.stringify(iterator(arn, shardId, read)),
  });
}
