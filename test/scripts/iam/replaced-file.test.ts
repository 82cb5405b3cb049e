import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReplacement } from '../../../scripts/iam/replaced-file.ts';

const root = mkdtempSync(join(tmpdir(), 'turnout-replaced-file-'));
afterAll(() => rmSync(root, { recursive: true }));

const folderWith = (name: string, content: string) => {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'trace'), content);
  return folder;
};

it('a replaced file has its old content until the new one is whole, and then all new lines', async () => {
  const folder = folderWith('whole', 'old\n');
  const file = join(folder, 'trace');
  const output = openReplacement(file);
  expect(readFileSync(file, 'utf8')).toBe('old\n');
  await output.replace(['one\n', 'two\n']);
  output.discard();
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  expect(readdirSync(folder)).toEqual(['trace']);
});

it('a file whose replacement fails half-way keeps its old content, and no part of the new one stays', async () => {
  const folder = folderWith('half', 'old\n');
  const output = openReplacement(join(folder, 'trace'));
  const failing = function* () {
    yield 'one\n';
    throw new Error('broken');
  };
  await expect(output.replace(failing())).rejects.toThrow('broken');
  output.discard();
  expect(readFileSync(join(folder, 'trace'), 'utf8')).toBe('old\n');
  expect(readdirSync(folder)).toEqual(['trace']);
});

it('a folder, and a path in a folder that is not there, are refused before anything runs', () => {
  expect(() => openReplacement(root)).toThrow('is not a file');
  expect(() => openReplacement(join(root, 'nowhere', 'trace'))).toThrow('ENOENT');
});
