import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { mergeTraces } from '../../../scripts/iam/merge-traces.ts';
import { openTraceFile } from '../../support/deployment/trace-file.ts';

const root = mkdtempSync(join(tmpdir(), 'turnout-merged-traces-'));
const { IAM_TRACE_FOLDER } = process.env;
afterAll(() => {
  rmSync(root, { recursive: true });
  if (IAM_TRACE_FOLDER === undefined) delete process.env.IAM_TRACE_FOLDER;
  else process.env.IAM_TRACE_FOLDER = IAM_TRACE_FOLDER;
});

let made = 0;

/** A folder with these parts, each a text. */
function folderOf(parts: Readonly<Record<string, string>>): string {
  made += 1;
  const folder = join(root, String(made));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(parts)) writeFileSync(join(folder, name), text);
  return folder;
}

const policy = (id: string) => ({
  kind: 'policy',
  id,
  document: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: id, Resource: '*' }] },
});
const decision = (principal: string, action: string, decided: 'allow' | 'deny' = 'allow') => ({
  kind: 'decision',
  thread: 'main',
  principal: `arn:aws:iam::000000000000:role/${principal}`,
  action,
  resource: 'arn:aws:s3:::files/a',
  context: {},
  decision: decided,
  withheld: [],
  identityPolicies: ['p1'],
  resourcePolicies: [],
  matched: [{ policy: 'p1', statement: 0 }],
});
const end = { kind: 'end' };
const text = (...lines: readonly object[]) =>
  lines.map((one) => `${JSON.stringify(one)}\n`).join('');

const Merged = v.looseObject({ kind: v.string() });
const linesOf = (lines: Iterable<string>) =>
  [...lines].map((line) => v.parse(Merged, JSON.parse(line)));

const read = decision('reader', 's3:GetObject');
const write = decision('writer', 's3:PutObject');
const refused = decision('reader', 's3:PutObject', 'deny');

it('the files of several workers make one trace: each policy by its id, then each decision by its text, with how often it was made', async () => {
  const folder = folderOf({
    'b.jsonl': text(policy('p2'), policy('p1'), write, read, end),
    'a.jsonl': text(policy('p1'), read, refused, read, end),
  });
  const { lines, ...counts } = await mergeTraces(folder);
  expect(counts).toEqual({ allow: 4, deny: 1, distinct: 3, policies: 2, principals: 2 });
  expect(linesOf(lines())).toEqual([
    { kind: 'format', version: 1 },
    policy('p1'),
    policy('p2'),
    { ...read, times: 3 },
    { ...refused, times: 1 },
    { ...write, times: 1 },
  ]);
});

it('a merged trace is the same text whichever worker wrote which part of it, and in which order', async () => {
  const parts = [
    text(policy('p1'), policy('p2'), write, end),
    text(policy('p1'), refused, read, end),
  ];
  const [first = '', second = ''] = parts;
  const folders: readonly Readonly<Record<string, string>>[] = [
    { '1.jsonl': first, '2.jsonl': second },
    { '1.jsonl': second, '2.jsonl': first },
    { '7.jsonl': text(policy('p2'), policy('p1'), read, write, refused, end) },
  ];
  const merged = await Promise.all(
    folders.map(async (one) => [...(await mergeTraces(folderOf(one))).lines()].join('')),
  );
  expect(new Set(merged).size).toBe(1);
});

it('a switch that made no decision adds nothing to a merged trace', async () => {
  const folder = folderOf({ '1.jsonl': text(policy('p1'), read, end), '2.jsonl': text(end) });
  expect(await mergeTraces(folder)).toMatchObject({ allow: 1, distinct: 1 });
});

it('a merged trace has all lines that a suite wrote through its trace file', async () => {
  process.env.IAM_TRACE_FOLDER = folderOf({});
  const file = openTraceFile();
  const document = { Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] };
  file?.write({ kind: 'policy', id: 'p1', document });
  for (let call = 0; call < 500; call += 1) {
    file?.write({
      kind: 'decision',
      thread: 'main',
      principal: 'arn:aws:iam::000000000000:role/reader',
      action: 's3:GetObject',
      resource: `arn:aws:s3:::files/${call}`,
      context: {},
      decision: 'allow',
      withheld: [],
      identityPolicies: ['p1'],
      resourcePolicies: [],
      matched: [{ policy: 'p1', statement: 0 }],
    });
  }
  await expect(mergeTraces(process.env.IAM_TRACE_FOLDER)).rejects.toThrow('ends early');
  file?.close();
  const merged = await mergeTraces(process.env.IAM_TRACE_FOLDER);
  expect(merged).toMatchObject({ allow: 500, distinct: 500, policies: 1 });
});

const whole = text(policy('p1'), read, end);

it.each([
  ['no part', {}, 'The suites wrote no decisions.'],
  ['parts without a decision', { '1.jsonl': text(end) }, 'The suites wrote no decisions.'],
  ['an empty part', { '1.jsonl': whole, '2.jsonl': '' }, '2.jsonl ends early'],
  ['a part without its last line', { '1.jsonl': text(policy('p1'), read) }, '1.jsonl ends early'],
  [
    'a line that is cut off',
    { '1.jsonl': whole, '2.jsonl': whole.slice(0, 40) },
    'Line 1 of 2.jsonl is no line of a trace.',
  ],
  ['a line of another kind', { '1.jsonl': '{"kind":"call"}\n' }, 'Line 1 of 1.jsonl'],
  [
    'a decision without its policies',
    { '1.jsonl': text(read, end) },
    'Line 1 of 1.jsonl names a policy that no line has: p1',
  ],
])('the merge of traces refuses %s, and the error names the part', async (_, parts, message) => {
  await expect(mergeTraces(folderOf(parts))).rejects.toThrow(message);
});
