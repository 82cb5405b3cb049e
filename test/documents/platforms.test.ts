import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { chromiumPath } from '../../tools/tests/chromium.ts';

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const page = file('docs/laptop.md');

/** The row of a platform in the page's table, as its cells. */
const rowOf = (title: string) =>
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, first]) => first === title) ?? [];

const Packages = v.object({
  packages: v.record(
    v.string(),
    v.looseObject({ optionalDependencies: v.optional(v.record(v.string(), v.string())) }),
  ),
});
const lock = v.parse(Packages, JSON.parse(file('package-lock.json'))).packages;
const Fetched = v.record(v.string(), v.object({ package: v.string(), version: v.string() }));
const fetched = v.parse(Fetched, JSON.parse(file('tools/launch/npm-files.json')));

const platforms = [
  { title: 'Linux x64', platform: 'linux', arch: 'x64' },
  { title: 'Linux arm64', platform: 'linux', arch: 'arm64' },
  { title: 'macOS x64', platform: 'darwin', arch: 'x64' },
  { title: 'macOS arm64', platform: 'darwin', arch: 'arm64' },
];

it.each(platforms)(
  'the page of the laptop names the Node.js that an older one fetches on $title',
  ({ title, platform, arch }) => {
    expect(rowOf(title)[2]).toBe(fetched[`node-${platform}-${arch}`]?.version);
  },
);

it.each(platforms)(
  'the page of the laptop says where tables are on $title, as npm installs the program for them there',
  ({ title, platform, arch }) => {
    const programs = Object.keys(lock).filter(
      (name) => /dynamo|dynox/i.test(name) && name.includes(`${platform}-${arch}`),
    );
    expect([rowOf(title)[3], programs]).toEqual(['the built-in tables', []]);
  },
);

it('the page of the laptop sends Windows to WSL, as the launcher does', () => {
  expect(rowOf('Windows')[2]).toMatch(/^only in WSL/);
  expect(file('tools/launch/run.cjs')).toContain('on Windows, install WSL');
});

it.each([
  [
    'linux',
    '/usr/bin/chromium-headless-shell',
    '`/usr/bin/chromium-headless-shell` or `/usr/bin/chromium` on Linux',
  ],
  [
    'darwin',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'Google Chrome in `/Applications` on macOS',
  ],
] as const)(
  'the page of the laptop names the first place of a browser on %s',
  (platform, path, words) => {
    expect(chromiumPath(platform, '', () => true)).toBe(path);
    expect(page).toContain(words);
  },
);

it('the lock has the program of every platform for each package that has one for Linux x64', () => {
  const families = Object.entries(lock).flatMap(([name, { optionalDependencies = {} }]) => {
    const names = Object.keys(optionalDependencies);
    // The root's own list names its platforms.
    return name !== '' && names.some((one) => /linux-x64/.test(one)) ? [{ name, names }] : [];
  });
  expect(families.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['node_modules/@biomejs/biome', 'node_modules/esbuild']),
  );
  for (const { name, names } of families) {
    for (const { platform, arch } of platforms) {
      const own = names.filter((one) => one.includes(`${platform}-${arch}`));
      expect({ name, platform, arch, own }).not.toMatchObject({ own: [] });
      for (const one of own) expect(Object.keys(lock)).toContain(`node_modules/${one}`);
    }
  }
});

it('no two files of the repository have names that a Mac takes for one', () => {
  const cwd = new URL('../..', import.meta.url);
  const names = execFileSync('git', ['ls-files'], { cwd, encoding: 'utf8' }).split('\n');
  const alike = names.filter((one) => one !== one.toLowerCase()).map((one) => one.toLowerCase());
  expect(alike.filter((one) => names.includes(one))).toEqual([]);
  expect(alike.length).toBe(new Set(alike).size);
});
