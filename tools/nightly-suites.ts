import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const root = join(import.meta.dirname, '..');

/** The folder of the suites that run at night, and the record of their last proof. */
const nightlyFolder = 'test/nightly';
const record = join(root, nightlyFolder, 'taken-grants.json');

/**
 * The SHA-256 in hex of all sources that decide a function's grants and the gate's reading of them:
 * those of the templates and those of the gate.
 */
function grantSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(['lib/**/*.ts', 'local/iam/**/*.ts'], { cwd: root }).sort()) {
    const contents = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex');
    hash.update(`${file.replaceAll('\\', '/')} ${contents}\n`);
  }
  return hash.digest('hex');
}

const Proven = v.object({ sources: v.string() });

/** Whether each grant was taken away in turn with the sources as they are. */
function areGrantsProven(): boolean {
  try {
    const { sources } = v.parse(Proven, JSON.parse(readFileSync(record, 'utf8')));
    return sources === grantSources();
  } catch {
    // Without a record they are not.
    return false;
  }
}

/**
 * Notes that each grant was taken away in turn with the sources as they are.
 *
 * @param tests how many tests did so
 */
export function noteProvenGrants(tests: number): void {
  writeFileSync(record, `${JSON.stringify({ sources: grantSources(), tests }, null, 2)}\n`);
}

/**
 * The suites that a run leaves out, as patterns of paths. Suites of the night run where the command
 * names them, and those that take each grant away also after a change of the sources of grants.
 *
 * @param named the arguments of Jest
 */
export function leftOut(named: readonly string[]): readonly string[] {
  if (named.some((one) => one.includes(nightlyFolder))) return [];
  if (areGrantsProven()) return [`/${nightlyFolder}/`];
  return [`/${nightlyFolder}/(?!taken-grants)`];
}
