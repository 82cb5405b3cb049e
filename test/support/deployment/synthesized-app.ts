import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Resource, readApp, type SynthesizedApp } from '../../../local/assembly/named-app.ts';
import { buildCache } from '../../../tools/bundle/build-cache.ts';
import { keptSyntheses } from '../../../tools/templates/kept-syntheses.ts';
import { templateDigest } from './template-digest.ts';

export type { Resource, SynthesizedApp };

export type StageName = 'sandbox' | 'production' | 'laptop';

/**
 * The switch as it is synthesized for a stage, once for all suites of a worker. Its templates are held
 * against the rules elsewhere.
 *
 * @param groups the groups of operations that the app has, for tests that look at few stacks: an app
 * of all takes four times as long. Alarms and dashboards are whole only in an app of all.
 */
export function synthesized(
  stage: StageName,
  context: Readonly<Record<string, unknown>> = {},
  groups?: readonly string[],
): SynthesizedApp {
  const asked = settingsOf(stage, context, groups);
  const app = apps.get(asked) ?? synthesizedIn(stage, context, readApp, groups);
  apps.set(asked, app);
  return app;
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

/** Nothing changes them, so those that were asked for are kept. */
const apps = new Map<string, SynthesizedApp>();

/**
 * The same for suites that read the assembly's folder. All suites of a run share it, so none may change
 * it. It is synthesized anew only when a source of the app has changed since an earlier run.
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

const root = join(import.meta.dirname, '..', '..', '..');
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

/** Loaded where an app is synthesized: with the CDK it takes seconds. */
function loadSwitchApp(): typeof import('../../../lib/switch-app.ts').switchApp {
  return createRequire(import.meta.url)('../../../lib/switch-app.ts').switchApp;
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

/** A function's environment variables. */
export const environmentOf = ({ properties }: Resource): Readonly<Record<string, string>> =>
  v.parse(Environment, properties).Environment.Variables;

const Environment = v.object({
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) }), {
    Variables: {},
  }),
});
