import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import { connectorsFile, declinesFile, readmeFile } from './documents/written-files.ts';

const help = `Writes the table of connectors and what they can do into ${connectorsFile},
the count of their decline codes into ${declinesFile}, and the names of the
processors into ${readmeFile}, from the connectors' data.

  npm run connectors
  npm run connectors -- --help    shows this
`;

export const connectors = command({ name: 'npm run connectors', help, options: {} }, async () => {
  const written = await import('./documents/connectors-document.ts');
  rewrite(connectorsFile, written.connectorsDocument);
  rewrite(declinesFile, written.declinesDocument);
  rewrite(readmeFile, written.readmeDocument);
  return 0;
});

function rewrite(file: string, written: (page: string) => string) {
  const path = join(import.meta.dirname, '..', file);
  writeFileSync(path, written(readFileSync(path, 'utf8')));
}

await runAsProgram(import.meta, connectors);
