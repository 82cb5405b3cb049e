import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { turnoutCommand, UsageError } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const root = join(import.meta.dirname, '..', '..');

const help = `Builds the site of the documentation: every page of docs/ and of the two API descriptions, with a search.

  npx turnout docs [--out DIR]

  --out DIR        the folder of the site, which is made anew; .turnout/site without it
  --help           shows this

The site asks nothing of other hosts: serve the folder by any web server, or open its index.html. npm start serves the
same pages beside the console, without a build.
`;

export const docs = turnoutCommand(
  { name: 'npx turnout docs', help, options: { out: 'value' } },
  async (given, _, { directory }) => {
    const began = performance.now();
    const folder = resolve(directory, given.text('out') ?? join(root, '.turnout', 'site'));
    await clear(folder);
    const { openSite } = await import('../../site/open-site.ts');
    const site = await openSite();
    const addresses = await site.addresses();
    const sizes = await Promise.all(
      addresses.map(async (address) => {
        const file = await site.file(address);
        if (!file) throw new UsageError(`A page links ${address}, which does not exist in docs/.`);
        const path = join(folder, address);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, file.body);
        return Buffer.byteLength(file.body);
      }),
    );
    const bytes = sizes.reduce((all, size) => all + size, 0);
    const pages = addresses.filter((address) => address.endsWith('.html')).length;
    const seconds = (performance.now() - began) / 1_000;
    const index = join(folder, 'index.html');
    return {
      value: { pages, bytes, seconds, index },
      text: `${pages} pages, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s: ${index}`,
    };
  },
);

/** Empties the folder, if it holds a site; a folder with other files is left as it is. */
async function clear(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  if (!existsSync(join(folder, 'search-index.js'))) {
    throw new UsageError(`${folder} exists and holds no site: name a new folder by --out.`);
  }
  await rm(folder, { recursive: true });
}

await runAsProgram(import.meta, docs);
