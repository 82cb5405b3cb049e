import { type Database, databaseAt } from '#platform/table/database.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { type LocalTable, localTable } from '../../../support/table/local-table.ts';

const arn = 'arn:aws:dynamodb:eu-west-1:000000000000:table/table';
const keys = ['one', 'two'].map((pk) => ({ pk, sk: 'CARD' }));
const version = { version: 1 };

describe('a table of another account, called by its ARN', () => {
  let table: LocalTable;
  let database: Database;
  beforeAll(async () => {
    table = await localTable();
    const { host, port, accessKeyId } = table.emulator;
    database = databaseAt({
      endpoint: `http://${host}:${port}`,
      region: 'eu-west-1',
      credentials: { accessKeyId, secretAccessKey: 'local' },
    });
  });
  afterAll(async () => {
    database.close();
    await table.stop();
  });

  it('a table takes writes, transactions and queries by its ARN, which are the same items by its name', async () => {
    const port = dynamoPort(arn, database);
    const [one, two] = keys;
    if (!one || !two) throw new Error('A key is missing.');
    expect(await port.put({ ...one, ...version }, 'absent')).toEqual({ written: true });
    const written = await port.transact(
      [{ kind: 'put', item: { ...two, ...version }, condition: 'absent' }],
      'token',
    );
    expect(written).toEqual({ written: true });
    expect(await port.query({ pk: 'one' })).toEqual([{ ...one, ...version }]);
    expect(
      await port.updateWhere(one, { set: { version: 2 } }, { atMost: { version: 1 } }),
    ).toEqual({ written: true, item: { ...one, version: 2 } });
    expect(await table.aside.get(one)).toEqual({ ...one, version: 2 });
    expect(await table.aside.get(two)).toEqual({ ...two, ...version });
  });

  it.each([
    ['its ARN', (answer: string) => answer],
    ['its name', (answer: string) => answer.replaceAll(arn, 'table')],
  ])(
    'the items of a batch are read from an answer that calls the table by %s',
    async (_, called) => {
      const renamed: Database = {
        async call(name, input) {
          return JSON.parse(called(JSON.stringify(await database.call(name, input))));
        },
        close: () => undefined,
      };
      const items = await dynamoPort(arn, renamed).batchGet(keys);
      expect(items.map(({ pk }) => pk).sort()).toEqual(['one', 'two']);
    },
  );
});
