'use strict';
// Files of npm packages that only some machines need, and that are therefore no dependencies:
// npm-files.json has them by name, each with the digest of its package. They are stored in
// `.turnout/packages` and stay there when `npm ci` makes node_modules anew.
// Plain CommonJS that an old Node.js can read, because run.cjs fetches a newer one with it.
const childProcess = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const known = require('./npm-files.json');

const root = path.join(__dirname, '..', '..');

/** Where the files of an entry are, or would be. */
function folderOf(name) {
  const wanted = known[name];
  return path.join(root, '.turnout', 'packages', `${wanted.package}-${wanted.version}`);
}

const isKnown = (name) => Object.keys(known).includes(name);

const isFetched = (name) => fs.existsSync(folderOf(name));

/**
 * Fetches the files of an entry with npm, through its cache and by its settings. Runs no script of
 * the package. Throws an Error of one sentence when npm cannot get the package, or when it is not
 * the one of the digest.
 */
function fetchFiles(name) {
  const wanted = known[name];
  const folder = folderOf(name);
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const scratch = fs.mkdtempSync(path.join(path.dirname(folder), '.new-'));
  try {
    const tarball = fs.readFileSync(packed(`${wanted.package}@${wanted.version}`, scratch));
    const digest = `sha512-${crypto.createHash('sha512').update(tarball).digest('base64')}`;
    if (digest !== wanted.integrity) {
      throw new Error(`npm's ${wanted.package} ${wanted.version} is not the package it was.`);
    }
    const files = wanted.files.map((file) => `package/${file}`);
    run('tar', ['-xzf', '-', '-C', scratch].concat(files), { input: tarball });
    put(path.join(scratch, 'package'), folder);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

const removeFiles = (name) => fs.rmSync(folderOf(name), { recursive: true, force: true });

/** The file of a package, as the registry has it. */
function packed(specification, scratch) {
  const options = ['pack', specification, '--pack-destination', scratch, '--ignore-scripts'];
  const npm = process.env.npm_execpath || '';
  // Below `npm ci` this is the very npm that runs it; another package manager has no such command.
  if (path.basename(npm) === 'npm-cli.js') run(process.execPath, [npm].concat(options));
  else run('npm', options);
  const file = fs.readdirSync(scratch).find((one) => one.endsWith('.tgz'));
  if (!file) throw new Error(`npm did not get ${specification}.`);
  return path.join(scratch, file);
}

/** Another process may have put the same files there in the meantime. */
function put(from, folder) {
  try {
    fs.renameSync(from, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
  }
}

function run(program, args, options) {
  const done = childProcess.spawnSync(program, args, Object.assign({ cwd: root }, options));
  if (done.status === 0) return;
  const said = String(done.stderr || (done.error && done.error.message) || '').trim();
  throw new Error(`"${program} ${args[0]}" failed: ${said.split('\n').join(' ')}`);
}

module.exports = { fetchFiles, folderOf, isFetched, isKnown, removeFiles };
