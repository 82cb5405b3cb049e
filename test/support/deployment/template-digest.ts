import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../../tools/bundle/build-cache.ts';
import { templateSources } from '../../../tools/templates/template-sources.ts';

/** How the suites synthesize, beside the app. */
const synthesis = join(import.meta.dirname, 'synthesized-app.ts');

/** A hash of all that decides templates besides their settings, computed once for a run. */
export async function templateDigest(): Promise<string> {
  const run = process.env.TURNOUT_TEST_RUN;
  const file = run && join(run, 'template-digest');
  if (file && existsSync(file)) return readFileSync(file, 'utf8');
  const { digest } = await templateSources();
  const all = hashOf(JSON.stringify([digest, readFileSync(synthesis, 'utf8')]));
  if (file) {
    writeFileSync(`${file}.${process.pid}`, all);
    renameSync(`${file}.${process.pid}`, file);
  }
  return all;
}
