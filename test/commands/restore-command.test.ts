import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { restore as restoreCommand } from '../../scripts/turnout/restore.ts';
import { commandDocument } from '../support/documents/command-document.ts';
import { runCommand } from '../support/runner/run-command.ts';

/** The fields of requests. */
interface Asked {
  readonly TableName: string;
  readonly TargetTableName: string;
  readonly ResourceArn: string;
  readonly RestoreDateTime?: number;
  readonly TimeToLiveSpecification?: unknown;
  readonly Tags: { Key: string; Value: string }[];
}

/** A table as DynamoDB describes it, as far as a restore reads it. */
type Table = Record<string, unknown>;

const arnOf = (name: string) => `arn:aws:dynamodb:eu-west-1:123456789012:table/${name}`;
const index = {
  IndexName: 'by-due',
  IndexStatus: 'ACTIVE',
  KeySchema: [{ AttributeName: 'duePk', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'KEYS_ONLY' },
};
const ownTable: Table = {
  TableName: 'own',
  TableArn: arnOf('own'),
  TableStatus: 'ACTIVE',
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [index],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  LatestStreamArn: `${arnOf('own')}/stream/1`,
  SSEDescription: {
    Status: 'ENABLED',
    KMSMasterKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/k',
  },
  DeletionProtectionEnabled: true,
};
const first = Date.UTC(2026, 1, 1) / 1_000;
const last = Date.UTC(2026, 2, 1, 12) / 1_000;

/**
 * Answers the calls of a restore as the API's description states. RestoreTableToPointInTime creates
 * a table of another name, without its stream and the other settings that a restore leaves out.
 */
async function aDynamoDb() {
  const tables = new Map<string, Table>([['own', { ...ownTable }]]);
  const timeToLive = new Map([['own', 'expiresAtSeconds']]);
  const recoverable = new Set(['own']);
  const tags = new Map([[arnOf('own'), [{ Key: 'team', Value: 'pay' }]]]);
  const asked: string[] = [];
  const requests: Record<string, unknown>[] = [];
  let dies: string | undefined;

  const answers: Record<string, (given: Asked) => object> = {
    DescribeTable: ({ TableName }) => ({ Table: tables.get(TableName) ?? notFound() }),
    DescribeContinuousBackups: ({ TableName }) => ({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: recoverable.has(TableName)
          ? {
              PointInTimeRecoveryStatus: 'ENABLED',
              EarliestRestorableDateTime: first,
              LatestRestorableDateTime: last,
            }
          : { PointInTimeRecoveryStatus: 'DISABLED' },
      },
    }),
    RestoreTableToPointInTime({ TargetTableName, RestoreDateTime = last }) {
      const { StreamSpecification, LatestStreamArn, DeletionProtectionEnabled, ...rest } = ownTable;
      const table = {
        ...rest,
        TableName: TargetTableName,
        TableArn: arnOf(TargetTableName),
        RestoreSummary: {
          SourceTableArn: arnOf('own'),
          RestoreDateTime,
          RestoreInProgress: false,
        },
      };
      tables.set(TargetTableName, table);
      return { TableDescription: table };
    },
    UpdateTable({ TableName, ...changes }) {
      const isStream = 'StreamSpecification' in changes;
      const LatestStreamArn = `${arnOf(TableName)}/stream/2026-03-01T12:00:00.000`;
      const table = { ...tables.get(TableName), ...changes, ...(isStream && { LatestStreamArn }) };
      tables.set(TableName, table);
      return { TableDescription: table };
    },
    ListTables: () => ({ TableNames: [...tables.keys()] }),
    DescribeTimeToLive: ({ TableName }) => ({
      TimeToLiveDescription: timeToLive.has(TableName)
        ? { TimeToLiveStatus: 'ENABLED', AttributeName: timeToLive.get(TableName) }
        : { TimeToLiveStatus: 'DISABLED' },
    }),
    UpdateTimeToLive({ TableName, TimeToLiveSpecification }) {
      timeToLive.set(TableName, Object(TimeToLiveSpecification).AttributeName);
      return {};
    },
    UpdateContinuousBackups({ TableName }) {
      recoverable.add(TableName);
      return {};
    },
    ListTagsOfResource: ({ ResourceArn }) => ({ Tags: tags.get(ResourceArn) ?? [] }),
    TagResource({ ResourceArn, Tags }) {
      tags.set(ResourceArn, Tags);
      return {};
    },
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const name = String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', '');
    const given = JSON.parse(Buffer.concat(chunks).toString());
    asked.push(name);
    requests.push({ name, ...given });
    const answer = () => {
      if (name === dies)
        return { status: 400, body: { __type: 'AccessDeniedException', message: 'no' } };
      try {
        return { status: 200, body: answers[name]?.(given) ?? {} };
      } catch (error) {
        const message = String(error);
        return { status: 400, body: { __type: 'ResourceNotFoundException', message } };
      }
    };
    const { status, body } = answer();
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    tables,
    timeToLive,
    recoverable,
    tags,
    asked,
    requests,
    endpoint: `http://127.0.0.1:${port}`,
    /** From now on this call is refused. */
    refuse(name: string | undefined) {
      dies = name;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function notFound(): never {
  throw new Error('There is no such table.');
}

let aws: Awaited<ReturnType<typeof aDynamoDb>>;
beforeEach(async () => {
  aws = await aDynamoDb();
});
afterEach(() => aws.stop());

const environment = () => ({
  AWS_ENDPOINT_URL_DYNAMODB: aws.endpoint,
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
});
async function run(...given: string[]): Promise<{ code: number; said: string }> {
  const { code, said } = await runCommand(restoreCommand, given, { environment: environment() });
  return { code, said };
}
const restore = (...more: string[]) => run('table', '--table', 'own', '--as', 'own-2', ...more);
const writes = () => aws.asked.filter((name) => /^(Restore|Update|Tag)/.test(name));

describe('the command that restores a table', () => {
  it('the restore command restores a table to a time, with every setting that a restore leaves out, and prints the deployment', async () => {
    const { code, said } = await restore('--to', '2026-02-20T10:00:00Z');
    expect([code, said]).toEqual([0, expect.any(String)]);
    expect(said).toContain(
      `-c tableName=own-2 -c tableStreamArn=${arnOf('own-2')}/stream/2026-03-01T12:00:00.000`,
    );
    expect(aws.requests.find(({ name }) => name === 'RestoreTableToPointInTime')).toEqual({
      name: 'RestoreTableToPointInTime',
      SourceTableName: 'own',
      TargetTableName: 'own-2',
      RestoreDateTime: Date.UTC(2026, 1, 20, 10) / 1_000,
      SSESpecificationOverride: {
        Enabled: true,
        SSEType: 'KMS',
        KMSMasterKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/k',
      },
    });
    expect(aws.tables.get('own-2')).toMatchObject({
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      DeletionProtectionEnabled: true,
    });
    expect(aws.timeToLive.get('own-2')).toBe('expiresAtSeconds');
    expect(aws.recoverable.has('own-2')).toBe(true);
    expect(aws.tags.get(arnOf('own-2'))).toEqual([{ Key: 'team', Value: 'pay' }]);
    expect(aws.tables.get('own')).toEqual(ownTable);
  });

  it('the restore command restores the latest state without a time, and does nothing a second time', async () => {
    await restore();
    const request = aws.requests.find(({ name }) => name === 'RestoreTableToPointInTime');
    expect(request).toMatchObject({ UseLatestRestorableTime: true });
    const before = writes().length;
    const { code, said } = await restore();
    expect([code, writes().length]).toEqual([0, before]);
    expect(said).toContain('-c tableName=own-2');
    const args = ['table', '--table', 'own', '--as', 'own-2'];
    const { document } = await commandDocument(['restore', restoreCommand], args, environment());
    expect(document).toMatchObject({
      table: 'own',
      as: 'own-2',
      options: expect.stringContaining('-c tableName=own-2'),
    });
  });

  it.each(['UpdateTable', 'UpdateTimeToLive', 'UpdateContinuousBackups', 'TagResource'])(
    'the restore command continues where it was stopped at %s',
    async (name) => {
      aws.refuse(name);
      expect(await restore()).toEqual({ code: 2, said: expect.stringContaining('AWS refuses it') });
      aws.refuse(undefined);
      expect((await restore()).code).toBe(0);
      expect(aws.asked.filter((one) => one === 'RestoreTableToPointInTime')).toHaveLength(1);
      expect(aws.tables.get('own-2')).toMatchObject({ DeletionProtectionEnabled: true });
      expect(aws.tags.get(arnOf('own-2'))).toHaveLength(1);
    },
  );

  it.each<[string, () => Promise<{ code: number; said: string }>, string]>([
    [
      'a table that is not there',
      () => run('table', '--table', 'none', '--as', 'x-1'),
      'There is no table none',
    ],
    [
      'the same name',
      () => run('table', '--table', 'own', '--as', 'own'),
      '--as must be another name',
    ],
    [
      'a time that is too early',
      () => restore('--to', '2026-01-01T00:00:00Z'),
      '--to must be from 2026-02-01',
    ],
    ['a time that is no time', () => restore('--to', '2026-02-30T99:00:00Z'), 'is no time'],
    [
      'a name that is none',
      () => run('table', '--table', 'own', '--as', 'no name'),
      '--as must be',
    ],
    ['no name', () => run('table', '--table', 'own'), '--as is missing'],
  ])('the restore command refuses %s, and changes nothing', async (_, act, sentence) => {
    const { code, said } = await act();
    expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
    expect(writes()).toEqual([]);
  });

  it('the restore command refuses a table of another origin, time or shape', async () => {
    await restore('--to', '2026-02-20T10:00:00Z');
    const restored = v.parse(v.record(v.string(), v.unknown()), aws.tables.get('own-2'));
    const { said } = await restore('--to', '2026-02-21T10:00:00Z');
    expect(said).toContain('own-2 was restored to 2026-02-20T10:00:00.000Z already');
    aws.tables.set('own-2', { ...restored, GlobalSecondaryIndexes: [] });
    expect((await restore()).said).toContain('has other keys or indexes');
    aws.tables.set('own-2', { ...restored, RestoreSummary: undefined });
    expect((await restore()).said).toContain('which was not restored from this one');
  });
});

describe('the command that checks a replica', () => {
  const name = 'turnout-production-data-TableCD117FA1-1ABC';
  const away = 'arn:aws:dynamodb:eu-central-1:123456789012:table/';
  const replica: Table = {
    ...ownTable,
    TableName: name,
    TableArn: `${away}${name}`,
    LatestStreamArn: `${away}${name}/stream/2026-03-01T12:00:00.000`,
    ItemCount: 41_000,
    TableSizeBytes: 90_000_000,
    Replicas: [{ RegionName: 'eu-west-1', ReplicaStatus: 'REGION_DISABLED' }],
  };
  const options =
    `-c region=eu-central-1 -c takesOverFrom=eu-west-1 -c tableName=${name} ` +
    `-c tableStreamArn=${away}${name}/stream/2026-03-01T12:00:00.000`;
  const args = ['replica', '--stage', 'production', '--region', 'eu-central-1'];
  const check = (...more: string[]) => run(...args, ...more);

  beforeEach(() => {
    aws.tables.set(name, { ...replica });
    aws.timeToLive.set(name, 'expiresAtSeconds');
    aws.recoverable.add(name);
  });

  it('a replica that can be taken into service is found by its stage, and the deployment onto it is printed', async () => {
    const { code, said } = await check();
    expect([code, said]).toEqual([0, expect.stringContaining(options)]);
    expect(said).toContain('AWS_REGION=eu-central-1 npx turnout deploy -c stage=production');
    expect(said).toContain('Never let both Regions take payments');
    const { document } = await commandDocument(['restore', restoreCommand], args, environment());
    expect(document).toMatchObject({
      table: name,
      from: 'eu-west-1',
      items: 41_000,
      bytes: 90_000_000,
      options,
    });
    expect(writes()).toEqual([]);
  });

  it('the printed settings are those that a deployment takes', () => {
    const given = options.split('-c ').filter(Boolean);
    const context = Object.fromEntries(given.map((pair) => pair.trim().split('=')));
    expect(readSettings(context, 'eu-central-1').problems).toEqual([]);
  });

  it.each<[string, Table, string]>([
    ['is being created', { TableStatus: 'CREATING' }, 'It is CREATING.'],
    [
      'cannot be decrypted',
      { TableStatus: 'INACCESSIBLE_ENCRYPTION_CREDENTIALS' },
      'Its key is disabled or denied',
    ],
    [
      'has an index that is being filled',
      { GlobalSecondaryIndexes: [{ ...index, IndexStatus: 'CREATING' }] },
      'Its index by-due is CREATING.',
    ],
    ['has no stream', { StreamSpecification: undefined }, 'It has no stream'],
    ['is a table of its own', { Replicas: undefined }, 'It has no replica in another Region'],
    [
      'is one of three',
      { Replicas: [{ RegionName: 'eu-west-1' }, { RegionName: 'us-east-1' }] },
      'replicas in several Regions: eu-west-1, us-east-1',
    ],
  ])('a replica that %s is refused with the reason', async (_, changes, sentence) => {
    aws.tables.set(name, { ...replica, ...changes });
    expect(await check()).toEqual({ code: 2, said: expect.stringContaining(sentence) });
  });

  it('a replica without expiry and recovery is refused with both reasons, and nothing is changed', async () => {
    aws.timeToLive.delete(name);
    aws.recoverable.delete(name);
    const { code, said } = await check();
    expect([code, said]).toEqual([2, expect.stringContaining('time to live is off')]);
    expect(said).toContain('It has no point-in-time recovery.');
    expect(writes()).toEqual([]);
  });

  it('a Region without a replica, or with two tables of the stage, is refused until a name is given', async () => {
    aws.tables.set(`${name}2`, { ...replica });
    expect((await check()).said).toContain(`--table must name one of ${name}, ${name}2.`);
    expect((await check('--table', name)).code).toBe(0);
    aws.tables.clear();
    expect((await check()).said).toContain(
      'was the stage deployed with replicaRegion=eu-central-1?',
    );
    expect((await run('replica', '--region', 'eu-central-1')).said).toContain('--stage is missing');
    expect((await run('replica', '--stage', 'production')).said).toContain('--region is missing');
  });
});
