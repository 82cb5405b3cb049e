import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { ownedFolder } from '../local/owned-folder.ts';
import { pagesPlugin } from './bundle-pages.ts';

const root = join(import.meta.dirname, '..');
const outdir = join(root, 'dist');

/**
 * Bundles every file below `functions/` into `dist/`, all in one call. CommonJS with the AWS client
 * inside starts fastest; `mainFields` has esbuild drop what nobody calls. Returns the bundles' folders.
 */
export async function bundleFunctions() {
  const files = globSync('functions/**/*.ts', { cwd: root }).sort();
  const entryPoints = Object.fromEntries(
    files.map((file) => [
      `${file.slice('functions/'.length, -'.ts'.length)}/index`,
      join(root, file),
    ]),
  );
  const { outputFiles } = await build({
    entryPoints,
    outdir,
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // A package.json above may say that .js is something else.
    outExtension: { '.js': '.cjs' },
    minify: true,
    mainFields: ['module', 'main'],
    legalComments: 'none',
    alias: {
      '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lambda-credentials.ts'),
    },
    plugins: [pagesPlugin()],
    logLevel: 'warning',
  });
  await replace(outputFiles);
  return Object.keys(entryPoints).map((entry) => join(outdir, dirname(entry)));
}

/**
 * Brings `dist/` to these files without a moment at which one is missing or half written: another
 * switch may be starting from it just now.
 */
async function replace(files: readonly { readonly path: string; readonly contents: Uint8Array }[]) {
  await mkdir(outdir, { recursive: true });
  const scratch = ownedFolder(outdir, '.new-');
  try {
    for (const [index, { path, contents }] of files.entries()) {
      if ((await readFile(path).catch(() => undefined))?.equals(contents)) continue;
      const fresh = join(scratch, String(index));
      await writeFile(fresh, contents);
      await mkdir(dirname(path), { recursive: true });
      await rename(fresh, path);
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
  await removeAllBut(new Set(files.map(({ path }) => path)));
}

/** Bundles of functions that are gone. */
async function removeAllBut(wanted: ReadonlySet<string>) {
  for (const entry of await readdir(outdir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isScratch = relative(outdir, path).startsWith('.new-');
    if (entry.isFile() && !isScratch && !wanted.has(path)) await rm(path, { force: true });
  }
}
