import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command-line/command.ts';
import { operationsDocument, operationsFile } from './documents/operations-document.ts';

const help = `Writes ${operationsFile}: every published operation of Hyperswitch v1, with how it works
here, from the operations' contracts and scripts/documents/published-operations.ts.

  npm run operations
  npm run operations -- --help    shows this
`;

await command({ name: 'npm run operations', help, options: {} }, async () => {
  writeFileSync(join(import.meta.dirname, '..', operationsFile), operationsDocument());
  return 0;
});
