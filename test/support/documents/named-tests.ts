import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file with the name of a test that stands in it, such as `describe › it`. */
export interface NamedTest {
  readonly file: string;
  readonly name: string;
}

/** The tests that a cell of a table names: `test/a.test.ts`: “one”, “another”. */
export const testsNamedIn = (cell: string): readonly NamedTest[] =>
  [...cell.matchAll(/`(test\/[^`]+)`:((?:,? “[^”]+”)+)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  );

/** Whether the file is a suite that has a test of this name, or a template that it is made from. */
export function isThere({ file, name }: NamedTest): boolean {
  if (!/\.test\.ts$/.test(file) || !existsSync(file)) return false;
  const texts = textsOf(file);
  return name
    .split(' › ')
    .every((title) => texts.some((text) => text === title || isMadeFrom(title, text)));
}

const known = new Map<string, readonly string[]>();

/** All texts in a test and in the tables beside it from which it takes its cases. */
function textsOf(file: string): readonly string[] {
  const before = known.get(file);
  if (before) return before;
  const source = readFileSync(file, 'utf8');
  const beside = [...source.matchAll(/from '((?:\.|\.\.\/support)\/[^']+)'/g)].map(
    ([, path = '']) => join(dirname(file), path),
  );
  const texts = [source, ...beside.map((path) => readFileSync(path, 'utf8'))].flatMap((text) =>
    [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)].map(
      ([, single, double, template]) => single ?? double ?? template ?? '',
    ),
  );
  known.set(file, texts);
  return texts;
}

const placeholder = /%[sijd]|\$\w+|\$\{\w+\}/;

/** A title whose holes are filled; one that is nothing but a hole says nothing. */
function isMadeFrom(title: string, template: string): boolean {
  if (!placeholder.test(template) || !/\w{3,}.*\w{3,}/.test(template.split(placeholder).join(''))) {
    return false;
  }
  const pattern = template
    .split(placeholder)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');
  return new RegExp(`^${pattern}$`).test(title);
}
