import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCache, hashOf } from '../../tools/bundle/build-cache.ts';
import { keptSyntheses } from '../../tools/templates/kept-syntheses.ts';
import { templateSources } from '../../tools/templates/template-sources.ts';

export type StageName = 'sandbox' | 'production' | 'laptop';

/**
 * Reads the assembly of the switch for a stage, with empty bundles. All suites of a run of the tests
 * share its folder, so none may change it. It is synthesized anew only when a source of the app has
 * changed since an earlier run.
 *
 * @param groups the groups of operations that the app has; all of them unless stated
 */
export function synthesizedIn<T>(
  stage: StageName,
  context: Readonly<Record<string, unknown>>,
  read: (directory: string) => T,
  groups?: readonly string[],
): T {
  const directory = kept.folderOf(settingsOf(stage, context, groups), (use) =>
    withBundles(({ outdir }) => {
      const props = {
        outdir,
        context: { ...context, stage, 'aws:cdk:disable-stack-trace': true },
        treeMetadata: false,
        builtinCloudFormationValidation: false,
      };
      loadSwitchApp()(props, undefined, groups).synth();
      use(outdir);
    }),
  );
  return read(directory);
}

/** What decides an app, in an order of its own. */
function settingsOf(
  stage: StageName,
  context: Readonly<Record<string, unknown>>,
  groups: readonly string[] | undefined,
): string {
  const sorted = Object.entries(context).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([stage, sorted, groups, process.env.CDK_DEFAULT_REGION]);
}

const root = join(import.meta.dirname, '..', '..');
const kept = keptSyntheses(
  runFolder(),
  buildCache({
    folder: join(root, '.turnout', 'synthesized'),
    root,
    tools: await templateDigest(),
  }),
);

/** The folder of this run of the tests, or one of this process, which goes with it. */
function runFolder(): string {
  const run = process.env.TURNOUT_TEST_RUN;
  if (run !== undefined) return run;
  const own = mkdtempSync(join(tmpdir(), 'turnout-synthesized-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

/** A hash of all that decides templates besides their settings, computed once for a run. */
async function templateDigest(): Promise<string> {
  const run = process.env.TURNOUT_TEST_RUN;
  const file = run && join(run, 'template-digest');
  if (file && existsSync(file)) return readFileSync(file, 'utf8');
  const { digest } = await templateSources();
  const all = hashOf(JSON.stringify([digest, readFileSync(import.meta.filename, 'utf8')]));
  if (file) {
    writeFileSync(`${file}.${process.pid}`, all);
    renameSync(`${file}.${process.pid}`, file);
  }
  return all;
}

/** Loaded where an app is synthesized: with the CDK it takes seconds. */
function loadSwitchApp(): typeof import('../../lib/switch-app.ts').switchApp {
  return createRequire(import.meta.url)('../../lib/switch-app.ts').switchApp;
}

/**
 * Runs something that makes an app, into a folder of its own. The CDK finds the functions' bundles
 * below the working directory; here empty ones stand in, one for each function's file, so that no
 * suite waits for a build or takes another's bundles away.
 */
export function withBundles<T>(run: (props: { readonly outdir: string }) => T): T {
  const before = process.cwd();
  const traces = Error.stackTraceLimit;
  const folder = mkdtempSync(join(tmpdir(), 'turnout-synthesis-'));
  try {
    process.chdir(emptyBundles());
    // The CDK has one for each construct, and a tenth of the CPU time goes there.
    Error.stackTraceLimit = 0;
    return run({ outdir: join(folder, 'cdk.out') });
  } finally {
    Error.stackTraceLimit = traces;
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}

/** A folder with an empty bundle of each function, which the suites of a worker share. */
function emptyBundles(): string {
  if (bundles && existsSync(bundles)) return bundles;
  bundles = mkdtempSync(join(process.env.TURNOUT_TEST_RUN ?? tmpdir(), 'empty-bundles-'));
  for (const file of globSync('functions/**/*.ts', { cwd: root })) {
    const bundle = join(bundles, 'dist', file.slice('functions/'.length, -'.ts'.length));
    mkdirSync(bundle, { recursive: true });
    writeFileSync(join(bundle, 'index.cjs'), '');
  }
  return bundles;
}
let bundles: string | undefined;
