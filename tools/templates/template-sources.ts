import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build, type Plugin } from 'esbuild';
import * as v from 'valibot';
import { hashOf } from '../bundle/build-cache.ts';
import { withBundler } from '../bundle/bundler-process.ts';

const repository = path.join(import.meta.dirname, '..', '..');
const app = 'bin/switch.ts';

/**
 * Modules that decide templates by the values that they export, and not by their source: they are
 * made of hundreds of files, of which the stacks see little.
 */
const evaluated = [
  'lib/api/deployed-operations.ts',
  'lib/settings/version.ts',
  'shared/connectors/adapter-names.ts',
];

/** The sources of the app's templates, for one state of a checkout. */
export interface TemplateSources {
  /**
   * A hash of all that decides the templates besides settings and bundles. Two states with the same
   * digest synthesize the same templates.
   */
  readonly digest: string;
  /** Every file that the digest was made of. While none changes, the digest stays. */
  readonly inputs: readonly string[];
}

/**
 * Computes the digest of all that decides the templates: the code of the app without comments and types
 * and without code that it does not use, the values that its contracts export, and the versions of
 * its packages. It reads the sources as they are now.
 *
 * @param signal ends the work; then this rejects
 * @param root the checkout, for tests
 */
export async function templateSources(
  signal?: AbortSignal,
  root: string = repository,
): Promise<TemplateSources> {
  const [bundled, values] = await Promise.all([
    withBundler(() => bundledApp(root), signal),
    evaluatedExports(root, signal),
  ]);
  const versions = bundled.packages.map((name) => [name, versionOf(root, name)]);
  return {
    digest: hashOf(JSON.stringify([bundled.code, values, versions])),
    inputs: bundled.inputs,
  };
}

/** The app's own code, and all sources of it and of the evaluated modules. */
async function bundledApp(root: string) {
  const { outputFiles, metafile } = await build({
    entryPoints: [app, ...evaluated],
    absWorkingDir: root,
    outdir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
    plugins: [evaluatedAreExternal(root)],
  });
  const out = path.join(root, app.replace(/\.ts$/, '.js'));
  const code = outputFiles.find((file) => file.path === out)?.text;
  const imports = metafile.outputs[path.relative(root, out)]?.imports;
  if (code === undefined || !imports) throw new Error(`${app} was not bundled.`);
  const names = imports.map((one) => one.path).filter((one) => /^[@\w]/.test(one));
  return {
    code,
    inputs: Object.keys(metafile.inputs),
    packages: [...new Set(names.filter((one) => !isOurs(one)).map(packageOf))].sort(),
  };
}

const isOurs = (imported: string) => imported.startsWith('node:') || evaluated.includes(imported);

const packageOf = (imported: string) =>
  imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');

/** Leaves the evaluated modules out of the app, in which they have the same name everywhere. */
function evaluatedAreExternal(root: string): Plugin {
  const files = new Map(evaluated.map((file) => [path.join(root, file), file]));
  const names = evaluated.map((file) => path.basename(file).replace('.', '\\.'));
  return {
    name: 'evaluated modules are external',
    setup({ onResolve, resolve }) {
      onResolve({ filter: new RegExp(`(^|/)(${names.join('|')})$`) }, async (asked) => {
        if (asked.kind === 'entry-point' || asked.pluginData === 'resolved') return undefined;
        const { kind, importer, resolveDir } = asked;
        const found = await resolve(asked.path, {
          kind,
          importer,
          resolveDir,
          pluginData: 'resolved',
        });
        const name = files.get(found.path);
        return name === undefined ? undefined : { path: name, external: true };
      });
    },
  };
}

/** The exports of the evaluated modules as text, from a thread that loads them anew. */
async function evaluatedExports(root: string, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const thread = new Worker(new URL('../bundle/evaluated-exports.ts', import.meta.url), {
    workerData: evaluated.map((file) => path.join(root, file)),
    execArgv: [],
    name: 'template sources',
  });
  const end = () => void thread.terminate();
  signal?.addEventListener('abort', end);
  try {
    return await new Promise<string>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () =>
        reject(signal?.reason ?? new Error('The contracts cannot be read.')),
      );
    });
  } finally {
    signal?.removeEventListener('abort', end);
    await thread.terminate();
  }
}

const Package = v.object({ version: v.string() });

function versionOf(root: string, name: string): string {
  const file = path.join(root, 'node_modules', name, 'package.json');
  return v.parse(Package, JSON.parse(readFileSync(file, 'utf8'))).version;
}
