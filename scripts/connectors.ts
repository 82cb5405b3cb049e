import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command-line/command.ts';
import {
  connectorsDocument,
  connectorsFile,
  readmeDocument,
  readmeFile,
} from './documents/connectors-document.ts';

const help = `Writes the table of connectors and what they can do into ${connectorsFile},
and the names of the processors into ${readmeFile}, from the connectors' data.

  npm run connectors
  npm run connectors -- --help    shows this
`;

await command({ name: 'npm run connectors', help, options: {} }, async () => {
  rewrite(connectorsFile, connectorsDocument);
  rewrite(readmeFile, readmeDocument);
  return 0;
});

function rewrite(file: string, written: (page: string) => string) {
  const path = join(import.meta.dirname, '..', file);
  writeFileSync(path, written(readFileSync(path, 'utf8')));
}
