import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import { operationsFile } from './documents/written-files.ts';

const help = `Writes ${operationsFile}: every published operation of Hyperswitch v1, with how it works
here, from the operations' contracts and scripts/documents/published-operations.ts.

  npm run operations
  npm run operations -- --help    shows this
`;

export const operations = command({ name: 'npm run operations', help, options: {} }, async () => {
  const { operationsDocument } = await import('./documents/operations-document.ts');
  writeFileSync(join(import.meta.dirname, '..', operationsFile), operationsDocument());
  return 0;
});

await runAsProgram(import.meta, operations);
