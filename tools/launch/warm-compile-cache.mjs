// Compiles the modules that `npm start` loads, at the end of an installation, for the compile cache
// that the launcher names. An installation never fails here: without some packages, as after
// `npm ci --omit=dev`, or without space, the modules are compiled when they are loaded.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');

/** Modules of threads, which load all that they import even where no thread is around them. */
const threads = [
  'local/services/queue-emulator-thread.ts',
  'local/tables/table-thread.ts',
  'local/functions/function-host-thread.ts',
];

const start = [path.join(root, 'scripts', 'turnout', 'start.ts'), '--help'];
spawnSync(process.execPath, start, { cwd: root, stdio: 'ignore', timeout: 60_000 });
for (const file of [...threads, 'tools/bundle/bundle-functions.ts']) {
  await import(path.join(root, file)).catch(() => undefined);
}
process.exit(0);
