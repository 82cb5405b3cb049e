import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildTools } from '../../tools/bundle/build-tools.ts';
import { functionNames } from '../../tools/bundle/bundle-functions.ts';
import { currentBundles } from '../../tools/bundle/current-bundles.ts';
import { laptopBundles } from '../../tools/templates/laptop-assembly.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';

const root = path.join(import.meta.dirname, '..', '..');
const clone = mkdtempSync(path.join(tmpdir(), 'turnout-clone-'));
afterAll(() => {
  unlinkSync(path.join(clone, 'node_modules'));
  rmSync(clone, { recursive: true });
});

/** Copies this checkout, with the bundles of all functions as an earlier command left them. */
beforeAll(async () => {
  const parts = ['bin', 'console', 'functions', 'lib', 'local', 'scripts', 'shared', 'tools'];
  const files = ['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'];
  for (const one of [...parts, ...files]) {
    cpSync(path.join(root, one), path.join(clone, one), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
  const bundles = await laptopBundles();
  // Files that are as new as the build count as changed during it.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { made } = await update(async (names) =>
    names.map((name) => {
      const files = bundles.get(name);
      const contents = new Map(files?.names.map((file) => [file, files.read(file)]));
      return { name, files: contents, inputs: [`functions/${name}.ts`], packageInputs: [] };
    }),
  );
  expect(made).toEqual(functionNames());
});

const update = (bundle: Parameters<typeof currentBundles>[0]['bundle']) =>
  currentBundles({
    outdir: path.join(clone, 'dist'),
    root: clone,
    tools: buildTools(),
    names: functionNames(),
    bundle,
    say: () => undefined,
  });

/** Runs a program in the copy, without validating the templates, which takes longest. */
function run(script: string, args: readonly string[], environment: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const env = { PATH: process.env.PATH, HOME: clone, CDK_VALIDATION: 'false', ...environment };
    execFile(process.execPath, [script, ...args], { cwd: clone, env }, (failure, out, error) =>
      resolve({ code: Number(failure?.code ?? 0), out, error }),
    );
  });
}

const { it } = drawnByDay('commands');

it('cdk list bundles a function that was edited, says so in one line on stderr, and lists the stacks', async () => {
  appendFileSync(path.join(clone, 'functions', 'health', 'check.ts'), '\nconsole.log("edited");\n');
  const { code, out, error } = await run('node_modules/aws-cdk/bin/cdk', ['list']);
  expect([code, error]).toEqual([0, `Bundling 1 of ${functionNames().length} functions.\n`]);
  expect(out.split('\n')).toEqual(expect.arrayContaining(['Data (turnout-sandbox-data)']));
  const bundle = path.join(clone, 'dist', 'health', 'check', 'index.cjs');
  expect(readFileSync(bundle, 'utf8')).toContain('edited');
  const { made } = await update(() => Promise.reject(new Error('The bundles are not current.')));
  expect(made).toEqual([]);
});

it('the app ends with one line when the stage is unknown', async () => {
  const { code, error } = await run('bin/built-switch.ts', [], {
    CDK_CONTEXT_JSON: JSON.stringify({ stage: 'prodution' }),
  });
  expect(code).toBe(1);
  expect(error).toMatch(/^There is no stage "prodution"\.[^\n]*\n$/);
});

it('the app names a misspelt setting, and one of the settings file, before it bundles an edited function', async () => {
  appendFileSync(path.join(clone, 'functions', 'health', 'check.ts'), '\nconsole.log("again");\n');
  const misspelt = await run('bin/built-switch.ts', [], {
    CDK_CONTEXT_JSON: JSON.stringify({ alarmMail: 'you@shop.example' }),
  });
  expect(misspelt).toEqual({
    code: 1,
    out: '',
    error: 'There is no setting alarmMail; did you mean alarmEmail?\n',
  });
  writeFileSync(path.join(clone, 'turnout.sandbox.json'), '{ "backups": "dayly" }');
  const inFile = await run('bin/built-switch.ts', []);
  expect(inFile).toMatchObject({ code: 1, out: '' });
  expect(inFile.error).toMatch(/^turnout\.sandbox\.json: backups must be [^\n]*\n$/);
});
