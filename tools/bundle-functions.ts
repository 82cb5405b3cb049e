import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

/**
 * Bundles every file below `functions/` into `dist/`, all in one call. CommonJS with the AWS client
 * inside starts fastest; `mainFields` has esbuild drop what nobody calls.
 */
export async function bundleFunctions() {
  const outdir = join(root, 'dist');
  const files = globSync('functions/**/*.ts', { cwd: root }).sort();
  const entryPoints = Object.fromEntries(
    files.map((file) => [
      `${file.slice('functions/'.length, -'.ts'.length)}/index`,
      join(root, file),
    ]),
  );
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints,
    outdir,
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
    logLevel: 'warning',
  });
  return Object.keys(entryPoints).map((entry) => join(outdir, dirname(entry)));
}
