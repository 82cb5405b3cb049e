import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type LogLevel, type Metafile, type Plugin } from 'esbuild';
import type { BuiltFile, BuiltPages } from '#vault/pages/built-pages.ts';

const root = join(import.meta.dirname, '..', '..');
const browser = join(root, 'shared', 'vault', 'pages', 'browser');
const checkout = join(root, 'shared', 'switch', 'checkout', 'browser');
const payee = join(root, 'shared', 'switch', 'payee-pages', 'browser');

/** The marks of payment methods and of card networks: their files below the repository. */
export const markFiles = (): readonly string[] =>
  globSync(['shared/switch/checkout/marks/*.svg', 'shared/vault/pages/browser/marks/*.svg'], {
    cwd: root,
  })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** `american-express` for the file of that mark. */
export const markOfFile = (file: string): string => basename(file, '.svg');

const common = {
  bundle: true,
  write: false,
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  // Paths in the output, if there are any, are the same on every machine.
  absWorkingDir: root,
} as const satisfies BuildOptions;

/**
 * Bundles the vault's browser code. The same sources lead to the same bytes and the same hashes,
 * which shared/vault/pages/script-inventory.json lists.
 */
export async function bundlePages(): Promise<BuiltPages> {
  const { pages } = await builtPages();
  return pages;
}

/** The settings with which esbuild bundles a script of the switch's pages. */
const checkoutBuild = (folder: string, file: string) =>
  ({
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: [join(folder, file)],
  }) as const satisfies BuildOptions;

/** The settings for a script that runs on merchants' pages, in all browsers that they support. */
const forMerchants = (entryPoint: string) =>
  ({
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'es2017',
    entryPoints: [entryPoint],
  }) as const satisfies BuildOptions;

/** The settings for each script of the pages of payment links and of payees. */
export const checkoutBuilds = {
  checkoutScript: checkoutBuild(checkout, 'checkout.tsx'),
  mountScript: forMerchants(join(checkout, 'mount-script.ts')),
  statusScript: checkoutBuild(checkout, 'status.ts'),
  payeeScript: checkoutBuild(payee, 'payee.tsx'),
} as const;

/** The scripts of these pages, with all their sources as paths below the repository. */
export async function builtCheckout(logLevel: LogLevel = 'warning') {
  const [page, mount, status, payeePage] = await Promise.all([
    bundleOf({ ...checkoutBuilds.checkoutScript, logLevel }),
    bundleOf({ ...checkoutBuilds.mountScript, logLevel }),
    bundleOf({ ...checkoutBuilds.statusScript, logLevel }),
    bundleOf({ ...checkoutBuilds.payeeScript, logLevel }),
  ]);
  return {
    scripts: {
      checkoutScript: page.text,
      mountScript: mount.text,
      statusScript: status.text,
      payeeScript: payeePage.text,
    },
    inputs: [...page.inputs, ...mount.inputs, ...status.inputs, ...payeePage.inputs],
  };
}

/** The vault's bundles, with all their sources as paths below the repository. */
export async function builtPages(logLevel: LogLevel = 'warning'): Promise<{
  readonly pages: BuiltPages;
  readonly inputs: readonly string[];
}> {
  const all = { ...common, logLevel };
  const script = { ...all, platform: 'browser', format: 'iife' } as const;
  const [capture, show, embed, frame] = await Promise.all([
    bundleOf({ ...script, target: 'es2022', entryPoints: [join(browser, 'capture.ts')] }),
    bundleOf({ ...script, target: 'es2022', entryPoints: [join(browser, 'show.ts')] }),
    bundleOf({ ...forMerchants(join(browser, 'embed-script.ts')), logLevel }),
    bundleOf({
      ...all,
      entryPoints: [join(browser, 'frame.css')],
      loader: { '.svg': 'dataurl' },
    }),
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

/** The files for browsers that functions contain. A call builds them, unless one did before. */
export interface BrowserFiles {
  pages(): ReturnType<typeof builtPages>;
  checkout(): ReturnType<typeof builtCheckout>;
}

/** The sources of the files for browsers that bundles contain, by esbuild's name of the module. */
export async function browserInputsOf(
  { inputs }: Metafile,
  files: BrowserFiles,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const name of ['pages', 'checkout'] as const) {
    const module = `turnout:turnout:${name}`;
    if (module in inputs) found[module] = (await files[name]()).inputs;
  }
  return found;
}

/**
 * Provides the files for browsers to functions as the modules `turnout:pages`, `turnout:checkout`
 * and `turnout:marks`, so that functions read no file at their start.
 */
export const pagesPlugin = ({ pages, checkout }: BrowserFiles): Plugin => ({
  name: 'turnout-pages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^turnout:(?:pages|checkout|marks)$/ }, ({ path }) => ({
      path,
      namespace: 'turnout',
    }));
    onLoad({ filter: /pages$/, namespace: 'turnout' }, async () => ({
      contents: `export const pages = ${JSON.stringify((await pages()).pages)};`,
      loader: 'js',
    }));
    onLoad({ filter: /checkout$/, namespace: 'turnout' }, async () => ({
      contents: Object.entries((await checkout()).scripts)
        .map(([name, text]) => `export const ${name} = () => ${JSON.stringify(text)};`)
        .join('\n'),
      loader: 'js',
    }));
    onLoad({ filter: /marks$/, namespace: 'turnout' }, () => {
      const files = markFiles();
      const imports = files.map(
        (file, at) => `import mark${at} from './${file}' with { type: 'text' };`,
      );
      const members = files.map((file, at) => `'${markOfFile(file)}': mark${at}.trim()`);
      const contents = [...imports, `export const marks = () => ({ ${members.join(', ')} });`];
      return { contents: contents.join('\n'), loader: 'js', resolveDir: root };
    });
  },
});
