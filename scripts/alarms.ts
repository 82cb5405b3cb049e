import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import { alarmsDocument, alarmsFile } from './documents/alarms-document.ts';

const help = `Writes the table of all alarms, with their runbooks, into ${alarmsFile}, from the templates.

  npm run alarms
  npm run alarms -- --help    shows this

Silencing alarms for a deployment is a command of docs/runbooks/commands.sh.
`;

const stages = ['sandbox', 'production'] as const;

export const alarms = command({ name: 'npm run alarms', help, options: {} }, async () => {
  // Imported late, because it loads the whole app, which `--help` does not need.
  const { deployedResources } = await import('../bench/bill.ts');
  writeFileSync(
    join(import.meta.dirname, '..', alarmsFile),
    alarmsDocument(stages.map(deployedResources)),
  );
  return 0;
});

await runAsProgram(import.meta, alarms);
