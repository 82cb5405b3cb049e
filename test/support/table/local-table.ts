import { spawnSync } from 'node:child_process';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { databaseAt } from '#platform/table/database.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { indexKeys, type TablePort } from '#platform/table/port.ts';
import type { Emulator } from '../../../local/aws/aws-call.ts';
import type { Log } from '../../../local/log.ts';
import { startBuiltInTables } from '../../../local/services/built-in-tables.ts';
import type { RunningTables } from '../../../local/services/running-tables.ts';
import { DynamodbLocalMissing, hasDynamodbLocal, startDynamodbLocal } from './dynamodb-local.ts';

/** The programs that tests keep tables in: ours, and AWS's own, which judges it. */
export type TablesName = 'built-in' | 'dynamodb-local';

export interface LocalTable {
  readonly name: TablesName;
  readonly port: TablePort;
  /** The same table, for looking at it: nobody hears of these calls. */
  readonly aside: TablePort;
  /** Where the database listens, for whoever stands in between. */
  readonly emulator: Emulator;
  /** The environment by which a command of ours finds the table, which is called `table`. */
  readonly environment: Readonly<Record<string, string>>;
  /** The consumed capacity that the database reports, one entry a page, since the last `hear`. */
  hear(): readonly number[];
  stop(): Promise<void>;
}

/** The programs that can hold a table here. Those that can't are named in a line. */
export function installedTables(): readonly TablesName[] {
  const hasJava = spawnSync('java', ['-version']).status === 0;
  if (!hasJava) console.warn('Skipped: DynamoDB Local needs Java, and there is none here.');
  else if (!hasDynamodbLocal()) {
    console.warn(`Skipped: ${new DynamodbLocalMissing().message}`);
  }
  return hasJava && hasDynamodbLocal() ? ['built-in', 'dynamodb-local'] : ['built-in'];
}

/** Tables that run, and where they listen. */
interface ListeningTables extends RunningTables {
  readonly emulator: Emulator;
}

/**
 * Starts one of the programs.
 *
 * @param folder the folder that keeps the tables; undefined keeps them in memory
 */
export async function startTables(
  name: TablesName,
  folder?: string,
  log: Log = () => undefined,
): Promise<ListeningTables> {
  if (name === 'dynamodb-local') return startDynamodbLocal(region, folder, log);
  const tables = await startBuiltInTables(region, folder, log);
  return { ...tables, emulator: await tables.listen() };
}

const region = 'eu-west-1';

/** Our table on each of these programs. */
export async function localTables(): Promise<readonly LocalTable[]> {
  return Promise.all(installedTables().map((name) => localTable(name)));
}

/** Our table on one of them. */
export async function localTable(name: TablesName = 'built-in'): Promise<LocalTable> {
  const started = await startTables(name);
  const { host, port, accessKeyId } = started.emulator;
  const endpoint = `http://${host}:${port}`;
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region, credentials });
  const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
  const keys = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' as const },
    { AttributeName: sk, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: 'table',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'listPk', 'listSk', 'duePk', 'dueAt'].map(text),
      KeySchema: keys('pk', 'sk'),
      GlobalSecondaryIndexes: Object.entries(indexKeys).map(([IndexName, [pk, sk]]) => ({
        IndexName,
        KeySchema: keys(pk, sk),
        Projection: { ProjectionType: 'KEYS_ONLY' as const },
      })),
    }),
  );

  client.destroy();

  const database = databaseAt({ endpoint, region, credentials });
  let heard: number[] = [];
  return {
    name,
    port: dynamoPort('table', database, (units) => heard.push(units)),
    aside: dynamoPort('table', database),
    emulator: started.emulator,
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    hear() {
      const all = heard;
      heard = [];
      return all;
    },
    async stop() {
      database.close();
      await started.stop();
    },
  };
}
