import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exceptionOf, readExceptions } from './exceptions.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'exceptions-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (text: string) => {
  const path = join(folder, 'exceptions.txt');
  writeFileSync(path, text);
  return readExceptions(path);
};

it('the list of exceptions has one on each line, with its reason', () => {
  expect(read('# why\n\na.b.c | request.method | It is a POST | always.\n')).toEqual([
    { id: 'a.b.c', path: 'request.method', reason: 'It is a POST | always.' },
  ]);
});

it.each(['a.b.c | request.method', 'a.b.c | request.method | ', 'a.b.c'])(
  'an exception %j, which has no reason, is refused',
  (line) => {
    expect(() => read(line)).toThrow(/line 1: it is not "id \| path \| reason"/);
  },
);

it('an exception covers its place and everything inside it, in its one vector only', () => {
  const exceptions = read('v | request.body.a | because');
  const found = (id: string, path: string) =>
    exceptionOf(exceptions, id, { path, expected: 1, got: 2 })?.reason;
  expect(['a', 'a.b', 'a[0]', 'ab', 'b'].map((one) => found('v', `request.body.${one}`))).toEqual([
    ...['because', 'because', 'because'],
    ...[undefined, undefined],
  ]);
  expect(found('w', 'request.body.a')).toBeUndefined();
});

it('an exception whose line ends with a star applies to all vectors with that beginning', () => {
  const exceptions = read('a.refund.* | request.method | because');
  const found = (id: string) =>
    exceptionOf(exceptions, id, { path: 'request.method', expected: 'GET', got: 'POST' })?.reason;
  expect(['a.refund.full', 'a.refund_sync.full', 'b.refund.full'].map(found)).toEqual([
    ...['because', undefined, undefined],
  ]);
});
