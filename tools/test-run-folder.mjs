import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One folder for a whole test run, in which suites share what they build. */
export default async function begin() {
  process.env.TURNOUT_TEST_RUN = await mkdtemp(join(tmpdir(), 'turnout-test-run-'));
}

export async function end() {
  const folder = process.env.TURNOUT_TEST_RUN;
  if (folder) await rm(folder, { recursive: true, force: true });
}
