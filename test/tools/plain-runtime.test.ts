import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'turnout-suites-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs suites of these contents in one worker, in this order, as `npm test` runs ours. */
function run(suites: Readonly<Record<string, string>>) {
  mkdirSync(path.join(folder, 'test'), { recursive: true });
  for (const [name, text] of Object.entries(suites)) {
    writeFileSync(path.join(folder, 'test', name), text);
  }
  const tool = (file: string) => path.join(root, 'tools', 'tests', file);
  const config = {
    rootDir: folder,
    testMatch: ['<rootDir>/test/*.test.ts'],
    runtime: tool('plain-runtime.mjs'),
    testEnvironment: tool('plain-environment.mjs'),
    runner: tool('fresh-workers.mjs'),
    transform: {},
    // By name, and not by how long they took.
    testSequencer: path.join(folder, 'sequencer.mjs'),
    reporters: ['default', tool('closing-line.mjs')],
  };
  writeFileSync(
    path.join(folder, 'sequencer.mjs'),
    `export default class { sort(tests) { return tests.sort((a, b) => (a.path < b.path ? -1 : 1)); }
      cacheResults() {} shard(tests) { return tests; } allFailedTests(tests) { return tests; } }`,
  );
  writeFileSync(path.join(folder, 'jest.json'), JSON.stringify(config));
  const args = ['node_modules/jest/bin/jest.js', '--config', path.join(folder, 'jest.json'), '-i'];
  // Without colours, also where CI=true turns on those of the code frames, and without the notes of
  // the run that this test belongs to.
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // This suite may be played in the rest of a day, which leaves the tests of its own run out.
    DAY: 'all',
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    TURNOUT_TEST_RUN: undefined,
  };
  return new Promise<{ code: number; out: string; shown: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: root, env }, (failure, out, shown) =>
      resolve({ code: Number(failure?.code ?? 0), out, shown }),
    );
  });
}

it('the plain runtime runs suites one after another in one process, restores their changes, and counts them', async () => {
  const { code, out, shown } = await run({
    'a.test.ts': `
      import { kept } from './kept.ts';
      const known: Map<string, string> = kept;
      it('changes its surroundings', () => {
        known.set('by', 'a');
        process.env.TURNOUT_CHANGED = 'yes';
        process.env.HOME = '/elsewhere';
        process.chdir('/');
        console.log('said by a');
      });
      it('fails for a reason that is shown', () => expect({ is: 1 }).toEqual({ is: 2 }));
    `,
    'b.test.ts': `
      import { kept } from './kept.ts';
      it('shares modules with the suites before it', () => expect(kept.get('by')).toBe('a'));
      it('has its surroundings for itself', () => {
        expect(process.env.TURNOUT_CHANGED).toBe(undefined);
        expect(process.env.HOME).toBe(${JSON.stringify(process.env.HOME)});
        expect(process.cwd()).not.toBe('/');
      });
      let tries = 0;
      it('is tried once, whatever the suite before it wanted', () => {
        tries += 1;
        expect(tries).toBe(1);
      });
    `,
    'kept.ts': 'export const kept = new Map<string, string>();',
  });
  expect(shown).toContain('said by a');
  expect(shown).toContain('● fails for a reason that is shown');
  expect(shown).toMatch(/>\s+\d+ \|\s+it\('fails for a reason that is shown'/);
  expect(out.trimEnd().split('\n').at(-1)).toBe('4 passed, 1 failed');
  expect(code).toBe(1);
});

it('the plain runtime names the ten slowest of many suites before the last line, and none of a few', async () => {
  const suites = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `many-${index}.test.ts`,
        `it('passes', () => expect(1).toBe(1));`,
      ]),
    );
  const few = await run(suites(2));
  expect(few.out).not.toContain('slowest');
  const { out } = await run(suites(40));
  const [, listed = ''] =
    /^The slowest suites:\n((?: *\d+ s {2}\S+\.test\.ts\n){10})\n\d+ passed/m.exec(out) ?? [];
  expect(new Set(listed.match(/\S+\.test\.ts/g)).size).toBe(10);
});
