import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command-line/command.ts';
import { unsetFieldsDocument, unsetFieldsFile } from './documents/unset-fields-document.ts';

const help = `Writes docs/unset-fields.md anew.\n`;

await command({ name: 'npm run unset-fields', help, options: {} }, async () => {
  writeFileSync(join(import.meta.dirname, '..', unsetFieldsFile), unsetFieldsDocument());
  return 0;
});
