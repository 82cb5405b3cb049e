import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { parseSync } from 'oxc-parser';
import * as v from 'valibot';
import { ownFolders } from '../launch/connector-lists.cjs';
import { type BuildCache, StepEvicted } from './build-cache.ts';

/**
 * Parts are code that few requests need; the first such request loads them. A module whose first
 * comment begins with `Loaded late:` and its exclusive imports become `NAME.part.cjs`. That file is
 * beside the `index.cjs` of each function that imports the module, directly or not. A part exports
 * functions only. `index.cjs` has functions of the same names, which load the file and call it.
 * Where the sources run directly, as in the tests, a part is a normal module.
 *
 * A module whose first comment begins with `Shared with parts:` exists once in a function and its
 * parts, because its state or its declarations must be unique.
 */

const root = join(import.meta.dirname, '..', '..');

type Mark = 'Loaded late' | 'Shared with parts';

const markedModules = (mark: Mark): readonly string[] =>
  globSync(['shared/**/*.ts', ...ownSources()], { cwd: root })
    .map(withSlashes)
    .filter((file) => isMarked(file, readFileSync(join(root, file), 'utf8'), mark))
    .sort();

/** Whether a source has the mark in its first comment. Throws where another comment has it. */
export function isMarked(file: string, source: string, mark: Mark): boolean {
  if (!source.includes(`${mark}:`)) return false;
  const { comments, program } = parseSync(file, source);
  const begins = new RegExp(String.raw`^[\s*]*${mark}:`);
  const marked = comments.filter(({ value }) => begins.test(value));
  const top = program.body[0]?.start ?? source.length;
  if (marked.some((one) => one !== comments[0] || one.start > top)) {
    throw new Error(`${file} says "${mark}:" elsewhere than in its first comment.`);
  }
  return marked.length > 0;
}

/** The sources of a company's own connectors. */
const ownSources = () => (ownFolders(root) ?? []).map((folder) => `${folder}/**/*.ts`);

let singles: readonly string[] | undefined;
const singleModules = (): readonly string[] => {
  singles ??= markedModules('Shared with parts');
  return singles;
};

/** The paths of parts and of shared modules, in the form that `metafile` uses. */
const place = 'turnout-part';
const singlePlace = 'turnout-single';

export interface Part {
  /** The source, such as `shared/switch/payments/response/qr-code.ts`. */
  readonly source: string;
  /**
   * The file, such as `qr-code.part.cjs`, beside the `index.cjs` of each function that needs it.
   */
  readonly file: string;
  readonly contents: Uint8Array;
  /** The sources that it contains, as paths below the repository. */
  readonly inputs: readonly string[];
}

export interface Parts {
  /** By their sources. */
  readonly parts: ReadonlyMap<string, Part>;
  readonly imports: Imports;
}

/** What the bundler read, each with what it imports of that. */
export type Imports = Readonly<Record<string, readonly string[]>>;

export const importsIn = ({ inputs }: Metafile): Imports =>
  Object.fromEntries(
    Object.entries(inputs).map(([input, { imports }]) => [
      input,
      imports.filter(({ external }) => !external).map(({ path }) => path),
    ]),
  );

type ReadImports = (metafile: Metafile) => Imports | Promise<Imports>;

/** The sources of all parts. */
export const partSources = (): readonly string[] => markedModules('Loaded late');

const KeptPart = v.object({
  inputs: v.array(v.string()),
  imports: v.record(v.string(), v.array(v.string())),
});

/**
 * The parts of the sources as they are now: from the cache, and those that it lacks built at once.
 *
 * @param importsOf all that a build read; with the sources of modules that a plugin generates
 * @param openCache opens the cache anew: the sources count as they are at that moment
 */
export async function keptParts(
  sources: readonly string[],
  options: BuildOptions,
  importsOf: ReadImports,
  openCache: () => BuildCache,
): Promise<Parts> {
  const cache = openCache();
  const found = sources.flatMap((source) => partIn(cache, source) ?? []);
  const missing = sources.filter((source) => found.every(({ part }) => part.source !== source));
  const startedAt = Date.now();
  const built = await buildParts(missing, options, importsOf, sources);
  if (missing.length > 0) {
    const now = openCache();
    for (const part of built.parts.values()) storePart(now, part, { ...built, startedAt });
  }
  return {
    parts: new Map([...found.map(({ part }) => [part.source, part] as const), ...built.parts]),
    imports: Object.assign({}, ...found.map(({ imports }) => imports), built.imports),
  };
}

/** The cache's name of the step that builds a part. */
const stepOf = (source: string) => `part ${source}`;
const partRecord = 'part.json';

function partIn(cache: BuildCache, source: string): { part: Part; imports: Imports } | undefined {
  const file = `${nameOf(source)}.cjs`;
  const files = cache.find(stepOf(source));
  try {
    if (!files) return undefined;
    const { inputs, imports } = v.parse(KeptPart, JSON.parse(files.read(partRecord).toString()));
    return { part: { source, file, contents: files.read(file), inputs }, imports };
  } catch (error) {
    if (error instanceof StepEvicted) return undefined;
    throw error;
  }
}

function storePart(
  cache: BuildCache,
  { source, file, contents, inputs }: Part,
  { imports, startedAt }: { readonly imports: Imports; readonly startedAt: number },
): void {
  const read = readFor(source, imports, { withParts: false });
  const own = Object.fromEntries(read.map((input) => [input, imports[input] ?? []]));
  const record = JSON.stringify({ inputs, imports: own });
  cache.store(stepOf(source), {
    inputs: sourcesOf(read),
    files: new Map<string, Uint8Array | string>([
      [file, contents],
      [partRecord, record],
    ]),
    startedAt,
  });
}

/** An entry point with all that the bundler read for it, also what it dropped later. */
export function readFor(
  entry: string,
  imports: Imports,
  { withParts }: { readonly withParts: boolean },
): readonly string[] {
  const found = new Set([entry]);
  for (const input of found) {
    const part = withParts ? sourceOfPart(input) : undefined;
    if (part !== undefined) found.add(part);
    for (const imported of imports[input] ?? []) found.add(imported);
  }
  return [...found];
}

/** Sources of ours among what was read, with those of other parts, whose exports were read. */
function sourcesOf(read: readonly string[]): readonly string[] {
  const sources = read.map((input) => sourceOfPart(input) ?? input);
  return [...new Set(sources.filter((input) => !isGenerated(input) && !isOfPackage(input)))];
}

/** Modules that a plugin generates have no file. */
export const isGenerated = (input: string): boolean => /^[\w-]+:/.test(input);

export const isOfPackage = (input: string): boolean => input.includes('node_modules/');

/**
 * Builds parts, each once, with the options of the bundles.
 *
 * @param importsOf all that a build read
 * @param all all parts that there are, which these may need
 */
export async function buildParts(
  sources: readonly string[],
  options: BuildOptions,
  importsOf: ReadImports,
  all: readonly string[] = sources,
): Promise<Parts> {
  if (sources.length === 0) return { parts: new Map(), imports: {} };
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(sources.map((source) => [nameOf(source), source])),
    write: false,
    metafile: true,
    // The file exports a function that takes the shared modules, so that a part never loads
    // `index.cjs` again.
    banner: { js: 'module.exports=(single)=>{const module={exports:{}};' },
    footer: { js: 'return module.exports};' },
    plugins: [singlePlugin(), partsPlugin(all), ...(options.plugins ?? [])],
  });
  const parts = sources.map((source): readonly [string, Part] => {
    const file = `${nameOf(source)}.cjs`;
    const [output, ...more] = outputFiles.filter(({ path }) => basename(path) === file);
    if (!output || more.length > 0) throw new Error(`There is one part called ${file}.`);
    const part = { source, file, contents: output.contents, inputs: inputsOf(source, metafile) };
    return [source, part];
  });
  return { parts: new Map(parts), imports: await importsOf(metafile) };
}

/** `qr-code.part` for `qr-code.ts`, and `stripe.part` for `stripe/connector.ts`. */
const nameOf = (source: string) =>
  `${basename(source.replace(/\/connector\.ts$/, '').replace(/\.ts$/, ''))}.part`;

/** Makes parts use the shared modules that their function passes to them. */
const singlePlugin = (): Plugin => ({
  name: 'turnout-single-modules',
  setup({ onResolve, onLoad }) {
    const single = singleModules();
    onResolve({ filter: importing(single) }, ({ path, resolveDir }) => {
      const module = sourceOf(path, resolveDir);
      return single.includes(module) ? { path: module, namespace: singlePlace } : undefined;
    });
    onLoad({ filter: /.*/, namespace: singlePlace }, ({ path }) => ({
      contents: `module.exports = single['${path}'];`,
      loader: 'js',
    }));
  },
});

/**
 * Excludes parts from a bundle and replaces them by functions that load them. A part that needs
 * another part passes on the shared modules, because it is built without knowing the others.
 */
export const partsPlugin = (sources: readonly string[], built?: Promise<Parts>): Plugin => ({
  name: 'turnout-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: importing(sources) }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return undefined;
      const module = sourceOf(path, resolveDir);
      return sources.includes(module) ? { path: module, namespace: place } : undefined;
    });
    onResolve({ filter: /\.part\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: place }, async ({ path }) => {
      const names = exportsOf(readFileSync(join(root, path), 'utf8'), path);
      const handed = built && passedTo(path, await built);
      return { contents: stub(path, names, handed), loader: 'ts', resolveDir: root };
    });
  },
});

/**
 * How a source imports one of these, or another of the same name, of its own wing or of another one.
 * The bundler asks for each import that a filter lets through, which costs more than a narrow filter.
 */
const importing = (sources: readonly string[]): RegExp => {
  const names = new Set(sources.map((source) => basename(source, '.ts')));
  return new RegExp(String.raw`^(?:\.{1,2}|#\w+)\/(?:.*\/)?(?:${[...names].join('|')})\.ts$`);
};

/** The source that a file of `resolveDir` imports, such as `shared/platform/lazy.ts`. */
const sourceOf = (specifier: string, resolveDir: string) =>
  specifier.startsWith('#')
    ? specifier.replace('#', 'shared/')
    : withSlashes(relative(root, join(resolveDir, specifier)));
const withSlashes = (path: string) => path.replaceAll('\\', '/');

/** The shared modules that a part uses, including those of the parts that it needs in turn. */
const passedTo = (source: string, built: Parts): readonly string[] =>
  singleModules().filter((module) =>
    partsBehind([source], built).some(({ inputs }) => inputs.includes(`${singlePlace}:${module}`)),
  );

function stub(part: string, names: readonly string[], handed?: readonly string[]): string {
  const object = handed?.map((module, index) => `'${module}': single${index}`).join(', ');
  return [
    ...(handed ?? []).map((module, index) => `import * as single${index} from './${module}';`),
    'let loaded;',
    'const part = () =>',
    `  (loaded ??= require('./${nameOf(part)}.cjs')(${handed ? `{ ${object} }` : 'single'}));`,
    ...names.map((name) => `export const ${name} = (...given) => part().${name}(...given);`),
  ].join('\n');
}

/**
 * Names of the functions that a part exports, including re-exports. Throws for a part with another
 * kind of export.
 */
export function exportsOf(source: string, part: string): readonly string[] {
  return parseSync(part, source).program.body.flatMap((statement) => {
    if (!statement.type.startsWith('Export')) return [];
    if (statement.type === 'ExportNamedDeclaration') {
      const { declaration, specifiers, exportKind } = statement;
      if (exportKind === 'type') return [];
      if (declaration?.type === 'FunctionDeclaration' && declaration.id) return declaration.id.name;
      if (!declaration && statement.source) {
        return specifiers.flatMap(({ exported }) => ('name' in exported ? exported.name : []));
      }
    }
    const text = source.slice(statement.start, statement.end);
    throw new Error(`${part} exports something else than functions and types: ${text}`);
  });
}

/**
 * The parts that a function needs, directly or through other parts. Throws when a part would have
 * its own copy of a module that must be unique in the function.
 */
export function partsNeededBy(entry: string, bundles: Metafile, built: Parts): readonly Part[] {
  const own = inputsOf(entry, bundles);
  const parts = partsBehind(sourcesIn(own), built);
  for (const { source, inputs } of parts) {
    const twice = inputs.find((input) => own.includes(input) && keepsState(input));
    if (twice !== undefined) {
      throw new Error(
        `${source} may not hold ${twice}: ${entry} has that too, and may have it once.`,
      );
    }
  }
  return parts;
}

/** The source of the part at this path of a bundle; undefined for another input. */
const sourceOfPart = (input: string): string | undefined =>
  input.startsWith(`${place}:`) ? input.slice(place.length + 1) : undefined;

const sourcesIn = (inputs: readonly string[]) => inputs.flatMap((one) => sourceOfPart(one) ?? []);

function partsBehind(sources: readonly string[], { parts }: Parts): readonly Part[] {
  const found = new Map<string, Part>();
  const wanted = [...sources].sort();
  for (const source of wanted) {
    const part = parts.get(source);
    if (!part) throw new Error(`${source} was not built.`);
    if (found.has(source)) continue;
    found.set(source, part);
    wanted.push(...sourcesIn(part.inputs));
  }
  return [...found.values()];
}

/** The inputs that contribute code to the output of an entry point. */
function inputsOf(entry: string, { outputs }: Metafile): readonly string[] {
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry);
  if (!output) throw new Error(`${entry} was not built.`);
  return Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [input] : [],
  );
}

/** Whether a file of ours has module variables, a mark, or a class that `instanceof` must recognize. */
const keepsState = (input: string) =>
  /^shared\/.*\.ts$/.test(input) &&
  /^(?:export )?let |^(?:export )?(?:class|const) .*(?:AsyncLocalStorage|Symbol\(|extends \w*Error\b)/m.test(
    readFileSync(join(root, input), 'utf8'),
  );
