import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';

const help = `Writes the table of settings into docs/settings.md, and the JSON schema of settings files,
from the declarations in lib/settings/settings.ts.

  npm run settings
  npm run settings -- --help    shows this
`;

export const settings = command({ name: 'npm run settings', help, options: {} }, async () => {
  // Imported late, because it loads the declarations of every connector.
  const { settingsDocument, settingsPage, settingsSchema, settingsSchemaFile } = await import(
    './documents/settings-document.ts'
  );
  const path = (file: string) => join(import.meta.dirname, '..', file);
  writeFileSync(path(settingsPage), settingsDocument(readFileSync(path(settingsPage), 'utf8')));
  writeFileSync(path(settingsSchemaFile), settingsSchema());
  return 0;
});

await runAsProgram(import.meta, settings);
