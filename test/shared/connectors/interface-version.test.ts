import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changesOfShape,
  interfaceShape,
  shapeOf,
} from '../../../scripts/documents/interface-shape.ts';
import { interfaceShapeFile } from '../../../scripts/documents/written-files.ts';

const stored = readFileSync(join(import.meta.dirname, '../../..', interfaceShapeFile), 'utf8');

it('the interface of connectors has the shape that is recorded for its version', () => {
  expect(changesOfShape(stored, interfaceShape())).toEqual([]);
});

it('a change of a type changes the shape, and one of a comment or of spaces does not', () => {
  const source = 'export interface About {\n  readonly name: string;\n}\n';
  const shape = shapeOf(source);
  expect(shapeOf(source.replace('  readonly', '  /** Its name. */\n\n  readonly'))).toBe(shape);
  expect(shapeOf(source.replace('name:', 'name?:'))).not.toBe(shape);
});

it('a changed shape needs another version, or is accepted', () => {
  const shape = (version: number, hash: string) =>
    JSON.stringify({ version, files: { 'about.ts': hash } });
  expect(changesOfShape(shape(1, 'a'), shape(1, 'b'))).toEqual([
    'about.ts of version 1 of the interface of connectors',
  ]);
  expect(changesOfShape(shape(1, 'a'), shape(2, 'b'))).toEqual([]);
});
