import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Writes the modules that a program has loaded at its end, a line each, into MODULES_FILE. */
const loaded = [];
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.push(url);
    return next(url, context);
  },
});
process.once('exit', () => writeFileSync(process.env.MODULES_FILE, loaded.join('\n')));
