import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCache } from '../../tools/bundle/build-cache.ts';
import { keptSyntheses } from '../../tools/templates/kept-syntheses.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnout-kept-'));
const kept = join(folder, 'kept');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(kept, { recursive: true, force: true }));

let runs = 0;
/** The syntheses as a new run sees them, and the settings for which it makes an app. */
function aRun(digest = 'digest') {
  const made: unknown[] = [];
  const run = join(folder, `run-${++runs}`);
  const cache = buildCache({ folder: kept, root: folder, tools: digest });
  const syntheses = keptSyntheses(run, cache);
  const textOf = (settings: unknown) => {
    const directory = syntheses.folderOf(JSON.stringify(settings), (use) => {
      made.push(settings);
      const fresh = mkdtempSync(join(folder, 'made-'));
      mkdirSync(join(fresh, 'asset.1'));
      writeFileSync(join(fresh, 'asset.1', 'index.cjs'), '');
      writeFileSync(join(fresh, 'Data.template.json'), JSON.stringify({ settings }));
      use(fresh);
    });
    expect(existsSync(join(directory, 'asset.1', 'index.cjs'))).toBe(true);
    return readFileSync(join(directory, 'Data.template.json'), 'utf8');
  };
  return { made, textOf, run, syntheses };
}

it('an app is synthesized once for each settings in a run, and not again in the next one', () => {
  const first = aRun();
  const texts = [1, 2, 1].map((settings) => first.textOf({ settings }));
  expect(texts[2]).toBe(texts[0]);
  expect(texts[1]).not.toBe(texts[0]);
  expect(first.made).toEqual([{ settings: 1 }, { settings: 2 }]);

  const next = aRun();
  expect([1, 2].map((settings) => next.textOf({ settings }))).toEqual(texts.slice(0, 2));
  expect(next.made).toEqual([]);
});

it('an app is synthesized again when a source has changed, and not when the change was taken back', () => {
  const [first, changed, back] = ['one', 'another', 'one'].map((digest) => {
    const run = aRun(digest);
    run.textOf(1);
    return run.made;
  });
  expect([first, changed, back]).toEqual([[1], [1], []]);
});

it('an app whose stored templates are cut off is synthesized again', () => {
  const text = aRun().textOf(1);
  for (const file of globSync('files/*', { cwd: kept })) truncateSync(join(kept, file), 10);
  const next = aRun();
  expect(next.textOf(1)).toBe(text);
  expect(next.made).toEqual([1]);
  const third = aRun();
  expect(third.textOf(1)).toBe(text);
  expect(third.made).toEqual([]);
});

it('an app that cannot be synthesized leaves nothing, and can be synthesized later', () => {
  const run = aRun();
  const refused = () =>
    run.syntheses.folderOf('1', () => {
      throw new Error('Wrong settings.');
    });
  expect(refused).toThrow('Wrong settings.');
  expect(refused).toThrow('Wrong settings.');
  run.textOf(1);
  expect(run.made).toEqual([1]);
});

it('a process that ended while it synthesized an app does not hold up the next one', async () => {
  const run = aRun();
  run.textOf(1);
  const [name = ''] = readdirSync(join(run.run, 'synthesized'));
  const ended = spawn(process.execPath, ['--eval', '0']);
  await once(ended, 'exit');
  rmSync(join(run.run, 'synthesized', name), { recursive: true });
  writeFileSync(join(run.run, 'synthesized', `${name}.lock`), String(ended.pid));
  run.textOf(1);
  expect(readdirSync(join(run.run, 'synthesized'))).toEqual([name]);
});
