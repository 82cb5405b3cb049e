'use strict';
// Runs a program with Node.js 24 or newer: the one that npm itself was started with, or one that
// npm has for this platform. Plain CommonJS that an old Node.js can read.
const childProcess = require('child_process');
const fs = require('fs');
const path = require('path');
const { writeConnectorLists } = require('./connector-lists.cjs');
const { fetchFiles, folderOf, isFetched, isKnown, removeFiles } = require('./npm-files.cjs');

/** The functions run on Node.js 24. Newer ones run them too, and the tests with them. */
const oldestMajor = 24;

// An interrupt may reach npm after it has started this process and before it would pass it on.
const isOfNpm = Boolean(process.env.npm_lifecycle_event);
const parent = process.ppid;
if (isOfNpm && isAdopted()) process.exit(128 + 2);

const binary = nodeBinary();
writeLists();

// Node.js reads modules that it compiled before from here, also those of TypeScript. It drops
// modules that changed by itself. Coverage needs them compiled anew.
const compileCache = process.env.NODE_V8_COVERAGE
  ? {}
  : { NODE_COMPILE_CACHE: path.join(__dirname, '..', '..', '.turnout', 'compile-cache') };

// The channel closes when this process has ended, even after a SIGKILL, and the child sees that:
// see scripts/turnout/start.ts.
const child = childProcess.spawn(binary, process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: Object.assign({}, compileCache, process.env, {
    PATH: path.dirname(binary) + path.delimiter + process.env.PATH,
  }),
});

// A program may state how soon it ends after an interrupt. It is killed if it takes longer, and at a
// second interrupt. A terminal, a shell and npm may each send the first one.
const sameInterruptMs = 500;
let endsWithinMs;
let interrupted;
function kill() {
  child.kill('SIGKILL');
}
function limit() {
  if (!endsWithinMs || !interrupted) return;
  setTimeout(kill, Math.max(0, interrupted.at + endsWithinMs - Date.now()));
}
child.on('message', (message) => {
  if (!message || typeof message.endsWithinMs !== 'number') return;
  endsWithinMs = message.endsWithinMs;
  limit();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (interrupted && endsWithinMs && Date.now() - interrupted.at > sameInterruptMs) return kill();
    child.kill(signal);
    if (interrupted) return;
    interrupted = { at: Date.now(), signal };
    limit();
  });
}
// When npm is killed, it passes no signal on: its child then gets another parent.
if (isOfNpm) {
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
}
child.on('exit', (code, signal) => {
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1, SIGKILL: 9 };
  const cause = interrupted ? interrupted.signal : signal;
  process.exit(signal ? 128 + (numbers[cause] || 0) : code);
});

/**
 * Whether the parent is one that adopts orphans: the first process, or the systemd of a user. In a
 * container npm may be the first process itself; this one is of its process group then.
 */
function isAdopted() {
  if (process.platform !== 'linux') return parent === 1;
  try {
    const adopter = statusOf(parent);
    return (parent === 1 || adopter.name === 'systemd') && adopter.group !== statusOf('self').group;
  } catch (_hidden) {
    return false;
  }
}

/** Name and process group: see proc_pid_stat(5). The name may have spaces and brackets. */
function statusOf(pid) {
  const [, name, rest] = /\((.*)\) (.*)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return { name, group: rest.split(' ')[2] };
}

/** Ends this process with one sentence where no Node.js can run the program. */
function nodeBinary() {
  if (process.platform === 'win32') {
    refuse(
      'Turnout runs on Linux and macOS: on Windows, install WSL ("wsl --install"), clone the ' +
        'repository inside it, and run the same command there.',
    );
  }
  if (Number(process.versions.node.split('.')[0]) >= oldestMajor) return process.execPath;

  const platform = `${process.platform}-${process.arch}`;
  const packaged = `node-${platform}`;
  const needed = `Node.js ${oldestMajor} or newer is needed, and this is ${process.version}`;
  const otherwise = 'install Node.js 24 or newer, from your package manager or https://nodejs.org.';
  if (!isKnown(packaged)) refuse(`${needed}: npm has none for ${platform}, so ${otherwise}`);
  const file = path.join(folderOf(packaged), 'bin', 'node');
  if (isFetched(packaged)) return file;
  console.error(`${needed}: fetching one from npm, once for this clone.`);
  try {
    fetchFiles(packaged);
  } catch (error) {
    refuse(`${needed}, and none could be fetched (${error.message}): ${otherwise}`);
  }
  // For example where the C library is another one, as in Alpine Linux.
  if (childProcess.spawnSync(file, ['--version']).status !== 0) {
    removeFiles(packaged);
    refuse(`${needed}: the one of npm does not run here, so ${otherwise}`);
  }
  return file;
}

/**
 * Ends this process where a connector cannot be built. An installation only says so: it may bring the
 * version that the connector is to be changed for.
 */
function writeLists() {
  try {
    writeConnectorLists(path.join(__dirname, '..', '..'));
  } catch (error) {
    if (process.env.npm_lifecycle_event !== 'postinstall') refuse(error.message);
    console.error(error.message);
  }
}

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
