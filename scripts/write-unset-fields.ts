import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';
import { unsetFieldsDocument, unsetFieldsFile } from './unset-fields-document.ts';

const help = `Writes docs/unset-fields.md anew.\n`;

await command(
  { name: 'node tools/run.cjs scripts/write-unset-fields.ts', help, options: {} },
  async () => {
    writeFileSync(join(import.meta.dirname, '..', unsetFieldsFile), unsetFieldsDocument());
    return 0;
  },
);
