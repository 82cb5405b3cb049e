import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';

const help = `Writes docs/unset-fields.md anew.\n`;

export const unsetFields = command(
  { name: 'npm run unset-fields', help, options: {} },
  async () => {
    const { unsetFieldsDocument, unsetFieldsFile } = await import(
      './documents/unset-fields-document.ts'
    );
    writeFileSync(join(import.meta.dirname, '..', unsetFieldsFile), unsetFieldsDocument());
    return 0;
  },
);

await runAsProgram(import.meta, unsetFields);
