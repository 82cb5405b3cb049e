import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';
import {
  fieldsNeverProducedDocument,
  fieldsNeverProducedFile,
} from './fields-never-produced-document.ts';

const help = `Writes docs/fields-never-produced.md anew.\n`;

await command(
  { name: 'node tools/run.cjs scripts/fields-never-produced.ts', help, options: {} },
  async () => {
    writeFileSync(
      join(import.meta.dirname, '..', fieldsNeverProducedFile),
      fieldsNeverProducedDocument(),
    );
    return 0;
  },
);
