import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { templateSources } from '../../tools/templates/template-sources.ts';

const root = join(import.meta.dirname, '..', '..');
const copy = mkdtempSync(join(tmpdir(), 'turnout-checkout-'));
beforeAll(() => {
  for (const part of ['bin', 'lib', 'shared', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

const digest = async () => (await templateSources(undefined, copy)).digest;

/** Changes one place of a file, and returns the function that changes it back. */
function edit(file: string, from: string, to: string): () => void {
  const place = join(copy, file);
  const text = readFileSync(place, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} has not exactly one "${from}".`);
  writeFileSync(place, text.replace(from, to));
  return () => writeFileSync(place, text);
}

const refunds = 'shared/switch/refunds/operations.ts';

it('schemas, comments and types leave the digest of the templates as it is, and all else that stacks see changes it', async () => {
  const before = await digest();
  edit(refunds, 'body: CreateRefundRequest,', 'body: v.object({ colour: v.string() }),');
  edit(
    'lib/api/route-rates.ts',
    '/** Requests at once. */',
    '/** The requests that come at once. */',
  );
  edit('lib/queues/lists-stack.ts', '\nexport class ', '\n// A note.\nexport class ');
  edit(
    'shared/connectors/abouts.ts',
    '\nexport function allAbouts',
    '\n// A note.\nexport function allAbouts',
  );
  expect(await digest()).toBe(before);

  const changes = [
    [refunds, "summary: 'Create a refund'", "summary: 'Make a refund'"],
    [refunds, "path: '/refunds',\n  summary: 'Create", "path: '/refund',\n  summary: 'Create"],
    ['lib/api/route-rates.ts', 'rate: 270', 'rate: 271'],
    ['shared/switch/files/retention-days.ts', '730', '731'],
    ['package.json', '"version": "', '"version": "1'],
  ] as const;
  const digests = new Set([before]);
  for (const [file, from, to] of changes) {
    const undo = edit(file, from, to);
    digests.add(await digest());
    undo();
  }
  expect(digests.size).toBe(changes.length + 1);
  expect(await digest()).toBe(before);
});

it('the sources of the templates contain every module of the app and of its contracts', async () => {
  const { inputs } = await templateSources();
  for (const file of ['bin/switch.ts', 'lib/constructs/tags.ts', 'shared/operations.ts', refunds]) {
    expect(inputs).toContain(file);
  }
  expect(inputs).toContain('shared/connectors/stripe/about.ts');
  expect(inputs.filter((file) => file.startsWith('node_modules'))).toEqual([]);
});

it('an ended computation of the digest rejects with the reason of its end', async () => {
  const ending = new AbortController();
  const computing = templateSources(ending.signal);
  ending.abort(new Error('The switch is stopping.'));
  await expect(computing).rejects.toThrow('The switch is stopping.');
});
