import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './command.ts';
import { documentFile, openapiDocument } from './openapi-document.ts';

const help = `Writes docs/openapi.json anew, from the contracts of all operations.\n`;

await command({ name: 'npm run openapi', help, options: {} }, async () => {
  await writeFile(join(import.meta.dirname, '..', documentFile), await openapiDocument());
  return 0;
});
