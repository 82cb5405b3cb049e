import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildCache, type CacheOptions, StepEvicted } from '../../tools/bundle/build-cache.ts';

const root = mkdtempSync(path.join(tmpdir(), 'turnout-cache-'));
afterAll(() => rmSync(root, { recursive: true }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'cache-'));
  source('a.ts', 'one');
  source('b.ts', 'two');
});

/** Writes a source, a minute ago. */
function source(name: string, contents: string) {
  const file = path.join(root, name);
  writeFileSync(file, contents);
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(file, minuteAgo, minuteAgo);
}

const open = (options: Partial<CacheOptions> = {}) =>
  buildCache({ folder, root, tools: 'of today', ...options });

const made = (contents = 'bundle') => ({
  inputs: ['a.ts', 'b.ts'],
  startedAt: Date.now(),
  files: new Map([
    ['index.cjs', contents],
    ['parts/late.cjs', `${contents}, later`],
  ]),
});

const found = (cache = open()) => cache.find('step')?.read('index.cjs').toString();
const filesIn = (name: string) =>
  readdirSync(path.join(folder, name)).map((file) => path.join(folder, name, file));

it("the build cache returns a step's result as long as the sources are unchanged", () => {
  expect(found()).toBe(undefined);
  open().store('step', made());
  expect(found()).toBe('bundle');
  expect(open().find('step')?.names).toEqual(['index.cjs', 'parts/late.cjs']);
  expect(open().find('another step')).toBe(undefined);
  source('b.ts', 'another two');
  expect(found()).toBe(undefined);
});

it('the build cache returns the earlier result of sources that come back', () => {
  open().store('step', made('first'));
  source('a.ts', 'changed');
  open().store('step', made('second'));
  expect(found()).toBe('second');
  source('a.ts', 'one');
  expect(found()).toBe('first');
});

it('the build cache repeats a step when one of its sources is gone', () => {
  open().store('step', made());
  rmSync(path.join(root, 'b.ts'));
  expect(found()).toBe(undefined);
});

it('the build cache repeats a step with another Node.js, lockfile or bundler', () => {
  open().store('step', made());
  expect(found(open({ tools: 'of tomorrow' }))).toBe(undefined);
});

it('the build cache does not store a step whose source changed while it ran', () => {
  const startedAt = Date.now() - 120_000;
  const kept = open().store('step', { ...made(), startedAt });
  expect(kept.read('index.cjs').toString()).toBe('bundle');
  expect(found()).toBe(undefined);
});

it.each([
  ['a file that was cut short', 'files', (file: string) => truncateSync(file, 3)],
  ['a file of other bytes', 'files', (file: string) => writeFileSync(file, 'bungle')],
  ['a file that is gone', 'files', (file: string) => rmSync(file)],
  ['a record that was cut short', 'steps', (file: string) => truncateSync(file, 20)],
  ['a record of no bytes', 'steps', (file: string) => truncateSync(file, 0)],
  [
    'a record of another version',
    'steps',
    (file: string) => writeFileSync(file, '{"version":9,"steps":[]}'),
  ],
])('the build cache repeats a step after %s, and stores it again', (_, part, harm) => {
  open().store('step', made());
  for (const file of filesIn(part)) harm(file);
  expect(found()).toBe(undefined);
  open().store('step', made());
  expect(found()).toBe('bundle');
});

it('the build cache is whole after several processes stored the same steps at once', async () => {
  const script = `
    import { buildCache } from ${JSON.stringify(path.resolve('tools/bundle/build-cache.ts'))};
    const [folder, root] = process.argv.slice(-2);
    for (let round = 0; round < 20; round++) {
      const cache = buildCache({ folder, root, tools: 'of today' });
      for (const step of ['one', 'two']) {
        const kept = cache.find(step) ?? cache.store(step, {
          inputs: ['a.ts'], startedAt: Date.now(), files: new Map([['x', step.repeat(100_000)]]),
        });
        if (String(kept.read('x')) !== step.repeat(100_000)) throw new Error('It is not whole.');
      }
    }`;
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder, root]);
  await Promise.all([run(), run(), run()]);
  expect(open().find('one')?.read('x').toString()).toBe('one'.repeat(100_000));
  expect(open().find('two')?.read('x').toString()).toBe('two'.repeat(100_000));
  expect(filesIn('files').filter((file) => file.endsWith('.new'))).toEqual([]);
});

it('the build cache writes files as copies that may be changed, or as links that take no room', () => {
  const kept = open().store('step', made());
  const copy = path.join(folder, 'laid', 'copy');
  const link = path.join(folder, 'laid', 'link');
  kept.put('index.cjs', copy, 'copy');
  kept.put('index.cjs', link, 'link');
  expect(readFileSync(link, 'utf8')).toBe('bundle');
  expect(filesIn('files').map((file) => statSync(file).ino)).toContain(statSync(link).ino);
  writeFileSync(copy, 'changed');
  expect(found()).toBe('bundle');
});

it('the build cache removes the least recently used results, and none in use by a start', () => {
  for (const name of ['old', 'new']) {
    open().store(name, { ...made(), files: new Map([['x', name.repeat(1_000)]]) });
  }
  const [oldest = ''] = filesIn('files').filter((file) => statSync(file).size > 0);
  const hourAgo = new Date(Date.now() - 3_600_000);
  const isOldest = readFileSync(oldest, 'utf8').startsWith('old') ? 'old' : 'new';
  utimesSync(oldest, hourAgo, hourAgo);
  open({ maxBytes: 4_000, safeMs: 86_400_000 }).prune();
  expect(filesIn('files')).toHaveLength(2);
  open({ maxBytes: 4_000 }).prune();
  expect(filesIn('files')).toHaveLength(1);
  expect(open().find(isOldest)).toBe(undefined);
  expect(open().find(isOldest === 'old' ? 'new' : 'old')).toBeDefined();
});

it('the build cache names the step to repeat when a file disappears while in use', () => {
  const kept = open().store('step', made());
  for (const file of filesIn('files')) rmSync(file);
  const target = path.join(folder, 'laid');
  expect(() => kept.put('index.cjs', target, 'link')).toThrow(StepEvicted);
  expect(() => kept.read('index.cjs')).toThrow('"step" was removed from the cache meanwhile.');
});

it('the build cache leaves no half-written file on a full disk', () => {
  mkdirSync(path.join(folder, 'files'), { recursive: true });
  const write = (file: string) => {
    writeFileSync(file, 'bun');
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  expect(() => open({ write }).store('step', made())).toThrow('ENOSPC');
  expect(filesIn('files')).toEqual([]);
  expect(found()).toBe(undefined);
});
