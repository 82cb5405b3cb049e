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
  const { pages } = await builtPages();
  return pages;
}

/** The same, with every source that they were bundled from, as paths below the repository. */
export async function builtPages(): Promise<{
  readonly pages: BuiltPages;
  readonly inputs: readonly string[];
}> {
  const script = { ...common, platform: 'browser', format: 'iife' } as const;
  const [capture, show, embed, frame] = await Promise.all([
    bundleOf({ ...script, target: 'es2022', entryPoints: [join(browser, 'capture.ts')] }),
    bundleOf({ ...script, target: 'es2022', entryPoints: [join(browser, 'show.ts')] }),
    // It runs on pages that are not ours, in browsers that their merchants still serve.
    bundleOf({
      ...script,
      target: 'es2017',
      globalName: 'Turnout',
      entryPoints: [join(browser, 'embed.ts')],
      // The global of a script is not one of a module: there it has to be put where it is looked for.
      footer: { js: 'globalThis.Turnout=Turnout;' },
    }),
    bundleOf({ ...common, entryPoints: [join(browser, 'frame.css')] }),
  ]);
  return {
    pages: {
      capture: built('capture', 'js', capture.text),
      show: built('show', 'js', show.text),
      embed: built('embed', 'js', embed.text),
      frame: built('frame', 'css', frame.text),
    },
    inputs: [capture, show, embed, frame].flatMap(({ inputs }) => inputs),
  };
}

async function bundleOf(options: BuildOptions & { write: false }) {
  const { outputFiles, metafile } = await build({ ...options, metafile: true });
  const [file] = outputFiles ?? [];
  if (!file || outputFiles?.length !== 1) throw new Error('A page has to be built into one file.');
  return { text: file.text, inputs: Object.keys(metafile.inputs) };
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

/** What esbuild calls the module that the plugin gives functions. */
export const pagesModule = 'turnout:turnout:pages';

/** Gives functions the pages as the module `turnout:pages`, so that they read no file when they start. */
export const pagesPlugin = (built: ReturnType<typeof builtPages>): Plugin => ({
  name: 'turnout-pages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^turnout:pages$/ }, ({ path }) => ({ path, namespace: 'turnout' }));
    onLoad({ filter: /.*/, namespace: 'turnout' }, async () => {
      const { pages } = await built;
      return { contents: `export const pages = ${JSON.stringify(pages)};`, loader: 'js' };
    });
  },
});
