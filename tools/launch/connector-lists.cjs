'use strict';
// Writes the lists of all connectors: those of shared/connectors, and those of a company's own, whose
// folders its settings files name. They are imported like sources, and are not in Git. Plain CommonJS
// that an old Node.js can read, because the launcher writes them before each program.
const fs = require('fs');
const path = require('path');

const settingsFiles = ['turnout.sandbox.json', 'turnout.production.json'];
const ownName = /^x_[a-z0-9_]{1,30}$/;

/** The processor that the deployment brings along comes first. */
const first = 'sandbox';

/**
 * The folders of a company's own connectors, as paths below the repository, from `connectors` of its
 * settings files. Undefined where a file is no JSON: the reader of settings says where.
 */
function ownFolders(root) {
  const found = new Set();
  for (const file of settingsFiles) {
    const text = textOf(path.join(root, file));
    if (text === undefined) continue;
    let given;
    try {
      given = JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch (_noJson) {
      return undefined;
    }
    const named = given && given.connectors;
    if (!Array.isArray(named)) continue;
    for (const folder of named) found.add(path.posix.normalize(String(folder)).replace(/\/$/, ''));
  }
  return [...found].sort();
}

/**
 * Writes the lists where they have changed.
 *
 * @throws Error of one sentence for a folder that is no connector of this version
 */
function writeConnectorLists(root) {
  const connectors = path.join(root, 'shared', 'connectors');
  if (!fs.existsSync(connectors)) return;
  const own = ownFolders(root);
  if (own === undefined) return;
  const ours = namesIn(connectors)
    .filter((name) => fs.existsSync(path.join(connectors, name, 'connector.ts')))
    .filter((name) => name !== 'interface')
    .sort((one, other) => Number(other === first) - Number(one === first) || (one < other ? -1 : 1))
    .map((name) => entryOf(root, `shared/connectors/${name}`));
  const theirs = own.map((folder) => ownEntry(root, folder));
  for (const { name } of theirs) {
    if (theirs.filter((one) => one.name === name).length > 1) {
      throw new Error(`Two folders of the settings have the connector ${name}.`);
    }
  }
  const all = [...ours, ...theirs];
  const files = {
    'shared/connectors/built/abouts.ts': aboutList,
    'shared/connectors/built/adapters.ts': adapterList,
    'shared/connectors/built/declines.ts': declineList,
  };
  for (const file of Object.keys(files)) write(root, file, files[file](all, file));
  write(root, 'shared/vocabulary/built/own-connectors.ts', ownNames(theirs));
  const facts = 'test/support/built/connector-facts.ts';
  if (fs.existsSync(path.join(root, 'test', 'support'))) write(root, facts, factList(root, facts));
}

/** What a folder exports, by the types of its declarations. */
function entryOf(root, folder) {
  const about = exportIn(root, `${folder}/about.ts`, /^export const (\w+): (readonly )?About\b/m);
  const connector = exportIn(
    root,
    `${folder}/connector.ts`,
    /^export function (\w+)\([^)]*\): Connector\b/m,
  );
  const declines = exportIn(root, `${folder}/declines.ts`, /^export const (\w+): DeclineTable\b/m);
  const name = path.posix.basename(folder);
  const isSeveral = about[2] !== undefined;
  return {
    folder,
    name,
    isSeveral,
    about: about[1],
    connector: connector[1],
    declines: declines[1],
  };
}

/** The same of a folder that the settings name. */
function ownEntry(root, folder) {
  const name = path.posix.basename(folder);
  if (!ownName.test(name)) {
    throw new Error(
      `${folder}: the folder of a connector of your own has its name, which begins with x_ and has ` +
        'small letters, digits and _, such as connectors/x_acme.',
    );
  }
  if (path.posix.isAbsolute(folder) || /^(?:\.\.|shared|node_modules)\//.test(folder)) {
    throw new Error(`${folder}: a connector of your own is in this clone and outside of shared/.`);
  }
  if (!fs.existsSync(path.join(root, folder))) {
    throw new Error(`${folder}: the settings name this folder, and it is not there.`);
  }
  const entry = entryOf(root, folder);
  const about = textOf(path.join(root, folder, 'about.ts'));
  const stated = (/^ {2}name: '([^']*)'/m.exec(about) || [])[1];
  if (stated !== name) {
    throw new Error(
      `${folder}/about.ts: the name is '${name}', as the folder's, and not '${stated}'.`,
    );
  }
  const version = (/^export const interfaceVersion = (\d+);/m.exec(
    textOf(path.join(root, 'shared', 'connectors', 'interface', 'version.ts')),
  ) || [])[1];
  const written = (/^ {2}interfaceVersion: (\d+),/m.exec(about) || [])[1];
  if (written !== version) {
    throw new Error(
      `${folder}/about.ts: it is written for ${written ? `version ${written} of` : 'no stated version of'} ` +
        `the interface, and this is version ${version}: docs/own-connector.md says what to change.`,
    );
  }
  if (!/^\s*\/\/ Loaded late:/.test(textOf(path.join(root, folder, 'connector.ts')))) {
    throw new Error(`${folder}/connector.ts: its first line begins with "// Loaded late:".`);
  }
  return entry;
}

function exportIn(root, file, pattern) {
  const text = textOf(path.join(root, file));
  if (text === undefined) throw new Error(`${file} is missing.`);
  const found = pattern.exec(text);
  if (found) return found;
  const [form] = pattern.source.slice(1).split('\\b');
  throw new Error(
    `${file} has no line "${form.replace(/\(readonly \)\?/, '').replace(/\\/g, '')}".`,
  );
}

const head = '// Written at each start by tools/launch/connector-lists.cjs.\n';

function aboutList(all, file) {
  return [
    head + importLines(all, file, 'about'),
    "import type { About } from '../interface/about.ts';\n",
    'export const abouts: readonly About[] = [',
    ...all.map(({ name, isSeveral }) => `  ${isSeveral ? '...' : ''}${name},`),
    '];\n',
  ].join('\n');
}

function adapterList(all, file) {
  return [
    `${head}import { lazy } from '#platform/lazy.ts';`,
    "import type { Connector } from '../interface/connector.ts';",
    importLines(all, file, 'connector'),
    ...processorImports(all, file),
    '\nexport const adapters: ReadonlyMap<string, Connector> = new Map([',
    ...all.map((one) =>
      row(one, (name) => `lazy(${one.isSeveral ? `() => ${one.name}(${name})` : one.name})`),
    ),
    ']);\n',
  ].join('\n');
}

function declineList(all, file) {
  return [
    `${head}import type { DeclineTable } from '../interface/decline-table.ts';`,
    importLines(all, file, 'declines'),
    ...processorImports(all, file),
    '\nexport const declineTables: ReadonlyMap<string, DeclineTable> = new Map([',
    ...[...all]
      .sort((one, other) => Number(one.isSeveral) - Number(other.isSeveral))
      .map((one) => row(one, () => one.name)),
    ']);\n',
  ].join('\n');
}

/** A row of a map by names. A folder with several processors lists their names. */
const row = ({ name, isSeveral }, written) =>
  isSeveral
    ? `  ...${name}Names.map((name) => [name, ${written('name')}] as const),`
    : `  ['${name}', ${written(`'${name}'`)}],`;

const processorImports = (all, file) =>
  all
    .filter(({ isSeveral }) => isSeveral)
    .map(
      ({ name, folder }) =>
        `import { processors as ${name}Names } from '${pathFrom(file, `${folder}/processors.ts`)}';`,
    );

const importLines = (all, file, part) =>
  all
    .map(
      (one) =>
        `import { ${one[part]} as ${one.name} } from '${pathFrom(file, `${one.folder}/${part}.ts`)}';`,
    )
    .join('\n');

const ownNames = (theirs) => `${head}
/** The names of the company's own connectors. */
export const ownConnectorNames: readonly \`x_\${string}\`[] = [${theirs
  .map(({ name }) => `'${name}'`)
  .join(', ')}];
`;

function factList(root, file) {
  const suites = path.join(root, 'test', 'shared', 'connectors');
  const found = namesIn(suites)
    .filter((name) => fs.existsSync(path.join(suites, name, 'facts.ts')))
    .sort()
    .map((name) => {
      const own = `test/shared/connectors/${name}/facts.ts`;
      return { name, own, facts: exportIn(root, own, /^export const (\w+): ConnectorFacts\b/m)[1] };
    });
  return [
    `${head}import type { ConnectorFacts } from '../processors/connector-facts.ts';`,
    ...found.map(
      ({ name, own, facts }) => `import { ${facts} as ${name} } from '${pathFrom(file, own)}';`,
    ),
    '\nexport const connectorFacts: ReadonlyMap<string, ConnectorFacts> = new Map([',
    ...found.map(({ name }) => `  ['${name}', ${name}],`),
    ']);\n',
  ].join('\n');
}

function pathFrom(file, to) {
  const found = path.posix.relative(path.posix.dirname(file), to);
  return found.startsWith('.') ? found : `./${found}`;
}

/** Written whole, because another program may be reading it. */
function write(root, file, text) {
  const target = path.join(root, file);
  if (textOf(target) === text) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const fresh = `${target}.${process.pid}.new`;
  fs.writeFileSync(fresh, text);
  fs.renameSync(fresh, target);
}

function namesIn(folder) {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

function textOf(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

module.exports = { ownFolders, writeConnectorLists };
