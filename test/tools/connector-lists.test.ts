import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownFolders, writeConnectorLists } from '../../tools/launch/connector-lists.cjs';

const root = path.join(import.meta.dirname, '..', '..');
const clones: string[] = [];
afterAll(() => {
  for (const clone of clones) rmSync(clone, { recursive: true });
});

const parts = {
  'about.ts': "export const about: About = {\n  name: 'x_acme',\n  interfaceVersion: 1,\n};\n",
  'connector.ts': '// Loaded late: few ask it.\nexport function connector(): Connector {\n}\n',
  'declines.ts': 'export const declines: DeclineTable = {};\n',
};

/** A clone with our connectors, and a folder of its company. */
function aClone(folder = 'connectors/x_acme', files: Readonly<Record<string, string>> = parts) {
  const clone = mkdtempSync(path.join(tmpdir(), 'turnout-lists-'));
  clones.push(clone);
  const connectors = path.join('shared', 'connectors');
  cpSync(path.join(root, connectors), path.join(clone, connectors), { recursive: true });
  mkdirSync(path.join(clone, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(clone, folder, name), text);
  }
  const name = (stage: string, ...folders: readonly string[]) =>
    writeFileSync(
      path.join(clone, `turnout.${stage}.json`),
      JSON.stringify({ connectors: folders }),
    );
  name('sandbox', folder);
  return { clone, name };
}

const built = (clone: string, file: string) =>
  readFileSync(path.join(clone, 'shared', ...file.split('/')), 'utf8');

it('a connector of one’s own is in every list once a settings file names its folder', () => {
  const { clone } = aClone();
  writeConnectorLists(clone);
  expect(built(clone, 'connectors/built/abouts.ts')).toContain(
    "import { about as x_acme } from '../../../connectors/x_acme/about.ts';",
  );
  expect(built(clone, 'connectors/built/adapters.ts')).toContain("['x_acme', lazy(x_acme)],");
  expect(built(clone, 'connectors/built/declines.ts')).toContain("['x_acme', x_acme],");
  expect(built(clone, 'vocabulary/built/own-connectors.ts')).toContain("= ['x_acme'];");
});

it('the lists have the folders of both stages, and are written only where they change', () => {
  const { clone, name } = aClone();
  name('production', 'connectors/x_acme/');
  expect(ownFolders(clone)).toEqual(['connectors/x_acme']);
  writeConnectorLists(clone);
  const list = path.join(clone, 'shared', 'connectors', 'built', 'abouts.ts');
  const { ino } = statSync(list);
  writeConnectorLists(clone);
  expect(statSync(list).ino).toBe(ino);
  name('sandbox');
  name('production');
  writeConnectorLists(clone);
  expect(readFileSync(list, 'utf8')).not.toContain('x_acme');
});

it('the lists stay as they are where a settings file is no JSON, which its reader reports', () => {
  const { clone } = aClone();
  writeConnectorLists(clone);
  writeFileSync(path.join(clone, 'turnout.sandbox.json'), '{');
  writeConnectorLists(clone);
  expect(built(clone, 'vocabulary/built/own-connectors.ts')).toContain("['x_acme']");
});

it.each([
  ['the name of one of ours', 'connectors/adyen', parts, 'begins with x_'],
  ['a name in capitals', 'connectors/x_Acme', parts, 'begins with x_'],
  ['a place below shared', 'shared/connectors/x_acme', parts, 'outside of shared/'],
  ['a place outside of the clone', '../x_acme', parts, 'in this clone'],
  [
    'an about.ts of another name',
    'connectors/x_acme',
    { ...parts, 'about.ts': parts['about.ts'].replace('x_acme', 'adyen') },
    "the name is 'x_acme', as the folder's, and not 'adyen'",
  ],
  [
    'a connector.ts that would load with every function',
    'connectors/x_acme',
    { ...parts, 'connector.ts': parts['connector.ts'].replace('// Loaded late', '//') },
    'begins with "// Loaded late:"',
  ],
  [
    'another version of the interface',
    'connectors/x_acme',
    { ...parts, 'about.ts': parts['about.ts'].replace('Version: 1', 'Version: 0') },
    'it is written for version 0 of the interface, and this is version 1',
  ],
  [
    'no version of the interface',
    'connectors/x_acme',
    { ...parts, 'about.ts': parts['about.ts'].replace('  interfaceVersion: 1,\n', '') },
    'it is written for no stated version of the interface',
  ],
  [
    'no declines',
    'connectors/x_acme',
    { 'about.ts': parts['about.ts'], 'connector.ts': parts['connector.ts'] },
    'connectors/x_acme/declines.ts is missing.',
  ],
])('a folder with %s is refused in one sentence', (_, folder, files, reason) => {
  const { clone } = aClone(folder, files);
  expect(() => writeConnectorLists(clone)).toThrow(reason);
});

it('a folder that is gone is refused while the settings name it', () => {
  const { clone, name } = aClone();
  name('sandbox', 'connectors/x_gone');
  expect(() => writeConnectorLists(clone)).toThrow(
    'connectors/x_gone: the settings name this folder, and it is not there.',
  );
});
