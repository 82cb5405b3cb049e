'use strict';
// Runs a program with the Node.js the functions run on, whatever Node.js npm itself was started with.
// Plain CommonJS, because it must start on an old Node.js too.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const WANTED_MAJOR = 24;

let binary = process.execPath;
if (Number(process.versions.node.split('.')[0]) !== WANTED_MAJOR) {
  const packaged = `node-${process.platform}-${process.arch}`;
  binary = path.join(__dirname, '..', 'node_modules', packaged, 'bin', 'node');
  if (!fs.existsSync(binary)) {
    console.error(
      `Node.js ${process.version} found, Node.js ${WANTED_MAJOR} needed, and none is packaged for ` +
        `${process.platform}-${process.arch}. Install Node.js ${WANTED_MAJOR}, or run "npm ci" again without --omit=optional.`,
    );
    process.exit(1);
  }
}

// The channel tells the child when this process has ended, even after a SIGKILL: see
// scripts/start.ts.
const child = spawn(binary, process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: path.dirname(binary) + path.delimiter + process.env.PATH },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// When npm is killed, it passes no signal on: its child then gets another parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
}
child.on('exit', (code, signal) => {
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1, SIGKILL: 9 };
  process.exit(signal ? 128 + (numbers[signal] || 0) : code);
});
