import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { allAbouts } from '#connectors/abouts.ts';
import { ownConnectorNamePattern } from '#vocabulary/connectors.ts';
import { ownFolders } from '../../tools/launch/connector-lists.cjs';
import { CommandFailed, type Report, UsageError } from '../command-line/command.ts';

const root = path.join(import.meta.dirname, '..', '..');
const example = 'x_example';
const settingsFile = 'turnout.sandbox.json';

/**
 * Copies the example under another name, and names its folder in the settings file of the sandbox.
 *
 * @throws UsageError for a name or a folder that the build would refuse
 */
export function newConnector(name: string, folder: string): Report {
  if (!new RegExp(ownConnectorNamePattern).test(name)) {
    throw new UsageError(
      `NAME must begin with x_ and have small letters, digits and _, such as x_acme, and is "${name}".`,
    );
  }
  const target = path.posix.normalize(folder).replace(/\/$/, '');
  const isInside = !path.posix.isAbsolute(target) && !/^(?:\.\.|shared)(?:\/|$)/.test(target);
  if (!isInside || path.posix.basename(target) !== name) {
    throw new UsageError(`--folder must be in this clone, outside of shared/, and end in ${name}.`);
  }
  if (existsSync(path.join(root, target))) throw new UsageError(`${target} is there already.`);
  cpSync(path.join(root, 'connectors', example), path.join(root, target), { recursive: true });
  const up = path.posix.relative(target, '');
  for (const file of globSync('*', { cwd: path.join(root, target) })) {
    const place = path.join(root, target, file);
    const text = readFileSync(place, 'utf8')
      .replaceAll(example, name)
      .replaceAll(/'\.\.\/\.\.\/(test|docs)\//g, `'${up}/$1/`);
    writeFileSync(place, text);
    if (file.includes(example)) renameSync(place, place.replaceAll(example, name));
  }
  nameInSettings(target);
  return {
    value: { name, folder: target, settings_file: settingsFile },
    text: `${target} has a connector to begin with, and ${settingsFile} names it.\nProve it: npx turnout connector prove ${name}\n`,
  };
}

/** Adds the folder to the setting, and leaves all else of the file as it is. */
function nameInSettings(folder: string): void {
  const file = path.join(root, settingsFile);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}\n';
  const before = ownFolders(root) ?? [];
  if (before.includes(folder)) return;
  const isList = Array.isArray(Object(parse(text)).connectors);
  const edits = isList
    ? modify(text, ['connectors', -1], folder, { isArrayInsertion: true, formattingOptions })
    : modify(text, ['connectors'], [folder], { formattingOptions });
  writeFileSync(file, applyEdits(text, edits));
}
const formattingOptions = { insertSpaces: true, tabSize: 2 };

/** Runs the tests of the connector's own folder. */
export function proveOwn(name: string): Report {
  const folder = ownFolders(root)?.find((one) => path.posix.basename(one) === name);
  if (folder === undefined) {
    throw new UsageError(`No settings file names a folder of ${name}.`);
  }
  const tests = path.join(root, 'tools', 'tests', 'test.mjs');
  const { status } = spawnSync(process.execPath, [tests, `${folder}/`], {
    cwd: root,
    // A proof plays every case, whichever the caller's day draws.
    env: { ...process.env, DAY: 'all' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new CommandFailed(`${name} is not proven: see above.`);
  return { value: { name, folder }, text: `${name} is proven.\n` };
}

/** All connectors, with the versions of their processors' APIs. */
export function listConnectors(): Report {
  const connectors = allAbouts().map(({ name, displayName, api }) => ({
    name,
    display_name: displayName,
    api,
  }));
  const lines = connectors.map(({ name, api }) => {
    const ends = api?.endsOn === undefined ? '' : `, ends on ${api.endsOn}`;
    const version = api ? `${api.version}, read on ${api.readOn}${ends}` : 'no API of a processor';
    return `${name.padEnd(32)}  ${version}\n`;
  });
  return { value: { connectors }, text: lines.join('') };
}
