import { type LocalTable, localTable } from '../../support/local-table.ts';
import { memoryPort } from '../../support/memory-table.ts';
import { holdsThePortsContract } from '../../support/table-port-contract.ts';

describe('the table in memory', () => {
  const port = memoryPort();
  holdsThePortsContract(() => port);
});

const local: LocalTable | undefined = await localTable();
afterAll(() => local?.stop());

(local ? describe : describe.skip)('DynamoDB', () => {
  holdsThePortsContract(() => {
    if (!local) throw new Error('There is no database.');
    return local.port;
  });
});
