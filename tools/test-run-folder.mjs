import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One folder for a whole run of the tests: what one suite builds there, the others need not build. */
export default async function begin() {
  process.env.TURNOUT_TEST_RUN = await mkdtemp(join(tmpdir(), 'turnout-test-run-'));
}

export async function end() {
  const folder = process.env.TURNOUT_TEST_RUN;
  if (folder) await rm(folder, { recursive: true, force: true });
}
