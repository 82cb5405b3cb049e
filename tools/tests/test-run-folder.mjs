import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineOf, readDraw, variableOf } from './draw.ts';
import { missingLines, missingPrograms } from './test-programs.ts';

/** The modules that Node.js compiled in all runs so far: see run.cjs. Node.js never removes any. */
const compiled = process.env.NODE_COMPILE_CACHE;
const mostCompiledBytes = 400 * 1024 * 1024;

/**
 * One draw of cases for a whole test run, also over midnight, and one folder, in which suites share
 * their builds. No test finds the AWS account of whoever runs it.
 */
export default async function begin(run) {
  // Whoever names a suite or a test wants it played.
  const draw = readDraw(process.env.DAY ?? (isNamed(run) ? 'all' : undefined));
  process.env.DAY = variableOf(draw);
  process.stdout.write(`${lineOf(draw)}\n`);
  if (isWhole(run)) {
    for (const line of missingLines(missingPrograms())) process.stdout.write(`${line}\n`);
  }
  withoutAwsAccount(process.env);
  process.env.TURNOUT_TEST_RUN = await mkdtemp(join(tmpdir(), 'turnout-test-run-'));
}

/** Whether a run names its suites or its tests. */
const isNamed = ({ testNamePattern, testPathPatterns }) =>
  Boolean(testNamePattern) || testPathPatterns?.patterns?.length > 0;

/** Whether a run has all suites. Only then all programs are looked for, which takes a second. */
const isWhole = (run) => !isNamed(run) && !run.onlyChanged && !run.findRelatedTests && !run.watch;

export async function end() {
  const folder = process.env.TURNOUT_TEST_RUN;
  if (folder) await rm(folder, { recursive: true, force: true });
  if (compiled && (await sizeOf(compiled)) > mostCompiledBytes) {
    await rm(compiled, { recursive: true, force: true });
  }
}

async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) =>
    stat(join(parentPath, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** The SDK reads an account from the environment and from files. */
function withoutAwsAccount(environment) {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('AWS_')) delete environment[name];
  }
  environment.AWS_CONFIG_FILE = '/nowhere/config';
  environment.AWS_SHARED_CREDENTIALS_FILE = '/nowhere/credentials';
  environment.AWS_EC2_METADATA_DISABLED = 'true';
}
