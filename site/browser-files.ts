import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const folder = join(import.meta.dirname, 'browser');

const common = {
  bundle: true,
  write: false,
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
} as const satisfies BuildOptions;

/** The scripts and the stylesheet of the site, built when they are first asked for. */
export function browserFiles() {
  let files: ReturnType<typeof built> | undefined;
  return () => {
    files ??= built();
    return files;
  };
}

async function built() {
  const [script, theme, style] = await Promise.all([
    textFrom({
      ...common,
      format: 'iife',
      target: 'es2022',
      entryPoints: [join(folder, 'site.ts')],
    }),
    textFrom({
      ...common,
      format: 'iife',
      target: 'es2022',
      entryPoints: [join(folder, 'theme.ts')],
    }),
    textFrom({ ...common, entryPoints: [join(folder, 'site.css')] }),
  ]);
  return { script, theme, style };
}

async function textFrom(options: BuildOptions & { write: false }): Promise<string> {
  const { outputFiles } = await build(options);
  const [file] = outputFiles ?? [];
  if (!file) throw new Error('A file of the site was not built.');
  return file.text;
}
