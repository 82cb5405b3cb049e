import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import type { BuiltFile, BuiltPages } from '../shared/vault/pages/built-pages.ts';

const root = join(import.meta.dirname, '..');
const browser = join(root, 'shared', 'vault', 'pages', 'browser');

const common = {
  bundle: true,
  write: false,
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  // Paths in the output, if there are any, are the same on every machine.
  absWorkingDir: root,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * Bundles what browsers run of the vault. The same sources give the same bytes, and so the same
 * hashes: shared/vault/pages/script-inventory.json names them.
 */
export async function bundlePages(): Promise<BuiltPages> {
  const script = { ...common, platform: 'browser', format: 'iife' } as const;
  const [capture, show, embed, frame] = await Promise.all([
    textOf({ ...script, target: 'es2022', entryPoints: [join(browser, 'capture.ts')] }),
    textOf({ ...script, target: 'es2022', entryPoints: [join(browser, 'show.ts')] }),
    // It runs on pages that are not ours, in browsers that their merchants still serve.
    textOf({
      ...script,
      target: 'es2017',
      globalName: 'Turnout',
      entryPoints: [join(browser, 'embed.ts')],
      // The global of a script is not one of a module: there it has to be put where it is looked for.
      footer: { js: 'globalThis.Turnout=Turnout;' },
    }),
    textOf({ ...common, entryPoints: [join(browser, 'frame.css')] }),
  ]);
  return {
    capture: built('capture', 'js', capture),
    show: built('show', 'js', show),
    embed: built('embed', 'js', embed),
    frame: built('frame', 'css', frame),
  };
}

async function textOf(options: BuildOptions & { write: false }): Promise<string> {
  const { outputFiles } = await build(options);
  const [file] = outputFiles ?? [];
  if (!file || outputFiles?.length !== 1) throw new Error('A page has to be built into one file.');
  return file.text;
}

const contentTypes = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const;

function built(name: string, kind: keyof typeof contentTypes, text: string): BuiltFile {
  const digest = createHash('sha384').update(text).digest();
  return {
    file: `${name}.${digest.toString('hex').slice(0, 16)}.${kind}`,
    contentType: contentTypes[kind],
    text,
    integrity: `sha384-${digest.toString('base64')}`,
  };
}

/** Gives functions the pages as the module `turnout:pages`, so that they read no file when they start. */
export const pagesPlugin = (): Plugin => ({
  name: 'turnout-pages',
  setup({ onResolve, onLoad }) {
    let pages: Promise<BuiltPages> | undefined;
    onResolve({ filter: /^turnout:pages$/ }, ({ path }) => ({ path, namespace: 'turnout' }));
    onLoad({ filter: /.*/, namespace: 'turnout' }, async () => {
      pages ??= bundlePages();
      return { contents: `export const pages = ${JSON.stringify(await pages)};`, loader: 'js' };
    });
  },
});
