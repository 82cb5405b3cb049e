import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';

/*
 * What few requests need is loaded when the first of them comes. A file called `NAME.part.ts` and what
 * it alone imports become `NAME.part.cjs`, beside the `index.cjs` of each function that imports it,
 * directly or not. Such a file exports functions and nothing else: `index.cjs` has functions of the
 * same names, which load the file and call it. Where the sources run as they are, as in the tests, a
 * part is a module like any other.
 */

const root = join(import.meta.dirname, '..');

/** Modules that a function has once, for its parts too: what they hold or declare must be the same. */
const single = ['shared/errors.ts', 'shared/log-subject.ts', 'shared/vault/vault-error.ts'];

const isPart = /\.part\.ts$/;

/** A part as `metafile` names its place in a bundle. */
const place = 'turnout-part';

/** Leaves parts out of a bundle, and puts functions in their place which load them. */
export const partsPlugin = (): Plugin => ({
  name: 'turnout-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: isPart }, ({ path, resolveDir, kind }) =>
      kind === 'entry-point'
        ? undefined
        : { path: below(join(resolveDir, path)), namespace: place },
    );
    onResolve({ filter: /\.part\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: place }, ({ path }) => ({
      contents: standIn(path, exportsOf(readFileSync(join(root, path), 'utf8'), path)),
      loader: 'ts',
      resolveDir: root,
    }));
  },
});

const below = (path: string) => relative(root, path).replaceAll('\\', '/');

function standIn(part: string, names: readonly string[]): string {
  return [
    ...single.map((module, index) => `import * as single${index} from './${module}';`),
    'let loaded;',
    'const part = () =>',
    `  (loaded ??= require('./${fileOf(part)}')({ ${single
      .map((module, index) => `'${module}': single${index}`)
      .join(', ')} }));`,
    ...names.map((name) => `export const ${name} = (...given) => part().${name}(...given);`),
  ].join('\n');
}

const fileOf = (part: string) => basename(part).replace(/\.ts$/, '.cjs');

/**
 * Names of the functions that a part exports, its own and those of other files. Throws for a part that
 * exports something else.
 */
export function exportsOf(source: string, part: string): readonly string[] {
  return [...source.matchAll(/^export (\{[^}]*\} from|.*)/gm)].flatMap(([line, what = '']) => {
    if (/^(type|interface) /.test(what)) return [];
    const [, listed] = /^\{([^}]*)\} from$/.exec(what) ?? [];
    if (listed !== undefined) return listed.match(/\w+/g) ?? [];
    const [, name] = /^(?:async )?function (\w+)/.exec(what) ?? [];
    if (name !== undefined) return [name];
    throw new Error(`${part} exports something else than functions and types: ${line}`);
  });
}

export interface Part {
  /** `shared/payments/qr-code.part.ts`. */
  readonly source: string;
  /** `qr-code.part.cjs`, which lies beside the `index.cjs` of each function that needs it. */
  readonly file: string;
  readonly contents: Uint8Array;
}

/** The source of a part whose place in a bundle this is; undefined for another input. */
export const sourceOfPart = (input: string): string | undefined =>
  input.startsWith(`${place}:`) ? input.slice(place.length + 1) : undefined;

export interface Parts {
  /** By their sources. */
  readonly parts: ReadonlyMap<string, Part>;
  readonly metafile: Metafile;
}

/** The parts that a function needs, and those that these need in turn. */
export function partsNeededBy(
  entry: string,
  bundles: Metafile,
  { parts, metafile }: Parts,
): readonly Part[] {
  const found = new Set(placesIn(entry, bundles));
  for (const source of found) for (const one of placesIn(source, metafile)) found.add(one);
  return [...found].sort().map((source) => {
    const part = parts.get(source);
    if (!part) throw new Error(`${source} was not built.`);
    return part;
  });
}

/** Sources of the parts that the output of an entry point loads. */
const placesIn = (entry: string, metafile: Metafile): readonly string[] =>
  inputsOf(entry, metafile).flatMap((input) => sourceOfPart(input) ?? []);

/** What the output of an entry point holds something of. */
function inputsOf(entry: string, { outputs }: Metafile): readonly string[] {
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry);
  if (!output) throw new Error(`${entry} was not built.`);
  return Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [input] : [],
  );
}

/**
 * Throws when a part would have for itself what its function has once: a client of AWS with its
 * connections, a variable of a module, or a class of errors, which `instanceof` would not find again.
 */
function checkIsNoState(input: string, part: string): void {
  const isPackage = input.includes('node_modules/');
  const isState = isPackage
    ? /node_modules\/(?:@aws-sdk|@smithy)\//.test(input)
    : input.endsWith('.ts') &&
      !input.includes(':') &&
      /^(?:export )?let |^(?:export )?(?:class|const) .*(?:AsyncLocalStorage|extends \w*Error\b)/m.test(
        readFileSync(join(root, input), 'utf8'),
      );
  if (isState) throw new Error(`${part} may not hold ${input}: its function has that once.`);
}

/** Builds the parts that bundles need, each once, with the options of the bundles. */
export async function buildParts(bundles: Metafile, options: BuildOptions): Promise<Parts> {
  const parts = new Map<string, Part>();
  const metafile: Metafile = { inputs: {}, outputs: {} };
  let wanted = Object.keys(bundles.inputs).flatMap((input) => sourceOfPart(input) ?? []);
  while (wanted.length > 0) {
    const built = await build({
      ...options,
      entryPoints: Object.fromEntries(wanted.map((source) => [nameOf(source), source])),
      write: false,
      metafile: true,
      // A function of the modules that are there once, so that a part never loads `index.cjs` again.
      banner: { js: 'module.exports=(single)=>{const module={exports:{}};' },
      footer: { js: 'return module.exports};' },
      plugins: [singlePlugin(), ...(options.plugins ?? [])],
    });
    Object.assign(metafile.inputs, built.metafile.inputs);
    Object.assign(metafile.outputs, built.metafile.outputs);
    for (const source of wanted) {
      for (const input of inputsOf(source, metafile)) checkIsNoState(input, source);
      parts.set(source, partIn(built.outputFiles, source));
    }
    // What a part needs in turn is known once it is built.
    const next = wanted.flatMap((source) => placesIn(source, metafile));
    wanted = [...new Set(next)].filter((source) => !parts.has(source));
  }
  return { parts, metafile };
}

function partIn(files: readonly OutputFile[], source: string): Part {
  const file = fileOf(source);
  const output = files.find(({ path }) => basename(path) === file);
  if (!output) throw new Error(`${source} was not built.`);
  return { source, file, contents: output.contents };
}

const nameOf = (source: string) => basename(source).replace(/\.ts$/, '');

/** Gives parts the modules that their function has once, as these are handed to them. */
const singlePlugin = (): Plugin => ({
  name: 'turnout-single-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => {
      const module = below(join(resolveDir, path));
      return single.includes(module) ? { path: module, namespace: 'turnout-single' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'turnout-single' }, ({ path }) => ({
      contents: `module.exports = single['${path}'];`,
      loader: 'js',
    }));
  },
});
