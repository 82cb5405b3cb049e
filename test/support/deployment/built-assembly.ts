import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLaptopAssembly } from '../../../tools/templates/laptop-assembly.ts';

/**
 * Lays the laptop's assembly down in a folder: its templates as copies, which a suite may change, and
 * the functions' bundles, which stay as they are, as links. The first suite of a run builds the changed ones
 * since the last start, as `npm start` does, and the others wait for that.
 */
export async function layDownAssembly(directory: string): Promise<void> {
  const run = process.env.TURNOUT_TEST_RUN;
  if (!run) throw new Error('The configuration of Jest makes a folder for each run of the tests.');
  const built = join(run, 'assembly');
  if (await isFirst(run)) await build(run, built);
  else await builtByAnother(run, built);

  await mkdir(directory);
  for (const entry of await readdir(built, { withFileTypes: true })) {
    const [from, to] = [join(built, entry.name), join(directory, entry.name)];
    await (entry.isDirectory() ? symlink(from, to) : cp(from, to));
  }
}

async function isFirst(run: string): Promise<boolean> {
  try {
    await mkdir(join(run, 'building'));
    return true;
  } catch {
    return false;
  }
}

async function build(run: string, built: string): Promise<void> {
  try {
    await writeLaptopAssembly(`${built}.new`);
    await rename(`${built}.new`, built);
  } catch (error) {
    await writeFile(join(run, 'failed'), String(error));
    throw error;
  }
}

async function builtByAnother(run: string, built: string): Promise<void> {
  while (!existsSync(built)) {
    if (existsSync(join(run, 'failed'))) {
      throw new Error('The assembly could not be built; the first suite that wanted it says why.');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
