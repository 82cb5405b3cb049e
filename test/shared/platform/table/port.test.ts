import { localTables } from '../../../support/table/local-table.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';
import { tablePortContract } from '../../../support/table/table-port-contract.ts';

describe('the table in memory', () => {
  const port = memoryPort();
  tablePortContract(() => port);
});

const databases = await localTables();
afterAll(() => Promise.all(databases.map(({ stop }) => stop())));

for (const { name, port } of databases) {
  describe(`DynamoDB by ${name}`, () => tablePortContract(() => port));
}
