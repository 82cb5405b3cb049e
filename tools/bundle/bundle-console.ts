import { join } from 'node:path';
import { build } from 'esbuild';
import { withBundler } from './bundler-process.ts';

const folder = join(import.meta.dirname, '..', '..', 'console', 'page');

/** Builds the page of the local console; some tenths of a second. */
export async function bundleConsole(): Promise<{
  readonly script: string;
  readonly style: string;
}> {
  return withBundler(async () => {
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'main.tsx')],
      absWorkingDir: folder,
      outdir: 'built',
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      target: 'es2022',
      legalComments: 'none',
      charset: 'utf8',
      logLevel: 'warning',
    });
    const textOf = (ending: string) => {
      const file = outputFiles.find(({ path }) => path.endsWith(ending));
      if (!file) throw new Error(`The console's page has no ${ending}.`);
      return file.text;
    };
    return { script: textOf('.js'), style: textOf('.css') };
  });
}
